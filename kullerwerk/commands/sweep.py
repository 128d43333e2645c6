"""``kullerwerk sweep``: how does a course change with its fields?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kullerwerk.commands.studies import Cluster, Jobs, leave
from kullerwerk.console import (
    Json,
    Output,
    Quiet,
    Seed,
    counted,
    fail,
    open_output,
    quoted,
    seed_or_random,
)

if TYPE_CHECKING:
    from kullerwerk.lab.measure import Measurement
    from kullerwerk.lab.sweep import Plan, Swept

TOLD = 40
"""So many layouts are printed."""
COLUMNS = ("turns", "off_table", "spread")
"""The figures that are printed."""


def sweep(
    study: Annotated[
        Path, typer.Argument(metavar="STUDY.toml", help="What varies, and over which values.")
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Where results go, and from where it goes on; default: STUDY."
        ),
    ] = None,
    jobs: Jobs = 1,
    cluster: Cluster = "",
    seed: Seed = None,
    quiet: Quiet = False,
    json: Json = None,
) -> None:
    """Measure a course with some of its fields over lists, grids or distributions.

    All layouts share their random numbers. A layout that cannot be built,
    because pieces overlap or the gate is too narrow, is a row that says
    why. FOLDER gets points.parquet (a row per layout: values, figures with
    intervals, seed, version, hash of the scene), points.png and what is
    done so far: Ctrl-C stops, and the same command goes on later. More
    throws or more values go on from what is there, too.

    JSON: "points" holds values, problem and figures; lengths in mm.
    """
    from kullerwerk.lab.sample import Work
    from kullerwerk.lab.study import Interrupted, StudyError
    from kullerwerk.lab.sweep import read_sweep
    from kullerwerk.lab.sweep import sweep as make
    from kullerwerk.stopping import stop_signals

    output = open_output(quiet, json, inputs=[study])
    folder = out if out is not None else Path(study.stem)
    try:
        plan = read_sweep(study, seed, seed_or_random(None))
    except StudyError as error:
        fail(f"{error}.")
    try:
        with (
            stop_signals(raising=False) as stopped,
            output.progress_of("throwing", "throws/s") as progress,
        ):
            swept = make(plan, folder, Work(jobs, cluster, stopped, progress))
    except StudyError as error:
        fail(f"{error}.")
    except Interrupted as stop:
        leave(output, stop, folder, plan.seed)
    _tell(output, swept)
    _write(output, swept, folder)
    output.result(data_of(swept))


def _write(output: Output, swept: Swept, folder: Path) -> None:
    from kullerwerk.tables import write_frame

    write_frame(folder / "points.parquet", swept.table)
    output.say(f"all figures in {quoted(folder / 'points.parquet')}")
    if any(found is not None for found in swept.found):
        swept.plot(folder / "points.png")
        output.say(f"picture in {quoted(folder / 'points.png')}")


def _tell(output: Output, swept: Swept) -> None:
    """Print a row per layout, or what keeps it from being one."""
    plan = swept.plan
    output.say(f"{plan.name}: {heading(plan)}")
    keys = [k for k in COLUMNS if k != "spread" or len(plan.sets) > 1]
    rows = [[*plan.fields, *(key.replace("_", " ") for key in keys)]]
    for point, found in list(zip(plan.points, swept.found, strict=True))[:TOLD]:
        values = [shown(point.values[field]) for field in plan.fields]
        rows.append([*values, *([point.problem] if found is None else figures(found, keys))])
    for line in aligned(rows):
        output.say(f"  {line}")
    if len(plan.points) > TOLD:
        output.say(f"  and {counted(len(plan.points) - TOLD, 'layout')} more")


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a table; the last cell of a short row is as long as it likes."""
    full = max(len(row) for row in rows)
    widths = [
        max(len(row[k]) for row in rows if len(row) == full or k < len(row) - 1)
        for k in range(full)
    ]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)).rstrip()
        for row in rows
    ]


def heading(plan: Plan) -> str:
    """Return what a sweep is made of."""
    throws = (
        f"{counted(plan.size.throws, 'throw')} each"
        if plan.size.until is None
        else f"until intervals are {plan.size.until:g} to each side"
    )
    return (
        f"{counted(len(plan.points), 'layout')} of {plan.track.name}, {throws}, "
        f"{', '.join(plan.sets)} by {plan.player}, seed {plan.seed}; 95 % intervals"
    )


def shown(value: object) -> str:
    """Return a field's value for people."""
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def figures(found: Measurement, keys: Sequence[str]) -> list[str]:
    """Return figures with their intervals, briefly."""
    return [_told(found, key) for key in keys]


def _told(found: Measurement, key: str) -> str:
    from kullerwerk.lab.figures import text_of

    figure = next((f for f in found.figures if f.name == key), None)
    if figure is None:
        return "not known"
    return text_of(figure.estimate, figure.unit).removesuffix(f" {figure.unit}")


def data_of(swept: Swept) -> dict[str, Any]:
    """Return a sweep as JSON data."""
    from kullerwerk.lab.measure import data_of as measured

    plan = swept.plan
    return {
        "kind": "sweep",
        "track": plan.track.name,
        "seed": plan.seed,
        "fields": list(plan.fields),
        "points": [
            {
                "values": dict(point.values),
                "problem": point.problem or None,
                "scene": None if found is None else found.origin["scene"],
                "figures": None if found is None else measured(found)["figures"],
            }
            for point, found in zip(plan.points, swept.found, strict=True)
        ],
    }
