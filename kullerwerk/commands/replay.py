"""``kullerwerk replay``: does a record play again to the same end, without physics?"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kullerwerk.console import Json, Quiet, counted, fail, open_output, picture_target

if TYPE_CHECKING:
    from rules.core.records import Header, Replay
    from scenes.track import Track


def replay(
    record: Annotated[Path, typer.Argument(help="A record that 'kullerwerk race' wrote.")],
    turns: Annotated[bool, typer.Option("--turns", help="Tell every turn again.")] = False,
    partial: Annotated[
        bool,
        typer.Option(
            "--partial", help="Accept a record that breaks off, also in the middle of a line."
        ),
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
    """Play a record again without physics and check it to the last digest.

    JSON: what 'kullerwerk race' gives, the "digest" of the end, and whether the
    record is "complete".
    """
    from kullerwerk.race import Story, line, race_data, result_line, standing_line

    if track and picture is None:
        fail(f"--track {track}: the track is for a picture; expected --picture as well.")
    out = open_output(quiet, json, picture_target(picture), inputs=[record, track or record])
    played = _play_again(record, partial)
    state, head = played.state, played.header
    scene = _track_of(head, track) if picture is not None else None
    names = [state.who(seat) for seat in range(head.seats)]
    players = list(head.players) or ["player"] * head.seats
    kinds = [text.partition(":")[0] for text in players]
    story = Story()
    for _, _, step in played.steps:
        for turn in story.hear(step.state, step.events):
            if turns:
                out.say(line(turn, names[turn.seat], kinds[turn.seat]))
    end = result_line(state, names, story.turns)
    count = counted(len(story.turns), "turn")
    verb = "replays" if len(story.turns) == 1 else "replay"
    out.say(f"{record}: {count} {verb} to digest {played.digest}; {end}")
    if picture is not None and scene is not None:
        from kullerwerk.draw.race import race_picture

        legend = [
            standing_line(state, story.turns, seat, names[seat], kinds[seat])
            for seat in range(head.seats)
        ]
        race_picture(scene, names, story, legend, picture)
        out.say(f"picture in {picture}")
    data = race_data(state, story.turns, names, players, seed=head.seed, engine=head.engine)
    out.result(
        {"kind": "replay", "digest": played.digest, "complete": played.complete, **data},
    )


def _play_again(record: Path, partial: bool) -> Replay:
    """Play the record, or leave the command with the sentence of what is wrong with it."""
    from rules.core.errors import RecordError
    from rules.core.records import replay as play_again

    try:
        return play_again(record, partial=partial)
    except RecordError as error:
        hint = ""
        if not partial:
            with contextlib.suppress(RecordError):
                play_again(record, partial=True)
                hint = " (--partial replays what is there)"
        fail(f"{error}{hint}.")


def _track_of(head: Header, name: str) -> Track:
    """Return the track that a record was made on, to draw it; another one is refused."""
    from kullerwerk.loading import open_track
    from scenes.files import library, scene_hash

    own = str(head.board["name"])
    if not name and own not in [entry.name for entry in library()]:
        fail(f"the record was made on {own}, a track of your own; give its file with --track.")
    track = open_track(name or own)
    if scene_hash(track) != head.board["scene"]:
        if name:
            fail(f"--track {name}: the record was made on another track, or another version of it.")
        fail(f"the record was made on another version of {own}; give its file with --track.")
    return track
