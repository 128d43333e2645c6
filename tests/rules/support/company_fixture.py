"""What the conformance kit needs to know of company."""

from __future__ import annotations

import company_kit
from hypothesis import strategies as st
from kit import Case, Fixture, NoPhysics

from rules.company.data import ENDS
from rules.company.net import CELLS, cell_of, spots, turned
from rules.company.options import CHOICES, Options
from rules.company.rules import COMPANY
from rules.company.state import (
    FLIP,
    NO_DISCS,
    PASS,
    SET,
    Call,
    Keep,
    Move,
    MoveFrame,
    PlaceFrame,
    Put,
    RotateFrame,
    Setup,
)
from rules.core.types import Draw

TOURNAMENT = Options(tournament=True)


def _case(label, seats, options=None, setup=None):
    def start():
        return COMPANY.new(options, seats, setup)

    return Case(f"company-{label}-{seats}", COMPANY, start, NoPhysics())


def _stood(label, *moles, **how):
    return Case(
        f"company-{label}-{len(moles)}",
        COMPANY,
        lambda: company_kit.stand(*moles, **how),
        NoPhysics(),
    )


def _invariants(s):
    board = s.board.layers[s.layer]
    known = {cell_of(spot) for spot in spots(board.radius)}
    everywhere = [cell for own in s.moles for cell in own]
    assert set(everywhere) <= known
    assert len(set(everywhere)) == len(everywhere)
    assert s.occupied == sum(1 << cell for cell in everywhere)
    assert all(own == tuple(sorted(own)) for own in s.moles)
    top = s.agenda[-1] if s.agenda else None
    assert (s.over is None) == (top is not None)
    for seat, down in enumerate(s.discs):
        assert all(0 <= n <= most for n, most in zip(down, SET, strict=True))
        # Six open discs are turned face down as soon as their move is done.
        assert down != NO_DISCS or getattr(top, "seat", None) == seat
    if s.over is not None:
        return
    if not isinstance(top, PlaceFrame) and s.starter is not None:
        assert len(s.left()) > 1
    if isinstance(top, RotateFrame):
        assert s.rotation is None
        return
    holes = {cell_of(turned(spot, s.rotation)) for spot in board.holes}
    assert not holes <= set(everywhere)
    if s.layer + 1 == len(s.board.layers):
        assert not holes & set(everywhere)
    assert s.turns < s.options.turn_cap
    if isinstance(top, MoveFrame):
        assert COMPANY.actions(s)


def _foreign(s, rng):
    cell, way = rng.randrange(CELLS), rng.randrange(6)
    own = [one for moles in s.moles for one in moles] or [40]
    return [
        FLIP, PASS, Call("hop"), Call(None), Call(["flip"]), Keep(1), Keep(2), Keep(3), Keep(4),
        Keep(0), Keep(5), Keep("2"), Keep(2.5), Put(cell), Put(40), Put(-1), Put(81),
        Put(0), Put("e5"), Put(None), Put(40.5), Put([1]), Move(cell, way),
        *(Move(rng.choice(own), one) for one in range(6)), Move(40, 6), Move(40, -1), Move(-41, 0),
        Move(40.5, 0), Move(40, 0.5), Move("e5", "se"), Move(10**400, 0),
        Move([], []), None, 7, "flip", "pass", "c4 se", (), (40, 0), object(), float("nan"),
    ]  # fmt: skip


def _outcomes(s):
    pending = COMPANY.pending(s)
    assert isinstance(pending, Draw)
    return st.sampled_from([outcome for outcome, _ in pending.outcomes])


def _spoil(s, o):
    return [None, -1, 7, str(o), float(o), (o,), [o], True, False, 10**400, object()]


FIXTURE = Fixture(
    cases=(
        _case("standard", 2),
        _case("standard", 3),
        _case("standard", 4),
        _case("tournament", 2, TOURNAMENT),
        _case("tournament", 3, TOURNAMENT),
        _case("tournament", 4, TOURNAMENT),
        _case("plain", 3, Options(bonus_moves=False, turn_cap=60)),
        _case("hill", 2, Options(turn_cap=60), Setup(company_kit.HILL, each=3)),
        _case("hill", 3, TOURNAMENT, Setup(company_kit.HILL, each=2)),
        _case("above", 2, None, Setup(company_kit.ABOVE, each=4)),
        _stood("layer-2", "a5 a6 b4", "i1 i2 h2", "e9 d9 d8", "c3 c4", layer=2, rotation=1),
        _stood("layer-3", "b5 b6", "h4 h5", "e8 f7", layer=3, rotation=None, starter=2),
        _stood("layer-4", "b5 c8", "h4 h5", layer=4, options=TOURNAMENT),
    ),
    invariants=_invariants,
    foreign=_foreign,
    outcomes=_outcomes,
    spoil=_spoil,
    choices=CHOICES,
    ends=frozenset(ENDS),
    texts=("", "put", "put e10", "put j5", "put a1", "e5", "e5 south", "e5 se 3", "keep", "keep 5",
           "keep ٢", "keep 02", "flip 3", "flipp", "pass on", "se e5", "a1 se", "40 1"),
)  # fmt: skip
