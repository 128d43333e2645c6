"""The turn machine: what each frame of the agenda does (GAMES.md 1.2).

``turn -> (first turn: start) -> (reorient) -> block -> pull -> roll -> place -> end``. A tower that
must stay is an event with its reason, not a question; the blocker leaves the table on every way
out of a throw. In the pro game an attempt (``attempt``) stands in place of ``block`` to ``roll``.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import dist

from rules.core.agenda import Emit, Handler
from rules.core.arcs import within
from rules.core.geometry import reach
from rules.core.types import Ask, Decide, Over, Seat
from rules.koenig.attempt import ATTEMPT, rolled
from rules.koenig.draft import DEAL, DRAFT, STARTER
from rules.koenig.events import (
    BlockerPlaced,
    TowerMoved,
    TowerStarted,
    TowerTurned,
    TurnEnded,
    TurnSkipped,
    TurnStarted,
)
from rules.koenig.poses import contact_arcs, free_start, heading_arcs, snout_pose, turned_pose
from rules.koenig.progress import Counted, count_throw, progress
from rules.koenig.state import (
    Action,
    AttemptFrame,
    Block,
    BlockFrame,
    DealFrame,
    DraftFrame,
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
    StarterFrame,
    StartFrame,
    State,
    Tower,
    Turn,
    WindowFrame,
)
from rules.koenig.steps import (
    count,
    end_race,
    standing,
    stay,
    tell_roll,
    why_not,
    win,
    with_agenda,
    with_blocker,
    with_racer,
    without_blocker,
)
from rules.koenig.windows import WINDOW
from sim.settled import MM, ON_TABLE, DieSettled, DieThrow, Pose, Standing

BLOCKED_GAIN = 10 * MM
"""A turn that brings the tower less far than this is a blocked one."""


def throw_request(s: State, seat: Seat, pose: Pose, blocker: Pose | None, pull: Pull) -> DieThrow:
    """The throw of a seat's die out of its tower at ``pose``."""
    tower, die, own_blocker = s.sets(seat)
    return DieThrow(
        tower=tower,
        die=die,
        pose=pose,
        towers=tuple(
            Standing(s.sets(k)[0], racer.pose)
            for k, racer in enumerate(s.racers)
            if k != seat and racer.pose is not None
        ),
        blockers=() if blocker is None else (Standing(own_blocker, blocker),),
        pull=(pull.speed, pull.side),
    )


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
    frames: tuple[Frame, ...] = (after, *_turn(s, seat, racer.pose))
    limit = s.options.reorient_after_blocked_turns
    if limit and racer.blocked >= limit and heading_arcs(s, seat):
        frames = (*frames, ReorientFrame(seat))
    return with_agenda(s, frames)


def _turn(s: State, seat: Seat, pose: Pose) -> tuple[Frame, ...]:
    """The frames of a turn of a tower that stands at ``pose``."""
    if s.pro is not None:
        return EndFrame(seat, pose), AttemptFrame(seat, 1, "open", (), None)
    return EndFrame(seat, pose), PullFrame(seat), BlockFrame(seat)


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
    return end_race(s, Over("round_cap", ranking, scores), emit)


# --- decisions ---------------------------------------------------------------


def _start(s: State, frame: StartFrame, action: Start, emit: Emit) -> State:
    seat, racer = frame.seat, s.racers[frame.seat]
    emit(TowerStarted(seat, action.pose))
    return with_racer(
        s,
        seat,
        Racer(racer.pieces, action.pose, racer.rest, racer.counters, 0),
        (*s.agenda[:-1], *_turn(s, seat, action.pose)),
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
    return with_blocker(s, action.pose, agenda)


def _pull(s: State, frame: PullFrame, action: Pull, emit: Emit) -> State:
    del emit
    pose = standing(s.racers[frame.seat])
    request = throw_request(s, frame.seat, pose, s.blocker, action)
    return with_agenda(s, (*s.agenda[:-1], RollFrame(frame.seat, request)))


# --- the throw and what follows ----------------------------------------------


def _rolled(s: State, frame: RollFrame, settled: DieSettled, emit: Emit) -> State:
    """Judge a throw: win, place the tower, or let it stay with a reason."""
    if s.pro is not None:
        return rolled(s, frame, settled, emit)
    seat, place = frame.seat, settled.pose[:2]
    tell_roll(frame, settled, round(dist(place, frame.request.pose[:2])), emit)
    s = without_blocker(s, seat, emit)
    if settled.outcome not in ON_TABLE:
        return stay(s, seat, why_not(settled.outcome), emit)
    racer = s.racers[seat]
    counted = count_throw(s.board, racer.counters, racer.rest, settled)
    if counted.wins:
        # The winning throw needs no place for the tower (GAMES.md 1.2).
        return win(count(s, seat, counted, place, racer.pose, emit), seat, emit)
    radius = reach(settled.outline, place)
    arcs = contact_arcs(s, seat, place, radius)
    if not arcs:
        return stay(s, seat, "no_place", emit)
    put = PlaceFrame(seat, place, radius, arcs, counted.counters, counted.crossed)
    return with_agenda(s, (*s.agenda[:-1], put))


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
        return stay(_back(s, seat), seat, "put_back", emit)
    since = standing(s.racers[seat])
    pose = snout_pose(frame.die, frame.radius, action.angle)
    s = count(s, seat, Counted(frame.counters, frame.crossed, False), frame.die, pose, emit)
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
    StarterFrame: STARTER,
    DraftFrame: DRAFT,
    DealFrame: DEAL,
    AttemptFrame: ATTEMPT,
    WindowFrame: WINDOW,
}
"""What each frame does while it is on top of the agenda."""
