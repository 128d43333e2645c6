"""All games for the conformance kit.

A registered game without a ``Fixture`` here fails ``test_every_game_has_a_fixture``.
"""

from __future__ import annotations

import buddel_fixture
import company_fixture
import hoehle_fixture
import koenig_fixture
import kullern_fixture
from coin_game import COIN
from hypothesis import strategies as st
from kit import Case, Fixture, NoPhysics

from rules.core.registry import register

register(COIN)

FIXTURES = {
    "buddel": buddel_fixture.FIXTURE,
    "company": company_fixture.FIXTURE,
    "hoehle": hoehle_fixture.FIXTURE,
    "koenig": koenig_fixture.FIXTURE,
    "kullern": kullern_fixture.FIXTURE,
    "coin": Fixture(
        cases=(Case("coin-plain-2", COIN, lambda: COIN.new(None, 2), NoPhysics()),),
        invariants=lambda s: None,
        foreign=lambda s, rng: ["safe", "toss", "pass", "spoil", "", None, 3, ("safe",)],
        outcomes=lambda s: st.sampled_from([o for o, _ in COIN.pending(s).outcomes]),
        spoil=lambda s, o: [None, "edge", 1, ("heads",)],
        texts=("", "win"),
    ),
}  # fmt: skip

CASES = [case for fixture in FIXTURES.values() for case in fixture.cases]
