"""What the conformance kit needs to know of kullern."""

from __future__ import annotations

import random
from dataclasses import replace

import kullern_kit
from hypothesis import strategies as st
from kit import Case, Fixture

from rules.core.types import Draw
from rules.kullern.board import library_hill
from rules.kullern.options import CHOICES, Options
from rules.kullern.rules import KULLERN
from rules.kullern.sampled import HOLLOW_ROW, Sampled
from rules.kullern.state import HOLLOW, HUT, ROLLING, Action, Setup, hatch, walk
from sim.settled import IN_HAND, MarbleDrop, Resume


def _case(label, seats, options=None, setup=None):
    hill = setup.board if setup else kullern_kit.HILL
    return Case(
        f"kullern-{label}-{seats}",
        KULLERN,
        lambda: KULLERN.new(options or Options(), seats, setup),
        Sampled(hill),
    )


def _invariants(s):
    hill = s.board
    # Twenty marbles, each in one place, and the world agrees.
    assert len(s.marbles) == len(s.world) == hill.marbles == 20
    for held, row in zip(s.marbles, s.world, strict=True):
        assert row[0] == {HOLLOW: 0, HUT: 1}.get(held, 2)
        if held >= 0:
            assert s.marmots[held] not in (IN_HAND, hill.chair)
    junior = s.options.variant == "junior"
    if ROLLING in s.marbles:
        assert s.over is not None or (junior and type(s.agenda[-1]).__name__ in WAITS)
    # One marmot a place, the chairs aside; at most one in the hand, and only to be put down.
    standing = [p for p in s.marmots if p not in (IN_HAND, hill.chair)]
    assert len(set(standing)) == len(standing)
    hand = [k for k, p in enumerate(s.marmots) if p == IN_HAND]
    assert not hand or [s.agenda[-1].marmot] == hand
    home = [sum(s.marmots[k] == hill.chair for k in s.owned(seat)) for seat in range(s.seats)]
    assert sum(home) <= hill.chairs
    assert (max(home) >= s.needed) == (s.over is not None and s.over.termination == "home")
    # Nobody decides anything while a marmot has too many marbles.
    top = type(s.agenda[-1]).__name__ if s.agenda else None
    if top in ("DropFrame", "WalkFrame") and not junior:
        assert all(s.marbles.count(k) < 4 for k in range(len(s.marmots)))
    if top == "JuniorFrame":
        assert HUT not in s.marbles


WAITS = ("PlaceWait", "ResumeWait")


def _foreign(s, rng):
    return [
        hatch(1), hatch(5), hatch(0), hatch(6), hatch(-1), hatch(10**400),
        walk(0), walk(1), walk(3), walk(4), walk(-1), walk(rng.randrange(9)), Action("pass", 0),
        Action("pass", 1), Action("jump", 0), Action("walk", "A"),
        Action(None, 0), Action(["hatch"], 1),
        None, 7, "pass", "hatch 1", (), ("hatch", 1), object(),
    ]  # fmt: skip


def _lost_on_the_way(s, o, which):
    """The same run, but a marble that came out is lost."""
    marble = o.out[which % len(o.out)]
    if marble in o.lost or any(marble == m for m, _ in o.touched) or marble in o.hollow:
        return o
    resting = tuple(pair for pair in o.resting if pair[0] != marble)
    marmots = [p if p != IN_HAND else None for p in s.marmots]
    place = dict(o.resting)[marble]
    front = list(o.front)
    if place is not None:
        asked = KULLERN.pending(s).request
        if hasattr(asked, "place"):
            marmots[asked.marmot] = asked.place
        front[marmots.index(place)] -= 1
    return replace(
        o,
        resting=resting,
        front=tuple(front),
        lost=tuple(sorted((*o.lost, marble))),
        hollow=tuple(sorted((*o.hollow, marble))),
        world=tuple(HOLLOW_ROW if k == marble else row for k, row in enumerate(o.world)),
    )


def _outcomes(s):
    """Runs of the sampler; some of them timed out, or with a marble lost."""
    pending = KULLERN.pending(s)
    if isinstance(pending, Draw):
        return st.sampled_from([outcome for outcome, _ in pending.outcomes])

    def run(seed, lose, timed_out, time):
        o = Sampled(s.board).resolve(pending.request, random.Random(seed))
        if lose and o.out:
            o = _lost_on_the_way(s, o, lose)
        return replace(o, timed_out=timed_out, time=time)

    return st.builds(
        run, st.integers(0, 10**6), st.integers(0, 3), st.booleans(), st.integers(0, 9000)
    )


def _spoil(s, o):
    pending = KULLERN.pending(s)
    if isinstance(pending, Draw):
        return [None, -1, s.seats, 0.0, True, "0", (0,)]
    asked = pending.request
    bad = [
        None, "rest", (),
        replace(o, front=(*o.front, 0)),
        replace(o, front=tuple(n + 1 for n in o.front)),
        replace(o, front=None),
        replace(o, hut=(*o.hut, 20)),
        replace(o, hut=(*o.hut, 0, 0)),
        replace(o, hollow=o.hollow[1:] if o.hollow else (0,)),
        replace(o, hollow=(*o.hollow, *o.hollow[-1:], 19)),
        replace(o, hollow=[*o.hollow]),
        replace(o, out=(*o.out, 20)),
        replace(o, out=(*o.out, -1)),
        replace(o, out=(True,)),
        replace(o, out=(*o.out, *o.out, 25)),
        replace(o, lost=(99,)),
        replace(o, lost=(-1,)),
        replace(o, lost=(10**400,)),
        replace(o, touched=((0, 99),)),
        replace(o, touched=((-1, 0),)),
        replace(o, touched=((0,),)),
        replace(o, touched=None),
        replace(o, touched=(0, 1)),
        replace(o, resting=(*o.resting, (0, 99))),
        replace(o, resting=(*o.resting, (0, None), (0, None))),
        replace(o, resting=((0, 1.5),)),
        replace(o, world=o.world[1:]),
        replace(o, world=[*o.world]),
        replace(o, world=tuple(row[:4] for row in o.world)),
        replace(o, world=tuple((row[0] + 1, *row[1:]) for row in o.world)),
        replace(o, world=((*o.world[0], 0), *o.world[1:])),
        replace(o, world=tuple((*row[:1], 1.5, *row[2:]) for row in o.world)),
        replace(o, time=-1), replace(o, time=1.5), replace(o, time=10**400),
        replace(o, timed_out=1), replace(o, timed_out=None),
    ]  # fmt: skip
    if not o.touched or s.options.variant == "full":
        bad.append(replace(o, world=tuple((*row[:4], 50) for row in o.world)))
    if isinstance(asked, MarbleDrop):
        kept = tuple(k for k in o.out if k != asked.marble)
        if asked.marble not in o.hut:
            bad += [replace(o, out=kept, lost=tuple(k for k in o.lost if k != asked.marble))]
        else:
            bad += [replace(o, out=(*o.out, asked.marble))]
    if isinstance(asked, Resume):
        bad += [replace(o, touched=asked.ignore[:1])]
    for marble in o.hollow:
        if s.marbles[marble] == HOLLOW and marble != getattr(asked, "marble", None):
            bad += [replace(o, out=(*o.out, marble)), replace(o, lost=(marble,))]
            break
    return bad


FOUR_IN_FRONT = Setup(kullern_kit.HILL, (4, 12, 20, -4), (3, 3, 3, 3), hut=4, first=1)
"""Everybody is one marble from a fright, and two are in the hollow."""

FIXTURE = Fixture(
    cases=(
        _case("full", 2),
        _case("full", 3),
        _case("full", 4),
        _case("two-marmots", 2, Options(marmots_for_two=2)),
        _case("own-only", 3, Options(dislodged_count=False)),
        _case("end-of-turn", 4, Options(hollow_alarm="end_of_turn")),
        _case("cap", 2, Options(turn_cap=12)),
        _case("junior", 2, kullern_kit.JUNIOR),
        _case("junior", 3, kullern_kit.JUNIOR),
        _case("junior", 4, kullern_kit.JUNIOR),
        _case("junior-late-alarm", 4, Options(variant="junior", hollow_alarm="end_of_turn")),
        _case("wild", 3, None, Setup(library_hill("galton-wild"))),
        _case("frights", 2, Options(marmots_for_two=2, turn_cap=60), FOUR_IN_FRONT),
    ),
    invariants=_invariants,
    foreign=_foreign,
    outcomes=_outcomes,
    spoil=_spoil,
    choices=CHOICES,
    ends=frozenset({"home", "turn_cap", "chairs"}),
    texts=("", "hatch", "hatch 0", "hatch 01", "hatch x", "hatch 1.0", "walk", "walk E", "walk 1",
           "pass 1", "jump A", "hatch \u0661", "hatch 123", "walkA"),
)  # fmt: skip
