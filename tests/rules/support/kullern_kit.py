"""Hand-made games and outcomes of kullern for tests and golden records."""

from __future__ import annotations

from dataclasses import replace

from rules.core.types import Ask, Decide, Draw
from rules.kullern.board import default_hill, spot
from rules.kullern.options import Options
from rules.kullern.rules import KULLERN
from rules.kullern.runs import marmots_after
from rules.kullern.sampled import HOLLOW_ROW, hill_row, hut_row
from rules.kullern.state import HOLLOW, HUT, ROLLING, PushWait, Setup
from sim.settled import MarbleDrop, MarblesSettled, PushSlider

HILL = default_hill()
SIX = replace(HILL, name="six", horns=(2, 5), spaces=HILL.spaces[:6], stones=(3,))
"""A path of six spaces."""
JUNIOR = Options(variant="junior")
OUT, IN = "hollow", "hut"
"""Where a marble may go, beside a place and None = it still rolls."""


def game(*places, options=None, seats=None, front=(), hut=0, slider=None, first=0, on=HILL):
    """A game with marmots at these places (none: all at the start), before the first turn."""
    seats = seats or len(places) // 2
    return KULLERN.new(
        options or Options(), seats, Setup(on, tuple(places), tuple(front), hut, slider, first)
    )


def answer(s, what):
    """The state after an answer of any kind, and the events."""
    if isinstance(KULLERN.pending(s), Decide):
        return KULLERN.apply(s, KULLERN.parse(s, what) if isinstance(what, str) else what)
    return KULLERN.settle(s, what)


def do(s, *answers):
    """The state after these answers: texts, outcomes, or ``dict`` for ``ran(s, **it)``."""
    for what in answers:
        s = answer(s, ran(s, **what) if isinstance(what, dict) else what).state
    return s


def told(s, *answers):
    """All events of these answers, and the state after them."""
    events = []
    for what in answers:
        step = answer(s, ran(s, **what) if isinstance(what, dict) else what)
        events += step.events
        s = step.state
    return events, s


def request(s):
    pending = KULLERN.pending(s)
    assert isinstance(pending, Ask), pending
    return pending.request


def ran(s, move=None, *, to=OUT, touched=(), lost=(), timed_out=False):
    """An outcome of the run that waits.

    ``to`` is where the dropped marble ends, ``move`` where others do; a marble that must move (it
    is pushed out, or its marmot is gone) runs into the hollow unless told otherwise.
    """
    asked, frame = request(s), s.agenda[-1]
    marmots = marmots_after(s, frame)
    ends = {}
    for marble, held in enumerate(s.marbles):
        if held in (HOLLOW, ROLLING) or (held == HUT and isinstance(asked, PushSlider)):
            ends[marble] = OUT
        elif held == HUT:
            ends[marble] = IN
        else:
            place = s.marmots[held]
            ends[marble] = place if place in marmots else OUT
    if isinstance(asked, MarbleDrop):
        ends[asked.marble] = to
    ends.update(move or {})
    dropped = asked.marble if isinstance(asked, MarbleDrop) else -1
    pushed = isinstance(frame, PushWait)
    side = {"left": 1, "right": 0}[s.slider] if not pushed else 0
    world = []
    for marble, end in ends.items():
        if end == IN:
            row = s.world[marble] if s.marbles[marble] == HUT else hut_row(side)
        elif end == OUT:
            row = HOLLOW_ROW
        elif end is None:
            row = hill_row((1, 1), rolling=True)
        else:
            row = hill_row(spot(s.board, end) or (1, 1))
        world.append(row)
    resting = tuple((k, end) for k, end in ends.items() if end not in (OUT, IN))
    inside = [k for k, held in enumerate(s.marbles) if held == HUT or k == dropped]
    return MarblesSettled(
        front=tuple(
            sum(end == place for _, end in resting) if place and place != s.board.chair else 0
            for place in marmots
        ),
        out=tuple(k for k in inside if ends[k] != IN and k not in lost),
        hut=tuple(k for k, end in ends.items() if end == IN),
        hollow=tuple(k for k, end in ends.items() if end == OUT),
        lost=tuple(lost),
        touched=tuple(touched),
        resting=resting,
        world=tuple(world),
        time=1000,
        timed_out=timed_out,
    )


def drops(*ends, hatch=1):
    """Answers for drops into a hatch whose marbles end there."""
    return [what for to in ends for what in (f"hatch {hatch}", {"to": to})]


def fronts(s):
    return tuple(s.marbles.count(k) for k in range(len(s.marmots)))


def names(events):
    return [type(event).__name__ for event in events]


def first_of(s):
    """Settle the draw of the first player."""
    assert isinstance(KULLERN.pending(s), Draw)
    return KULLERN.settle(s, 0).state
