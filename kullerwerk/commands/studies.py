"""Arguments, options and words that the lab's commands share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from kullerwerk import console
from kullerwerk.console import STOPPED, Output, fail, quoted, whole

if TYPE_CHECKING:
    from kullerwerk.lab.compare import Comparison
    from kullerwerk.lab.hill_compare import HillComparison

BUG = 70
"""Exit code where the fault is ours."""

TrackName = Annotated[str, typer.Argument(help="Name of a library track, or a TOML file.")]
DieName = Annotated[
    str, typer.Option("--die", help="d4, d6, d10, d12 or a set's name; default: the tower's own.")
]
Throws = Annotated[
    int | None,
    typer.Option(
        "--throws",
        "--drops",
        parser=whole(1, 10_000_000),
        metavar="N",
        help="How many throws in all, or drops of single marbles; default: 20000, on a hill 4000.",
        show_default=False,
    ),
]
THROWS, DROPS = 20_000, 4_000
"""How many where nobody says so."""
Until = Annotated[
    float | None,
    typer.Option(
        parser=console.share_between(1e-4, 0.5),
        metavar="W",
        help="Instead: as many as make intervals at most W to each side, e.g. 0.01: 1 % of all "
        "throws or runs for a share, 1 % of itself for any other figure.",
    ),
]
Sets = Annotated[
    str, typer.Option(metavar="A,B", help="Piece sets that run; default: all of the track.")
]
Aims = Annotated[
    str, typer.Option("--player", metavar="PLAYER", help="Who aims: greedy, random or aimer.")
]
RaceCount = Annotated[
    int,
    typer.Option(
        "--races",
        "--games",
        parser=whole(0, 1_000_000),
        metavar="N",
        help="Race so many times as well, or play so many games on a hill.",
    ),
]
Racers = Annotated[
    str,
    typer.Option(
        "--players",
        metavar="LIST",
        help="Who races, as in 'race'; default: greedy with every set (hill: three of them).",
        show_default=False,
    ),
]
GameOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="On a hill: an option of its games, as in 'race', for example variant=junior; "
        "repeatable.",
    ),
]
Jobs = Annotated[int, typer.Option(parser=whole(1, 256), metavar="N", help="Processes that throw.")]
Cluster = Annotated[
    str,
    typer.Option(metavar="ADDRESS", help="Dask scheduler whose workers throw, tcp://HOST:PORT."),
]
StudyFolder = Annotated[
    Path | None,
    typer.Option("--study", metavar="FOLDER", help="Keep what is done here, and go on from it."),
]


def only_on_a_track(scene: str, **given: object) -> None:
    """Leave the command where an option is given that says nothing of a hill."""
    for name, value in given.items():
        if value:
            fail(f"--{name.replace('_', '-')}: {scene} is a marble hill, on which this says "
                 "nothing; leave it out.")  # fmt: skip


def only_on_a_hill(scene: str, options: Sequence[str]) -> None:
    """Leave the command where options of games are given for a track."""
    if options:
        fail(f"--option {options[0]}: {scene} is a track; this is for games on a marble hill.")


def keep_comparison(
    out: Output, found: Comparison | HillComparison, picture: Path | None, table: Path | None
) -> None:
    """Write what a comparison was asked to leave: a picture, its figures."""
    if picture is not None:
        found.plot(picture)
        out.say(f"picture in {picture}")
    if table is not None:
        from kullerwerk.tables import write_frame

        write_frame(table, found.rows)
        out.say(f"figures in {table}")


def leave(out: Output, stop: Exception, study: Path | None, seed: int) -> NoReturn:
    """Say what is kept of a study that was stopped and how to go on, and leave the command."""
    why = str(stop)
    if study is None:
        kept = "nothing is kept; with --study FOLDER the same command would go on"
    else:
        kept = (
            f"what is done is in {quoted(study)}: the same command with --seed {seed} goes on there"
        )
    out.say(f"Stopped{f' ({why})' if why else ''}: {kept}.")
    raise typer.Exit(BUG if why else STOPPED)
