"""``kullerwerk race``: computer players race on a track, a line per turn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kullerwerk.console import Json, Output, Quiet, Seed, check_target, fail, seed_or_random

if TYPE_CHECKING:
    from kullerwerk.players.specs import Spec
    from kullerwerk.race import Story
    from rules.core.types import Pending, Step
    from rules.koenig.state import State
    from scenes.track import Track


def race(
    scene: Annotated[
        str, typer.Argument(help="Name of a library track, or a TOML file.")
    ] = "rundkurs",
    game: Annotated[str, typer.Option(help="The game to play.")] = "koenig",
    players: Annotated[
        str,
        typer.Option(
            metavar="LIST",
            help="random, greedy, aimer with commas between them, in seating order; each may "
            "carry a skill from 0 to 1, as in aimer:skill=0.5.",
        ),
    ] = "greedy,aimer,random,greedy",
    sets: Annotated[
        str,
        typer.Option(metavar="LIST", help="The players' piece sets; default: the track's first."),
    ] = "",
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="An option of the game; repeatable."),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the game down, line by line (.jsonl)."),
    ] = None,
    picture: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw every die's way over the course: .png or .svg."),
    ] = None,
    seed: Seed = None,
    quiet: Quiet = False,
    json: Json = None,
) -> None:
    """Race on a track: a line per turn, then the result, a record and a picture.

    A record or picture that exists already is replaced.
    """
    from kullerwerk.loading import open_track, read_options, read_players, read_sets
    from kullerwerk.playing import begin, play
    from kullerwerk.race import Story, line
    from rules.core.errors import RulesError

    out = Output(quiet, json)
    if picture is not None:
        check_target(picture, (".png", ".svg"))
    if record is not None:
        check_target(record, (".jsonl",))
    track = open_track(scene)
    specs = read_players(players)
    names = read_sets(track, sets, len(specs))
    root = seed_or_random(seed)
    try:
        at = begin(game, track, names, read_options(option or []))
    except RulesError as error:
        fail(f"{error}.")

    story = Story()

    def on_step(pending: Pending, answer: Any, step: Step[State]) -> None:
        del pending, answer
        for turn in story.hear(step.state, step.events):
            out.say(line(turn, names[turn.seat], specs[turn.seat].kind))

    field = ", ".join(f"{name} ({spec})" for name, spec in zip(names, specs, strict=True))
    out.say(f"{track.title or track.name}, seed {root}: {field}")
    try:
        end = play(at, specs, root, record, on_step)
    except KeyboardInterrupt:
        kept = f"; {record} holds what was played" if record is not None else ""
        fail(f"Stopped after {len(story.turns)} turns{kept}.", 130)
    _finish(out, track, specs, names, story, end, picture)
    if record is not None:
        out.say(f"record in {record}")
    out.result(_data(track, specs, names, root, story, end))


def _finish(
    out: Output,
    track: Track,
    specs: tuple[Spec, ...],
    names: tuple[str, ...],
    story: Story,
    end: State,
    picture: Path | None,
) -> None:
    """Tell the result and draw the picture."""
    from kullerwerk.race import result_line, standing_line

    assert end.over is not None, "a game that was played to its end is over"
    out.say(result_line(end, names, story.turns))
    if picture is None:
        return
    from kullerwerk.draw.race import race_picture

    legend = [
        standing_line(end, story.turns, seat, name, spec.kind)
        for seat, (name, spec) in enumerate(zip(names, specs, strict=True))
    ]
    race_picture(track, names, story, legend, picture)
    out.say(f"picture in {picture}")


def _data(
    track: Track,
    specs: tuple[Spec, ...],
    names: tuple[str, ...],
    seed: int,
    story: Story,
    end: State,
) -> dict[str, Any]:
    """Return the race as JSON data."""
    from kullerwerk.race import turn_data
    from sim.provider import provenance

    assert end.over is not None, "a game that was played to its end is over"
    return {
        "kind": "race",
        "track": track.name,
        "seed": seed,
        "engine": provenance(),
        "players": [
            {"set": name, "player": str(spec)} for name, spec in zip(names, specs, strict=True)
        ],
        "end": end.over.termination,
        "ranking": list(end.over.ranking),
        "turns": [turn_data(turn) for turn in story.turns],
    }
