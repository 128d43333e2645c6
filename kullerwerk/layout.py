"""May the pieces of a study stand like that? The rules' own geometry answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from rules.core.geometry import TOUCH, Polygon, block, overlap
from rules.core.types import Seat, Verdict
from rules.koenig.board import Pieces, board_of
from rules.koenig.options import Options
from rules.koenig.poses import check_block, check_tower
from rules.koenig.state import Racer, State
from sim.settled import Pose

if TYPE_CHECKING:
    from scenes.track import Track
    from sim.settled import DieThrow


def layout_problems(track: Track, request: DieThrow) -> Iterator[tuple[str, int, str]]:
    """Yield what cannot be: ``("tower" | "rival" | "blocker", its number, a half sentence)``.

    Each piece is asked after those before it: the throwing tower, its rivals, the blockers.
    """
    board = board_of(track)
    seats = {pieces.name: seat for seat, pieces in enumerate(board.sets)}
    racers = tuple(Racer(seat, None, None, (), 0) for seat in seats.values())
    state = State(board, Options(), tuple(seats.values()), racers, None, (), None)

    own = seats[request.tower]
    yield from _refused("tower", 0, check_tower(state, own, request.pose))
    state = _with_tower(state, own, request.pose)
    for number, rival in enumerate(request.towers):
        seat = seats[rival.name]
        if state.racers[seat].pose is not None:
            role = "is the one that throws" if rival.name == request.tower else "stands already"
            yield "rival", number, f"the {rival.name} tower {role}"
            continue
        yield from _refused("rival", number, check_tower(state, seat, rival.pose))
        state = _with_tower(state, seat, rival.pose)
    lying: list[tuple[str, Polygon]] = []
    for number, blocker in enumerate(request.blockers):
        seat = seats[blocker.name]
        yield from _refused("blocker", number, check_block(state, seat, blocker.pose))
        outline = _outline(board.sets[seat], blocker.pose)
        for name, other in lying:
            if name == blocker.name:
                yield "blocker", number, f"the {name} blocker lies on the table already"
            elif overlap(outline, other) > TOUCH:
                yield "blocker", number, f"the blocker lies on the {name} blocker"
        lying.append((blocker.name, outline))


def _with_tower(state: State, seat: Seat, pose: Pose) -> State:
    racers = list(state.racers)
    racers[seat] = replace(racers[seat], pose=pose)
    return replace(state, racers=tuple(racers))


def _outline(pieces: Pieces, pose: Pose) -> Polygon:
    return block(pose, pieces.blocker_length, pieces.blocker_depth)


def _refused(what: str, number: int, found: Verdict) -> Iterator[tuple[str, int, str]]:
    """Yield what the rules say about a piece that is put down, as what is seen on the table."""
    if found.ok:
        return
    piece = "the blocker" if what == "blocker" else "the tower"
    name = str(found.detail[-1]) if found.detail else ""
    match found.code:
        case "overlaps-obstacle":
            thing = f"the gate's {name}" if name.endswith(" post") else f"half-sphere {name}"
            yield what, number, f"{piece} stands in {thing}"
        case "overlaps-tower":
            yield what, number, f"{piece} stands in the {name} tower"
        case _:
            yield what, number, found.rule
