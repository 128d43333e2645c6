"""Machine code that is kept for the next process must be that of the files as they are now."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sim import compiled

ROOT = Path(__file__).resolve().parent.parent.parent

CALL = """
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


@pytest.fixture
def copied(tmp_path):
    """The packages on their own, without anything kept."""
    for name in ("sim", "scenes"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=ignored)
    return tmp_path


def called(copied):
    """Depth of the contact, and whether the machine code was there already, in a new process."""
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
    depth, hits = ran.stdout.split()
    return float(depth), int(hits) > 0


def test_a_change_in_a_called_file_is_noticed_by_the_next_process(copied):
    assert called(copied) == (0.5, False)
    assert called(copied) == (0.5, True)
    path = copied / "sim" / "contact.py"
    text = path.read_text(encoding="utf-8")
    before = "row[TWIST], row[DEPTH], row[STIFF] = material[2], twist, depth, stiff"
    assert text.count(before) == 1
    # As long as before, and only in the file that is called.
    after = before.replace(" depth,", " 2.0*1,")
    assert len(after) == len(before)
    path.write_text(text.replace(before, after), encoding="utf-8")
    assert called(copied) == (2.0, False)
    assert called(copied) == (2.0, True)


def test_whatever_compiled_code_is_made_of_keys_it():
    """Files with compiled functions, and those they take anything from: constants are built in."""
    needed = set()
    for path in (ROOT / "sim").glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        marks = [
            mark.id
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef)
            for mark in node.decorator_list
            if isinstance(mark, ast.Name)
        ]
        if "compiled" not in marks:
            continue
        needed.add(path.name)
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module == "sim":
                needed |= {f"{name.name}.py" for name in node.names}
            elif isinstance(node, ast.ImportFrom) and str(node.module).startswith("sim."):
                needed.add(f"{str(node.module).removeprefix('sim.')}.py")
    missing = needed - set(compiled._FILES)
    assert not missing, f"they do not key the kept machine code: {sorted(missing)}"
