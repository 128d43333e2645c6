"""What the conformance kit needs to know of koenig."""

from __future__ import annotations

import koenig_kit
from kit import Case, Fixture

from rules.core.geometry import footprint
from rules.koenig.board import GROUPS
from rules.koenig.cards import DECKS
from rules.koenig.options import CHOICES, Options
from rules.koenig.rules import KOENIG
from rules.koenig.sampled import Sampled
from rules.koenig.state import (
    NOT_YET,
    AttemptFrame,
    Block,
    BlockFrame,
    DealFrame,
    DraftFrame,
    Pass,
    Play,
    Pull,
    PullFrame,
    RollFrame,
    Setup,
    Start,
    Take,
    Tower,
    Turn,
    WindowFrame,
)


def _koenig_case(label, seats, options=None, board=koenig_kit.BOARD):
    def start():
        return KOENIG.new(options or Options(), seats, Setup(board))

    return Case(f"koenig-{label}-{seats}", KOENIG, start, Sampled(board))


def _koenig_pro_race():
    """A pro race of four that begins after the draft, with full hands, at the finish."""

    def start():
        return koenig_kit.pro_race(
            *(koenig_kit.racer((540, y, 0), koenig_kit.DONE) for y in (120, 200, 280, 360)),
            hands=koenig_kit.FULL_HANDS,
            options=Options("pro", round_cap=12),
        )

    return Case("koenig-pro-race-4", KOENIG, start, Sampled(koenig_kit.BOARD))


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
    if s.pro is not None:
        _pro_invariants(s)
    if s.order == ():
        return
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
        assert isinstance(top, (PullFrame, RollFrame)) or top.moment != "before"
    assert (s.over is None) == bool(s.agenda)
    if isinstance(top, BlockFrame):
        assert s.racers[top.seat].pose is not None


def _pro_invariants(s):
    """Parts and cards are conserved, and the agenda is stacked as a turn is."""
    pro, seats, deck = s.pro, len(s.racers), DECKS[s.pro.deck]
    for g, _ in enumerate(GROUPS):
        held = [kit[g] for kit in pro.kits if kit[g] != NOT_YET]
        out = [pro.removed[g]] if pro.removed[g] != NOT_YET else []
        assert len({*held, *out}) == len(held) + len(out)
        lacking = seats - len(held)
        left = len(s.board.sets) - len(held) - len(out)
        # With four players and four sets the parts left over are just those that players lack.
        assert left >= lacking
        if seats == len(s.board.sets):
            assert left == lacking
    for k, kind in enumerate(deck.kinds):
        live = pro.undealt[k] + sum(hand[k] for hand in pro.hands)
        assert 0 <= live <= kind.copies
        assert min(hand[k] for hand in pro.hands) >= 0
    top = s.agenda[-1] if s.agenda else None
    if s.order and not isinstance(top, DealFrame):
        for seat in range(seats):
            assert sum(pro.hands[seat]) <= s.pieces(seat).cards
        dealt = sum(s.pieces(seat).cards for seat in range(seats))
        assert sum(pro.undealt) == sum(deck.copies) - dealt
    attempts = [frame for frame in s.agenda if isinstance(frame, AttemptFrame)]
    assert len(attempts) <= 1
    if isinstance(top, DraftFrame):
        assert not s.order
    if isinstance(top, WindowFrame):
        assert s.agenda[-2] is attempts[0]
        assert 0 <= top.passes < seats
        assert (top.moment == "before") == (attempts[0].result is None)
    for attempt in attempts:
        for number, one in enumerate(attempt.played, start=1):
            killed = any(x.target == number and x.alive for x in attempt.played)
            assert one.alive == (not killed)
            assert one.target < number


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
        Take("tower", "yellow"), Take("card", "4"), Take("card", "yellow"), Take("nose", "red"),
        Take(rng.choice(GROUPS), rng.choice(("yellow", "red", "green", "blue", "4", "5", "6"))),
        Take(None, "red"), Take("die", 3), Take([], {}), Play("invalid"), Play("invalid", 1),
        Play("invalid", rng.randint(1, 4)), Play("invalid", -1), Play("again"), Play("miss"),
        Play("noblock"), Play("only12"), Play("all"), Play("all", 1), Play("joker"), Play(None),
        Play(7), Play("invalid", "1"), Play("invalid", None), Play("miss", 10**400), Play([]),
        None, 7, "pass", (), "tower 90.00", object(),
    ]  # fmt: skip


def _koenig_spoil(s, o):
    from dataclasses import replace

    if not isinstance(o, koenig_kit.DieSettled):
        return [None, -1, "red", 28, len(KOENIG.pending(s).outcomes), True, (0,), 0.0]
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
            _koenig_case("pro", 2, Options("pro", round_cap=30)),
            _koenig_case("pro", 3, Options("pro", round_cap=12)),
            _koenig_case("pro", 4, Options("pro", round_cap=12)),
            _koenig_case("pro-no-predraft", 3, Options("pro", round_cap=12, predraft=False)),
            _koenig_case(
                "pro-all-options",
                3,
                Options(
                    "pro",
                    round_cap=12,
                    hand_mode=True,
                    reorient_after_blocked_turns=3,
                    cocked="reroll",
                    cancel_targets_cancel=True,
                ),
            ),
            _koenig_pro_race(),
        ),
        invariants=_koenig_invariants,
        foreign=_koenig_foreign,
        outcomes=koenig_kit.outcomes,
        spoil=_koenig_spoil,
        choices=CHOICES,
    ends=frozenset({"finish", "round_cap"}),
    texts=("", "tower", "tower a", "tower 1.234", "block 1,2", "pull 600", "start 1,2,3,4",
               "take", "take red", "take nose.red", "take tower.", "card", "card joker",
               "card invalid", "cancel", "cancel 0", "cancel x", "cancel 1.5", "card all,miss",
               "pass 1", "jump 3", "tower 1;2", "tower ١٢"),
    )  # fmt: skip
