"""A dozen races of the benchmark: they end, replay without physics, and every ruling occurs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from benchmarks.races import CELLS, programme

ROOT = Path(__file__).resolve().parent.parent


def test_a_dozen_races(tmp_path):
    command = [sys.executable, "-m", "benchmarks.races", "--games", "12", "--jobs", "1"]
    ran = subprocess.run(
        [*command, "--out", tmp_path], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-1000:]
    assert "12 races, all replayed without physics" in ran.stdout
    assert "MISSING" not in ran.stdout
    assert not list(tmp_path.glob("*.draft"))


def test_the_programme_is_the_same_however_long_it_is():
    long = list(programme(200))
    assert long[:30] == list(programme(30))
    assert [game.number for game in long] == list(range(200))
    for cell in CELLS:
        own = [game for game in long if game.cell == cell]
        assert len(own) == cell.weight * 10
        # Nobody keeps the best die: sets of a pair of games are swapped.
        assert own[0].sets == own[1].sets[::-1]


def test_every_number_of_players_and_both_tracks_are_raced():
    seats = {len(cell.players) for cell in CELLS}
    assert seats == {2, 3, 4}
    assert {cell.track for cell in CELLS} == {"rundkurs", "kinderrunde"}
    assert any(re.fullmatch("(random ?)+", " ".join(cell.players)) for cell in CELLS)
