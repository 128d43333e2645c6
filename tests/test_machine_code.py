"""Machine code that is kept for the next process must be that of the files as they are now."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kullerwerk.players.digging import compiled as digging
from sim import compiled as contacts

ROOT = Path(__file__).resolve().parent.parent
DIGGING = Path("kullerwerk", "players", "digging")

CONTACT = """
import numpy as np
from sim import compiled, contact, touching
assert compiled.__file__.startswith({here!r}), compiled.__file__
compiled.keep_compiled()
rows, slots = np.zeros((4, contact.WIDTH)), np.zeros(4, np.int64)
corners, motion = np.array([[1.0, 2.0, -8.0]]), np.zeros(6)
state = np.zeros(13)
state[2] = 7.5
touching.on_ground(
    rows, slots, 0, corners, 0.0, state, motion, (1e6, 0.0, 0.3, 0.05, 0.005, 1.0)
)
print(rows[0, contact.DEPTH], sum(touching.on_ground.stats.cache_hits.values()))
"""
"""Calls a function of one file that calls into another; prints the depth and the cache's hits."""
PLACE = """
import numpy as np
from kullerwerk.players.digging import compiled, moves, tables
from rules.company.board import default_board
assert compiled.__file__.startswith({here!r}), compiled.__file__
compiled.keep_compiled()
numbers = tables.tables(default_board(), True, True, 400)
own, room, luck = np.array([0]), np.zeros(1, np.int64), np.array([7])
space = moves.best_place(numbers, 0, own, 0, 0, np.zeros(16), room, luck)
print(space, sum(moves.best_place.stats.cache_hits.values()))
"""
"""Calls a function of one file that calls into another, by which one of equal spaces is chosen."""


@pytest.fixture
def copied(tmp_path):
    """The packages on their own, without anything kept."""
    for name in ("kullerwerk", "rules", "scenes", "sim"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=ignored)
    return tmp_path


def called(copied, program):
    """What a program prints, and whether the machine code was there already, in a new process."""
    own = {"NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT", "PYTHONPATH"}
    environment = {key: value for key, value in os.environ.items() if key not in own}
    ran = subprocess.run(
        [sys.executable, "-c", program.format(here=str(copied))],
        env={**environment, "PYTHONPATH": str(copied)},
        cwd=copied,
        check=False,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    found, hits = ran.stdout.split()
    return float(found), int(hits) > 0


def edit(path, before, after):
    """Change a line of a file into one of the same length."""
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1
    assert len(after) == len(before)
    path.write_text(text.replace(before, after), encoding="utf-8")


def test_a_change_of_contacts_is_noticed_by_the_next_process(copied):
    """In the file that is called, and only there."""
    assert called(copied, CONTACT) == (0.5, False)
    assert called(copied, CONTACT) == (0.5, True)
    before = "row[TWIST], row[DEPTH], row[STIFF] = material[2], twist, depth, stiff"
    edit(copied / "sim" / "contact.py", before, before.replace(" depth,", " 2.0*1,"))
    assert called(copied, CONTACT) == (2.0, False)
    assert called(copied, CONTACT) == (2.0, True)


def test_a_change_of_playouts_is_noticed_by_the_next_process(copied):
    space, kept = called(copied, PLACE)
    assert not kept
    assert called(copied, PLACE) == (space, True)
    # The last of equal spaces is chosen.
    edit(copied / DIGGING / "discs.py", "return (x * below) >> 32", "return (0 * below) >> 32")
    last, kept = called(copied, PLACE)
    assert last != space
    assert not kept


def compiling(folder):
    """The files of a folder with compiled functions, and their trees."""
    for path in folder.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if any(
            isinstance(mark, ast.Name) and mark.id == "compiled"
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef)
            for mark in node.decorator_list
        ):
            yield path, tree


def modules_from(tree):
    """The files of this project that a file takes something from."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            place = ROOT.joinpath(*str(node.module).split("."))
            taken = [place.with_suffix(".py"), *(place / f"{name.name}.py" for name in node.names)]
            yield from (path for path in taken if path.is_file())


@pytest.mark.parametrize(
    ("folder", "keyed", "some"),
    [
        ("sim", [ROOT / "sim" / name for name in contacts._FILES], {"contact", "columns", "world"}),
        (
            DIGGING,
            [*(ROOT / DIGGING).glob("*.py"), *digging._CONSTANTS],
            {"discs", "position", "net", "state"},
        ),
    ],
)
def test_whatever_compiled_code_is_made_of_keys_it(folder, keyed, some):
    """Files with compiled functions, and those they take anything from: constants are built in."""
    needed = set()
    for path, tree in compiling(ROOT / folder):
        needed |= {path, *modules_from(tree)}
    assert {path.stem for path in needed} >= some
    missing = needed - set(keyed)
    assert not missing, f"they do not key the kept machine code: {sorted(missing)}"
