"""A game as JSON data and back; what is loaded is checked, for files may be damaged or made up."""

from __future__ import annotations

from itertools import pairwise
from typing import cast

from rules.core.errors import OptionError, RecordError
from rules.core.shape import from_json, to_json
from rules.core.types import JSON, Decide
from rules.kullern.board import problem
from rules.kullern.legality import actions_of
from rules.kullern.moves import home
from rules.kullern.options import options
from rules.kullern.outcomes import ROW, ROW_MOST
from rules.kullern.state import (
    HOLLOW,
    HUT,
    ROLLING,
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
    WalkFrame,
)
from sim.settled import IN_HAND, IN_HOLLOW, IN_HUT, ON_HILL


def dump_state(s: State) -> JSON:
    """The whole state as JSON data; the long rows, which are plain numbers, without ceremony."""
    short = State(s.board, s.options, s.seats, s.marmots, (), (), s.slider, s.agenda, s.over)
    data = cast("JSON", to_json(State, short))
    data["marbles"] = list(s.marbles)
    data["world"] = [list(row) for row in s.world]
    return data


def load_state(d: JSON) -> State:
    """The state of a dump; raises RecordError where it is none."""
    s = from_json(State, d, "the state of kullern")
    wrong = problem(s.board) or _options(s) or _marmots(s) or _marbles(s) or _agenda(s)
    if wrong:
        raise RecordError(f"this is no state of kullern: {wrong}")
    return s


def _options(s: State) -> str:
    try:
        options(cast("JSON", to_json(type(s.options), s.options)))
    except OptionError as error:
        return str(error)
    return ""


def _marmots(s: State) -> str:
    each = s.options.marmots_for_two if s.seats == 2 else 2
    if not 2 <= s.seats <= 4 or len(s.marmots) != each * s.seats:
        return "this is not how many marmots there are"
    if len(s.marmots) > len(s.board.starts):
        return "there is no start place for each marmot"
    standing = [place for place in s.marmots if place not in (s.board.chair, IN_HAND)]
    if len(set(standing)) != len(standing):
        return "two marmots stand on one place"
    for k, place in enumerate(s.marmots):
        if place < 0 and -place - 1 not in (k // 2 * 2, k // 2 * 2 + 1):
            return "a marmot is on a start place of another colour"
        if place > s.board.chair:
            return f"there is no place {place}"
    top = s.agenda[-1] if s.agenda else None
    hand = [k for k, place in enumerate(s.marmots) if place == IN_HAND]
    if hand and not (isinstance(top, PlaceWait) and hand == [top.marmot]):
        return "a marmot is in nobody's hand"
    if s.marmots.count(s.board.chair) > s.board.chairs:
        return "there are not so many deck chairs"
    if s.over is None and any(home(s, seat) >= s.needed for seat in range(s.seats)):
        return "a game that is won goes on"
    return ""


def _marbles(s: State) -> str:
    if len(s.marbles) != s.board.marbles or len(s.world) != len(s.marbles):
        return "marbles are missing"
    if len({len(row) for row in s.world}) != 1 or not ROW <= len(s.world[0]) <= ROW_MOST:
        return "the rows of the world are not of one length"
    where = {HOLLOW: IN_HOLLOW, HUT: IN_HUT}
    for held, row in zip(s.marbles, s.world, strict=True):
        if not ROLLING <= held < len(s.marmots):
            return "a marble is nowhere"
        if held >= 0 and s.marmots[held] in (IN_HAND, s.board.chair):
            return "a marmot that is not on the hill holds a marble"
        if row[0] != where.get(held, ON_HILL):
            return "a marble is elsewhere in the world"
    top = s.agenda[-1] if s.agenda else None
    under_way = s.options.variant == "junior" and isinstance(top, PlaceWait | ResumeWait)
    if ROLLING in s.marbles and not (under_way or s.over is not None):
        return "a marble rolls in a game at rest"
    return ""


_OVER: dict[str, dict[type, tuple[type, ...]]] = {
    "full": {
        EndFrame: (TurnFrame,),
        DropFrame: (EndFrame,),
        WalkFrame: (EndFrame,),
        AlarmFrame: (TurnFrame, EndFrame, DropFrame),
        FrightFrame: (TurnFrame, EndFrame, DropFrame, AlarmFrame),
        DropWait: (FrightFrame,),
        LiftWait: (FrightFrame,),
        PlaceWait: (FrightFrame,),
        PushWait: (FrightFrame,),
    },
    "junior": {
        EndFrame: (TurnFrame,),
        JuniorFrame: (EndFrame,),
        StepFrame: (EndFrame,),
        AlarmFrame: (TurnFrame, JuniorFrame),
        RunFrame: (TurnFrame, EndFrame, JuniorFrame),
        DropWait: (RunFrame,),
        PlaceWait: (RunFrame,),
        PushWait: (RunFrame,),
        ResumeWait: (RunFrame,),
    },
}
"""By variant: the frames that each frame can lie on."""


def _agenda(s: State) -> str:
    if (s.over is None) != bool(s.agenda):
        return "a game has either something to do, or an end"
    if s.over is not None:
        if len(s.over.ranking) != s.seats or len(s.over.scores) != s.seats:
            return "the result is not for these players"
        return ""
    if s.agenda == (StartFrame(),):
        return ""
    on = _OVER[s.options.variant]
    if not isinstance(s.agenda[0], TurnFrame):
        return "no turn is at the bottom of the agenda"
    for below, frame in pairwise(s.agenda):
        if type(below) not in on.get(type(frame), ()):
            return f"{type(frame).__name__} cannot come after {type(below).__name__}"
    for frame in s.agenda:
        wrong = _frame(s, frame)
        if wrong:
            return wrong
    return _waits(s)


def _frame(s: State, frame: object) -> str:
    seat = getattr(frame, "seat", 0)
    if not 0 <= seat < s.seats:
        return "there is no such seat"
    match frame:
        case DropFrame() | JuniorFrame():
            good = 0 <= frame.number <= 3
            good = good and (isinstance(frame, JuniorFrame) or frame.steps >= 0)
        case WalkFrame():
            good = frame.steps >= 0
        case RunFrame():
            good = len(set(frame.pairs)) == len(frame.pairs) and all(
                0 <= marble < len(s.marbles) and 0 <= marmot < len(s.marmots)
                for marble, marmot in frame.pairs
            )
        case DropWait():
            good = 1 <= frame.hatch <= s.board.hatches and 0 <= frame.marble < len(s.marbles)
            good = good and s.marbles[frame.marble] == HOLLOW
        case LiftWait():
            good = 0 <= frame.marmot < len(s.marmots)
            good = good and s.marmots[frame.marmot] not in (IN_HAND, s.board.chair)
        case PlaceWait():
            others = (*s.marmots[: frame.marmot], *s.marmots[frame.marmot + 1 :])
            good = 0 <= frame.marmot < len(s.marmots)
            good = good and -len(s.board.starts) <= frame.place <= s.board.chair
            good = good and frame.place != IN_HAND
            good = good and (frame.place == s.board.chair or frame.place not in others)
        case _:
            good = True
    return "" if good else f"{type(frame).__name__} cannot be"


def _waits(s: State) -> str:
    """The frame on top must wait for something that can be answered."""
    match s.agenda[-1]:
        case DropFrame() | JuniorFrame():
            good = HOLLOW in s.marbles and s.agenda[-1].number < 3
        case WalkFrame(seat=seat) | StepFrame(seat=seat):
            good = bool(actions_of(s, Decide(seat, "walk")))
        case DropWait() | LiftWait() | PlaceWait() | PushWait() | ResumeWait():
            good = True
        case _:
            good = False
    return "" if good else "the frame on top does not wait for anything"
