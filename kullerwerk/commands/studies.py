"""Options and words that the lab's commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, NoReturn

import typer

from kullerwerk import console
from kullerwerk.console import STOPPED, Output, quoted, whole

BUG = 70
"""Exit code where the fault is ours."""

Throws = Annotated[
    int,
    typer.Option(parser=whole(1, 10_000_000), metavar="N", help="How many throws in all."),
]
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
        "--races", parser=whole(0, 1_000_000), metavar="N", help="Race so many times as well."
    ),
]
Racers = Annotated[
    str,
    typer.Option(
        "--players",
        metavar="LIST",
        help="Who races, as in 'race'; default: greedy with every set.",
        show_default=False,
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
