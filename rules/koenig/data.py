"""A race as JSON data and back; what is loaded is checked, for files may be damaged or made up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, cast

from rules.core.codec import frozen, load_throw, plain
from rules.core.errors import RecordError
from rules.core.types import JSON, Over
from rules.koenig.board import Board, dump_board, load_board
from rules.koenig.options import options
from rules.koenig.prodata import PRO_FRAMES, check_pro, load_frame, load_pro
from rules.koenig.state import (
    NOT_YET,
    AttemptFrame,
    BlockFrame,
    DealFrame,
    DraftFrame,
    EndFrame,
    Frame,
    PlaceFrame,
    PullFrame,
    RaceFrame,
    Racer,
    ReorientFrame,
    RollFrame,
    StarterFrame,
    StartFrame,
    State,
    WindowFrame,
)
from sim.settled import FULL_TURN

LIMIT = 10**8
"""No number of a race is larger: a kilometre, a day."""

_FRAMES: dict[str, type[Frame]] = {
    kind.__name__: kind
    for kind in (
        RaceFrame,
        StartFrame,
        ReorientFrame,
        BlockFrame,
        PullFrame,
        RollFrame,
        PlaceFrame,
        EndFrame,
        *PRO_FRAMES,
    )
}


def dump_state(s: State) -> JSON:
    """The whole state as JSON data."""
    return {
        "board": dump_board(s.board),
        "options": asdict(s.options),
        "order": list(s.order),
        "racers": [plain(racer) for racer in s.racers],
        "blocker": plain(s.blocker),
        "agenda": [{"frame": type(frame).__name__, **plain(frame)} for frame in s.agenda],
        "over": plain(s.over),
        "pro": plain(s.pro),
    }


def load_state(d: JSON) -> State:
    """The state of a dump; raises RecordError where it is none."""
    try:
        s = _load(d)
        _check_board(s.board)
        _check_state(s)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError) as error:
        why = f"{error} is missing or unknown" if isinstance(error, KeyError) else str(error)
        raise RecordError(f"this is no state of koenig: {why}") from error
    return s


def _load(d: JSON) -> State:
    def frame(data: JSON) -> Frame:
        kind = _FRAMES[data["frame"]]
        if kind in PRO_FRAMES:
            return load_frame(kind, {k: v for k, v in data.items() if k != "frame"})
        values: dict[str, Any] = {k: frozen(v) for k, v in data.items() if k != "frame"}
        if "request" in values:
            values["request"] = load_throw(values["request"])
        return kind(**values)

    over = d["over"]
    racers = cast("list[JSON]", d["racers"])
    return State(
        board=load_board(d["board"]),
        options=options(d["options"]),
        order=frozen(d["order"]),
        racers=tuple(Racer(**{k: frozen(v) for k, v in racer.items()}) for racer in racers),
        blocker=frozen(d["blocker"]),
        agenda=tuple(frame(data) for data in d["agenda"]),
        over=None if over is None else Over(**{k: frozen(v) for k, v in over.items()}),
        pro=load_pro(d["pro"]),
    )


# --- checks ------------------------------------------------------------------


def _want(truth: bool, what: str) -> None:
    if not truth:
        raise ValueError(what)


def _whole(values: Iterable[object]) -> bool:
    return all(type(value) is int and abs(value) <= LIMIT for value in values)


def _tuple(value: object, size: int) -> bool:
    if not isinstance(value, tuple):
        return False
    values = cast("tuple[object, ...]", value)
    return len(values) == size and _whole(values)


def _pose(value: object) -> bool:
    return _tuple(value, 3) and 0 <= cast("tuple[int, int, int]", value)[2] < FULL_TURN


def _check_board(board: Board) -> None:
    _want(_whole((board.length, board.width)) and min(board.length, board.width) > 0, "table")
    _want(_whole(board.start_box), "start box")
    for disc in board.obstacles:
        _want(_tuple(disc.centre, 2) and _whole((disc.radius,)) and disc.radius > 0, "obstacle")
    _want(bool(board.rays), "no rays")
    for ray in board.rays:
        _want(_tuple(ray.a, 2) and _tuple(ray.b, 2) and ray.a != ray.b, "ray")
    for pieces in board.sets:
        numbers = (
            pieces.tower_width,
            pieces.tower_depth,
            pieces.die_size,
            pieces.sides,
            pieces.blocker_length,
            pieces.blocker_depth,
        )
        _want(_whole((pieces.cards,)) and pieces.cards >= 0, "piece set")
        _want(_whole(numbers) and min(numbers) > 0, "piece set")
        _want(_whole((pieces.start_number, *pieces.hat)), "piece set")


def _check_state(s: State) -> None:
    seats = range(len(s.racers))
    _want(2 <= len(seats) <= 4, "number of racers")
    drafting = s.order == () and s.pro is not None
    if not drafting:
        _want(_tuple(s.order, len(seats)) and sorted(s.order) == list(seats), "order of turns")
    for racer in s.racers:
        _want(_whole((racer.pieces, racer.blocked)), "racer")
        lowest = NOT_YET if drafting else 0
        _want(lowest <= racer.pieces < len(s.board.sets), "piece set of a racer")
        _want(racer.pose is None or _pose(racer.pose), "pose of a tower")
        _want(racer.rest is None or _tuple(racer.rest, 2), "rest place of a die")
        _want(_tuple(racer.counters, len(s.board.rays)), "ray counters")
    _want(s.blocker is None or _pose(s.blocker), "pose of a blocker")
    _want((s.over is None) == bool(s.agenda), "agenda")
    check_pro(s)
    for depth, frame in enumerate(s.agenda):
        _want(isinstance(frame, RaceFrame) == (depth == 0), "agenda")
        _check_frame(s, frame)
    if s.over is not None:
        _want(len(s.over.ranking) == len(s.over.scores) == len(seats), "result")


def _check_frame(s: State, frame: Frame) -> None:
    if isinstance(frame, RaceFrame):
        _want(_whole((frame.index, frame.round)) and 0 <= frame.index <= len(s.order), "turn")
        return
    if isinstance(frame, StarterFrame | DraftFrame | DealFrame | AttemptFrame | WindowFrame):
        # ``prodata`` looks at these.
        return
    _want(type(frame.seat) is int and 0 <= frame.seat < len(s.racers), "seat of a frame")
    _want(isinstance(frame, StartFrame) or s.racers[frame.seat].pose is not None, "tower")
    match frame:
        case RollFrame(request=request):
            _want(_pose(request.pose) and _tuple(request.pull, 2), "throw")
            for standing in (*request.towers, *request.blockers):
                _want(_pose(standing.pose), "throw")
        case PlaceFrame():
            _want(_tuple(frame.die, 2) and _whole((frame.radius,)), "die")
            _want(_tuple(frame.counters, len(s.board.rays)), "ray counters")
            _want(bool(frame.arcs) and all(_tuple(arc, 2) for arc in frame.arcs), "arcs")
            _want(all(_tuple(hit, 2) for hit in frame.crossed), "crossings")
            _want(all(0 <= ray < len(s.board.rays) for ray, _ in frame.crossed), "crossings")
        case EndFrame(since=since):
            _want(_pose(since), "pose of a tower")
        case _:
            pass
