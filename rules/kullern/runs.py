"""Runs of marbles: what is asked of the physics, and the state once it has answered."""

from __future__ import annotations

from rules.core.agenda import Emit
from rules.kullern.events import MarblesLost, Stopped
from rules.kullern.state import (
    HOLLOW,
    HUT,
    ROLLING,
    DropWait,
    Frame,
    LiftWait,
    PlaceWait,
    PushWait,
    RunFrame,
    State,
    Wait,
)
from sim.settled import (
    IN_HAND,
    LiftMarmot,
    MarbleDrop,
    MarbleRequest,
    MarblesSettled,
    OnHill,
    PlaceMarmot,
    PushSlider,
    Resume,
    Side,
    Stop,
)


def with_agenda(s: State, agenda: tuple[Frame, ...]) -> State:
    """The state with another agenda."""
    return State(
        s.board, s.options, s.seats, s.marmots, s.marbles, s.world, s.slider, agenda, s.over
    )


def other_side(slider: Side) -> Side:
    """Where a push brings the slider."""
    return "right" if slider == "left" else "left"


def run_frame(s: State) -> RunFrame:
    """The run (junior) that the frame on top belongs to."""
    frame = s.agenda[-2]
    assert isinstance(frame, RunFrame)
    return frame


def stop_of(s: State) -> Stop:
    """Where runs stop: at rest, or in the junior game at every touch."""
    return "first-touch" if s.options.variant == "junior" else "rest"


def request_of(s: State, frame: Wait) -> MarbleRequest:
    """What the frame asks of the physics."""
    on = OnHill(s.slider, s.marmots, s.world)
    stop = stop_of(s)
    match frame:
        case DropWait(hatch=hatch, marble=marble):
            return MarbleDrop(on, hatch, marble, stop)
        case LiftWait(marmot=marmot):
            return LiftMarmot(on, marmot, stop)
        case PlaceWait(marmot=marmot, place=place):
            return PlaceMarmot(on, marmot, place, stop)
        case PushWait():
            return PushSlider(on, stop)
        case _:
            return Resume(on, run_frame(s).pairs, stop)


def marmots_after(s: State, frame: Wait) -> tuple[int, ...]:
    """Where the marmots are while the marbles of the frame's request run."""
    match frame:
        case PlaceWait(marmot=k, place=place):
            return (*s.marmots[:k], place, *s.marmots[k + 1 :])
        case LiftWait(marmot=k):
            return (*s.marmots[:k], IN_HAND, *s.marmots[k + 1 :])
        case _:
            return s.marmots


def marbles_after(marmots: tuple[int, ...], o: MarblesSettled) -> tuple[int, ...]:
    """What holds each marble after a run (see ``State.marbles``)."""
    marbles = [HOLLOW] * len(o.world)
    for marble in o.hut:
        marbles[marble] = HUT
    for marble, place in o.resting:
        marbles[marble] = ROLLING if place is None else marmots.index(place)
    return tuple(marbles)


def settled(s: State, frame: Wait, o: MarblesSettled, emit: Emit) -> State:
    """The state after a run: marbles, marmots and slider as they now are, the frame gone."""
    if o.lost:
        emit(MarblesLost(len(o.lost)))
    if o.timed_out:
        emit(Stopped())
    marmots = marmots_after(s, frame)
    slider = other_side(s.slider) if isinstance(frame, PushWait) else s.slider
    marbles = marbles_after(marmots, o)
    return State(
        s.board, s.options, s.seats, marmots, marbles, o.world, slider, s.agenda[:-1], None
    )
