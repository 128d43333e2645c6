"""C14: the tree of games on a small hill has as many nodes as a second, simple generator finds.

Physics is replaced by a short list of outcomes for each request, the same for both: a dropped
marble stays, runs through or rests at any marmot; what runs from a marmot goes to the hollow or to
one lower marmot; in the junior game the first marble that moves may touch any marmot.
"""

from dataclasses import replace

import dumb_kullern
import pytest
from kullern_kit import HILL, IN, OUT, ran

from rules.core.types import Ask, Decide, Over
from rules.kullern.board import spot
from rules.kullern.options import Options
from rules.kullern.rules import KULLERN
from rules.kullern.state import HUT, ROLLING, Setup
from sim.settled import LiftMarmot, MarbleDrop, PlaceMarmot, PushSlider, Resume

SMALL = replace(
    HILL, name="small", lanes=4, exits=4, spaces=((1, 4), (2, 4), (2, 2), (1, 2)),
    starts=((1, 5), (2, 5), (3, 5), (4, 5)), stones=(2,), horns=(3,), chairs=3, marbles=6,
)  # fmt: skip


def begin(variant, places, front, hut, cap=3):
    options = Options(variant=variant, marmots_for_two=2, turn_cap=cap)
    return KULLERN.new(options, 2, Setup(SMALL, places, front, hut, None, 0))


def outcomes(s):
    asked = KULLERN.pending(s).request
    places = list(s.marmots)
    if isinstance(asked, LiftMarmot):
        places[asked.marmot] = 0
    if isinstance(asked, PlaceMarmot):
        places[asked.marmot] = asked.place
    on = [k for k, place in enumerate(places) if place not in (0, SMALL.chair)]
    if s.options.variant == "junior":
        return junior_outcomes(s, asked, places, on)
    if isinstance(asked, MarbleDrop):
        return [ran(s, to=to) for to in (IN, OUT, *(places[k] for k in on))]
    if isinstance(asked, PushSlider):
        movers = [k for k, held in enumerate(s.marbles) if held == HUT]
    else:
        movers = [k for k, held in enumerate(s.marbles) if held == asked.marmot]
        row = spot(SMALL, s.marmots[asked.marmot])
        on = [k for k in on if row and spot(SMALL, places[k])[1] > row[1]]
    if not movers:
        return [ran(s)]
    return [ran(s, dict.fromkeys(movers, to)) for to in (OUT, *(places[k] for k in on))]


def junior_outcomes(s, asked, places, on):
    ends = [{}]
    if isinstance(asked, MarbleDrop):
        movers, ends = [asked.marble], [{"to": IN}, {"to": OUT}]
    elif isinstance(asked, PushSlider):
        movers = [k for k, held in enumerate(s.marbles) if held == HUT]
    else:
        moved = getattr(asked, "marmot", None)
        movers = [k for k, held in enumerate(s.marbles) if held in (ROLLING, moved)]
    found = [ran(s, **end) for end in ends]
    if isinstance(asked, Resume):
        (ball,) = movers
        ignored = [k for k in on if (ball, k) in asked.ignore]
        found += [ran(s, {ball: places[k]}) for k in ignored]
        on = [k for k in on if k not in ignored]
    for k in on if movers else ():
        gone = dict.fromkeys(movers, OUT)
        found.append(ran(s, gone | {movers[0]: None}, to=None, touched=((movers[0], k),)))
    return found


def perft(s, depth):
    counts = [{"decide": 0, "ask": 0, "over": 0} for _ in range(depth + 1)]

    def visit(s, at):
        pending = KULLERN.pending(s)
        if isinstance(pending, Over):
            counts[at]["over"] += 1
            return
        counts[at]["decide" if isinstance(pending, Decide) else "ask"] += 1
        if at == depth:
            return
        answers = outcomes(s) if isinstance(pending, Ask) else KULLERN.actions(s)
        how = KULLERN.settle if isinstance(pending, Ask) else KULLERN.apply
        for answer in answers:
            visit(how(s, answer).state, at + 1)

    visit(s, 0)
    return counts


def held(front, hut):
    """Where the marbles of a start are, for the second generator."""
    where = [k for k, size in enumerate(front) for _ in range(size)]
    return [*where, *["hut"] * hut, *["hollow"] * (SMALL.marbles - len(where) - hut)]


STARTS = {
    "start": ("full", (-1, -2, -3, -4), (0, 0, 0, 0), 0, 8),
    "fright": ("full", (4, 2, -3, 1), (3, 0, 0, 1), 1, 7),
    "cascade": ("full", (-1, 3, 4, 1), (0, 0, 3, 2), 0, 9),
    "alarm": ("full", (3, -2, -3, 2), (2, 0, 0, 3), 1, 8),
    "home": ("full", (5, 4, 3, -4), (0, 0, 2, 0), 2, 8),
    "junior": ("junior", (-1, -2, -3, -4), (0, 0, 0, 0), 0, 6),
    "junior-touches": ("junior", (4, 1, -3, 3), (0, 1, 0, 0), 0, 8),
    "junior-empty": ("junior", (1, 2, 3, -4), (2, 2, 2, 0), 0, 9),
}
"""Variant, places, marbles in front, in the hut, depth."""

TABLE = {
    "start": (1104, 2432, 0),
    "fright": (982, 998, 0),
    "cascade": (870, 2066, 6),
    "alarm": (498, 1540, 8),
    "home": (60, 388, 544),
    "junior": (1428, 3208, 0),
    "junior-touches": (396, 600, 1140),
    "junior-empty": (224, 437, 707),
}
"""Nodes at the last depth: decisions, runs, ends."""


@pytest.mark.parametrize("name", STARTS)
def test_c14_as_many_nodes_as_the_second_generator(name):
    variant, places, front, hut, depth = STARTS[name]
    counts = perft(begin(variant, places, front, hut), depth)
    assert counts == dumb_kullern.perft(variant, places, held(front, hut), depth)
    last = counts[-1]
    assert (last["decide"], last["ask"], last["over"]) == TABLE[name]


def test_c13_mirrored_seats_have_the_same_tree():
    """The two seats exchanged, and the other one to begin: equal counts."""
    one = KULLERN.new(
        Options(marmots_for_two=2, turn_cap=3), 2,
        Setup(SMALL, (4, 2, -3, 1), (3, 0, 0, 1), 1, None, 0),
    )  # fmt: skip
    other = KULLERN.new(
        Options(marmots_for_two=2, turn_cap=3), 2,
        Setup(SMALL, (-1, 1, 4, 2), (0, 1, 3, 0), 1, None, 1),
    )  # fmt: skip
    assert perft(one, 5) == perft(other, 5)
