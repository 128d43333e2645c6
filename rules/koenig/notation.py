"""Actions as exact text: mm, mm/s and degrees with up to two decimals, never a list index.

``start 480,150,0`` · ``block 120.5,340,15`` · ``pass`` · ``pull 600,0`` · ``tower 212.50`` ·
``turn 90`` · ``take blocker.green`` · ``card only12`` · ``cancel 2``. An angle is counter-clockwise
from +x; a tower's pose names the middle of its snout.
"""

from __future__ import annotations

import re

from rules.core.errors import NotationError
from rules.koenig.board import GROUPS
from rules.koenig.cards import CANCEL, CARD_NAMES
from rules.koenig.state import (
    Action,
    Block,
    Pass,
    Play,
    Pull,
    Start,
    Take,
    Tower,
    Turn,
)
from sim.settled import FULL_TURN

_NUMBER = re.compile(r"([+-]?)(\d{1,6})(?:\.(\d{1,2}))?", re.ASCII)
_FORMS = {
    "start": ("start X,Y,HEADING", 3),
    "block": ("block X,Y,ANGLE", 3),
    "pull": ("pull SPEED,SIDEWAYS", 2),
    "tower": ("tower ANGLE", 1),
    "turn": ("turn HEADING", 1),
    "pass": ("pass", 0),
    "take": ("take GROUP.PART", 1),
    "card": ("card NAME", 1),
    "cancel": ("cancel NUMBER", 1),
}
_PART = re.compile(r"(\w+)\.([\w-]+)")
_NUMBER_OF_A_CARD = re.compile(r"[1-9]\d{0,2}", re.ASCII)


def number_text(value: int) -> str:
    """A number of 0.01 units with up to two decimals."""
    whole, part = divmod(abs(value), 100)
    sign = "-" if value < 0 else ""
    return f"{sign}{whole}.{part:02d}".rstrip("0").rstrip(".") if part else f"{sign}{whole}"


def _value(text: str, what: str) -> int:
    found = _NUMBER.fullmatch(text.strip())
    if found is None:
        raise NotationError(
            f"{what!r}: {text.strip()!r} is no number with up to two decimals (such as 120.5)"
        )
    sign, whole, part = found.groups()
    value = int(whole) * 100 + int((part or "").ljust(2, "0"))
    return -value if sign == "-" else value


def format_action(a: Action) -> str:
    """The text of an action."""
    match a:
        case Start(pose=pose):
            return "start " + ",".join(map(number_text, pose))
        case Block(pose=pose):
            return "block " + ",".join(map(number_text, pose))
        case Pull(speed=speed, side=side):
            return f"pull {number_text(speed)},{number_text(side)}"
        case Tower(angle=angle):
            return f"tower {angle // 100}.{angle % 100:02d}"
        case Turn(heading=heading):
            return f"turn {number_text(heading)}"
        case Pass():
            return "pass"
        case Take(group=group, part=part):
            return f"take {group}.{part}"
        case Play(card=card, target=target):
            return f"cancel {target}" if card == CANCEL else f"card {card}"


def parse_action(text: str) -> Action:
    """The action of a text; raises NotationError with a sentence."""
    word, _, rest = text.strip().partition(" ")
    word = word.lower()
    if word not in _FORMS:
        known = ", ".join(f"'{form}'" for form, _ in _FORMS.values())
        raise NotationError(f"{text.strip()!r} is no action of koenig; there are {known}")
    form, size = _FORMS[word]
    parts = rest.split(",") if rest.strip() else []
    if len(parts) != size:
        raise NotationError(f"{text.strip()!r} must have the form '{form}'")
    if word in ("take", "card", "cancel"):
        return _parse_pro(word, parts[0].strip(), form)
    values = [_value(part, text.strip()) for part in parts]
    match word:
        case "start":
            return Start((values[0], values[1], values[2] % FULL_TURN))
        case "block":
            return Block((values[0], values[1], values[2] % FULL_TURN))
        case "pull":
            return Pull(values[0], values[1])
        case "tower":
            return Tower(values[0] % FULL_TURN)
        case "turn":
            return Turn(values[0] % FULL_TURN)
        case _:
            return Pass()


def _parse_pro(word: str, text: str, form: str) -> Action:
    match word:
        case "take":
            found = _PART.fullmatch(text)
            if found is None:
                raise NotationError(f"'{word} {text}' must have the form '{form}'")
            group = found[1].lower()
            if group not in GROUPS:
                raise NotationError(f"there is no part {group!r}; there are {', '.join(GROUPS)}")
            return Take(group, found[2])
        case "cancel":
            if _NUMBER_OF_A_CARD.fullmatch(text) is None:
                raise NotationError(f"{text!r} is no number of a card of this attempt (such as 2)")
            return Play(CANCEL, int(text))
        case _:
            name = text.lower()
            if name == CANCEL or name not in CARD_NAMES:
                known = ", ".join(name for name in CARD_NAMES if name != CANCEL)
                raise NotationError(f"there is no card {text!r} to play alone; there are {known}")
            return Play(name)
