"""``kullerwerk calibrate``: which materials does this table have?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from kullerwerk.commands.studies import Cluster, DieName, Jobs, StudyFolder, leave
from kullerwerk.console import (
    Json,
    Output,
    Quiet,
    Seed,
    Target,
    counted,
    fail,
    open_output,
    picture_target,
    quoted,
    seed_or_random,
    whole,
)
from kullerwerk.console import measure as measure_of

if TYPE_CHECKING:
    from kullerwerk.lab.calibrate import Calibrated
    from kullerwerk.lab.resting import Given


def calibrate(
    table: Annotated[
        Path, typer.Argument(metavar="TABLE.csv", help="Where real dice came to rest, a row each.")
    ],
    track: Annotated[
        str, typer.Option(help="The track they were thrown on: a library name, or a TOML file.")
    ] = "rundkurs",
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.toml", help="Write the track with the fitted materials, and intervals."
        ),
    ] = None,
    fit: Annotated[
        Literal["die_table", "die_ramp", "die_wood"],
        typer.Option(help="What is fitted: die on table, on its ramp, or on half-spheres."),
    ] = "die_table",
    at: Annotated[
        str,
        typer.Option(
            metavar="X,Y",
            help="Middle of the snout line, mm, of all throws; default: the table's columns.",
        ),
    ] = "",
    heading: Annotated[
        float,
        typer.Option(
            parser=measure_of(-360, 360, "degrees"),
            metavar="DEG",
            help="With --at: where the tower looks, counter-clockwise from +x.",
        ),
    ] = 0.0,
    tower: Annotated[
        str, typer.Option(metavar="SET", help="Whose tower threw; default: the table's column.")
    ] = "",
    die: DieName = "",
    pull: Annotated[
        float,
        typer.Option(
            parser=measure_of(50, 5000, "mm/s"),
            metavar="MM/S",
            help="Speed at which the hat was pulled up, 50 to 5000 mm/s.",
        ),
    ] = 600.0,
    blur: Annotated[
        float,
        typer.Option(
            parser=measure_of(0, 100, "mm"),
            metavar="MM",
            help="How far a noted place may be off (standard deviation).",
        ),
    ] = 2.0,
    throws: Annotated[
        int,
        typer.Option(
            parser=whole(0, 1_000_000),
            metavar="N",
            help="Simulated throws of the last round; 0: 8000, or 30 for each of the table's.",
        ),
    ] = 0,
    jobs: Jobs = 1,
    cluster: Cluster = "",
    study: StudyFolder = None,
    picture: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw table, simulation and fit: .png or .svg."),
    ] = None,
    seed: Seed = None,
    quiet: Quiet = False,
    json: Json = None,
) -> None:
    """Refit materials to where your own dice came to rest, with 95 % intervals.

    TABLE.csv has a row per throw: rest_x and rest_y in mm, or off or stuck in
    the column outcome; the tower's x, y and heading_deg, or --at for all of
    them; tower, or --tower. 40 to 200 throws are enough. Nothing else may
    stand on the track.

    Restitution and friction of one contact are fitted, the other materials
    stay what the track says. A number that the table cannot tell stays as
    well, and you are told. --out writes a copy of the track that measure,
    throw and race take.

    JSON: "fitted" holds name, before, value, low, high and told; "misfit" the
    share of simulated tables that fit worse than yours.
    """
    from kullerwerk.lab.calibrate import calibrate as make
    from kullerwerk.lab.calibrated import data_of, write_track
    from kullerwerk.lab.repeats import Plan
    from kullerwerk.lab.resting import TableError, read_resting
    from kullerwerk.lab.sample import Work
    from kullerwerk.lab.study import Interrupted, StudyError
    from kullerwerk.loading import open_track
    from kullerwerk.stopping import stop_signals
    from scenes.errors import SceneError

    output = open_output(
        quiet, json, picture_target(picture), Target("--out", out, (".toml",)),
        inputs=[track, table],
    )  # fmt: skip
    scene = open_track(track)
    try:
        rows = read_resting(table, scene, _given(at, heading, tower, die, pull))
    except TableError as error:
        fail(f"{error}.")
    root = seed_or_random(seed)
    plan = Plan(scene, rows, fit, root, blur, throws)
    try:
        with (
            stop_signals(raising=False) as stopped,
            output.progress_of("throwing", "throws/s") as progress,
        ):
            found = make(plan, study, Work(jobs, cluster, stopped, progress))
    except StudyError as error:
        fail(f"{error}.")
    except Interrupted as stop:
        leave(output, stop, study, root)
    _tell(output, found, table, track)
    if out is not None:
        try:
            write_track(found, out, track, table.name)
        except SceneError as error:
            fail(f"{error}.")
        output.say(f"track with these materials in {quoted(out)}")
    if picture is not None:
        found.plot(picture)
        output.say(f"picture in {quoted(picture)}")
    output.result(data_of(found, table.name))


def _given(at: str, heading: float, tower: str, die: str, pull: float) -> Given:
    """Return what the options say of all throws."""
    from kullerwerk.lab.resting import Given
    from kullerwerk.loading import read_numbers
    from sim.settled import FULL_TURN, MM

    if heading and not at:
        fail(f"--heading {heading:g}: expected --at X,Y as well.")
    pose = None
    if at:
        x, y = read_numbers("at", at, at, 2)
        pose = (round(x * MM), round(y * MM), round(heading * 100) % FULL_TURN)
    return Given(pose, tower, die, round(pull * MM))


def _tell(output: Output, found: Calibrated, table: Path, track: str) -> None:
    """Print what was fitted, what it was before, and what the table cannot tell."""
    from kullerwerk.lab.calibrated import estimate_lines, remarks

    plan = found.plan
    output.say(
        f"{table.name}: {counted(len(plan.rows), 'throw')} on {track}, {plan.pair} fitted by "
        f"{counted(found.throws, 'simulated throw')}, seed {plan.seed}; 95 % intervals"
    )
    output.say()
    for line in estimate_lines(found):
        output.say(f"  {line}")
    output.say()
    for line in remarks(found):
        output.say(line)
