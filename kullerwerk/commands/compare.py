"""``kullerwerk compare``: which of two layouts plays how?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kullerwerk.commands.hills import Asked, compare_hills
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
    keep_comparison,
    leave,
    only_on_a_hill,
    only_on_a_track,
)
from kullerwerk.console import (
    Json,
    Output,
    Quiet,
    Seed,
    counted,
    fail,
    open_output,
    picture_target,
    seed_or_random,
    table_target,
)

if TYPE_CHECKING:
    from kullerwerk.lab.compare import Comparison
    from scenes.track import Track


def compare(
    a: Annotated[str, typer.Argument(help="A library track or marble hill, or a TOML file.")],
    b: Annotated[str, typer.Argument(help="The one to compare with it.")],
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
    picture: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw both, and what differs: .png or .svg."),
    ] = None,
    table: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A row per figure: .parquet or .csv.")
    ] = None,
    seed: Seed = None,
    quiet: Quiet = False,
    json: Json = None,
) -> None:
    """Let towers run (and race on) two courses with the same dice: what differs?

    Every figure of 'measure' for both, their difference with its 95 %
    interval, and whether they can be told apart; if not yet, how many more
    runs would tell the difference that was seen. --until is for
    differences. Ctrl-C stops; with --study the same command goes on later.
    Two marble hills are compared by the same marbles, and games.

    JSON: "figures" holds both values, "change" (B less A), "told" and
    "more"; mm.
    """
    from kullerwerk.lab import compare as lab
    from kullerwerk.lab.races import Races
    from kullerwerk.lab.runs import Runs
    from kullerwerk.lab.sample import Work
    from kullerwerk.lab.study import Interrupted, StudyError
    from kullerwerk.loading import open_course, read_player, read_racers
    from kullerwerk.stopping import stop_signals
    from scenes.hill import MarbleHill

    out = open_output(quiet, json, picture_target(picture), table_target(table), inputs=[a, b])
    first, second = open_course(a), open_course(b)
    if isinstance(first, MarbleHill) and isinstance(second, MarbleHill):
        only_on_a_track(a, sets=sets, player="" if player == "greedy" else player)
        asked = Asked(
            throws, until, races, players, option or (), jobs, cluster, study, seed_or_random(seed)
        )
        compare_hills(out, (first, second), (a, b), asked, picture, table)
        return
    if isinstance(first, MarbleHill) or isinstance(second, MarbleHill):
        hill, track = (a, b) if isinstance(first, MarbleHill) else (b, a)
        fail(f"{hill} is a marble hill and {track} a track; expected two of one kind.")
    only_on_a_hill(a, option or ())
    throws = THROWS if throws is None else throws
    chosen = _sets(first, second, sets)
    who = read_player(player)
    if players and not races:
        fail("--players: expected --races N as well, for them to race.")
    racers = read_racers(players, chosen) if races else ()
    root = seed_or_random(seed)
    raced = None
    try:
        with (
            stop_signals(raising=False) as stopped,
            out.progress_of("throwing") as progress,
        ):
            work = Work(jobs, cluster, stopped, progress)
            one, other = (Runs(track, chosen, who, root) for track in (first, second))
            studies = lab.compare((one, other), throws, until, study, work)
            if races:
                field = chosen[: len(racers)]
                one, other = (Races(track, field, racers, root) for track in (first, second))
                raced = lab.race_both((one, other), races, study, work)
    except StudyError as error:
        fail(f"{error}.")
    except Interrupted as stop:
        leave(out, stop, study, root)
    found = lab.compared(*studies, raced)
    _tell(out, found, (a, b))
    keep_comparison(out, found, picture, table)
    out.result(lab.data_of(found))


def _sets(first: Track, second: Track, text: str) -> tuple[str, ...]:
    """Return the sets of ``--sets``, or all that both have, or leave the command."""
    from kullerwerk.lab.compare import common_sets
    from kullerwerk.loading import read_some_sets

    if text:
        read_some_sets(second, text)
        return read_some_sets(first, text)
    both = common_sets(first, second)
    if not both:
        fail(f"{first.name} and {second.name} have no piece set in common.")
    return both


def _tell(out: Output, found: Comparison, names: tuple[str, str]) -> None:
    """Print the verdict, and a line for every figure."""
    first, second = found.first, found.second
    races = f", {counted(found.races[0].races, 'race')} each" if found.races is not None else ""
    out.say(
        f"A = {names[0]}, B = {names[1]}: {counted(first.runs, 'run')} each "
        f"({first.throws} and {second.throws} throws) of {', '.join(first.sets)} by "
        f"{first.player}{races}, seed {first.seed}; 95 % intervals of what B is beside A"
    )
    out.say(f"B beside A: {found.verdict()}")
    out.say()
    for one in found.differences:
        if one.figure.set and one.figure.key.startswith("turns_p"):
            continue
        label = f"{one.figure.label}: {one.figure.set}" if one.figure.set else one.figure.label
        unit = one.figure.unit
        out.say(f"  {label:<50} {_values(one.first.value, one.second.value, unit):<22} "
                f"{one.verdict()}")  # fmt: skip


def _values(a: float, b: float, unit: str) -> str:
    from kullerwerk.lab.figures import said

    return f"{said(a, unit)} -> {said(b, unit)}"
