"""What a tuning leaves in a folder: the best layouts as track files, and tables of all tries."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import kullerwerk
from kullerwerk.lab.figures import OVERALL, text_of
from kullerwerk.lab.measure import HEADLINES
from kullerwerk.tables import write_frame
from scenes.files import library, save_track, scene_hash, source_text

if TYPE_CHECKING:
    from kullerwerk.lab.tune import Best, Plan, Tuned

_HEADER = "# Tuned by kullerwerk"


def write(tuned: Tuned, folder: Path) -> list[Path]:
    """Write everything into a folder that is there; return the track files, the best one first.

    Where wishes conflict, those layouts of the search of which none is better in everything get a
    table and a picture too. Raises `scenes.errors.SceneError`, OSError.
    """
    write_frame(folder / "tries.parquet", tuned.table)
    write_frame(folder / "best.parquet", tuned.best_table)
    if len(tuned.plan.goal.wishes) > 1:
        write_frame(folder / "pareto.csv", tuned.pareto)
        tuned.plot(folder / "pareto.png")
    return write_best(tuned, folder)


def file_name(number: int) -> str:
    """Return the name of the file of a layout that is reported."""
    return f"best-{number}.toml"


def write_best(tuned: Tuned, folder: Path) -> list[Path]:
    """Write the best layouts as track files, with their figures above and the comments kept.

    Raises `scenes.errors.SceneError`.
    """
    plan = tuned.plan
    text = source_text(plan.source) if plan.source else ""
    if text.startswith(_HEADER):
        text = text.partition("\n\n")[2]
    files: list[Path] = []
    for number, one in enumerate(tuned.best, 1):
        own = text
        if plan.source in [entry.name for entry in library() if entry.kind == "track"]:
            # The first sentence of a library track tells what it is; the others its units.
            own = re.sub(r"\A# [^.]*\.", f"# {one.track.name}, from {plan.track.name}.", text)
        target = folder / file_name(number)
        head = "\n".join(f"# {line}".rstrip() for line in figure_lines(plan, one))
        save_track(one.track, target, f"{_HEADER}.\n{head}\n\n{own}")
        files.append(target)
    return files


def figure_lines(plan: Plan, one: Best) -> list[str]:
    """Return what a file says of its layout's figures."""
    found = one.found
    rows = [
        f for f in found.figures if f.set == OVERALL and (f.key in HEADLINES or f.key == "spread")
    ]
    rows += [f for f in found.figures if f.set and f.name in plan.goal.keys]
    return [
        f"Wanted: {plan.goal}. Figures of the layout as it stands here, 95 % intervals:",
        *(f"  {f.title}: {text_of(f.estimate, f.unit)}" for f in rows),
        f"{found.throws} throws in {found.runs} runs of {', '.join(found.sets)} by {found.player}, "
        f"seed {found.seed},",
        f"version {kullerwerk.__version__}, scene {scene_hash(one.track)}.",
    ]
