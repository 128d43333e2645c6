"""What the conformance kit needs to know of buddel."""

from __future__ import annotations

from buddel_kit import LANE, POCKET, B, G, R, Y, seats
from hypothesis import strategies as st
from kit import Case, Fixture, NoPhysics

from rules.buddel.board import grid_of
from rules.buddel.options import CHOICES
from rules.buddel.rules import BUDDEL
from rules.buddel.state import (
    Free,
    Home,
    Move,
    Pass,
    Post,
    Ransom,
    Send,
    Setup,
    Sit,
    Turn,
    TurnCartFrame,
)
from rules.core.types import Draw


def _case(label, n, setup=None, **options):
    chosen = BUDDEL.options(options)
    return Case(f"buddel-{label}-{n}", BUDDEL, lambda: BUDDEL.new(chosen, n, setup), NoPhysics())


CROWDED = Setup(
    LANE,
    carts=("a2", "c2"),
    riders=(seats(n=Y, e=R, s=G, w=B), seats(n=B, e=G, s=R, w=Y)),
    captives=(("a3", R),),
    gorgan="c3",
    stones=(2, 2, 2, 2),
)
"""No free seat, a captive, hardly a place for Gorgan."""

STUCK = Setup(POCKET, first=1, carts=("a2", "b2"), riders=(seats(n=Y), seats(s=R)))
"""Two carts that never move again."""


def _invariants(s):
    n, grid = len(s.stones), grid_of(s.board)
    below = [*s.riders[0], *s.riders[1], *s.captives]
    for seat in range(n):
        assert below.count(seat) + s.surface[seat] == 3
    assert below.count(-1) + sum(below.count(seat) for seat in range(n)) == len(below)
    assert min((*s.stones, *s.surface, s.left)) >= 0
    assert sum(s.stones) + s.left == 20
    assert len(set(s.carts)) == 2
    assert grid.rails.issuperset(s.carts)
    assert s.gorgan < 0 or s.captives[s.gorgan] < 0
    assert (s.over is None) == bool(s.agenda)
    assert len(s.agenda) <= 2
    if s.over is not None:
        assert s.over.scores == tuple(map(float, s.stones))
        assert (s.over.termination == "last_treasure") == (s.left == 0)
        best = max(s.stones)
        assert [rank == 1 for rank in s.over.ranking] == [mine == best for mine in s.stones]
    else:
        assert s.left > 0
        in_chamber = [cart for cart, cell in enumerate(s.carts) if cell == grid.chamber]
        if in_chamber:
            assert in_chamber == [s.agenda[-1].cart]
        if isinstance(s.agenda[-1], TurnCartFrame):
            assert s.carts[s.agenda[-1].cart] not in grid.starts
    assert BUDDEL.draw(s, None)


def _foreign(s, rng):
    spaces = len(s.captives)
    some = [
        Move(rng.randrange(2), tuple(rng.choice((0, 0, 1, 3, 2)) for _ in range(rng.randint(1, 4))))
        for _ in range(6)
    ]
    some += [Sit(rng.randrange(2), rng.randrange(4)) for _ in range(2)]
    some += [Free(rng.randrange(spaces), rng.randrange(2), rng.randrange(4)) for _ in range(3)]
    some += [
        Send(*rng.choice(((-1, -1), (rng.randrange(2), rng.randrange(4)))), rng.randrange(spaces),
             rng.randrange(2), rng.randrange(4)) for _ in range(3)
    ]  # fmt: skip
    listed = BUDDEL.actions(s)
    return [
        *some, *rng.sample(listed, min(4, len(listed))),
        Turn(True), Turn(False), Turn(None), Turn("r"), Pass(),
        Post(rng.randrange(spaces)), Ransom(rng.randrange(spaces)), Home(rng.randrange(10)),
        Move(0, ()), Move(2, (0,)), Move(-1, (0,)), Move(0, [0]), Move(0, (5,)), Move(0, (-1,)),
        Move(None, (0,)), Move("1", (0,)), Move(0, None), Move(0, ("n",)), Move(0, (0,) * 30),
        Sit(2, 0), Sit(0, 4), Sit(-1, -1), Sit(None, None), Free(99, 0, 0), Free(-1, 0, 0),
        Free(0, 5, 0), Free(0, 0, -1), Free(None, None, None), Ransom(-1), Ransom("c5"),
        Post(-1), Post(99), Post(None), Home(-1), Home(None), Home("c1"), Home(10**30),
        Send(-1, 0, 0, 0, 0), Send(0, -1, 0, 0, 0), Send(3, 0, 0, 0, 0), Send(0, 0, 0, 9, 9),
        Send(None, None, None, None, None),
        None, 7, "pass", (), "cart1 n1", "turn-r", object(),
    ]  # fmt: skip


def _outcomes(s):
    pending = BUDDEL.pending(s)
    assert isinstance(pending, Draw)
    return st.sampled_from([outcome for outcome, _ in pending.outcomes])


FIXTURE = Fixture(
    cases=(
        _case("standard", 2),
        _case("standard", 3),
        _case("standard", 4),
        _case("simplified", 2, preset="simplified"),
        _case("simplified", 3, preset="simplified"),
        _case("simplified", 4, preset="simplified"),
        _case("one-gorgan", 4, preset="simplified", die="one-gorgan"),
        _case("choice", 4, CROWDED, rescue_choice=True),
        _case("send", 4, CROWDED, send_own_mole=True),
        _case("send", 3, send_own_mole=True, rescue_choice=True, turn_cap=60),
        _case("lane", 2, Setup(LANE)),
        _case("pocket", 3, Setup(POCKET), turn_cap=40),
        _case("stuck", 2, STUCK, turn_cap=30, full_number=True),
    ),
    invariants=_invariants,
    foreign=_foreign,
    outcomes=_outcomes,
    spoil=lambda s, o: [None, "edge", 7, -1, True, 2.0, "2", (2,), [2], "Gorgan", 10**30],
    choices=CHOICES,
    ends=frozenset({"last_treasure", "turn_cap"}),
    texts=(
        "", "jump", "cart1", "cart3 n1", "cart1 n0", "cart1 n1 n1", "cart1 x1", "cart1 n٢",
        "cart1 1n", "turn", "turn-x", "sit cart1", "sit cart1.x", "sit cart3.n", "sit", "home",
        "home z9", "home d9", "goblin", "goblin post", "goblin post d1", "goblin free g7",
        "goblin free d1 > cart1.n", "goblin send cart1.n > g7", "goblin free a3 > cart9.n",
        "goblin send nowhere > a3 > cart1.n", "pass 1", "passt",
    ),
    points=True,
)  # fmt: skip
