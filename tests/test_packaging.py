"""The wheel holds everything: installed into an empty environment, run from another folder.

An editable install would hide a missing file, and so would the checkout as current folder.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    command = [
        sys.executable,
        "-m",
        "hatchling",
        "build",
        "--target",
        "wheel",
        "--directory",
        folder,
    ]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("kullerwerk-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """A fresh environment with the wheel in it, and the libraries of this one beside it.

    The libraries are lent by a path file, so that nothing is downloaded; the editable install's
    own path file is not followed, because path files count only in a site folder.
    """
    home = tmp_path_factory.mktemp("installed")
    venv.create(home, with_pip=False, symlinks=os.name != "nt")
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    site = Path(
        subprocess.run(
            [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
            check=True, capture_output=True, text=True,
        ).stdout.strip()
    )  # fmt: skip
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    libraries = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (site / "lent.pth").write_text("".join(f"{path}\n" for path in sorted(libraries)))
    return python


def run(python, folder, *args):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    return subprocess.run(
        [python, "-m", "kullerwerk", *args],
        cwd=folder, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_the_wheel_holds_every_data_file(wheel):
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    for package in ("scenes", "sim", "rules", "kullerwerk"):
        for path in (ROOT / package).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                assert path.relative_to(ROOT).as_posix() in packed
    assert not [name for name in packed if name.startswith(("tests/", "benchmarks/"))]


def test_installed_packages_are_the_wheels_own(installed, tmp_path):
    ran = subprocess.run(
        [installed, "-c", "import kullerwerk, sim; print(kullerwerk.__file__, sim.__file__)"],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    home = Path(installed).parent.parent
    assert all(Path(name).is_relative_to(home) for name in ran.stdout.split())


def test_scenes_are_listed_from_another_folder(installed, tmp_path):
    ran = run(installed, tmp_path, "scenes", "list")
    assert ran.returncode == 0, ran.stderr
    assert "rundkurs" in ran.stdout


def test_a_whole_race_from_another_folder(installed, tmp_path):
    ran = run(
        installed, tmp_path, "race", "kinderrunde", "--players", "greedy,greedy",
        "--seed", "1", "--record", "race.jsonl", "--picture", "race.png",
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert "wins" in ran.stdout
    assert (tmp_path / "race.png").stat().st_size > 10_000
    again = run(installed, tmp_path, "replay", "race.jsonl")
    assert again.returncode == 0, again.stderr
