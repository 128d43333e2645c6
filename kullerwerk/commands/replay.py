"""``kullerwerk replay``: does a record play again to the same end, without physics?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kullerwerk.console import Json, Output, Quiet, check_target, fail


def replay(
    record: Annotated[Path, typer.Argument(help="A record that 'kullerwerk race' wrote.")],
    turns: Annotated[bool, typer.Option("--turns", help="Tell every turn again.")] = False,
    partial: Annotated[
        bool, typer.Option("--partial", help="Accept a record that breaks off without a word.")
    ] = False,
    picture: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Draw the race again (.png or .svg); needs its track, see --track.",
        ),
    ] = None,
    track: Annotated[
        str, typer.Option(help="Track of the picture; default: the one that the record names.")
    ] = "",
    quiet: Quiet = False,
    json: Json = None,
) -> None:
    """Play a record again without physics and check it to the last digest."""
    from kullerwerk.race import Story, line, result_line, standing_line
    from rules.core.errors import RecordError
    from rules.core.records import replay as play_again

    out = Output(quiet, json)
    if picture is not None:
        check_target(picture, (".png", ".svg"))
    try:
        played = play_again(record, partial=partial)
    except RecordError as error:
        fail(f"{error}.")
    state, head = played.state, played.header
    names = [state.pieces(seat).name for seat in range(head.seats)]
    kinds = [text.partition(":")[0] for text in head.players] or ["player"] * head.seats
    story = Story()
    for _, _, step in played.steps:
        for turn in story.hear(step.state, step.events):
            if turns:
                out.say(line(turn, names[turn.seat], kinds[turn.seat]))
    if played.complete:
        end = result_line(state, names, story.turns)
    else:
        end = f"broken off after {len(story.turns)} turns"
    out.say(f"{record}: {len(story.turns)} turns replay to digest {played.digest}; {end}")
    if picture is not None:
        from kullerwerk.draw.race import race_picture
        from kullerwerk.loading import open_track

        scene = open_track(track or str(head.board["name"]))
        legend = [
            standing_line(state, story.turns, seat, names[seat], kinds[seat])
            for seat in range(head.seats)
        ]
        race_picture(scene, names, story, legend, picture)
        out.say(f"picture in {picture}")
    out.result(
        {
            "kind": "replay",
            "digest": played.digest,
            "complete": played.complete,
            "turns": len(story.turns),
            "engine": dict(head.engine),
            "seed": head.seed,
            "players": list(head.players),
        }
    )
