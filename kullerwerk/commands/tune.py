"""``kullerwerk tune``: a better course."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kullerwerk.commands import sweep
from kullerwerk.commands.studies import Aims, Cluster, Jobs, Sets, TrackName, leave
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
    whole,
)

if TYPE_CHECKING:
    from kullerwerk.lab.goals import Goal
    from kullerwerk.lab.ranges import Range
    from kullerwerk.lab.tune import Tuned
    from scenes.track import Track


def tune(
    track: TrackName,
    vary: Annotated[
        list[str],
        typer.Option(
            metavar="FIELD=LOW..HIGH",
            help="What may vary, e.g. half_spheres.A.x=700..900; FIELD=A|B chooses; obstacles=80: "
            "all half-spheres, by up to 80 mm. Again for more.",
        ),
    ],
    goal: Annotated[
        str,
        typer.Option(
            metavar="WISHES", help="What is wanted, e.g. 'turns=14, fairness, off_table<0.03'."
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Where results go, and from where it goes on; default: TRACK-tuned.",
        ),
    ] = None,
    tries: Annotated[
        int, typer.Option(parser=whole(1, 100_000), metavar="N", help="Layouts that are tried.")
    ] = 64,
    throws: Annotated[
        int, typer.Option(parser=whole(1, 10_000_000), metavar="N", help="Throws of each of them.")
    ] = 2_000,
    check: Annotated[
        int,
        typer.Option(
            parser=whole(2, 10_000_000), metavar="N", help="Throws of each that is reported."
        ),
    ] = 20_000,
    best: Annotated[
        int, typer.Option(parser=whole(1, 50), metavar="K", help="Most layouts that are reported.")
    ] = 3,
    sets: Sets = "",
    player: Aims = "greedy",
    jobs: Jobs = 1,
    cluster: Cluster = "",
    seed: Seed = None,
    quiet: Quiet = False,
    json: Json = None,
) -> None:
    """Search for layouts that come nearer to what you want (needs the extra 'tune').

    turns=14 is as near to 14 as can be, fairness as few turns as can be
    between the slowest and the fastest set, off_table alone as small as can
    be; off_table<0.03 and turns>12 must hold. Only layouts that can be
    built and raced on count. The best ones are thrown anew with fresh
    seeds, chosen by that, and reported by further throws, so that luck in
    the search is no part of any figure. With wishes that conflict you get
    those of which none is better in everything.

    FOLDER gets best-1.toml and so on (tracks with their figures on top),
    best.parquet, tries.parquet, with conflicting wishes pareto.csv and
    pareto.png, and what is done so far: Ctrl-C stops, the same command goes
    on later.

    JSON: "best" holds file, values, figures and what the search saw;
    lengths in mm.
    """
    from kullerwerk.lab.sample import Work
    from kullerwerk.lab.study import Interrupted, StudyError
    from kullerwerk.lab.tune import Plan
    from kullerwerk.lab.tune import tune as make
    from kullerwerk.loading import open_track, read_player, read_some_sets
    from kullerwerk.stopping import stop_signals

    output = open_output(quiet, json, inputs=[track])
    scene = open_track(track)
    chosen = read_some_sets(scene, sets)
    root = seed_or_random(seed)
    plan = Plan(
        track, scene, chosen, read_player(player), root, _ranges(scene, vary),
        _goal(scene, goal, chosen), tries, throws, check, best,
    )  # fmt: skip
    folder = out if out is not None else Path(f"{Path(track).stem}-tuned")
    try:
        with (
            stop_signals(raising=False) as stopped,
            output.progress_of("throwing", "throws/s") as progress,
        ):
            tuned = make(plan, folder, Work(jobs, cluster, stopped, progress))
    except StudyError as error:
        fail(f"{error}.")
    except Interrupted as stop:
        leave(output, stop, folder, root)
    files = _write(tuned, folder)
    _tell(output, tuned, files)
    output.say(f"all tries in {quoted(folder / 'tries.parquet')}")
    if len(plan.goal.wishes) > 1:
        front = len(tuned.front)
        output.say(
            f"{counted(front, 'layout')} of the search of which none is better in everything in "
            f"{quoted(folder / 'pareto.csv')}, picture in {quoted(folder / 'pareto.png')}"
        )
    output.result(data_of(tuned, files))


def _ranges(scene: Track, texts: list[str]) -> tuple[Range, ...]:
    from kullerwerk.lab.ranges import parse_ranges
    from kullerwerk.lab.vary import FieldError

    try:
        return parse_ranges(scene, texts)
    except FieldError as error:
        fail(f"--vary {error}.")


def _goal(scene: Track, text: str, sets: tuple[str, ...]) -> Goal:
    from kullerwerk.lab.goals import GoalError, parse_goal

    try:
        return parse_goal(text, sets, len(scene.course))
    except GoalError as error:
        fail(f"--goal {text}: {error}.")


def _write(tuned: Tuned, folder: Path) -> list[Path]:
    from scenes.errors import SceneError

    try:
        return tuned.save(folder)
    except SceneError as error:
        fail(f"{error}.")


def _tell(output: Output, tuned: Tuned, files: list[Path]) -> None:
    """Print what was tried, the best layouts with their figures, and what is changed in them."""
    plan = tuned.plan
    built = [one for one in tuned.tries if one.found is not None]
    output.say(
        f"{plan.source}: {plan.goal}; {counted(len(built), 'layout')} tried with "
        f"{counted(plan.throws, 'throw')} each, {len(tuned.tries) - len(built)} that could not be "
        f"built; {', '.join(plan.sets)} by {plan.player}, seed {plan.seed}"
    )
    if all(one.score.excess > 0.0 for one in tuned.best):
        limits = ", ".join(str(term) for term in plan.goal.limits)
        output.say(f"No layout keeps {limits}; these come nearest.")
    elif len(plan.goal.wishes) > 1:
        output.say("None of these is better than another one in everything:")
    keys = list(plan.goal.keys)
    keys += [key for key in ("turns", "off_table", "trapped") if key not in keys]
    rows = [["", *(key.replace("_", " ") for key in keys)]]
    for file, one in zip(files, tuned.best, strict=True):
        rows.append([file.name, *sweep.figures(one.found, keys)])
        if one.tried.found is not None:
            rows.append(["  in the search", *sweep.figures(one.tried.found, keys)])
    for line in sweep.aligned(rows):
        output.say(f"  {line}")
    output.say(
        f"95 % intervals; figures of the files out of {plan.check} fresh throws each, which had no "
        "part in the choice"
    )
    for file, one in zip(files, tuned.best, strict=True):
        values = ", ".join(f"{k} {sweep.shown(v)}" for k, v in one.tried.values.items())
        output.say(f"{quoted(file)}: {values}")


def data_of(tuned: Tuned, files: list[Path]) -> dict[str, Any]:
    """Return a tuning as JSON data."""
    from kullerwerk.lab.measure import data_of as measured

    plan = tuned.plan
    return {
        "kind": "tune",
        "track": plan.track.name,
        "goal": str(plan.goal),
        "vary": [str(one) for one in plan.ranges],
        "seed": plan.seed,
        "tries": sum(one.found is not None for one in tuned.tries),
        "refused": sum(one.found is None for one in tuned.tries),
        "best": [
            {
                "file": str(file),
                "scene": one.found.origin["scene"],
                "values": dict(one.tried.values),
                "limits_hold": one.score.excess == 0.0,
                "searched": one.tried.found and measured(one.tried.found),
                "found": measured(one.found),
            }
            for file, one in zip(files, tuned.best, strict=True)
        ],
    }
