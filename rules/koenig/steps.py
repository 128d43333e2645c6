"""What turns of both versions are put together from: states with one thing changed, and ends."""

from __future__ import annotations

from rules.core.agenda import Emit
from rules.core.types import Over, Seat
from rules.koenig.events import (
    BlockerDisplaced,
    BlockerRemoved,
    DieRolled,
    Finished,
    RaceOver,
    RayCrossed,
    StayReason,
    TowerStays,
)
from rules.koenig.progress import Counted
from rules.koenig.state import Frame, Pro, Racer, RollFrame, State
from sim.settled import DieSettled, Point, Pose


def with_agenda(s: State, agenda: tuple[Frame, ...]) -> State:
    """The state with another agenda."""
    return State(s.board, s.options, s.order, s.racers, s.blocker, agenda, s.over, s.pro)


def with_racer(s: State, seat: Seat, racer: Racer, agenda: tuple[Frame, ...]) -> State:
    """The state with another racer and agenda."""
    racers = (*s.racers[:seat], racer, *s.racers[seat + 1 :])
    return State(s.board, s.options, s.order, racers, s.blocker, agenda, s.over, s.pro)


def with_blocker(s: State, blocker: Pose | None, agenda: tuple[Frame, ...]) -> State:
    """The state with another blocker on the table, and another agenda."""
    return State(s.board, s.options, s.order, s.racers, blocker, agenda, s.over, s.pro)


def with_pro(s: State, pro: Pro, agenda: tuple[Frame, ...]) -> State:
    """The state with other parts or cards of the pro game, and another agenda."""
    return State(s.board, s.options, s.order, s.racers, s.blocker, agenda, s.over, pro)


def standing(racer: Racer) -> Pose:
    """The pose of a tower that has started."""
    if racer.pose is None:
        raise ValueError("this tower has not started")
    return racer.pose


def tell_roll(frame: RollFrame, settled: DieSettled, away: int, emit: Emit) -> None:
    """Tell how a throw ended, ``away`` from its mouth."""
    seat, place = frame.seat, settled.pose[:2]
    for moved in settled.displaced:
        emit(BlockerDisplaced(seat, moved.pose))
    emit(DieRolled(seat, settled.outcome, settled.face, place, away, settled.path, settled.time))


def without_blocker(s: State, seat: Seat, emit: Emit) -> State:
    """Take the blocker off the table, if there is one."""
    if s.blocker is None:
        return s
    emit(BlockerRemoved(seat))
    return with_blocker(s, None, s.agenda)


def why_not(outcome: str) -> StayReason:
    """The reason for which a tower stays after a throw that did not end on the table."""
    match outcome:
        case "off_table" | "never_left_mouth" | "out_at_back":
            return outcome
        case _:
            raise ValueError(f"{outcome} moves the tower")


def stay(s: State, seat: Seat, reason: StayReason, emit: Emit) -> State:
    """The tower stays and the throw adds nothing."""
    emit(TowerStays(seat, reason))
    return with_agenda(s, s.agenda[:-1])


def count(
    s: State, seat: Seat, counted: Counted, rest: Point, pose: Pose | None, emit: Emit
) -> State:
    """Add a throw to the race path of its tower."""
    racer = s.racers[seat]
    now = list(racer.counters)
    for ray, sign in counted.crossed:
        now[ray] += sign
        emit(RayCrossed(seat, ray, sign, now[ray] >= 1))
    return with_racer(
        s,
        seat,
        Racer(racer.pieces, pose, rest, counted.counters, racer.blocked),
        s.agenda[:-1],
    )


def end_race(s: State, over: Over, emit: Emit) -> State:
    """The race is over."""
    emit(RaceOver(over.termination, over.ranking))
    return State(s.board, s.options, s.order, s.racers, None, (), over, s.pro)


def win(s: State, seat: Seat, emit: Emit) -> State:
    """The first die wholly over the line wins at once (rulebook, "End of the Race")."""
    emit(Finished(seat))
    seats = range(len(s.racers))
    return end_race(
        s,
        Over(
            "finish",
            tuple(1 if k == seat else 2 for k in seats),
            tuple(1.0 if k == seat else 0.0 for k in seats),
        ),
        emit,
    )
