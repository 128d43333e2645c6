"""Small boards, prepared games and helpers for the tests of hoehle."""

from __future__ import annotations

from rules.hoehle.board import make_board
from rules.hoehle.options import Options
from rules.hoehle.rules import HOEHLE
from rules.hoehle.state import Setup

FIELD = make_board(
    "field",
    True,
    (
        "T.......T",
        ".........",
        "..O...O..",
        ".........",
        "....T....",
        ".........",
        "..O...O..",
        ".........",
        "T.......T",
    ),
)
"""Nine by nine: caves c3 c7 g3 g7, entrances a1 a9 e5 i1 i9, no start cells."""

TOUCHING = make_board(
    "touching",
    True,
    (
        ".......",
        "..T....",
        ".TO..O.",
        "..TO...",
        ".......",
        "T.....T",
    ),
)
"""Entrances and a cave in the ring of the cave c4: north c5, west b4 and south c3 are entrances;
the caves d3 and f4 are open. Entrances a1, g1 lie apart."""

TWO_CAVES = make_board("two caves", True, ("....T", ".O...", "...O.", ".....", "T...."))
"""Caves b4 and d3, entrances a1 and e5."""

ISLANDS = make_board(
    "islands", True, ("     . ", " .  .O.", ".O.  . ", " .     ", "       ", "       ", "..     ")
)
"""Two caves b5 and f6 with four sides each and nothing else, and the cells a1 and b1."""


def game(*moles, busy=(), first=0, board=FIELD, **options):
    """A game with the moles of each seat as text ("a1 b2"), at the first turn of ``first``."""
    return HOEHLE.new(
        Options(**options),
        len(moles),
        Setup(
            board,
            tuple(tuple(one.split()) for one in moles),
            tuple(tuple(one.split()) for one in busy),
            first,
        ),
    )


def ring(*, inside="", **more):
    """Seat 0 lacks the south side of the cave c3, to which ``b1 ne`` leads."""
    return game("b3 c4 d3 b1 h8", f"f8 f7 f6 {inside or 'f5'}", **more)


def do(s, *texts):
    """Carry out decisions given as text; the state after them and all events."""
    events = []
    for text in texts:
        step = HOEHLE.apply(s, HOEHLE.parse(s, text))
        s = step.state
        events += step.events
    return s, events


def why(s, text):
    """The code of the refusal of an action, "" where it is legal; and so it must be listed."""
    action = HOEHLE.parse(s, text)
    code = HOEHLE.check(s, action).code
    assert (action in HOEHLE.actions(s)) == (code == "")
    return code


def texts(s):
    """All legal actions as text."""
    return [HOEHLE.format(s, action) for action in HOEHLE.actions(s)]


def on(s, name):
    """What stands on a cell: 0, a mole tile seat + 1, a busy tile seat + 5."""
    return s.cells[s.board.tables.index[name]]


def where(s, seat):
    """Names of the cells of a seat's mole tiles."""
    return {n for n, tile in zip(s.board.tables.names, s.cells, strict=True) if tile == seat + 1}


def kinds(events):
    """The names of the types of events."""
    return [type(event).__name__ for event in events]


def only(events, kind):
    """The one event of a type."""
    (found,) = [event for event in events if isinstance(event, kind)]
    return found
