"""``kullerwerk measure``: how does this course play?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kullerwerk.commands.hills import Asked, Files, measure_hill
from kullerwerk.commands.studies import (
    THROWS,
    Aims,
    Cluster,
    GameOptions,
    Jobs,
    RaceCount,
    Racers,
    Sets,
    StudyFolder,
    Throws,
    Until,
    leave,
    only_on_a_hill,
    only_on_a_track,
)
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
    report_target,
    seed_or_random,
    table_target,
    whole,
)
from kullerwerk.console import measure as measure_of

if TYPE_CHECKING:
    from kullerwerk.lab.figures import Figure
    from kullerwerk.lab.measure import Measurement
    from kullerwerk.lab.races import RaceStudy
    from scenes.track import Track

SHOWN = 5
"""So many dead corners are told of."""


def measure(
    track: Annotated[
        str, typer.Argument(help="Name of a library track or marble hill, or a TOML file.")
    ],
    throws: Throws = None,
    until: Until = None,
    sets: Sets = "",
    player: Aims = "greedy",
    races: RaceCount = 0,
    players: Racers = "",
    option: GameOptions = None,
    jobs: Jobs = 1,
    cluster: Cluster = "",
    study: StudyFolder = None,
    at: Annotated[
        str,
        typer.Option(
            metavar="X,Y",
            help="Do not run: throw from here with every set (middle of the snout line, mm).",
        ),
    ] = "",
    heading: Annotated[
        float,
        typer.Option(
            parser=measure_of(-360, 360, "degrees"),
            metavar="DEG",
            help="With --at: where the towers look, counter-clockwise from +x.",
        ),
    ] = 0.0,
    picture: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw where dice land, or marbles run: .png or .svg."),
    ] = None,
    table: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A row per throw or drop: .parquet or .csv."),
    ] = None,
    race_table: Annotated[
        Path | None,
        typer.Option(
            "--race-table",
            "--game-table",
            metavar="FILE",
            help="A row per tower and race, or per player and game: .parquet or .csv.",
        ),
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

    Turns to the finish, throws off the table and stuck ones, where towers
    are trapped, and which passage is the hardest, each with a 95 %
    interval. The same seed makes the same throws, whatever --jobs and
    --cluster are. Ctrl-C stops; with --study the same command goes on
    later. For the replays of --report the runs are made once more, to keep
    the ways of their dice.

    With --at they do not run: every set throws from that place, --throws in
    all.

    --races lets them race one another too: who wins, by set and by who
    begins, how often the lead changes, and whether dice or hands decide.
    For that half of the races are raced again with one player's hand at
    half its skill.

    A marble hill: single marbles are dropped into every hatch, with the
    slider at either side. How many come out, through which exit and which
    lanes of the path, how long that takes, and which fork is the least even;
    --games plays whole games on it.

    JSON: "figures" holds key, set (null = all), value, low and high;
    lengths in mm.
    """
    from kullerwerk.lab import measure as lab
    from kullerwerk.lab import races as racing
    from kullerwerk.lab.runs import Runs
    from kullerwerk.lab.sample import Work
    from kullerwerk.lab.study import Interrupted, StudyError
    from kullerwerk.loading import open_course, read_player, read_racers, read_some_sets
    from kullerwerk.stopping import stop_signals
    from kullerwerk.tables import write_frame
    from scenes.hill import MarbleHill

    out = open_output(
        quiet, json, picture_target(picture), table_target(table), report_target(report),
        Target("--race-table", race_table, (".csv", ".parquet")), inputs=[track],
    )  # fmt: skip
    scene = open_course(track)
    if isinstance(scene, MarbleHill):
        aims = "" if player == "greedy" else player
        only_on_a_track(track, sets=sets, player=aims, at=at, heading=heading)
        asked = Asked(
            throws, until, races, players, option or (), jobs, cluster, study, seed_or_random(seed)
        )
        files = Files(picture, table, race_table, report, replays)
        measure_hill(out, scene, track, asked, files)
        return
    only_on_a_hill(track, option or ())
    throws = THROWS if throws is None else throws
    chosen = read_some_sets(scene, sets)
    if at:
        if until is not None or races or players or race_table is not None:
            fail(f"--at {at}: nothing is run from there; leave out --until, --races and the like.")
        root = seed_or_random(seed)
        work = (jobs, cluster)
        _landings(out, scene, (at, heading), chosen, throws, root, work, study, picture, table)
        return
    if heading:
        fail(f"--heading {heading:g}: expected --at X,Y as well.")
    who = read_player(player)
    if race_table is not None and not races:
        fail("--race-table FILE: there are no races; expected --races N as well.")
    if players and not races:
        fail("--players: expected --races N as well, for them to race.")
    racers = read_racers(players, chosen) if races else ()
    root = seed_or_random(seed)
    try:
        with (
            stop_signals(raising=False) as stopped,
            out.progress_of("throwing", "pieces/s") as progress,
        ):
            work = Work(jobs, cluster, stopped, progress)
            job = Runs(scene, chosen, who, root)
            found = lab.measured(job, throws, until, study, work)
            if races:
                field = racing.Races(scene, chosen[: len(racers)], racers, root)
                folder = None if study is None else study / "races"
                found = replace(found, races=racing.race_study(field, races, folder, work))
    except StudyError as error:
        fail(f"{error}.")
    except Interrupted as stop:
        leave(out, stop, study, root)
    _tell(out, found, track)
    if found.races is not None:
        _tell_races(out, found.races)
    if table is not None:
        write_frame(table, found.rows)
        out.say(f"throws in {table}")
    if race_table is not None and found.races is not None:
        write_frame(race_table, found.races.rows)
        out.say(f"races in {race_table}")
    if picture is not None:
        found.plot(picture)
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
            leave(out, stop, study, root)
        out.say(f"report in {report}")
    out.result(lab.data_of(found))


def _landings(
    out: Output,
    scene: Track,
    place: tuple[str, float],
    sets: tuple[str, ...],
    throws: int,
    seed: int,
    by: tuple[int, str],
    study: Path | None,
    picture: Path | None,
    table: Path | None,
) -> None:
    """Throw with every set from one place, tell and draw where the dice land."""
    from kullerwerk.lab import landings as lab
    from kullerwerk.lab.sample import Work
    from kullerwerk.lab.study import Interrupted, StudyError
    from kullerwerk.layout import layout_problems
    from kullerwerk.loading import read_numbers
    from kullerwerk.stopping import stop_signals
    from kullerwerk.tables import write_frame
    from sim.settled import DEGREE, FULL_TURN, MM

    at, heading = place
    x, y = read_numbers("at", at, at, 2)
    pose = (round(x * MM), round(y * MM), round(heading * DEGREE) % FULL_TURN)
    job = lab.Landings(scene, sets, pose, seed)
    for name in sets:
        for _, _, problem in layout_problems(scene, job.request(name)):
            fail(f"--at {at} --heading {heading:g}: {problem} (set {name}).")
    try:
        with (
            stop_signals(raising=False) as stopped,
            out.progress_of("throwing") as progress,
        ):
            found = lab.landed(job, throws, study, Work(*by, stopped, progress))
    except StudyError as error:
        fail(f"{error}.")
    except Interrupted as stop:
        leave(out, stop, study, seed)
    out.say(
        f"{scene.name}: {counted(found.table.height, 'throw')} of {', '.join(sets)} from {at} mm, "
        f"heading {heading:g} degrees, seed {seed}; 95 % intervals"
    )
    for name in sets:
        out.say(name)
        for figure in found.figures:
            if figure.set == name:
                out.say(_line(figure, "throw", "throw"))
    if table is not None:
        write_frame(table, found.rows)
        out.say(f"throws in {table}")
    if picture is not None:
        from kullerwerk.draw.landings import landings_picture

        landings_picture(found, picture)
        out.say(f"picture in {picture}")
    out.result(lab.data_of(found))


def _tell(out: Output, found: Measurement, track: str) -> None:
    """Print the figures of all sets together, and then what sets the sets apart."""
    from kullerwerk.lab.corners import corner_text, corners
    from kullerwerk.lab.figures import OVERALL
    from kullerwerk.lab.measure import HEADLINES

    out.say(
        f"{track}: {counted(found.throws, 'throw')} in {counted(found.runs, 'run')} of "
        f"{', '.join(found.sets)} by {found.player}, seed {found.seed}; 95 % intervals"
    )
    for figure in found.figures:
        if figure.set == OVERALL:
            out.say(_line(figure, "run", "throw"))
    for figure in found.figures:
        if figure.key == found.hardest:
            out.say(f"  hardest: {figure.label.removeprefix('turns on ')}")
    for corner in corners(found.table)[:SHOWN]:
        out.say(f"  dead corner {corner_text(corner)}")
    if len(found.sets) > 1:
        for name in found.sets:
            out.say(f"{name}")
            for key in HEADLINES:
                figure = next(f for f in found.figures if (f.key, f.set) == (key, name))
                out.say(_line(figure, "run", "throw"))


def _line(figure: Figure, cluster: str, item: str) -> str:
    """Return a figure with its interval and what it rests on."""
    from kullerwerk.lab.figures import basis_text, text_of

    text = text_of(figure.estimate, figure.unit)
    return f"  {figure.label:<40} {text:<28} {basis_text(figure.estimate, cluster, item)}".rstrip()


def _tell_races(out: Output, raced: RaceStudy) -> None:
    """Print what the races came to."""
    from kullerwerk.lab.figures import basis_text, text_of

    out.say(f"{counted(raced.races, 'race')} of {raced.field}; 95 % intervals")
    for figure in raced.figures:
        label = f"{figure.label}: {figure.set}" if figure.set else figure.label
        basis = basis_text(figure.estimate, "pair", "race")
        out.say(f"  {label:<50} {text_of(figure.estimate, figure.unit):<28} {basis}".rstrip())
