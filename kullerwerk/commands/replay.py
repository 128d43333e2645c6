"""``kullerwerk replay``: does a record play again to the same end, without physics?

Any game can be told event by event; a race also turn by turn, and it can be drawn.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kullerwerk.console import Json, Output, Quiet, counted, fail, open_output, picture_target

if TYPE_CHECKING:
    from rules.core.records import Replay


def replay(
    record: Annotated[
        Path, typer.Argument(help="A record that 'kullerwerk race' or 'kullerwerk play' wrote.")
    ],
    turns: Annotated[
        bool, typer.Option("--turns", help="Tell every turn of a race again; else as --tell.")
    ] = False,
    tell: Annotated[
        bool, typer.Option("--tell", help="Tell every decision and event of any game again.")
    ] = False,
    board: Annotated[
        bool, typer.Option("--board", help="Draw the table in text, as it stands at the end.")
    ] = False,
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
            help="Draw the race again (.png or .svg); needs its track or hill, see --track.",
        ),
    ] = None,
    track: Annotated[
        str,
        typer.Option(
            "--track",
            "--hill",
            help="Track or hill of the picture; default: the one that the record names.",
        ),
    ] = "",
    quiet: Quiet = False,
    json: Json = None,
) -> None:
    """Play a record again without physics and check it to the last digest.

    JSON: the "digest" of the end, whether the record is "complete", and for a race
    what 'kullerwerk race' gives, for other games the end and what --tell tells.
    """
    from kullerwerk.physics import has_physics

    if track and picture is None:
        fail(f"--track {track}: the track is for a picture; expected --picture as well.")
    out = open_output(quiet, json, picture_target(picture), inputs=[record, track or record])
    played = _play_again(record, partial)
    race = has_physics(played.header.game)
    if picture is not None and not race:
        fail(f"--picture {picture}: {record} holds a game of {played.header.game}, not a race.")
    if tell or (turns and not race):
        for sentence in _told(played):
            out.say(sentence)
    if race:
        _race(out, record, played, turns and not tell, board, picture, track)
    else:
        _game(out, record, played, board)


def _told(played: Replay) -> list[str]:
    """Return every decision and event as a line."""
    from kullerwerk.told import told
    from rules.core.registry import game

    return list(told(game(played.header.game), played))


def _game(out: Output, record: Path, played: Replay, board: bool) -> None:
    """Tell the end of a game of any kind."""
    from kullerwerk.told import won
    from rules.core.registry import game
    from rules.core.types import Over

    head = played.header
    rules = game(head.game)
    if board:
        out.say(rules.draw(played.state, None))
    count = counted(played.lines, "answer")
    over = rules.pending(played.state)
    end = won(rules, played.state, over) if isinstance(over, Over) else f"broken off after {count}"
    verb = "replays" if played.lines == 1 else "replay"
    out.say(f"{record}: {count} {verb} to digest {played.digest}; {end}")
    out.result(
        {
            "kind": "replay",
            "digest": played.digest,
            "complete": played.complete,
            "game": head.game,
            "options": head.options,
            "seed": head.seed,
            "engine": dict(head.engine),
            "players": list(head.players),
            "end": over.termination if isinstance(over, Over) else None,
            "ranking": list(over.ranking) if isinstance(over, Over) else None,
            "scores": list(over.scores) if isinstance(over, Over) else None,
            "answers": played.lines,
            "told": _told(played),
        }
    )


def _race(
    out: Output,
    record: Path,
    played: Replay,
    turns: bool,
    board: bool,
    picture: Path | None,
    track: str,
) -> None:
    """Tell a race, and draw it."""
    from kullerwerk.loading import scene_of
    from kullerwerk.races import race_of
    from rules.core.registry import game

    head = played.header
    scene = scene_of(head, track) if picture is not None else None
    rules = game(head.game)
    told = race_of(head.game, rules.load(head.setup), head.players or ["player"] * head.seats)
    for _, _, step in played.steps:
        for line in told.hear(step.state, step.events):
            if turns:
                out.say(line)
    if board:
        out.say(rules.draw(played.state, None))
    count = counted(told.turns, "turn")
    verb = "replays" if told.turns == 1 else "replay"
    out.say(f"{record}: {count} {verb} to digest {played.digest}; {told.result()}")
    if picture is not None:
        told.draw(scene, picture)
        out.say(f"picture in {picture}")
    data = told.data(seed=head.seed, engine=head.engine, scene=str(head.board["scene"]))
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
