"""``kullerwerk drop``: where do marbles go that are dropped into this hatch?"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kullerwerk.console import (
    STOPPED,
    Json,
    Output,
    Quiet,
    Seed,
    fail,
    open_output,
    picture_target,
    seed_or_random,
    whole,
)

if TYPE_CHECKING:
    from kullerwerk.drops import Dropped, Plan, Summary
    from sim.settled import Side

BUG = 70
"""Exit code where the fault is ours."""
SIDES = ("left", "right")


def drop(
    hill: Annotated[str, typer.Argument(help="Name of a library hill, or a TOML file.")] = "galton",
    hatch: Annotated[
        int | None,
        typer.Option(
            parser=whole(1), metavar="N", help="Roof hatch, from the left; default: all in turn."
        ),
    ] = None,
    balls: Annotated[
        int, typer.Option(parser=whole(1, 10_000_000), metavar="N", help="How many balls.")
    ] = 1000,
    slider: Annotated[
        str,
        typer.Option(
            metavar="SIDE", help="Exits that are open: left or right; default: as on the hill."
        ),
    ] = "",
    jobs: Annotated[
        int,
        typer.Option(parser=whole(1, 256), metavar="N", help="Processes that drop balls."),
    ] = 1,
    picture: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the shares: .png or .svg.")
    ] = None,
    seed: Seed = None,
    quiet: Quiet = False,
    json: Json = None,
) -> None:
    """Drop marbles one by one on an empty hill: where they go, with 95 % intervals.

    The same seed drops the same balls, whatever --jobs is. Ctrl-C ends a study
    early and gives what there is by then.

    JSON: "scene" is the hash of the hill, "asked" how many balls were wanted,
    "summary" the shares of ends, exits and gutters, "rows" one ball a line. Hatches,
    exits and gutters are counted from 1; lengths in mm, times in s.
    """
    from kullerwerk.drops import heading, lines, summarise
    from kullerwerk.jobs import Died

    out = open_output(quiet, json, picture_target(picture), inputs=[hill])
    plan = _plan(hill, hatch, slider, seed, balls)
    dropped: list[Dropped] = []
    died = False
    try:
        _run(out, plan, jobs, dropped)
    except Died:
        died = True
    dead = "a process that dropped balls died, maybe for want of memory"
    if not dropped:
        if died:
            fail(f"{dead}.", BUG)
        fail("Stopped before the first ball had come to rest.", STOPPED)
    dropped.sort(key=lambda one: one.ball)
    summary = summarise(plan.hill, dropped)
    title = heading(plan, len(dropped), plan.hill.title or plan.hill.name)
    out.say(title)
    for line in lines(plan, summary):
        out.say(f"  {line}")
    if picture is not None:
        from kullerwerk.draw.drops import drops_picture

        drops_picture(plan, dropped, summary, picture)
        out.say(f"picture in {picture}")
    if json is not None:
        out.result_text(_json(plan, dropped, summary))
    if died:
        fail(f"{dead}; what was dropped is kept.", BUG)
    if len(dropped) < balls:
        fail(f"Stopped after {len(dropped)} of {balls} balls.", STOPPED)


def _plan(hill: str, hatch: int | None, slider: str, seed: int | None, balls: int) -> Plan:
    """Return what is to be dropped, or leave the command."""
    from kullerwerk.drops import Plan
    from kullerwerk.loading import open_hill

    scene = open_hill(hill)
    hatches = len(scene.hut.hatches)
    if hatch is not None and hatch > hatches:
        fail(f"--hatch {hatch}: expected a hatch of {scene.name}, from 1 to {hatches}.")
    if slider and slider not in SIDES:
        fail(f"--slider {slider}: expected left or right.")
    side: Side = "left" if (slider or scene.hut.slider) == "left" else "right"
    return Plan(scene, hatch or 0, side, seed_or_random(seed), balls)


def _run(out: Output, plan: Plan, jobs: int, dropped: list[Dropped]) -> None:
    """Drop, until the end or until somebody asks to stop; ``dropped`` takes the balls."""
    from kullerwerk.drops import drop_all
    from kullerwerk.stopping import stop_signals

    with (
        contextlib.suppress(KeyboardInterrupt),
        stop_signals(raising=False) as asked,
        out.progress("dropping", plan.balls, "balls/s") as advance,
    ):
        for some in drop_all(plan, jobs, asked):
            dropped.extend(some)
            advance(len(some))


def _json(plan: Plan, dropped: list[Dropped], summary: Summary) -> str:
    """Return the JSON output: a head, the summary, and one row on a line of its own per ball."""
    from kullerwerk.console import FORMAT, dump_json
    from kullerwerk.drops import rows_text, summary_data
    from kullerwerk.physics import provenance
    from scenes.files import scene_hash

    head = dump_json(
        {
            "format": FORMAT,
            "kind": "drops",
            "hill": plan.hill.name,
            "scene": scene_hash(plan.hill),
            "seed": plan.seed,
            "hatch": plan.hatch or None,
            "slider": plan.slider,
            "asked": plan.balls,
            "engine": provenance("kullern"),
            "summary": summary_data(plan.hill, summary),
        }
    )
    return head.removesuffix("\n}\n") + f',\n  "rows": {rows_text(dropped)}\n}}\n'
