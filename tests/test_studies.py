"""The worked studies in docs/studies run as they stand there, with fewer throws."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

import kullerwerk as kw
from kullerwerk import cli

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "studies"
STUDIES = sorted(path for path in FOLDER.glob("*.md") if path.name != "README.md")


def blocks(path: Path, kind: str) -> list[str]:
    """Return what stands between fences of a kind ("": of none)."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", path.read_text(encoding="utf-8"), re.S | re.M)
    return [text for name, text in found if name == kind]


def run(name: str, throws: int) -> str:
    """Run the program of a study with so many throws; returns what it prints."""
    (program,) = blocks(FOLDER / f"{name}.md", "python")
    program, changed = re.subn(r"^THROWS = [\d_]+$", f"THROWS = {throws}", program, flags=re.M)
    assert changed == 1
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(program, name, "exec"), {"__name__": name})
    return printed.getvalue()


def shape(text: str) -> list[str]:
    """Lines without their numbers and blanks: what a page shows must look like what is printed."""
    return [re.sub(r"[-+\d.%\s±]+", "", line) for line in text.strip().splitlines()]


def printed_in(name: str) -> str:
    return blocks(FOLDER / f"{name}.md", "text")[-1]


def test_all_studies_are_listed():
    assert len(STUDIES) >= 3
    listed = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert all(f"]({path.name})" in listed for path in STUDIES)


def test_a_die_slides_down_a_ramp_as_the_law_says():
    printed = run("inclined-plane", 6)
    assert shape(printed) == shape(printed_in("inclined-plane"))
    for line in printed.splitlines()[1:-1]:
        words = line.split()
        assert abs(float(words[-1].rstrip("%"))) < (2.5 if words[0] == "yellow" else 1.2), line


def test_the_rundkurs_becomes_fairer(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    printed = run("fairer-rundkurs", 400)
    assert shape(printed) == shape(printed_in("fairer-rundkurs"))
    before, after = (float(line.split()[1]) for line in printed.splitlines() if "spread" in line)
    assert after < before
    assert kw.load_track("fairer-rundkurs.toml").title == "Fairer Rundkurs"
    assert "Fairer Rundkurs" in Path("fairer-rundkurs.html").read_text(encoding="utf-8")


def test_surfaces_differ(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    printed = run("surfaces", 200)
    assert shape(printed) == shape(printed_in("surfaces"))
    smooth, lively, felt = (
        float(line.split()[1]) for line in printed.splitlines() if line.startswith("  turns ")
    )
    assert lively < smooth < felt
    assert len(list(tmp_path.glob("*.png"))) == 3


@pytest.mark.parametrize("path", STUDIES, ids=lambda path: path.stem)
def test_commands_in_the_pages_run(path, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for block in blocks(path, ""):
        for line in block.splitlines():
            program, *args = line.split()
            assert program == "kullerwerk"
            args[args.index("--throws") + 1] = "40"
            assert cli.main(args) == 0
    capsys.readouterr()
