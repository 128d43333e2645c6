"""Which outcomes and rulings occur in a replayed race (GAMES.md 1.2 and 1.3, family game).

Everything here reads a replay: no physics, no random numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from rules.core.geometry import side
from rules.core.types import Ask, Decide, Event, Over, Pending, Step
from rules.koenig.events import (
    BlockerDisplaced,
    BlockerPlaced,
    BlockerRemoved,
    Finished,
    RayCrossed,
    TowerMoved,
    TowerStarted,
    TowerStays,
    TowerTurned,
    TurnEnded,
    TurnSkipped,
)
from rules.koenig.poses import tower_polygon
from rules.koenig.progress import count_throw, rays_done, remaining
from rules.koenig.state import Pass, RollFrame, State
from sim.settled import DIE_OUTCOMES, ON_TABLE, DieSettled

if TYPE_CHECKING:
    from rules.core.records import Replay

RULINGS: dict[str, str] = {
    "start": "a tower starts at its owner's first turn, in the start box",
    "start: no free spot": "no free spot in the start box: the turn is skipped",
    "start: kept after a failed throw": "a failed first throw: the tower stays as it was placed",
    "order": "turns go by start number, not by seat or place",
    "blocker placed": "a blocker is placed before the pull",
    "blocker skipped": "a blocker may be skipped",
    "blocker pushed": "the die may shift the blocker",
    "blocker off first": "the blocker is taken away before the tower moves",
    "backwards": "a throw leads backwards: the tower must still go there",
    "stays: off table": "the die falls off: the tower stays",
    "stays: off table behind the finish": "off the table after crossing the finish: no win",
    "stays: never left the mouth": "the die stays in the mouth: the tower stays",
    "stays: out at the back": "out at the back counts as never left the mouth",
    "stays: no place": "no legal contact angle: the tower stays",
    "stays: put back": "hand_mode: a tower that disturbs something goes back",
    "cocked": "a leaning die: its place counts as usual",
    "timed out": "a die that never settles: its place at the stop counts",
    "overhang": "a corner of a tower may overhang the edge",
    "crossing too early": "crossing the line before the course is done has no effect",
    "crossing beside the posts": "passing the line outside the posts has no effect",
    "crossing backwards": "a ray crossed against its direction counts -1",
    "gate crossed, not wholly over": "course done, line crossed, not wholly over: no win",
    "gate counter back to 0": "at rest wholly behind the line: the gate counts anew",
    "finish": "at rest wholly over the line with the course done: wins at once",
    "reorient": "reorient_after_blocked_turns: the tower may be turned on the spot",
    "reorient: declined": "and that may be declined",
    "facing for ever": "three own turns with less than 1 cm gain, and nothing happens",
    "round cap": "the round cap ends the race, the farthest wins",
    "round cap: shared": "a tie at the cap is shared",
}
"""What must have occurred: name -> the ruling in words. Rival dice lie on their towers and cannot
be hit, and posts count as obstacles for towers: those two hold by construction."""


def occurrences(replay: Replay) -> Counter[str]:
    """Return how often each outcome and ruling occurred in a race."""
    found: Counter[str] = Counter()
    starter: State | None = None
    for before, pending, answer, step in _steps(replay):
        if starter is None:
            starter = before
            found["start"] += before.racers[before.order[0]].pose is not None
        found.update(_of_step(before, pending, answer, step.state, step.events))
    if starter is not None and list(starter.order) != sorted(starter.order):
        found["order"] += 1
    return found


def _steps(replay: Replay) -> Iterator[tuple[State, Pending, Any, Step[State]]]:
    """Yield every answer but the first with the state that asked for it."""
    before: State | None = None
    for pending, answer, step in replay.steps:
        if before is not None:
            yield before, pending, answer, step
        before = step.state


def _of_step(
    before: State, pending: Pending, answer: Any, after: State, events: Iterable[Event]
) -> Iterator[str]:
    match pending:
        case Decide(kind="block") if isinstance(answer, Pass):
            yield "blocker skipped"
        case Decide(kind="reorient") if isinstance(answer, Pass):
            yield "reorient: declined"
        case Ask():
            yield f"outcome {answer.outcome}"
            yield from _of_throw(before, answer)
        case _:
            pass
    for event in events:
        yield from _of_event(before, after, event)
    if isinstance(after.over, Over) and after.over.termination == "round_cap":
        yield "round cap"
        if after.over.ranking.count(1) > 1:
            yield "round cap: shared"


def _of_event(before: State, after: State, event: Event) -> Iterator[str]:
    match event:
        case TowerStarted():
            yield "start"
        case TurnSkipped():
            yield "start: no free spot"
        case BlockerPlaced():
            yield "blocker placed"
        case BlockerDisplaced():
            yield "blocker pushed"
        case BlockerRemoved():
            yield "blocker off first"
        case TowerTurned():
            yield "reorient"
        case TowerStays(reason=reason):
            yield f"stays: {STAYS[reason]}"
            if before.racers[event.seat].rest is None:
                yield "start: kept after a failed throw"
        case TowerMoved(seat=seat, pose=pose):
            yield from _of_move(before, after, seat, pose)
        case RayCrossed(direction=-1):
            yield "crossing backwards"
        case Finished():
            yield "finish"
        case TurnEnded(seat=seat) if after.racers[seat].blocked >= 3:
            yield "facing for ever"
        case _:
            pass


STAYS = {
    "off_table": "off table",
    "never_left_mouth": "never left the mouth",
    "out_at_back": "out at the back",
    "no_place": "no place",
    "put_back": "put back",
}


def _of_move(before: State, after: State, seat: int, pose: tuple[int, int, int]) -> Iterator[str]:
    old, new = before.racers[seat], after.racers[seat]
    board = before.board
    if old.pose is not None and new.rest is not None:
        was = remaining(board, old.counters, old.pose[:2])
        if remaining(board, new.counters, new.rest) > was:
            yield "backwards"
    corners = tower_polygon(before.pieces(seat), pose)
    if not all(0 <= x <= board.length and 0 <= y <= board.width for x, y in corners):
        yield "overhang"
    if old.counters[-1] > 0 and new.counters[-1] == 0:
        yield "gate counter back to 0"


def _of_throw(before: State, settled: DieSettled) -> Iterator[str]:
    """Yield what is seen in a throw: the line and how it was passed, and odd ends."""
    frame = before.agenda[-1]
    assert isinstance(frame, RollFrame), "a throw was asked for"
    racer = before.racers[frame.seat]
    board = before.board
    a, b = board.gate.a, board.gate.b
    if settled.outcome in ("cocked", "timed_out"):
        yield settled.outcome.replace("_", " ")
    way = settled.path if racer.rest is None else (racer.rest, *settled.path)
    over = [side(a, b, p) > 0 for p in way]
    passed = any(not p and q for p, q in pairwise(over))
    if settled.outcome == "off_table" and passed:
        done = rays_done(racer.counters) >= len(racer.counters) - 1
        if done:
            yield "stays: off table behind the finish"
    if settled.outcome not in ON_TABLE:
        return
    counted = count_throw(board, racer.counters, racer.rest, settled)
    early = rays_done(racer.counters) < len(racer.counters) - 1
    gate = len(board.rays) - 1
    crossed_gate = any(ray == gate for ray, _ in counted.crossed)
    if passed and early and not crossed_gate:
        low, high = sorted((a[1], b[1]))
        at = [q[1] for q, (u, v) in zip(way[1:], pairwise(over), strict=True) if v > u]
        # On the library's tracks the line runs along y.
        inside = a[0] == b[0] and any(low <= y <= high for y in at)
        yield "crossing too early" if inside else "crossing beside the posts"
    if rays_done(counted.counters) == len(counted.counters) and not counted.wins:
        yield "gate crossed, not wholly over"


def table(played: Counter[str], made: Counter[str]) -> list[str]:
    """Return the coverage table as lines: in play, from hand-made starts, and what it is."""
    names = [f"outcome {name}" for name in DIE_OUTCOMES] + list(RULINGS)
    width = max(map(len, names))
    lines = [f"{'':{width}}  in play  hand-made"]
    for name in names:
        missing = "" if played[name] or made[name] else "   MISSING"
        lines.append(
            f"{name:<{width}}  {played[name]:7}  {made[name]:9}  {RULINGS.get(name, '')}{missing}"
        )
    return lines


def missing(seen: Counter[str]) -> list[str]:
    """Return the names that never occurred."""
    names = [f"outcome {name}" for name in DIE_OUTCOMES] + list(RULINGS)
    return [name for name in names if not seen[name]]
