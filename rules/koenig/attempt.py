"""An attempt of the pro game: cards, the throw, cards again, and what then comes of it.

``open -> W1 -> (blocker) -> pull -> roll -> W2 or W3 -> another attempt, or the tower moves or
stays`` (GAMES.md 1.2). A victory is pending until W3 shuts. Nothing of an attempt is kept for the
next one: its frame, cards and all, is replaced.
"""

from __future__ import annotations

from math import dist

from rules.core.agenda import Emit, Handler
from rules.core.geometry import reach
from rules.koenig.cards import counting, writer
from rules.koenig.draft import deck_of
from rules.koenig.poses import contact_arcs
from rules.koenig.pro_events import (
    AttemptStarted,
    BlockerDenied,
    FinishReached,
    ThrownAgain,
    TurnMissed,
)
from rules.koenig.progress import Counted, count_throw
from rules.koenig.state import (
    AttemptFrame,
    BlockFrame,
    PlaceFrame,
    PullFrame,
    Result,
    RollFrame,
    State,
)
from rules.koenig.steps import (
    count,
    stay,
    tell_roll,
    why_not,
    win,
    with_agenda,
    with_blocker,
    without_blocker,
)
from rules.koenig.windows import opened
from sim.settled import ON_TABLE, DieSettled


def _advance(s: State, frame: AttemptFrame, emit: Emit) -> State:
    """Go on once the window of the last stage has shut."""
    match frame.stage:
        case "open":
            if frame.number > 1:
                emit(AttemptStarted(frame.seat, frame.number))
            return opened(s, _staged(frame, "before"), "before", emit)
        case "before":
            return _begin(s, frame, emit)
        case "after" if frame.result is not None:
            return _judge(s, frame, frame.result, emit)
        case _:
            raise ValueError(f"an attempt cannot go on at its stage {frame.stage!r}")


def _staged(frame: AttemptFrame, stage: str) -> AttemptFrame:
    assert stage in ("before", "throw")
    return AttemptFrame(frame.seat, frame.number, stage, frame.played, frame.result)


def _begin(s: State, frame: AttemptFrame, emit: Emit) -> State:
    """W1 has shut: the turn is missed, or the throw begins with a blocker or without one."""
    seat, deck = frame.seat, deck_of(s)
    if writer(deck, frame.played, "turn") is not None:
        emit(TurnMissed(seat))
        return with_agenda(s, s.agenda[:-1])
    below = (*s.agenda[:-1], _staged(frame, "throw"), PullFrame(seat))
    if writer(deck, frame.played, "blocker") is not None:
        emit(BlockerDenied(seat))
        return with_agenda(s, below)
    return with_agenda(s, (*below, BlockFrame(seat)))


def rolled(s: State, frame: RollFrame, settled: DieSettled, emit: Emit) -> State:
    """The die has come to its end; everybody may now answer that with cards."""
    seat, place = frame.seat, settled.pose[:2]
    tell_roll(frame, settled, round(dist(place, frame.request.pose[:2])), emit)
    if settled.outcome == "cocked" and s.options.cocked == "reroll":
        emit(ThrownAgain(seat))
        return with_agenda(s, (*s.agenda[:-1], PullFrame(seat)))
    attempt = s.agenda[-2]
    assert isinstance(attempt, AttemptFrame)
    racer = s.racers[seat]
    if settled.outcome in ON_TABLE:
        counted = count_throw(s.board, racer.counters, racer.rest, settled)
        radius = reach(settled.outline, place)
    else:
        counted, radius = Counted(racer.counters, (), False), 0
    result = Result(
        settled.outcome,
        settled.face,
        place,
        radius,
        counted.counters,
        counted.crossed,
        counted.wins,
    )
    for moved in settled.displaced:
        s = with_blocker(s, moved.pose, s.agenda)
    if counted.wins:
        emit(FinishReached(seat))
    attempt = AttemptFrame(seat, attempt.number, "after", attempt.played, result)
    s = with_agenda(s, s.agenda[:-1])
    return opened(s, attempt, "finish" if counted.wins else "after", emit)


def _judge(s: State, frame: AttemptFrame, result: Result, emit: Emit) -> State:
    """The last window has shut: another attempt, the win, or where the tower goes."""
    seat, deck = frame.seat, deck_of(s)
    s = without_blocker(s, seat, emit)
    if writer(deck, frame.played, "attempt") is not None:
        again = AttemptFrame(seat, frame.number + 1, "open", (), None)
        return with_agenda(s, (*s.agenda[:-1], again))
    if result.outcome not in ON_TABLE:
        return stay(s, seat, why_not(result.outcome), emit)
    allowed = counting(deck, frame.played, s.pieces(seat).hat)
    if allowed is not None and result.face not in allowed:
        return stay(s, seat, "number", emit)
    if result.wins:
        counted = Counted(result.counters, result.crossed, True)
        pose = s.racers[seat].pose
        return win(count(s, seat, counted, result.place, pose, emit), seat, emit)
    arcs = contact_arcs(s, seat, result.place, result.radius)
    if not arcs:
        return stay(s, seat, "no_place", emit)
    put = PlaceFrame(seat, result.place, result.radius, arcs, result.counters, result.crossed)
    return with_agenda(s, (*s.agenda[:-1], put))


ATTEMPT: Handler[State] = Handler(advance=_advance)
