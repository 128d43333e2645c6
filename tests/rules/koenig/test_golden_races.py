"""What the golden races of koenig cover beyond what those of every game must."""

import json
from pathlib import Path

from rules.core import records
from rules.koenig.events import DieRolled, TowerStays
from rules.koenig.words import OUTCOMES, REASONS

GOLDEN = sorted((Path(__file__).parents[1] / "golden/koenig").glob("*.jsonl"))


def test_every_outcome_and_every_reason_to_stay_occurs():
    outcomes, reasons = set(), set()
    for path in GOLDEN:
        for _, _, step in records.replay(path).steps:
            outcomes |= {e.outcome for e in step.events if isinstance(e, DieRolled)}
            reasons |= {e.reason for e in step.events if isinstance(e, TowerStays)}
    assert outcomes == set(OUTCOMES["en"])
    assert reasons == set(REASONS["en"])


def test_a_tie_occurs():
    assert any(records.read(path).footer["ranking"].count(1) > 1 for path in GOLDEN)


def test_the_places_of_a_tower_are_counted():
    for path in GOLDEN:
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        towers = [line for line in lines if str(line.get("do", "")).startswith("tower")]
        assert all("n" in line for line in towers)
