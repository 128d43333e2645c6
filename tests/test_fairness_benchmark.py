"""Dice come out fair over random starts, and a high tower makes them forget their start."""

from __future__ import annotations

import json

import numpy as np
import pytest

from benchmarks.fairness.__main__ import main, memory_table, note
from benchmarks.fairness.figures import LEVEL, Fairness, fairness, memory
from benchmarks.fairness.thrown import DICE, Faces, blocks, body_of, joined, run, throw_block

THROWS = 2000
"""For each die."""
REMEMBERED = 500


@pytest.mark.parametrize("die", DICE)
def test_dice_are_fair(die):
    """Chi-square at a level at which four fair dice fail together once in a hundred changes."""
    faces = joined(list(run(blocks(die, None, 1, THROWS), 1)))
    found = fairness(die, faces)
    assert found.n > 0.9 * THROWS
    assert found.p > LEVEL / len(DICE), found


def test_a_low_tower_remembers_more_than_a_high_one():
    low, high = (
        memory("d6", hat_at, joined(list(run(blocks("d6", hat_at, 1, REMEMBERED), 1))))
        for hat_at in (25.0, 280.0)
    )
    assert low.low > high.distance
    assert low.distance > low.noise


def test_blocks_and_workers_change_nothing():
    whole = throw_block(blocks("d12", None, 3, 30)[0])
    assert whole.thrown == 30
    for jobs in (1, 2):
        parts = joined(list(run([*blocks("d12", None, 3, 10), *blocks("d12", None, 3, 30)], jobs)))
        assert parts.number[-len(whole.number) :].tolist() == whole.number.tolist()
        assert parts.start[-len(whole.start) :].tolist() == whole.start.tolist()


def faces_of(number=(), start=(), down=()):
    size = max(len(number), len(start))
    rows = [np.array(values or [1] * size, dtype=np.int64) for values in (number, start, down)]
    return Faces(size, *rows)


def test_a_loaded_die_is_seen():
    rng = np.random.default_rng(1)
    shares = [1 / 6 - 0.02, *[1 / 6] * 4, 1 / 6 + 0.02]
    loaded = rng.choice(np.arange(1, 7), 20_000, p=shares)
    found = fairness("d6", faces_of(number=loaded.tolist()))
    assert (found.n, found.dof) == (20_000, 5)
    assert found.p < LEVEL
    assert "d6 fails that too" in note([found])


def test_a_die_that_never_rests_is_no_fair_die():
    with pytest.raises(ValueError, match="no d6 of 0"):
        fairness("d6", faces_of())


def test_memory_of_known_samples():
    start = [k % 6 for k in range(600)]
    whole = memory("d6", 50.0, faces_of(start=start, down=start))
    assert whole.shares == (1.0, 0.0, 0.0)
    assert whole.distance == pytest.approx(5 / 6)
    assert (whole.low, whole.high) == (whole.distance, whole.distance)
    none = memory("d6", 50.0, faces_of(start=start, down=[k // 6 % 6 for k in range(600)]))
    assert none.distance == pytest.approx(0.0, abs=0.01)
    assert none.low == 0.0
    assert none.distance < none.high < 0.1
    assert 0.01 < none.noise < 0.06
    assert memory("d6", 50.0, faces_of(start=[0] * 50, down=[0] * 50)) is None


@pytest.mark.parametrize("die", DICE)
def test_shares_of_a_forgetful_die_count_its_faces(die):
    sides = len(body_of(die).normals)
    start = [k % sides for k in range(sides * 40)]
    down = [k // sides % sides for k in range(sides * 40)]
    found = memory(die, 100.0, faces_of(start=start, down=down))
    assert sum(found.forgetful) == pytest.approx(1.0)
    assert found.forgetful[0] == pytest.approx(1 / sides)
    assert found.distance < 0.05


def test_the_command_prints_figures_and_draws_them(tmp_path, capsys):
    path = tmp_path / "memory.png"
    arguments = ["--throws", "40", "--curve", "0", "--die", "d6", "--quiet"]
    code = main(arguments)
    line, words, *_ = capsys.readouterr().out.splitlines()
    assert line.startswith("d6 n=40 chi2=")
    assert " dof=5 p=" in line
    p = float(line.rpartition("=")[2])
    assert code == (1 if p < LEVEL else 0)
    assert "Bonferroni" in words
    main([*arguments, "--json"])
    found = json.loads(capsys.readouterr().out)
    assert sum(found["fairness"][0]["counts"]) == 40
    from benchmarks.draw.memory import picture

    start = [k % 12 for k in range(240)]
    drawn = [
        memory("d12", hat_at, faces_of(start=start, down=start[::-1])) for hat_at in (25.0, 280.0)
    ]
    assert len(memory_table(drawn)) == 6
    picture(path, drawn)
    assert path.stat().st_size > 10_000


@pytest.mark.parametrize("name", ["curve.txt", "none/curve.png"])
def test_a_picture_that_cannot_be_is_refused_before_the_throws(tmp_path, name, capsys):
    with pytest.raises(SystemExit) as refused:
        main(["--picture", str(tmp_path / name)])
    assert refused.value.code == 2
    assert name in capsys.readouterr().err


def test_the_note_names_the_worst():
    fair = Fairness("d4", 100, (25, 25, 25, 25), 0.0, 1.0)
    odd = Fairness("d6", 100, (10, 20, 20, 20, 20, 10), 10.0, 0.004)
    assert "lowest p: d6, 0.004" in note([fair, odd])
    assert "all dice pass that" not in note([fair, odd])
