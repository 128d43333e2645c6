"""``kullerwerk race``: computer players race on a track, a line per turn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kullerwerk.console import (
    STOPPED,
    Json,
    Output,
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
            "carry a skill from 0 to 1, as in greedy:skill=0.5, and an aimer the number of throws "
            "that it tries before a decision, as in aimer:playouts=8.",
        ),
    ] = "greedy,aimer,random,greedy",
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
            "cancels be cancelled.",
        ),
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

    A record or picture that exists already is replaced. Ctrl-C leaves a record
    that replays to where the race was stopped.

    JSON: "scene" is the hash of the track, "turns" a turn each. Lengths in mm,
    angles in degrees, times in s.
    """
    from kullerwerk.loading import open_game, open_track, read_options, read_players, read_sets
    from kullerwerk.playing import begin, play
    from kullerwerk.race import Story, line, race_data
    from kullerwerk.stopping import stop_signals
    from rules.core.errors import RulesError
    from sim.provider import provenance

    open_game(game)
    if game != "koenig":
        fail(f"--game {game}: it has no track; 'kullerwerk play {game} --text' plays it.")
    written = Target("--record", record, (".jsonl",))
    out = open_output(quiet, json, picture_target(picture), written, inputs=[scene])
    track = open_track(scene)
    specs = read_players(players)
    names = read_sets(track, sets, len(specs))
    root = seed_or_random(seed)
    try:
        at = begin(game, track, names, read_options(option or []))
    except RulesError as error:
        fail(f"{error}.")

    story = Story()
    seats = range(len(specs))
    field = ", ".join(f"{at.state.who(k)} ({specs[k]})" for k in seats)
    out.say(f"{track.title or track.name}, seed {root}: {field}")
    try:
        with stop_signals(raising=True) as asked:

            def on_step(pending: Pending, answer: Any, step: Step[State]) -> None:
                del pending, answer
                for turn in story.hear(step.state, step.events):
                    out.say(line(turn, step.state.who(turn.seat), specs[turn.seat].kind))
                if asked():
                    raise KeyboardInterrupt

            end = play(at, specs, root, record, on_step)
    except KeyboardInterrupt:
        kept = f"; {record} holds what was played" if record is not None else ""
        fail(f"Stopped after {counted(len(story.turns), 'turn')}{kept}.", STOPPED)
    names = tuple(map(end.who, seats))
    _finish(out, track, specs, names, story, end, picture)
    if record is not None:
        out.say(f"record in {record}")
    said = [str(spec) for spec in specs]
    data = race_data(end, story.turns, names, said, seed=root, engine=provenance())
    out.result({"kind": "race", **data})


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
