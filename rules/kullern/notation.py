"""Actions as exact text: ``hatch 4`` · ``walk B`` · ``pass``. A is the first own marmot."""

from __future__ import annotations

import re

from rules.core.errors import NotationError
from rules.kullern.state import PASS, Action, hatch, walk

LETTERS = "ABCD"
"""Names of a player's own marmots."""

_TEXT = re.compile(r"(?:hatch ([1-9][0-9]?)|walk ([A-D])|pass)", re.IGNORECASE | re.ASCII)


def format_action(a: Action) -> str:
    """The text of an action."""
    if a.verb == "hatch":
        return f"hatch {a.number}"
    return f"walk {LETTERS[a.number]}" if a.verb == "walk" else "pass"


def parse_action(text: str) -> Action:
    """The action of a text; raises NotationError with a sentence."""
    found = _TEXT.fullmatch(text.strip())
    if found is None:
        raise NotationError(
            f"{text.strip()!r} is no action of kullern; there are 'hatch 4', 'walk B' and 'pass'"
        )
    number, letter = found.groups()
    if number is not None:
        return hatch(int(number))
    return PASS if letter is None else walk(LETTERS.index(letter.upper()))
