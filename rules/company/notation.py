"""Actions as exact text: names of spaces and directions, never a list index.

``put e5`` · ``flip`` · ``pass`` · ``keep 2`` · ``c4 se``
"""

from __future__ import annotations

from rules.company.net import NAMES, WAYS, cell
from rules.company.state import FLIP, PASS, VALUES, Action, Call, Keep, Move, Put
from rules.core.errors import NotationError

FORMS = "'put SPACE', 'flip', 'pass', 'keep VALUE' and 'SPACE DIRECTION' (c4 se)"


def format_action(a: Action) -> str:
    """The text of an action."""
    match a:
        case Move():
            return f"{NAMES[a.cell]} {WAYS[a.way]}"
        case Call():
            return a.word
        case Keep():
            return f"keep {a.value}"
        case Put():
            return f"put {NAMES[a.cell]}"


def parse_action(text: str) -> Action:
    """The action of a text; raises NotationError with a sentence."""
    words = text.lower().split()
    match words:
        case ["flip"]:
            return FLIP
        case ["pass"]:
            return PASS
        case ["put", name]:
            return Put(cell(name))
        case ["keep", value]:
            if value not in map(str, VALUES):
                raise NotationError(f"{text.strip()!r}: discs have the values 1, 2, 3 and 4")
            return Keep(int(value))
        case [name, way] if way in WAYS:
            return Move(cell(name), WAYS.index(way))
        case [name, way] if name in NAMES.values():
            ways = ", ".join(WAYS)
            raise NotationError(f"{text.strip()!r}: there is no direction {way!r}, only {ways}")
        case _:
            raise NotationError(f"{text.strip()!r} is no action of company; there are {FORMS}")
