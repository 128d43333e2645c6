"""Machine code of playouts that is kept must be that of the files as they are now."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kullerwerk.players.digging import compiled

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = Path("kullerwerk", "players", "digging")

CALL = """
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


def called(copied):
    """The space chosen, and whether the machine code was there already, in a new process."""
    own = {"NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT", "PYTHONPATH"}
    environment = {key: value for key, value in os.environ.items() if key not in own}
    ran = subprocess.run(
        [sys.executable, "-c", CALL.format(here=str(copied))],
        env={**environment, "PYTHONPATH": str(copied)},
        cwd=copied,
        check=False,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    space, hits = ran.stdout.split()
    return int(space), int(hits) > 0


def test_a_change_in_a_called_file_is_noticed_by_the_next_process(copied):
    space, kept = called(copied)
    assert not kept
    assert called(copied) == (space, True)
    path = copied / FOLDER / "discs.py"
    text = path.read_text(encoding="utf-8")
    before = "return (x * below) >> 32"
    assert text.count(before) == 1
    # As long as before, and only in the file that is called: the last of equal spaces is chosen.
    path.write_text(text.replace(before, "return (0 * below) >> 32"), encoding="utf-8")
    last, kept = called(copied)
    assert last != space
    assert not kept


def test_whatever_compiled_code_is_made_of_keys_it():
    """What files with compiled functions take from others may be constants, which are built in."""
    keyed = set((ROOT / FOLDER).glob("*.py")) | set(compiled._CONSTANTS)
    needed = set()
    for path in (ROOT / FOLDER).glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        marks = {
            ast.unparse(mark)
            for node in tree.body
            if isinstance(node, ast.FunctionDef)
            for mark in node.decorator_list
        }
        if "compiled" in marks:
            needed |= {
                ROOT.joinpath(*str(node.module).split(".")).with_suffix(".py")
                for node in tree.body
                if isinstance(node, ast.ImportFrom) and node.module != "__future__"
            }
    assert {path.stem for path in needed} >= {"discs", "position", "net", "state"}
    missing = needed - keyed
    assert not missing, f"they do not key the kept machine code: {sorted(missing)}"
