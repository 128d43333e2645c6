"""Actions as exact text: names of cells, carts and sides, never a list index.

``sit cart1.n`` · ``cart1 n2 w1`` · ``turn-r`` · ``goblin free c5 > cart2.w`` ·
``goblin free c5 > treasure`` · ``goblin send surface > c5 > cart2.w`` · ``goblin post c5`` ·
``pass`` · ``home c1``.
"""

from __future__ import annotations

import re
from itertools import groupby, pairwise

from rules.buddel.board import CARTS, LETTERS, Grid, grid_of
from rules.buddel.state import Action, Free, Home, Move, Pass, Post, Ransom, Send, Sit, State, Turn
from rules.core.errors import NotationError

_SEAT = re.compile(r"cart([12])\.([nesw])", re.ASCII)
_CART = re.compile(r"cart([12])((?: [nesw][1-9]\d?)+)", re.ASCII)
_GOBLIN = re.compile(r"goblin (free|send|post) (\S+)(?: > (\S+))?(?: > (\S+))?", re.ASCII)
SURFACE, TREASURE = "surface", "treasure"
FORMS = (
    "sit cart1.n",
    "cart1 n2 w1",
    "turn-r",
    "turn-l",
    "goblin free c5 > cart2.w",
    "goblin free c5 > treasure",
    "goblin send cart1.n > c5 > cart2.w",
    "goblin post c5",
    "home c1",
    "pass",
)


def seat_name(cart: int, side: int) -> str:
    """A seat: ``cart1.n``."""
    if not (0 <= cart < CARTS and 0 <= side < 4):
        raise ValueError("there is no such seat")
    return f"cart{cart + 1}.{LETTERS[side]}"


def path_text(path: tuple[int, ...]) -> str:
    """The steps of a path: ``n2 w1``."""
    return " ".join(f"{LETTERS[way]}{len(list(same))}" for way, same in groupby(path))


def format_action(s: State, a: Action) -> str:
    """The text of an action."""
    grid = grid_of(s.board)

    def space(k: int) -> str:
        return grid.names[grid.goblins[k]]

    match a:
        case Move(cart=cart, path=path):
            return f"cart{cart + 1} {path_text(path)}"
        case Turn(right=right):
            return "turn-r" if right else "turn-l"
        case Sit(cart=cart, side=side):
            return f"sit {seat_name(cart, side)}"
        case Free():
            return f"goblin free {space(a.space)} > {seat_name(a.cart, a.side)}"
        case Ransom():
            return f"goblin free {space(a.space)} > {TREASURE}"
        case Send():
            origin = SURFACE if a.from_cart < 0 else seat_name(a.from_cart, a.from_side)
            return f"goblin send {origin} > {space(a.space)} > {seat_name(a.cart, a.side)}"
        case Post():
            return f"goblin post {space(a.space)}"
        case Home(start=start):
            return f"home {grid.names[start]}"
        case Pass():
            return "pass"


def parse_action(s: State, text: str) -> Action:
    """The action of a text; raises NotationError with a sentence."""
    words = " ".join(text.lower().split())
    grid = grid_of(s.board)
    if words == "pass":
        return Pass()
    if words in ("turn-r", "turn-l"):
        return Turn(words == "turn-r")
    if (found := _CART.fullmatch(words)) is not None:
        return Move(int(found[1]) - 1, _path(found[2], words))
    if words.startswith("sit "):
        return Sit(*_seat(words[4:], words))
    if words.startswith("home "):
        cell = grid.cells.get(words[5:])
        if cell not in grid.starts:
            raise NotationError(f"{words!r}: {words[5:]} is no start space of this board")
        return Home(cell)
    if (found := _GOBLIN.fullmatch(words)) is not None:
        return _goblin(grid, words, found[1], [part for part in found.groups()[1:] if part])
    known = ", ".join(f"'{form}'" for form in FORMS)
    raise NotationError(f"{words[:60]!r} is no action of buddel; such are {known}")


def _path(text: str, words: str) -> tuple[int, ...]:
    parts = text.split()
    path = tuple(LETTERS.index(part[0]) for part in parts for _ in range(int(part[1:])))
    if any(one[0] == two[0] for one, two in pairwise(parts)):
        raise NotationError(f"{words!r}: steps that go the same way are one number, such as n2")
    return path


def _seat(text: str, words: str) -> tuple[int, int]:
    found = _SEAT.fullmatch(text)
    if found is None:
        raise NotationError(f"{words!r}: {text!r} is no seat such as cart1.n")
    return int(found[1]) - 1, LETTERS.index(found[2])


def _goblin(grid: Grid, words: str, deed: str, parts: list[str]) -> Action:
    if len(parts) != {"free": 2, "send": 3, "post": 1}[deed]:
        raise NotationError(f"{words!r} has not the form of 'goblin {deed} …'")
    place = parts[1] if deed == "send" else parts[0]
    space = grid.spaces.get(place)
    if space is None:
        raise NotationError(f"{words!r}: {place} is no goblin space of this board")
    match deed:
        case "post":
            return Post(space)
        case "free" if parts[1] == TREASURE:
            return Ransom(space)
        case "free":
            return Free(space, *_seat(parts[1], words))
        case _:
            origin = (-1, -1) if parts[0] == SURFACE else _seat(parts[0], words)
            return Send(*origin, space, *_seat(parts[2], words))
