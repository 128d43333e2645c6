"""Golden records: whole games that must replay to the last digest, and what they cover."""

import dataclasses
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from koenig_kit import told

from rules.core import records
from rules.core.errors import RecordError
from rules.koenig.events import OUTCOMES, REASONS, DieRolled, TowerStays
from rules.koenig.options import CHOICES

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.jsonl"))
RECORDS = {path.stem: records.read(path) for path in GOLDEN}

each = pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)


@each
def test_c7_it_replays_to_its_digest(path):
    replay = records.replay(path)
    assert replay.complete
    assert replay.digest == RECORDS[path.stem].footer["dig"]


REPLAY = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition('.')[0] in ('pymunk', 'numpy', 'scipy', 'pydantic', 'tomlkit'):
            raise ImportError(name + ' is blocked')
sys.meta_path.insert(0, Blocked())
from rules.core import records
for path in sys.argv[1:]:
    print(records.replay(path).digest)
"""


def test_c7_without_physics_and_under_any_hash_seed():
    wanted = [RECORDS[path.stem].footer["dig"] for path in GOLDEN]
    for number in ("0", "4711"):
        done = subprocess.run(
            [sys.executable, "-c", REPLAY, *map(str, GOLDEN)],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": number},
        )
        assert done.stdout.split() == wanted


@pytest.mark.parametrize("path", sorted(GOLDEN[0].parent.glob("*.txt")), ids=lambda p: p.stem)
def test_c15_a_playthrough_reads_as_it_did(path):
    replay = records.replay(path.with_suffix(".jsonl"))
    assert told(replay) == path.read_text(encoding="utf-8")


def test_c11_every_end_reason_has_a_golden():
    ends = {record.footer["end"] for record in RECORDS.values()}
    assert ends == {"finish", "round_cap"}
    assert any(record.footer["ranking"].count(1) > 1 for record in RECORDS.values())


def test_c11_every_option_value_has_a_golden():
    for name, choices in CHOICES.items():
        seen = {record.header.options[name] for record in RECORDS.values()}
        assert seen >= set(choices), name


def test_every_outcome_and_every_reason_to_stay_occurs():
    outcomes, reasons, seats = set(), set(), set()
    for path in GOLDEN:
        replay = records.replay(path)
        seats.add(replay.header.seats)
        for _, _, step in replay.steps:
            outcomes |= {e.outcome for e in step.events if isinstance(e, DieRolled)}
            reasons |= {e.reason for e in step.events if isinstance(e, TowerStays)}
    assert outcomes == set(OUTCOMES)
    assert reasons == set(REASONS)
    assert seats == {2, 3, 4}


def replays_alike(record, options):
    """Whether a record goes the same way under other options, digests aside."""
    setup = {**record.header.setup, "options": options}
    head = dataclasses.replace(record.header, options=options, setup=setup)
    try:
        records.play(dataclasses.replace(record, header=head), digests=False)
    except RecordError:
        return False
    return True


FLIPS = [
    (name, value, other)
    for name, choices in CHOICES.items()
    for value in choices
    for other in choices
    if value != other
]


@pytest.mark.parametrize(("name", "value", "other"), FLIPS)
def test_each_option_matters(name, value, other):
    """Some record made with one value no longer replays with the other (digests set aside)."""
    failing = []
    for stem, record in RECORDS.items():
        if record.header.options[name] != value:
            continue
        assert replays_alike(record, record.header.options)
        if not replays_alike(record, {**record.header.options, name: other}):
            failing.append(stem)
    assert failing


@each
def test_the_record_holds_all_that_a_replay_needs(path):
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert lines[0]["format"] == records.FORMAT
    assert lines[0]["options"] == lines[0]["setup"]["options"]
    assert any("dig" in line for line in lines[1:])
    towers = [line for line in lines if str(line.get("do", "")).startswith("tower")]
    assert all("n" in line for line in towers)
