"""``kullerwerk race``: computer players race on a track or a hill, told line by line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kullerwerk.console import (
    STOPPED,
    Json,
    Quiet,
    Seed,
    Target,
    counted,
    fail,
    open_output,
    picture_target,
    seed_or_random,
)

if TYPE_CHECKING:
    from kullerwerk.playing import Beginning
    from rules.core.types import Pending, Step
    from scenes.hill import MarbleHill
    from scenes.track import Track

FIELD = {"koenig": "greedy,aimer,random,greedy", "kullern": "greedy,search"}
"""Who plays where nobody says so."""


def race(
    scene: Annotated[
        str,
        typer.Argument(
            help="Name of a library track (kullern: hill), or a TOML file; default: rundkurs "
            "(kullern: galton).",
            show_default=False,
        ),
    ] = "",
    game: Annotated[str, typer.Option(help="The game to play: koenig or kullern.")] = "koenig",
    players: Annotated[
        str,
        typer.Option(
            metavar="LIST",
            help="random, greedy, aimer with commas between them, in seating order; each may "
            "carry a skill from 0 to 1, as in greedy:skill=0.5, and an aimer the number of throws "
            "that it tries before a decision, as in aimer:playouts=8. In kullern: random, greedy, "
            "search, which may carry what it spends on a decision, as in search:playouts=50. "
            "Default: greedy,aimer,random,greedy (kullern: greedy,search).",
            show_default=False,
        ),
    ] = "",
    sets: Annotated[
        str,
        typer.Option(metavar="LIST", help="The players' piece sets; default: the track's first."),
    ] = "",
    option: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE",
            help="An option of the game; repeatable. "
            "round_cap=60: the race ends after so many rounds, and the farthest tower wins. "
            "hand_mode=false: true lets a tower be put where it disturbs something, and then it "
            "goes back. reorient_after_blocked_turns=0: after so many blocked turns a tower may "
            "be turned on the spot; 0 = never. variant=family: the version of the game, or pro, "
            "with a draft of parts and action cards. For pro: predraft=true: if three play, a part "
            "of each group is first taken out of the game. cocked=nearest: the number of a leaning "
            "die; reroll throws it again. cancel_targets_cancel=false: true lets a card that "
            "cancels be cancelled. For kullern: variant=full, or junior; marmots_for_two=4; "
            "turn_cap=200; 'kullerwerk games' lists all.",
        ),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the game down, line by line (.jsonl)."),
    ] = None,
    picture: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Draw every die's way over the course, or hut and hill at the end: .png or .svg.",
        ),
    ] = None,
    seed: Seed = None,
    quiet: Quiet = False,
    json: Json = None,
) -> None:
    """Race on a track, or up a hill: what happens line by line, the result, a picture.

    A record or picture that exists already is replaced. Ctrl-C leaves a record
    that replays to where the race was stopped.

    JSON: "scene" is the hash of the track or hill, "turns" a turn each. Lengths in
    mm, angles in degrees, times in s.
    """
    from kullerwerk.loading import read_players, read_players_of
    from kullerwerk.physics import provenance
    from kullerwerk.playing import play
    from kullerwerk.races import race_of
    from kullerwerk.stopping import stop_signals
    from scenes.files import scene_hash

    written = Target("--record", record, (".jsonl",))
    out = open_output(quiet, json, picture_target(picture), written, inputs=[scene] * bool(scene))
    stage = _stage(game, scene)
    said = players or FIELD[game]
    specs = read_players(said) if game == "koenig" else read_players_of(game, said)
    at, root = _beginning(game, stage, sets, option or [], len(specs), seed)
    told = race_of(game, at.state, [str(spec) for spec in specs])
    out.say(f"{stage.title or stage.name}, seed {root}: {told.field()}")
    try:
        with stop_signals(raising=True) as asked:

            def on_step(pending: Pending, answer: Any, step: Step[Any]) -> None:
                del pending, answer
                for line in told.hear(step.state, step.events):
                    out.say(line)
                if asked():
                    raise KeyboardInterrupt

            for line in told.hear(at.state, at.events):
                out.say(line)
            play(at, specs, root, record, on_step)
    except KeyboardInterrupt:
        kept = f"; {record} holds what was played" if record is not None else ""
        fail(f"Stopped after {counted(told.turns, 'turn')}{kept}.", STOPPED)
    out.say(told.result())
    if picture is not None:
        told.draw(stage, picture)
        out.say(f"picture in {picture}")
    if record is not None:
        out.say(f"record in {record}")
    data = told.data(seed=root, engine=provenance(game), scene=scene_hash(stage))
    out.result({"kind": "race", **data})


def _stage(game: str, scene: str) -> Track | MarbleHill:
    """Return the track or hill of a race, or leave the command."""
    from kullerwerk.loading import open_game, open_scene
    from kullerwerk.physics import SCENES, has_physics

    rules = open_game(game)
    if not has_physics(game):
        known = " or ".join(SCENES)
        fail(
            f"--game {game}: {rules.title} cannot be simulated, expected {known}; "
            f"'kullerwerk play {game} --text' plays it."
        )
    return open_scene(game, scene)


def _beginning(
    game: str,
    stage: Track | MarbleHill,
    sets: str,
    option: list[str],
    seats: int,
    seed: int | None,
) -> tuple[Beginning, int]:
    """Return a race before its first decision with its seed, or leave the command."""
    from kullerwerk.loading import read_options, read_sets
    from kullerwerk.playing import begin, begin_on_hill
    from rules.core.errors import RulesError
    from scenes.hill import MarbleHill

    options = read_options(option)
    if isinstance(stage, MarbleHill) and sets:
        fail(f"--sets {sets}: {game} has no piece sets to choose; leave it out.")
    try:
        if isinstance(stage, MarbleHill):
            return begin_on_hill(stage, seats, options), seed_or_random(seed)
        names = read_sets(stage, sets, seats)
        return begin(game, stage, names, options), seed_or_random(seed)
    except RulesError as error:
        fail(f"{error}.")
