"""``kullerwerk measure``: how does this course play?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from kullerwerk import console
from kullerwerk.console import (
    STOPPED,
    Json,
    Output,
    Quiet,
    Seed,
    counted,
    fail,
    open_output,
    picture_target,
    quoted,
    report_target,
    seed_or_random,
    table_target,
    whole,
)

if TYPE_CHECKING:
    from kullerwerk.lab.measure import Measurement

BUG = 70
"""Exit code where the fault is ours."""


def measure(
    track: Annotated[str, typer.Argument(help="Name of a library track, or a TOML file.")],
    throws: Annotated[
        int,
        typer.Option(parser=whole(1, 10_000_000), metavar="N", help="How many throws in all."),
    ] = 20_000,
    until: Annotated[
        float | None,
        typer.Option(
            parser=console.measure(1e-4, 0.5, "share"),
            metavar="W",
            help="Instead: as many as make intervals at most W to each side, e.g. 0.01.",
        ),
    ] = None,
    sets: Annotated[
        str, typer.Option(metavar="A,B", help="Piece sets that run; default: all of the track.")
    ] = "",
    player: Annotated[
        str, typer.Option(metavar="PLAYER", help="Who aims: greedy, random or aimer.")
    ] = "greedy",
    jobs: Annotated[
        int, typer.Option(parser=whole(1, 256), metavar="N", help="Processes that throw.")
    ] = 1,
    cluster: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS", help="Dask scheduler whose workers throw, tcp://HOST:PORT."
        ),
    ] = "",
    study: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Keep what is done here, and go on from it."),
    ] = None,
    picture: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw where dice land: .png or .svg.")
    ] = None,
    table: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A row per throw: .parquet or .csv.")
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option(metavar="FILE.html", help="One page with it all, replays included."),
    ] = None,
    replays: Annotated[
        int,
        typer.Option(
            parser=whole(0, 200_000), metavar="N", help="Throws that the page can play, at most."
        ),
    ] = 25_000,
    seed: Seed = None,
    quiet: Quiet = False,
    json: Json = None,
) -> None:
    """Let every tower run the course alone, many times: how a layout plays.

    Turns to the finish, throws off the table and stuck ones, where towers are
    trapped, and which passage is the hardest, each with a 95 % interval. The same
    seed makes the same throws, whatever --jobs and --cluster are. Ctrl-C stops;
    with --study the same command goes on later. For the replays of --report the
    runs are made once more, to keep the ways of their dice.

    JSON: "figures" holds key, set (null = all), value, low and high; lengths in mm.
    """
    from kullerwerk.lab import measure as lab
    from kullerwerk.lab.study import Interrupted, StudyError
    from kullerwerk.loading import open_track, read_player, read_some_sets
    from kullerwerk.stopping import stop_signals
    from kullerwerk.tables import write_frame

    out = open_output(
        quiet, json, picture_target(picture), table_target(table), report_target(report),
        inputs=[track],
    )  # fmt: skip
    scene = open_track(track)
    chosen = read_some_sets(scene, sets)
    who = read_player(player)
    root = seed_or_random(seed)
    try:
        with (
            stop_signals(raising=False) as stopped,
            out.progress_of("throwing", "pieces/s") as progress,
        ):
            found = lab.measure(
                scene, throws, until=until, sets=chosen, player=who, seed=root, jobs=jobs,
                cluster=cluster, folder=study, stopped=stopped, progress=progress,
            )  # fmt: skip
    except StudyError as error:
        fail(f"{error}.")
    except Interrupted as stop:
        interrupted(out, stop, study, root)
    _tell(out, found, track)
    if table is not None:
        write_frame(table, found.rows)
        out.say(f"throws in {table}")
    if picture is not None:
        from kullerwerk.draw.landing import landing_picture

        landing_picture(found, picture)
        out.say(f"picture in {picture}")
    if report is not None:
        from kullerwerk.lab.report.page import write_page

        try:
            with (
                stop_signals(raising=False) as stopped,
                out.progress_of("throwing again, for the replays") as progress,
            ):
                write_page(
                    found, report, replays, jobs=jobs, cluster=cluster, stopped=stopped,
                    progress=progress,
                )  # fmt: skip
        except Interrupted as stop:
            _interrupted(out, stop, study, root)
        out.say(f"report in {report}")
    out.result(lab.data_of(found))


def interrupted(out: Output, stop: Exception, study: Path | None, seed: int) -> NoReturn:
    """Say what is kept and how to go on, and leave."""
    why = str(stop)
    if study is None:
        kept = "nothing is kept; with --study FOLDER the same command would go on"
    else:
        kept = (
            f"what is done is in {quoted(study)}: the same command with --seed {seed} goes on there"
        )
    out.say(f"Stopped{f' ({why})' if why else ''}: {kept}.")
    raise typer.Exit(BUG if why else STOPPED)


def _tell(out: Output, found: Measurement, track: str) -> None:
    """Print the figures of all sets together, and then what sets the sets apart."""
    from kullerwerk.lab.measure import HEADLINES, OVERALL, text_of

    out.say(
        f"{track}: {counted(found.throws, 'throw')} in {counted(found.runs, 'run')} of "
        f"{', '.join(found.sets)} by {found.player}, seed {found.seed}; 95 % intervals"
    )
    for figure in found.figures:
        if figure.set == OVERALL:
            out.say(f"  {figure.label:<40} {text_of(figure.estimate, figure.unit)}")
    if len(found.sets) > 1:
        for name in found.sets:
            out.say(f"{name}")
            for key in HEADLINES:
                figure = next(f for f in found.figures if (f.key, f.set) == (key, name))
                out.say(f"  {figure.label:<40} {text_of(figure.estimate, figure.unit)}")
