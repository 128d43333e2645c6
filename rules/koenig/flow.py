"""The turn machine: what each frame of the agenda does (GAMES.md 1.2).

``turn -> (first turn: start) -> (reorient) -> block -> pull -> roll -> place -> end``. A tower that
must stay is an event with its reason, not a question; the blocker leaves the table on every way
out of a throw.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import dist

from rules.core.agenda import Emit, Handler
from rules.core.arcs import within
from rules.core.geometry import reach
from rules.core.types import Ask, Decide, Over, Seat
from rules.koenig.events import (
    BlockerDisplaced,
    BlockerPlaced,
    BlockerRemoved,
    DieRolled,
    Finished,
    RaceOver,
    RayCrossed,
    StayReason,
    TowerMoved,
    TowerStarted,
    TowerStays,
    TowerTurned,
    TurnEnded,
    TurnSkipped,
    TurnStarted,
)
from rules.koenig.poses import contact_arcs, free_start, heading_arcs, snout_pose, turned_pose
from rules.koenig.progress import Counted, count_throw, progress
from rules.koenig.state import (
    Action,
    Block,
    BlockFrame,
    EndFrame,
    Frame,
    PlaceFrame,
    Pull,
    PullFrame,
    RaceFrame,
    Racer,
    ReorientFrame,
    RollFrame,
    Start,
    StartFrame,
    State,
    Tower,
    Turn,
)
from sim.settled import MM, ON_TABLE, DieSettled, DieThrow, Point, Pose, Standing

BLOCKED_GAIN = 10 * MM
"""A turn that brings the tower less far than this is a blocked one."""


def with_agenda(s: State, agenda: tuple[Frame, ...]) -> State:
    """The state with another agenda."""
    return State(s.board, s.options, s.order, s.racers, s.blocker, agenda, s.over)


def with_racer(s: State, seat: Seat, racer: Racer, agenda: tuple[Frame, ...]) -> State:
    """The state with another racer and agenda."""
    racers = (*s.racers[:seat], racer, *s.racers[seat + 1 :])
    return State(s.board, s.options, s.order, racers, s.blocker, agenda, s.over)


def throw_request(s: State, seat: Seat, pose: Pose, blocker: Pose | None, pull: Pull) -> DieThrow:
    """The throw of a seat's die out of its tower at ``pose``."""
    name = s.pieces(seat).name
    return DieThrow(
        tower=name,
        die=name,
        pose=pose,
        towers=tuple(
            Standing(s.pieces(k).name, racer.pose)
            for k, racer in enumerate(s.racers)
            if k != seat and racer.pose is not None
        ),
        blockers=() if blocker is None else (Standing(name, blocker),),
        pull=(pull.speed, pull.side),
    )


def standing(racer: Racer) -> Pose:
    """The pose of a tower that has started."""
    if racer.pose is None:
        raise ValueError("this tower has not started")
    return racer.pose


# --- turns -------------------------------------------------------------------


def _next_turn(s: State, frame: RaceFrame, emit: Emit) -> State:
    """Begin the next turn, or end the race at the round cap."""
    if frame.index == len(s.order):
        frame = RaceFrame(0, frame.round + 1)
    if frame.round > s.options.round_cap:
        return _end_at_cap(s, emit)
    seat = s.order[frame.index]
    after = RaceFrame(frame.index + 1, frame.round)
    emit(TurnStarted(seat, frame.round))
    racer = s.racers[seat]
    if racer.pose is None:
        if free_start(s, seat) is None:
            emit(TurnSkipped(seat))
            return with_agenda(s, (after,))
        return with_agenda(s, (after, StartFrame(seat)))
    frames: tuple[Frame, ...] = (
        after,
        EndFrame(seat, racer.pose),
        PullFrame(seat),
        BlockFrame(seat),
    )
    limit = s.options.reorient_after_blocked_turns
    if limit and racer.blocked >= limit and heading_arcs(s, seat):
        frames = (*frames, ReorientFrame(seat))
    return with_agenda(s, frames)


def _end_turn(s: State, frame: EndFrame, emit: Emit) -> State:
    """Count blocked turns and tell the progress."""
    seat = frame.seat
    racer = s.racers[seat]
    pose = standing(racer)
    gain = (pose[0] - frame.since[0]) ** 2 + (pose[1] - frame.since[1]) ** 2
    blocked = racer.blocked + 1 if gain < BLOCKED_GAIN**2 else 0
    now = progress(s.board, racer.counters, pose[:2])
    emit(TurnEnded(seat, now.done, now.of, now.distance))
    if blocked == racer.blocked:
        return with_agenda(s, s.agenda[:-1])
    return with_racer(
        s,
        seat,
        Racer(racer.pieces, racer.pose, racer.rest, racer.counters, blocked),
        s.agenda[:-1],
    )


def _end_race(s: State, over: Over, emit: Emit) -> State:
    emit(RaceOver(over.termination, over.ranking))
    return State(s.board, s.options, s.order, s.racers, None, (), over)


def _win(s: State, seat: Seat, emit: Emit) -> State:
    """The first die wholly over the line wins at once (rulebook, "End of the Race")."""
    emit(Finished(seat))
    seats = range(len(s.racers))
    return _end_race(
        s,
        Over(
            "finish",
            tuple(1 if k == seat else 2 for k in seats),
            tuple(1.0 if k == seat else 0.0 for k in seats),
        ),
        emit,
    )


def _end_at_cap(s: State, emit: Emit) -> State:
    """Farthest progress wins: rays done, then the straight distance to the next ray."""
    keys: list[tuple[int, int]] = []
    for racer in s.racers:
        place = None if racer.pose is None else racer.pose[:2]
        now = progress(s.board, racer.counters, place)
        keys.append((-now.done, now.distance))
    ranking = tuple(1 + sum(other < key for other in keys) for key in keys)
    winners = ranking.count(1)
    scores = tuple(1 / winners if rank == 1 else 0.0 for rank in ranking)
    return _end_race(s, Over("round_cap", ranking, scores), emit)


# --- decisions ---------------------------------------------------------------


def _start(s: State, frame: StartFrame, action: Start, emit: Emit) -> State:
    seat, racer = frame.seat, s.racers[frame.seat]
    emit(TowerStarted(seat, action.pose))
    return with_racer(
        s,
        seat,
        Racer(racer.pieces, action.pose, racer.rest, racer.counters, 0),
        (*s.agenda[:-1], EndFrame(seat, action.pose), PullFrame(seat), BlockFrame(seat)),
    )


def _reorient(s: State, frame: ReorientFrame, action: Action, emit: Emit) -> State:
    """Turn the tower, or not; a turned tower counts its blocked turns anew."""
    if not isinstance(action, Turn):
        return with_agenda(s, s.agenda[:-1])
    seat, racer = frame.seat, s.racers[frame.seat]
    pose = turned_pose(s.pieces(seat), standing(racer), action.heading)
    emit(TowerTurned(seat, pose))
    return with_racer(
        s, seat, Racer(racer.pieces, pose, racer.rest, racer.counters, 0), s.agenda[:-1]
    )


def _block(s: State, frame: BlockFrame, action: Action, emit: Emit) -> State:
    agenda = s.agenda[:-1]
    if not isinstance(action, Block):
        return with_agenda(s, agenda)
    emit(BlockerPlaced(frame.seat, action.pose))
    return State(s.board, s.options, s.order, s.racers, action.pose, agenda, s.over)


def _pull(s: State, frame: PullFrame, action: Pull, emit: Emit) -> State:
    del emit
    pose = standing(s.racers[frame.seat])
    request = throw_request(s, frame.seat, pose, s.blocker, action)
    return with_agenda(s, (*s.agenda[:-1], RollFrame(frame.seat, request)))


# --- the throw and what follows ----------------------------------------------


def _rolled(s: State, frame: RollFrame, settled: DieSettled, emit: Emit) -> State:
    """Judge a throw: win, place the tower, or let it stay with a reason."""
    seat, place = frame.seat, settled.pose[:2]
    for moved in settled.displaced:
        emit(BlockerDisplaced(seat, moved.pose))
    away = round(dist(place, frame.request.pose[:2]))
    emit(DieRolled(seat, settled.outcome, settled.face, place, away, settled.path, settled.time))
    if s.blocker is not None:
        emit(BlockerRemoved(seat))
        s = State(s.board, s.options, s.order, s.racers, None, s.agenda, s.over)
    if settled.outcome not in ON_TABLE:
        return _stay(s, seat, _why_not(settled), emit)
    racer = s.racers[seat]
    counted = count_throw(s.board, racer.counters, racer.rest, settled)
    if counted.wins:
        # The winning throw needs no place for the tower (GAMES.md 1.2).
        return _win(_count(s, seat, counted, place, racer.pose, emit), seat, emit)
    radius = reach(settled.outline, place)
    arcs = contact_arcs(s, seat, place, radius)
    if not arcs:
        return _stay(s, seat, "no_place", emit)
    put = PlaceFrame(seat, place, radius, arcs, counted.counters, counted.crossed)
    return with_agenda(s, (*s.agenda[:-1], put))


def _why_not(settled: DieSettled) -> StayReason:
    match settled.outcome:
        case "off_table" | "never_left_mouth" | "out_at_back":
            return settled.outcome
        case _:
            raise ValueError(f"{settled.outcome} moves the tower")


def _stay(s: State, seat: Seat, reason: StayReason, emit: Emit) -> State:
    """The tower stays and the throw adds nothing."""
    emit(TowerStays(seat, reason))
    return with_agenda(s, s.agenda[:-1])


def _count(
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


def _back(s: State, seat: Seat) -> State:
    """The tower back where it stood when the turn began, also if it was turned since."""
    racer = s.racers[seat]
    (since,) = (frame.since for frame in s.agenda if isinstance(frame, EndFrame))
    if since == racer.pose:
        return s
    back = Racer(racer.pieces, since, racer.rest, racer.counters, racer.blocked)
    return with_racer(s, seat, back, s.agenda)


def _place(s: State, frame: PlaceFrame, action: Tower, emit: Emit) -> State:
    """Put the tower to its die; where it disturbs something (hand mode) it goes back."""
    seat = frame.seat
    if not within(frame.arcs, action.angle):
        return _stay(_back(s, seat), seat, "put_back", emit)
    since = standing(s.racers[seat])
    pose = snout_pose(frame.die, frame.radius, action.angle)
    s = _count(s, seat, Counted(frame.counters, frame.crossed, False), frame.die, pose, emit)
    emit(TowerMoved(seat, since, pose))
    return s


HANDLERS: Mapping[type, Handler[State]] = {
    RaceFrame: Handler(advance=_next_turn),
    StartFrame: Handler(pending=lambda s, f: Decide(f.seat, "start"), act=_start),
    ReorientFrame: Handler(pending=lambda s, f: Decide(f.seat, "reorient"), act=_reorient),
    BlockFrame: Handler(pending=lambda s, f: Decide(f.seat, "block"), act=_block),
    PullFrame: Handler(pending=lambda s, f: Decide(f.seat, "pull"), act=_pull),
    RollFrame: Handler(pending=lambda s, f: Ask(f.request), settle=_rolled),
    PlaceFrame: Handler(pending=lambda s, f: Decide(f.seat, "place_tower"), act=_place),
    EndFrame: Handler(advance=_end_turn),
}
"""What each frame does while it is on top of the agenda."""
