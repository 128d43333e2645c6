"""What the conformance kit needs to know of hoehle."""

from __future__ import annotations

from hoehle_kit import FIELD, ISLANDS, TOUCHING
from hypothesis import strategies as st
from kit import Case, Fixture, NoPhysics

from rules.hoehle.flow import ENDS, ringed
from rules.hoehle.options import CHOICES, Options
from rules.hoehle.rules import HOEHLE
from rules.hoehle.state import Dig, DigFrame, EntranceFrame, Move, Setup


def _case(label, seats, options=None, board=None, *moles):
    def start():
        setup = Setup(board, tuple(tuple(one.split()) for one in moles))
        return HOEHLE.new(options or Options(), seats, setup)

    return Case(f"hoehle-{label}-{seats}", HOEHLE, start, NoPhysics())


def _invariants(s):
    t = s.board.tables
    for seat in range(4):
        assert s.cells.count(seat + 1) <= (9 if seat < s.seats else 0)
        assert s.cells.count(seat + 5) <= (2 if seat < s.seats else 0)
    assert all(tile <= 4 or t.cave[cell] for cell, tile in enumerate(s.cells))
    assert (s.over is None) == bool(s.agenda)
    if s.over is None:
        assert all(ringed(s.board, s.cells, cave) is None for cave in t.caves)
        assert all(s.cells.count(seat + 5) < 2 for seat in range(s.seats))
        for positions in s.seen:
            for one in positions:
                assert sorted(one.to_bytes(len(s.cells), "little")) == sorted(s.cells)
    elif s.over.termination == "two_caves":
        (winner,) = [seat for seat in range(s.seats) if s.cells.count(seat + 5) == 2]
        assert s.over.ranking == tuple(1 if k == winner else 2 for k in range(s.seats))
    top = s.agenda[-1] if s.agenda else None
    if isinstance(top, EntranceFrame):
        assert all(t.tunnel[cell] and s.cells[cell] == top.seat + 1 for cell in top.cells)
    if isinstance(top, DigFrame):
        assert t.tunnel[top.cell]
        assert 0 < s.cells[top.cell] <= 4


def _foreign(s, rng):
    size, tunnels = len(s.cells), s.board.tables.tunnels or (0,)
    tiles = [cell for cell in range(size) if s.cells[cell]]
    small = tiles if size < 30 else []
    return [
        *(Move(cell, direction) for cell in small for direction in range(8)),
        *(Move(rng.choice(tiles), rng.randrange(8)) for _ in range(12)),
        *(Move(rng.randrange(size), rng.randrange(8)) for _ in range(3)),
        *(Dig(rng.choice(tunnels), rng.choice(tunnels)) for _ in range(6)),
        *(Dig(cell, rng.choice(tunnels)) for cell in tiles if cell in tunnels),
        Dig(rng.randrange(size), rng.randrange(size)),
        Move(-1, 0), Move(size, 0), Move(0, 8), Move(0, -1), Move("f5", "n"), Move(10**400, 0),
        Move(1.5, 0), Move(0, None), Dig(-1, -1), Dig(size, 0), Dig(None, None), Dig([1], (2,)),
        None, 7, "f5 n", "pass", (), (0, 0), object(),
    ]  # fmt: skip


FIXTURE = Fixture(
    cases=(
        _case("standard", 2),
        _case("standard", 3),
        _case("standard", 4),
        _case("any", 3, Options(movers="any", move_cap=60)),
        _case("thirds", 2, Options(repetition="third_draws", move_cap=60)),
        _case("no-entering", 4, Options(mover_enters_occupied_cave=False, move_cap=60)),
        _case("any-thirds", 4, Options("third_draws", "any", False, 60)),
        _case("field", 2, Options(), FIELD, "e3 a4 b4 i4 c3", "a6 b6 i6 h6 e5"),
        _case("touching", 2, Options(), TOUCHING, "a1 c5 d4 b4 e1", "f3 g4 g3 g2 e4"),
        _case("islands", 2, Options(), ISLANDS, "b6 c5 e6 g6 a1", "a5 b4 f7 f5"),
    ),
    invariants=_invariants,
    foreign=_foreign,
    outcomes=lambda s: st.sampled_from([o for o, _ in HOEHLE.pending(s).outcomes]),
    spoil=lambda s, o: [None, -1, s.seats, "0", True, 0.0, (0,)],
    choices=CHOICES,
    ends=ENDS,
    texts=(
        "", "f5", "f5 north", "f5 x", "f5 ns", "z9 n", "f55 n", "dig", "dig f5", "dig f5 > z9",
        "dig a1 a2", "pass", "\uff465 n", "f\u0665 n", "f5 n n",
    ),
)  # fmt: skip
