"""What the conformance kit needs to know of koenig."""

from __future__ import annotations

import koenig_kit
from kit import Case, Fixture

from rules.core.geometry import footprint
from rules.koenig.options import CHOICES, Options
from rules.koenig.rules import KOENIG
from rules.koenig.sampled import Sampled
from rules.koenig.state import (
    Block,
    BlockFrame,
    Pass,
    Pull,
    PullFrame,
    RollFrame,
    Setup,
    Start,
    Tower,
    Turn,
)


def _koenig_case(label, seats, options=None, board=koenig_kit.BOARD):
    def start():
        return KOENIG.new(options or Options(), seats, Setup(board))

    return Case(f"koenig-{label}-{seats}", KOENIG, start, Sampled(board))


def _area(polygon):
    return (
        sum(
            x0 * y1 - x1 * y0
            for (x0, y0), (x1, y1) in zip(polygon, [*polygon[1:], polygon[0]], strict=True)
        )
        / 2
    )


def _clipped(polygon, clip):
    """Sutherland-Hodgman: the part of a polygon inside a convex one; another way to see overlap."""
    for (ax, ay), (bx, by) in zip(clip, [*clip[1:], clip[0]], strict=True):
        out, previous = [], polygon[-1]

        def side(p, ax=ax, ay=ay, bx=bx, by=by):
            return (bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax)

        for point in polygon:
            a, b = side(previous), side(point)
            if (a < 0) != (b < 0):
                t = a / (a - b)
                out.append(
                    (
                        previous[0] + t * (point[0] - previous[0]),
                        previous[1] + t * (point[1] - previous[1]),
                    )
                )
            if b >= 0:
                out.append(point)
            previous = point
        polygon = out
        if not polygon:
            return []
    return polygon


def _koenig_invariants(s):
    assert sorted(s.order) == list(range(len(s.racers)))
    numbers = [s.pieces(seat).start_number for seat in s.order]
    assert numbers == sorted(numbers)
    towers = []
    for seat, racer in enumerate(s.racers):
        assert len(racer.counters) == len(s.board.rays)
        if racer.pose is not None:
            pieces = s.pieces(seat)
            towers.append(footprint(racer.pose, pieces.tower_width, pieces.tower_depth))
    for k, one in enumerate(towers):
        for other in towers[k + 1 :]:
            shared = _clipped(list(one), list(other))
            # Touching towers may share a strip of 0.02 mm along at most a diagonal.
            assert not shared or _area(shared) < 2 * 11000 + 1
        x = sum(p[0] for p in one) / 4
        y = sum(p[1] for p in one) / 4
        assert -2 <= x <= s.board.length + 2
        assert -2 <= y <= s.board.width + 2
    top = s.agenda[-1] if s.agenda else None
    if s.blocker is not None:
        assert isinstance(top, (PullFrame, RollFrame))
    assert (s.over is None) == bool(s.agenda)
    if isinstance(top, BlockFrame):
        assert s.racers[top.seat].pose is not None


def _koenig_foreign(s, rng):
    x, y = rng.randint(-10000, 130000), rng.randint(-10000, 90000)
    angle = rng.randrange(36000)
    return [
        Start((x, y, angle)), Block((x, y, angle)), Pass(), Pull(60000, 0),
        Pull(rng.randint(0, 300000), rng.randint(-40000, 40000)), Tower(angle), Turn(angle),
        Tower(-1), Tower(36000), Tower(True), Tower(1.5), Tower("90"), Start((1, 2)),
        Start((1.0, 2, 3)), Start(None), Block((10**30, 0, 0)), Pull(float("nan"), 0),
        Start((10**400, 0, 0)), Pull(10**400, 0),
        Block((-(10**400), 0, 0)), Block([1, 2, 3]), Start("abc"),
        None, 7, "pass", (), "tower 90.00", object(),
    ]  # fmt: skip


def _koenig_spoil(s, o):
    from dataclasses import replace

    sides = s.board.sets[[p.name for p in s.board.sets].index(KOENIG.pending(s).request.die)].sides
    bad = [
        replace(o, outcome="vanished"),
        replace(o, pose=(1.5, *o.pose[1:])),
        replace(o, pose=(*o.pose[:2], 36000)),
        replace(o, face=sides + 1),
        replace(o, face=-1),
        replace(o, face=True),
        replace(o, pose=(10**400, *o.pose[1:])),
        replace(o, path=((10**400, 0), *o.path)),
        replace(o, displaced=("yellow",)),
        replace(o, time=-1),
        replace(o, path=(*o.path, (o.pose[0] + 1, o.pose[1]))),
        replace(o, path=[*o.path]),
        replace(o, displaced=(koenig_kit.Standing("nobody", (0, 0, 0)),)),
        replace(o, outline=((0, 0), (1, 1))),
        None,
        "rests",
    ]
    if o.outcome in koenig_kit.ON_TABLE:
        bad += [
            replace(o, face=0),
            replace(o, outline=()),
            replace(o, outline=o.outline[::-1]),
            replace(o, outline=tuple((x + 50000, y) for x, y in o.outline)),
            replace(o, path=()),
            replace(o, path=((-1, 0), *o.path)),
            replace(o, outcome="off_table"),
        ]
    if o.outcome == "off_table":
        bad += [replace(o, face=1), replace(o, outcome="rests", face=1), replace(o, path=())]
    if o.displaced:
        bad += [replace(o, displaced=o.displaced * 2)]
    return bad


FIXTURE = Fixture(
        cases=(
            _koenig_case("family", 2),
            _koenig_case("family", 3),
            _koenig_case("family", 4),
            _koenig_case("hand", 3, Options(hand_mode=True)),
            _koenig_case("reorient", 2, Options(reorient_after_blocked_turns=3, round_cap=30)),
            _koenig_case("open", 2, Options(round_cap=12), koenig_kit.OPEN),
        ),
        invariants=_koenig_invariants,
        foreign=_koenig_foreign,
        outcomes=koenig_kit.outcomes,
        spoil=_koenig_spoil,
        choices=CHOICES,
    ends=frozenset({"finish", "round_cap"}),
    texts=("", "tower", "tower a", "tower 1.234", "block 1,2", "pull 600", "start 1,2,3,4",
               "pass 1", "jump 3", "tower 1;2", "tower ١٢"),
    )  # fmt: skip
