"""The turn machine of the full game: what each frame of the agenda does (GAMES.md 3.3).

``drop (hatch -> marble runs -> frights), three times -> walk -> its marbles run -> frights ->
alarm if a horn was met -> frights -> end``. A fright is two runs, the marmot lifted and put back,
and stands on top of whatever it interrupts. What the junior game does otherwise is in ``junior``.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.agenda import Emit, Handler
from rules.core.types import Ask, Decide, Draw, Pending, Seat
from rules.kullern import junior
from rules.kullern.ends import end_by_farness, enter_chair
from rules.kullern.events import (
    Alarm,
    ChipsPlaced,
    DropsOver,
    FirstNamed,
    Fright,
    MarbleDropped,
    MarmotBack,
    MarmotStays,
    MarmotWalked,
    NoSteps,
    SliderPushed,
    TurnStarted,
)
from rules.kullern.moves import frightened, movable, steps_of, walk_way, way_back
from rules.kullern.runs import request_of, settled, with_agenda
from rules.kullern.state import (
    HOLLOW,
    Action,
    AlarmFrame,
    DropFrame,
    DropWait,
    EndFrame,
    FrightFrame,
    JuniorFrame,
    LiftWait,
    PlaceWait,
    PushWait,
    ResumeWait,
    RunFrame,
    StartFrame,
    State,
    StepFrame,
    TurnFrame,
    Wait,
    WalkFrame,
)
from sim.settled import IN_HAND, MarblesSettled

DROPS = 3
"""Marbles that are dropped in a turn (rulebook, "Dropping the marbles")."""

# --- turns -------------------------------------------------------------------


def _named(s: State, frame: StartFrame, seat: Seat, emit: Emit) -> State:
    """Chance has named the first player."""
    del frame
    emit(FirstNamed(seat))
    return with_agenda(s, (TurnFrame(seat, 1),))


def _starters(s: State, frame: StartFrame) -> Pending:
    """The smallest player begins: any seat, equally likely."""
    del frame
    return Draw("first", tuple((seat, 1) for seat in range(s.seats)))


def _next_turn(s: State, frame: TurnFrame, emit: Emit) -> State:
    """Begin the next turn, or end the game at the turn cap."""
    seat, turn = frame.seat, frame.turn
    if turn > s.options.turn_cap:
        return end_by_farness(s, "turn_cap", emit)
    emit(TurnStarted(seat, turn))
    first = (
        JuniorFrame(seat, 0, False, False)
        if s.options.variant == "junior"
        else DropFrame(seat, 0, 0, False)
    )
    return with_agenda(s, (TurnFrame((seat + 1) % s.seats, turn + 1), EndFrame(seat), first))


def _end_turn(s: State, frame: EndFrame, emit: Emit) -> State:
    """The turn is over; an option lets an empty hollow trigger the alarm here."""
    del frame, emit
    agenda = s.agenda[:-1]
    if s.options.hollow_alarm == "end_of_turn" and HOLLOW not in s.marbles:
        agenda = (*agenda, AlarmFrame("end"))
    return with_agenda(s, agenda)


# --- drops -------------------------------------------------------------------


def _next_drop(s: State, frame: DropFrame, emit: Emit) -> State | None:
    """Wait for a hatch, sound the alarm when there is no marble, or go on to the walk."""
    agenda = s.agenda[:-1]
    if frame.number < DROPS:
        if HOLLOW in s.marbles:
            return None
        if not frame.alarmed:
            again = DropFrame(frame.seat, frame.number, frame.steps, True)
            return with_agenda(s, (*agenda, again, AlarmFrame("hollow")))
        emit(DropsOver(frame.seat))
    return with_agenda(s, (*agenda, WalkFrame(frame.seat, frame.steps)))


def _drop(s: State, frame: DropFrame, action: Action, emit: Emit) -> State:
    """Take the marble with the lowest number out of the hollow and drop it."""
    del emit
    after = DropFrame(frame.seat, frame.number + 1, frame.steps, False)
    marble = s.marbles.index(HOLLOW)
    wait = DropWait(frame.seat, action.number, marble)
    return with_agenda(s, (*s.agenda[:-1], after, FrightFrame(), wait))


def _dropped(s: State, frame: DropWait, o: MarblesSettled, emit: Emit) -> State:
    """Count what rolled out (rulebook, "Dropping the marbles")."""
    came = frame.marble in o.out
    end = "out" if came else "stuck" if frame.marble in o.hut else "lost"
    emit(MarbleDropped(frame.seat, frame.hatch, frame.marble, end, len(o.out) - came))
    s = settled(s, frame, o, emit)
    if s.options.variant == "junior":
        return junior.ran(s, o, emit)
    out = len(o.out) if s.options.dislodged_count else int(came)
    if not out:
        return s
    *below, drops, fright = s.agenda
    assert isinstance(drops, DropFrame)
    total = drops.steps + out
    emit(ChipsPlaced(frame.seat, (frame.seat + 1) % s.seats, out, total))
    counted = DropFrame(drops.seat, drops.number, total, drops.alarmed)
    return with_agenda(s, (*below, counted, fright))


# --- the walk ----------------------------------------------------------------


def _may_walk(s: State, frame: WalkFrame, emit: Emit) -> State | None:
    """Wait for a marmot, unless none of them has a step."""
    first = s.owned(frame.seat).start
    if any(steps_of(s, first + k, frame.steps) for k in movable(s, frame.seat)):
        return None
    emit(NoSteps(frame.seat))
    return with_agenda(s, s.agenda[:-1])


def _walk(s: State, frame: WalkFrame, action: Action, emit: Emit) -> State:
    """Walk all the steps (rulebook, "Moving a marmot", "Roll Alarm!")."""
    agenda = s.agenda[:-1]
    marmot = s.owned(frame.seat).start + action.number
    steps = steps_of(s, marmot, frame.steps)
    if steps == 0:
        emit(MarmotStays(marmot))
        return with_agenda(s, agenda)
    place, horns = walk_way(s.board, s.marmots, marmot, steps)
    since = s.marmots[marmot]
    emit(MarmotWalked(marmot, steps, since, place))
    if horns:
        agenda = (*agenda, AlarmFrame("horn"))
    s = with_agenda(s, (*agenda, FrightFrame(), PlaceWait(marmot, place, since)))
    return enter_chair(s, marmot, place, emit)


def _placed(s: State, frame: PlaceWait, o: MarblesSettled, emit: Emit) -> State:
    if s.marmots[frame.marmot] == IN_HAND:
        emit(MarmotBack(frame.marmot, frame.since, frame.place))
    return _ran(settled(s, frame, o, emit), o, emit)


def _ran(s: State, o: MarblesSettled, emit: Emit) -> State:
    """After a run: a touch counts in the junior game alone."""
    return junior.ran(s, o, emit) if s.options.variant == "junior" else s


# --- alarm and fright --------------------------------------------------------


def _alarm(s: State, frame: AlarmFrame, emit: Emit) -> State:
    """Push the slider; frights are looked at when all is at rest."""
    emit(Alarm(frame.cause))
    watch = RunFrame((), True) if s.options.variant == "junior" else FrightFrame()
    return with_agenda(s, (*s.agenda[:-1], watch, PushWait(frame.cause)))


def _pushed(s: State, frame: PushWait, o: MarblesSettled, emit: Emit) -> State:
    s = settled(s, frame, o, emit)
    emit(SliderPushed(s.slider, len(o.out)))
    return _ran(s, o, emit)


def _fright(s: State, frame: FrightFrame, emit: Emit) -> State:
    """Lift the foremost marmot with too many marbles; without one go on where it stopped."""
    del frame
    marmot = frightened(s)
    if marmot is None:
        return with_agenda(s, s.agenda[:-1])
    emit(Fright(marmot, s.marbles.count(marmot)))
    return with_agenda(s, (*s.agenda, LiftWait(marmot)))


def _lifted(s: State, frame: LiftWait, o: MarblesSettled, emit: Emit) -> State:
    """Its marbles have run; now it is put to the next free stone."""
    since = s.marmots[frame.marmot]
    s = settled(s, frame, o, emit)
    place = way_back(s.board, s.marmots, frame.marmot, since)
    return with_agenda(s, (*s.agenda, PlaceWait(frame.marmot, place, since)))


def _resumed(s: State, frame: ResumeWait, o: MarblesSettled, emit: Emit) -> State:
    return junior.ran(settled(s, frame, o, emit), o, emit)


def _ask(s: State, frame: Wait) -> Pending:
    return Ask(request_of(s, frame))


HANDLERS: Mapping[type, Handler[State]] = {
    StartFrame: Handler(pending=_starters, settle=_named),
    TurnFrame: Handler(advance=_next_turn),
    EndFrame: Handler(advance=_end_turn),
    DropFrame: Handler(_next_drop, lambda s, f: Decide(f.seat, "hatch"), _drop),
    WalkFrame: Handler(_may_walk, lambda s, f: Decide(f.seat, "walk"), _walk),
    AlarmFrame: Handler(advance=_alarm),
    FrightFrame: Handler(advance=_fright),
    JuniorFrame: Handler(junior.next_drop, lambda s, f: Decide(f.seat, "hatch"), junior.drop),
    RunFrame: Handler(advance=junior.came_to_rest),
    StepFrame: Handler(pending=lambda s, f: Decide(f.seat, "step"), act=junior.step),
    DropWait: Handler(pending=_ask, settle=_dropped),
    LiftWait: Handler(pending=_ask, settle=_lifted),
    PlaceWait: Handler(pending=_ask, settle=_placed),
    PushWait: Handler(pending=_ask, settle=_pushed),
    ResumeWait: Handler(pending=_ask, settle=_resumed),
}
"""What each frame does while it is on top of the agenda."""
