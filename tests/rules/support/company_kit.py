"""Positions and scripted games of company for tests and goldens."""

from __future__ import annotations

from rules.company.board import Board, Layer, default_board
from rules.company.net import NAMES, cell
from rules.company.rules import COMPANY
from rules.company.state import Setup
from rules.core.types import Decide, Draw, Over

BOARD = default_board()

HILL = Board(
    "hill",
    True,
    (
        Layer("top", 2, ((-2, 0), (2, -2))),
        Layer("middle", 2, ((1, 0), (0, -1)), specials=((-1, 0), (0, 1), (2, -1))),
        Layer("bottom", 1, ((0, 0),), solid=((1, 0), (-1, 1), (0, -1)), dashed=((0, 1), (-1, 0))),
    ),
)
"""Three small layers on which games are short; two crossings wide, so that threes leave it."""

ABOVE = Board(
    "above",
    True,
    (
        Layer("top", 2, ((-2, 0), (2, 0), (0, 2))),
        Layer("middle", 2, ((2, 0), (0, -2)), specials=((0, 2), (1, 0))),
        Layer("bottom", 2, ((0, 0),)),
    ),
)
"""Holes above holes and special spaces, which the default layers never have."""

SMALL = Board("small", True, (Layer("a", 1, ((1, 0), (0, -1), (-1, 1))), Layer("b", 1, ((0, 0),))))
"""Seven crossings, three steps from rim to rim: threes and fours never move."""


def cells(names):
    """Cells of names in one text."""
    return tuple(sorted(cell(name) for name in names.split()))


def where(s, seat):
    """The names of a seat's spaces, sorted by cell."""
    return " ".join(NAMES[one] for one in s.moles[seat])


def stand(*moles, layer=1, rotation=0, starter=0, options=None, discs=(), board=BOARD):
    """A game in which the moles stand on a layer (1 = the top one); the starter's turn begins."""
    setup = Setup(board, layer - 1, rotation, starter, tuple(map(cells, moles)), discs)
    return COMPANY.new(options, len(moles), setup)


def answer(s, one):
    """The step of one answer: a text is an action, a number an outcome of chance."""
    if isinstance(one, str):
        return COMPANY.apply(s, COMPANY.parse(s, one))
    return COMPANY.settle(s, one)


def play(s, *answers):
    """The state after answers."""
    for one in answers:
        s = answer(s, one).state
    return s


def told(s, *answers):
    """The state and all events of answers."""
    events = []
    for one in answers:
        step = answer(s, one)
        s = step.state
        events += step.events
    return s, events


def texts(s):
    """The texts of all legal actions."""
    return [COMPANY.format(s, a) for a in COMPANY.actions(s)]


def why(s, text):
    """The code for which an action is refused, "" where it is legal; and so it must be listed."""
    action = COMPANY.parse(s, text)
    code = COMPANY.check(s, action).code
    assert (action in COMPANY.actions(s)) == (code == "")
    return code


def values(s):
    """What chance can answer, with weights."""
    pending = COMPANY.pending(s)
    assert isinstance(pending, Draw)
    return dict(pending.outcomes)


def asked(s):
    """(seat, kind) of a decision, the kind of a draw, or the reason of an end."""
    match COMPANY.pending(s):
        case Decide(seat=seat, kind=kind):
            return seat, kind
        case Draw(kind=kind):
            return kind
        case Over(termination=termination):
            return termination
