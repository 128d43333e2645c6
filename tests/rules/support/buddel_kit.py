"""Small boards and hand-made starts for the tests of buddel, and one way to play by texts."""

from __future__ import annotations

from rules.buddel.board import Board
from rules.buddel.options import Options
from rules.buddel.rules import BUDDEL
from rules.buddel.state import EMPTY, Setup
from rules.core.types import Draw

LANE = Board("Gasse", ("#T#", "G.G", "...", "S#S"), assumed=True)
"""Three steps to the chamber, two goblin spaces; b3 lies between them."""

POCKET = Board("Sackgasse", ("###T#", "..#.G", "S...S"), assumed=True)
"""Two carts on a2 and b2 never come out again; a single goblin space."""

LADDER = Board(
    "Leiter", ("##T##", "##.##", "#G.##", "#G.##", "##.##", "##.##", "S...S"), assumed=True
)
"""A shaft up to c7, with goblin spaces on its left side at b4 and b5."""

Y, R, G, B = range(4)
"""The colours, as seats."""


def seats(**riders):
    """Who sits where: ``seats(n=Y, w=R)``."""
    return tuple(riders.get(side, -1) for side in "nesw")


def table(
    n=2, *, carts=("c1", "e1"), one=EMPTY, two=EMPTY, held=(), gorgan="", stones=(), first=0,
    turn=1, board=None, **options,
):  # fmt: skip
    """A state before the roll of ``first``; ``held`` as pairs of a goblin space and a seat."""
    kind = {} if board is None else {"board": board}
    setup = Setup(
        first=first, carts=carts, riders=(one, two), captives=tuple(held), gorgan=gorgan,
        stones=stones, turn=turn, **kind,
    )  # fmt: skip
    return BUDDEL.new(Options(**options), n, setup)


def stuck(**more):
    """Two carts that never move again."""
    return table(carts=("a2", "b2"), board=POCKET, one=seats(n=Y), **more)


def play(s, *answers):
    """The last Step of these answers: texts of actions, or what the die shows."""
    step = None
    for answer in answers:
        if isinstance(BUDDEL.pending(s), Draw):
            step = BUDDEL.settle(s, answer)
        else:
            step = BUDDEL.apply(s, BUDDEL.parse(s, answer))
        s = step.state
    return step


def after(s, *answers):
    """The state after these answers."""
    return play(s, *answers).state


def told(s, *answers):
    """The names of the events of the last of these answers."""
    return [type(event).__name__ for event in play(s, *answers).events]


def legal(s):
    """The texts of all legal actions."""
    return {BUDDEL.format(s, a) for a in BUDDEL.actions(s)}


def why_not(s, text):
    """The code with which an action is refused, "" = it is legal; and so it must be listed."""
    action = BUDDEL.parse(s, text)
    code = BUDDEL.check(s, action).code
    assert (action in BUDDEL.actions(s)) == (code == "")
    return code
