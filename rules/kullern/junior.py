"""The junior variant: a marmot that a rolling marble touches walks a step at once.

``drop -> (touch -> step -> the marbles run on), as often as there are touches -> a marble stuck in
the hut: push -> ...``, three times; then a step for a player none of whose marmots has walked. No
horns, no frights; the first deck chair wins, whoever dropped the marble.
"""

from __future__ import annotations

from rules.core.agenda import Emit
from rules.kullern.ends import enter_chair
from rules.kullern.events import Alarm, DropsOver, MarmotTouched, MarmotWalked, StepOffered
from rules.kullern.moves import walk_way
from rules.kullern.runs import with_agenda
from rules.kullern.state import (
    HOLLOW,
    HUT,
    Action,
    AlarmFrame,
    DropWait,
    Frame,
    JuniorFrame,
    PlaceWait,
    PushWait,
    ResumeWait,
    RunFrame,
    State,
    StepFrame,
)
from sim.settled import MarblesSettled

DROPS = 3
"""Marbles that are dropped in a turn."""


def next_drop(s: State, frame: JuniorFrame, emit: Emit) -> State | None:
    """Wait for a hatch, sound the alarm when there is no marble, or end the drops."""
    agenda = s.agenda[:-1]
    if frame.number < DROPS:
        if HOLLOW in s.marbles:
            return None
        if not frame.alarmed:
            again = JuniorFrame(frame.seat, frame.number, frame.moved, True)
            return with_agenda(s, (*agenda, again, AlarmFrame("hollow")))
        emit(DropsOver(frame.seat))
    if frame.moved:
        return with_agenda(s, agenda)
    emit(StepOffered(frame.seat))
    return with_agenda(s, (*agenda, StepFrame(frame.seat)))


def drop(s: State, frame: JuniorFrame, action: Action, emit: Emit) -> State:
    """Take the marble with the lowest number out of the hollow and drop it."""
    del emit
    after = JuniorFrame(frame.seat, frame.number + 1, frame.moved, False)
    wait = DropWait(frame.seat, action.number, s.marbles.index(HOLLOW))
    return with_agenda(s, (*s.agenda[:-1], after, RunFrame((), False), wait))


def came_to_rest(s: State, frame: RunFrame, emit: Emit) -> State:
    """All marbles lie: push the slider if one is stuck in the hut, else the run is over."""
    agenda = s.agenda[:-1]
    if HUT not in s.marbles:
        return with_agenda(s, agenda)
    emit(Alarm("stuck"))
    return with_agenda(s, (*agenda, RunFrame(frame.pairs, True), PushWait("stuck")))


def ran(s: State, o: MarblesSettled, emit: Emit) -> State:
    """Carry out the touch at which a run stopped, once per marble and marmot in a drop."""
    if not o.touched:
        return s
    *below, run = s.agenda
    assert isinstance(run, RunFrame)
    marble, marmot = touch = o.touched[0]
    again = touch in run.pairs
    emit(MarmotTouched(marmot, marble, again))
    if again:
        return with_agenda(s, (*s.agenda, ResumeWait()))
    for k, frame in enumerate(below):
        if isinstance(frame, JuniorFrame) and frame.seat == s.owner(marmot):
            below[k] = JuniorFrame(frame.seat, frame.number, True, frame.alarmed)
    return _step(s, (*below, RunFrame((*run.pairs, touch), run.pushed)), marmot, emit)


def _step(s: State, agenda: tuple[Frame, ...], marmot: int, emit: Emit) -> State:
    """One marmot walks one free space; the marbles run on once it stands there."""
    since = s.marmots[marmot]
    place, _ = walk_way(s.board, s.marmots, marmot, 1)
    emit(MarmotWalked(marmot, 1, since, place))
    s = with_agenda(s, (*agenda, PlaceWait(marmot, place, since)))
    return enter_chair(s, marmot, place, emit)


def step(s: State, frame: StepFrame, action: Action, emit: Emit) -> State:
    """The step of a player none of whose marmots has walked, or none."""
    agenda = s.agenda[:-1]
    if action.verb == "pass":
        return with_agenda(s, agenda)
    marmot = s.owned(frame.seat).start + action.number
    return _step(s, (*agenda, RunFrame((), False)), marmot, emit)
