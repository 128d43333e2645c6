"""``kullerwerk throw``: where does a die go that is thrown from here?"""

from __future__ import annotations

import contextlib
import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kullerwerk.commands.studies import DieName, TrackName
from kullerwerk.console import (
    STOPPED,
    Json,
    Output,
    Quiet,
    Seed,
    counted,
    fail,
    measure,
    open_output,
    picture_target,
    seed_or_random,
    whole,
)

if TYPE_CHECKING:
    from kullerwerk.throws import Study, Summary
    from scenes.track import Track
    from sim.settled import DieSettled, DieThrow

THROWS = 1000
"""Throws of a study where nothing else is said."""


def throw(
    track: TrackName = "rundkurs",
    at: Annotated[
        str,
        typer.Option(
            metavar="X,Y",
            help="Middle of the tower's snout line, mm; default: the middle of the gate.",
        ),
    ] = "",
    heading: Annotated[
        float,
        typer.Option(
            parser=measure(-360, 360, "degrees"),
            metavar="DEG",
            help="Where the tower looks, degrees counter-clockwise from +x.",
        ),
    ] = 0.0,
    tower: Annotated[str, typer.Option(help="Set whose tower throws.")] = "yellow",
    die: DieName = "",
    blocker: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SET:X,Y,DEG", help="A blocker's middle (mm) and direction; repeatable."
        ),
    ] = None,
    rival: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SET:X,Y,DEG", help="Another standing tower (snout, heading); repeatable."
        ),
    ] = None,
    pull: Annotated[
        float,
        typer.Option(
            parser=measure(50, 5000, "mm/s"),
            metavar="MM/S",
            help="Speed at which the hat is pulled up, 50 to 5000 mm/s.",
        ),
    ] = 600.0,
    slip: Annotated[
        float,
        typer.Option(
            parser=measure(-1000, 1000, "mm/s"),
            metavar="MM/S",
            help="Sideways part of the pull, -1000 to 1000 mm/s, left = +.",
        ),
    ] = 0.0,
    start_face: Annotated[
        int,
        typer.Option(
            parser=whole(0, 20),
            metavar="N",
            help="Number on the face that lies on the ramp; 0 = any.",
        ),
    ] = 0,
    throws: Annotated[
        int | None,
        typer.Option(
            parser=whole(1, 10_000_000),
            metavar="N",
            help=f"How many throws; default: {THROWS}.",
        ),
    ] = None,
    only: Annotated[
        int | None,
        typer.Option(
            parser=whole(0, 2**63 - 1),
            metavar="K",
            help="Run throw K (counted from 0) of the study alone.",
        ),
    ] = None,
    picture: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw where the dice end: .png or .svg.")
    ] = None,
    paths: Annotated[
        bool, typer.Option("--paths", help="Put every path into the JSON rows.")
    ] = False,
    seed: Seed = None,
    quiet: Quiet = False,
    json: Json = None,
) -> None:
    """Throw a die many times from one place: shares with 95 % intervals, distances, numbers.

    A number counts when its die left the mouth and stayed on the table. Ctrl-C
    ends a study early and gives what there is by then.

    JSON: "scene" is the hash of the track, "request" what was thrown, "asked" how
    many throws were wanted, "summary" the shares, "rows" one throw a line. Lengths
    in mm, angles in degrees, times in s, speeds in mm/s.
    """
    from kullerwerk.loading import open_track
    from kullerwerk.throws import Study, summarise

    if only is not None and seed is None:
        fail("--only K repeats a throw of an earlier study; expected its --seed as well.")
    if only is not None and throws is not None and only >= throws:
        fail(f"--only {only}: expected a throw of the {throws}, counted from 0 to {throws - 1}.")
    out = open_output(quiet, json, picture_target(picture), inputs=[track])
    scene = open_track(track)
    request = _request(
        scene, at, heading, tower, die, blocker or [], rival or [], pull, slip, start_face
    )
    first, count = (0, throws or THROWS) if only is None else (only, 1)
    result = _run(out, Study(scene, request, seed_or_random(seed), first, (), count, track))
    summary = summarise(result)
    done = len(result.settled)
    _say(out, result, summary)
    if picture is not None:
        from kullerwerk.draw.throw import throw_picture

        throw_picture(result, summary, picture)
        out.say(f"picture in {picture}")
    if json is not None:
        out.result_text(_json(result, summary, paths))
    if done < count:
        fail(f"Stopped after {done} of {count} throws.", STOPPED)


def _run(out: Output, study: Study) -> Study:
    """Throw, until the end or until somebody asks to stop (before the first throw: leave)."""
    from kullerwerk.stopping import stop_signals
    from sim.batch import study as throws_of

    settled: list[DieSettled] = []
    with (
        contextlib.suppress(KeyboardInterrupt),
        stop_signals(raising=False) as asked,
        out.progress("throwing", study.asked) as advance,
    ):
        throws = throws_of(study.track, study.request, study.seed, study.asked, study.first)
        for _, one in throws:
            settled.append(one)
            advance(1)
            if asked():
                break
    if not settled:
        fail("Stopped before the first throw.", STOPPED)
    return dataclasses.replace(study, settled=tuple(settled))


def _request(
    scene: Track,
    at: str,
    heading: float,
    tower: str,
    die: str,
    blockers: list[str],
    rivals: list[str],
    pull: float,
    slip: float,
    start_face: int,
) -> DieThrow:
    """Make the request of the options, or fail with a sentence."""
    from kullerwerk.layout import layout_problems
    from kullerwerk.loading import read_numbers
    from scenes.parts import SIDES
    from sim.settled import FULL_TURN, MM, DieThrow, Standing

    sets = {s.name: s for s in scene.sets}
    names = ", ".join(sets)
    if tower not in sets:
        fail(f"--tower {tower}: there is no such set; expected {names}.")
    dice = {s.die.kind: s.name for s in reversed(scene.sets)} | {name: name for name in sets}
    if die and die not in dice:
        fail(f"--die {die}: there is no such die; expected {', '.join(dice)}.")
    thrown = dice[die] if die else tower
    if start_face > SIDES[sets[thrown].die.kind]:
        fail(f"--start-face {start_face}: a {sets[thrown].die.kind} has no such number.")

    def standing(option: str, text: str) -> Standing:
        name, found, place = text.partition(":")
        if not found or name not in sets:
            fail(f"--{option} {text}: expected SET:X,Y,DEG with a set out of {names}.")
        x, y, angle = read_numbers(option, text, place, 3)
        return Standing(name, (round(x * MM), round(y * MM), round(angle * 100) % FULL_TURN))

    if at:
        x, y = read_numbers("at", at, at, 2)
    else:
        ends = (scene.gate.left_post, scene.gate.right_post)
        x, y = (sum(end[i] for end in ends) / 2 for i in (0, 1))
    request = DieThrow(
        tower=tower,
        die=thrown,
        pose=(round(x * MM), round(y * MM), round(heading * 100) % FULL_TURN),
        towers=tuple(standing("rival", text) for text in rivals),
        blockers=tuple(standing("blocker", text) for text in blockers),
        pull=(round(pull * MM), round(slip * MM)),
        start_face=start_face,
    )
    turned = f" --heading {heading:g}" if heading else ""
    given = {
        "tower": [f"--at {at or f'{x:g},{y:g}'}{turned}"],
        "rival": [f"--rival {text}" for text in rivals],
        "blocker": [f"--blocker {text}" for text in blockers],
    }
    for what, number, problem in layout_problems(scene, request):
        fail(f"{given[what][number]}: {problem}.")
    return request


def _say(out: Output, study: Study, summary: Summary) -> None:
    """Print the study for people."""
    from kullerwerk.throws import QUANTILES, one_throw
    from sim.settled import DEGREE, MM

    x, y, heading = study.request.pose
    out.say(
        f"{study.track.title or study.track.name}: {study.die} out of the {study.request.tower} "
        f"tower at {x / MM:g},{y / MM:g} mm, {heading / DEGREE:g} degrees; seed {study.seed}"
    )
    if study.asked == 1:
        out.say(one_throw(study))
        return
    out.say(f"{counted(summary.throws, 'throw')}; shares with their 95 % intervals")
    out.say()
    for name, share in summary.outcomes.items():
        out.say(f"  {name.replace('_', ' '):<17} {share}")
    if summary.distances:
        out.say()
        out.say("  distance from the snout, of the dice at rest on the table")
        out.say("  " + "".join(f"{f'{q:.0%}':>8}" for q in QUANTILES) + "  of them within")
        out.say("  " + "".join(f"{d:8.0f}" for d in summary.distances) + "  mm")
        out.say(f"  median time to rest {summary.time:.2f} s")
    if counting := next(iter(summary.numbers.values())).total:
        out.say()
        out.say(f"  number, of the {counting} dice at rest on the table")
        for number, share in summary.numbers.items():
            out.say(f"  {number:<17} {share}")


def _json(study: Study, summary: Summary, paths: bool) -> str:
    """Return the JSON output: a head, the summary, and one row on a line of its own per throw."""
    from kullerwerk.console import FORMAT, dump_json
    from kullerwerk.throws import request_data, rows_text, summary_data
    from scenes.files import scene_hash
    from sim.provider import provenance

    head = dump_json(
        {
            "format": FORMAT,
            "kind": "throws",
            "track": study.track.name,
            "scene": scene_hash(study.track),
            "seed": study.seed,
            "first": study.first,
            "asked": study.asked,
            "engine": provenance(),
            "request": request_data(study),
            "summary": summary_data(summary),
        }
    )
    return head.removesuffix("\n}\n") + f',\n  "rows": {rows_text(study, paths)}\n}}\n'
