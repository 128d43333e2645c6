"""Golden records: whole games that must replay to the last digest, and what they cover.

Those of a game lie in ``tests/rules/golden/<game>/``, with the ``make.py`` that makes them.
"""

import dataclasses
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from kit import told
from rules_kit import FIXTURES

from rules.core import records
from rules.core.errors import RecordError
from rules.core.types import Decide, Draw

FOLDER = Path(__file__).parents[1] / "golden"
GOLDEN = sorted(FOLDER.glob("*/*.jsonl"))
GAMES = sorted(name for name, fixture in FIXTURES.items() if fixture.ends)


def label(path):
    return f"{path.parent.name}-{path.stem}" if isinstance(path, Path) else None


@cache
def of(name):
    """The records of a game by their names."""
    return {path.stem: records.read(path) for path in GOLDEN if path.parent.name == name}


each = pytest.mark.parametrize("path", GOLDEN, ids=label)
every_game = pytest.mark.parametrize("name", GAMES)


@each
def test_c7_it_replays_to_its_digest(path):
    replay = records.replay(path)
    assert replay.complete
    assert replay.digest == records.read(path).footer["dig"]


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
    wanted = [records.read(path).footer["dig"] for path in GOLDEN]
    for number in ("0", "4711"):
        done = subprocess.run(
            [sys.executable, "-c", REPLAY, *map(str, GOLDEN)],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": number},
        )
        assert done.stdout.split() == wanted


PIECES = {
    "buddel": lambda s: (s.carts, s.riders),
    "company": lambda s: s.moles,
    "koenig": lambda s: tuple(racer.pose for racer in s.racers),
}
"""What stands on the table."""


@pytest.mark.parametrize(
    ("name", "golden"),
    [("buddel", "sent"), ("company", "grass-to-shovel"), ("koenig", "pro-options")],
)
def test_a_pass_moves_no_piece(name, golden):
    replay = records.replay(FOLDER / name / f"{golden}.jsonl")
    game = FIXTURES[name].cases[0].game
    s = game.load(replay.header.setup)
    passes = 0
    for pending, answer, step in replay.steps:
        if isinstance(pending, Decide) and game.format(s, answer) == "pass":
            passes += 1
            assert PIECES[name](step.state) == PIECES[name](s)
        s = step.state
    assert passes


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*/*.txt")), ids=label)
def test_c15_a_playthrough_reads_as_it_did(path):
    replay = records.replay(path.with_suffix(".jsonl"))
    assert told(replay) == path.read_text(encoding="utf-8")


@every_game
def test_c15_every_game_has_a_playthrough(name):
    assert list((FOLDER / name).glob("*.txt"))


@every_game
def test_c11_every_end_reason_has_a_golden(name):
    assert {record.footer["end"] for record in of(name).values()} == FIXTURES[name].ends


@every_game
def test_c11_every_option_value_and_number_of_players_has_a_golden(name):
    for option, choice in FIXTURES[name].choices.items():
        seen = {record.header.options[option] for record in of(name).values()}
        assert seen >= set(choice.values), option
    game = FIXTURES[name].cases[0].game
    assert {record.header.seats for record in of(name).values()} == set(game.seats)


def replays_alike(record, options):
    """Whether a record goes the same way under other options, and draws by the same weights.

    Digests are set aside.
    """
    setup = {**record.header.setup, "options": options}
    head = dataclasses.replace(record.header, options=options, setup=setup)
    try:
        other = records.play(dataclasses.replace(record, header=head), digests=False)
    except RecordError:
        return False
    return draws(other) == draws(records.play(record, digests=False))


def draws(replay):
    """All that was drawn from, with weights."""
    return [pending for pending, _, _ in replay.steps if isinstance(pending, Draw)]


FLIPS = [
    (name, option, value, other)
    for name in GAMES
    for option, choice in FIXTURES[name].choices.items()
    for value in choice.values
    for other in choice.values
    if value != other
]


@pytest.mark.parametrize(("name", "option", "value", "other"), FLIPS)
def test_each_option_matters(name, option, value, other):
    """Some record made with one value no longer replays with the other (digests set aside)."""
    failing = []
    for stem, record in of(name).items():
        if record.header.options[option] != value:
            continue
        assert replays_alike(record, record.header.options)
        if not replays_alike(record, {**record.header.options, option: other}):
            failing.append(stem)
    assert failing


@each
def test_the_record_holds_all_that_a_replay_needs(path):
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert lines[0]["format"] == records.FORMAT
    assert lines[0]["options"] == lines[0]["setup"]["options"]
    assert len(lines) < 12 or any("dig" in line for line in lines[1:])
