"""Reading what a user names, with one sentence where that cannot be."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kullerwerk.console import fail

if TYPE_CHECKING:
    from kullerwerk.players.specs import Spec
    from rules.core.records import Header
    from rules.core.types import Game, Step
    from scenes.hill import MarbleHill
    from scenes.track import Track


def open_track(name: str) -> Track:
    """Return the track of a library name or a file's path, or leave the command."""
    from scenes.errors import SceneError
    from scenes.files import load_scene, load_track

    try:
        return load_track(name)
    except SceneError as error:
        with contextlib.suppress(SceneError):
            if load_scene(name).kind == "hill":
                fail(f"{name} is a marble hill, and this needs a track; 'kullerwerk drop {name}' "
                     "drops marbles.")  # fmt: skip
        fail(f"{error}.")


def open_hill(name: str) -> MarbleHill:
    """Return the marble hill of a library name or a file's path, or leave the command."""
    from scenes.errors import SceneError
    from scenes.files import load_hill

    try:
        return load_hill(name)
    except SceneError as error:
        fail(f"{error}.")


def open_course(name: str) -> Track | MarbleHill:
    """Return the track or the marble hill of a name or a file's path, or leave the command."""
    from scenes.errors import SceneError
    from scenes.files import load_course

    try:
        return load_course(name)
    except SceneError as error:
        fail(f"{error}.")


def open_scene(game: str, name: str) -> Track | MarbleHill:
    """Return the track or hill that a game is to be played on, or leave the command.

    ``name`` "" = the one that comes with the game.
    """
    from kullerwerk.physics import DEFAULT_SCENES, SCENES, game_scene
    from scenes.errors import SceneError
    from scenes.files import load_scene

    name = name or DEFAULT_SCENES[game]
    try:
        return game_scene(game, name)
    except SceneError as error:
        with contextlib.suppress(SceneError):
            found = load_scene(name).kind
            for other, kind in SCENES.items():
                if found == kind != SCENES[game]:
                    fail(f"{name} is a {kind}, and {game} is played on a {SCENES[game]}; "
                         f"--game {other} is played on a {kind}.")  # fmt: skip
        fail(f"{error}.")


def scene_of(head: Header, name: str) -> Track | MarbleHill:
    """Return the track or hill that a record was made on; another one is refused."""
    from kullerwerk.physics import SCENES
    from scenes.files import library

    kind, own = SCENES[head.game], str(head.board["name"])
    if not name and own not in [entry.name for entry in library() if entry.kind == kind]:
        fail(f"the record was made on {own}, a {kind} of your own; give its file with --{kind}.")
    scene = open_track(name or own) if kind == "track" else open_hill(name or own)
    if not _made_on(head, scene):
        if name:
            fail(f"--{kind} {name}: the record was made on another {kind}, or another version "
                 "of it.")  # fmt: skip
        fail(f"the record was made on another version of {own}; give its file with --{kind}.")
    return scene


def _made_on(head: Header, scene: Track | MarbleHill) -> bool:
    """Whether a scene is that of a record; one of sampled marbles knows the places alone."""
    from scenes.files import scene_hash
    from scenes.hill import MarbleHill

    if isinstance(scene, MarbleHill) and not head.board["scene"]:
        from rules.core.registry import game
        from rules.kullern.board import hill_of

        return game(head.game).load(head.setup).board == hill_of(scene)
    return scene_hash(scene) == head.board["scene"]


def read_players(text: str) -> tuple[Spec, ...]:
    """Return the players of ``--players`` in a race on a track, or leave the command."""
    return _players(text)


def read_players_of(game: str, text: str) -> tuple[Spec, ...]:
    """Return the computer players of ``--players`` in a game, or leave the command."""
    from kullerwerk.players.specs import WITH_HANDS, kinds_of

    return _players(text, kinds_of(game), game == WITH_HANDS)


def _players(text: str, kinds: Sequence[str] = (), hands: bool = True) -> tuple[Spec, ...]:
    from kullerwerk.players.specs import KINDS, SpecError, parse_players

    try:
        return parse_players(text, kinds or KINDS, hands)
    except SpecError as error:
        fail(f"--players {text}: {error}.")


def read_sets(track: Track, text: str, seats: int) -> tuple[str, ...]:
    """Return the names of the players' piece sets, or leave the command."""
    names = [s.name for s in track.sets]
    if not text:
        if seats > len(names):
            fail(f"track {track.name} has {len(names)} piece sets, too few for {seats} players.")
        return tuple(names[:seats])
    chosen = tuple(part.strip() for part in text.split(","))
    for name in chosen:
        if name not in names:
            fail(f"--sets {text}: there is no set {name!r}; expected {', '.join(names)}.")
    if len(chosen) != seats or len(set(chosen)) != seats:
        fail(f"--sets {text}: expected {seats} different sets, one per player.")
    return chosen


def read_some_sets(track: Track, text: str) -> tuple[str, ...]:
    """Return the piece sets of ``--sets`` ("": all of the track), or leave the command."""
    names = tuple(s.name for s in track.sets)
    if not text:
        return names
    chosen = tuple(part.strip() for part in text.split(","))
    for name in chosen:
        if name not in names:
            fail(f"--sets {text}: there is no set {name!r}; expected {', '.join(names)}.")
    if len(set(chosen)) != len(chosen):
        fail(f"--sets {text}: expected different sets.")
    return chosen


def read_racers(text: str, sets: Sequence[str]) -> tuple[Spec, ...]:
    """Return who races with the first of these sets ("": greedy with all), or leave the command."""
    from kullerwerk.lab.races import racers_of
    from kullerwerk.players.specs import SpecError

    try:
        return racers_of(read_players(text) if text else (), sets)
    except SpecError as error:
        fail(f"--players {text}: {error}." if text else f"--races: {error}.")


def read_player(text: str) -> Spec:
    """Return the one player of ``--player`` on a track, or leave the command."""
    from kullerwerk.players.specs import SpecError, parse_player

    try:
        return parse_player(text)
    except SpecError as error:
        fail(f"--player {text}: {error}.")


def read_hill_players(hill: MarbleHill, text: str, options: Sequence[str]) -> tuple[Spec, ...]:
    """Return who plays games on a hill ("": three greedy ones), or leave the command.

    ``options`` are those of ``--option``: whether the rules, the hill and so many players go
    together is found out before any work.
    """
    from kullerwerk.playing import begin_on_hill
    from rules.core.errors import RulesError

    players = read_players_of("kullern", text or "greedy,greedy,greedy")
    try:
        begin_on_hill(hill, len(players), read_options(options))
    except RulesError as error:
        fail(f"{error}.")
    return players


def read_options(texts: Sequence[str]) -> dict[str, object]:
    """Return the options of ``--option NAME=VALUE``: numbers, true (on), false (off), words."""
    options: dict[str, object] = {}
    for text in texts:
        name, found, value = text.partition("=")
        if not found:
            fail(f"--option {text}: expected NAME=VALUE, for example round_cap=30.")
        options[name] = _value(value)
    return options


def read_settings(text: str) -> dict[str, object]:
    """Return the options of ``--options NAME=VALUE,NAME=VALUE``, or leave the command."""
    options: dict[str, object] = {}
    for part in text.split(",") if text.strip() else ():
        name, found, value = part.strip().partition("=")
        if not found or not name:
            fail(f"--options {text}: expected NAME=VALUE with commas between, found {part!r}.")
        if name in options:
            fail(f"--options {text}: {name} is given twice.")
        options[name] = _value(value)
    return options


def read_numbers(option: str, whole: str, text: str, count: int) -> list[float]:
    """Read ``count`` numbers with commas between them, or leave the command."""
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != count or not all(abs(n) <= 10_000 for n in numbers):
        what = {2: "X,Y in mm, for example 600,150", 3: "X,Y,DEG in mm and degrees"}[count]
        fail(f"--{option} {whole}: expected {what}.")
    return numbers


def open_game(name: str) -> Game[Any, Any]:
    """Return the game of a name, or leave the command."""
    from rules.core.errors import RulesError
    from rules.core.registry import game

    try:
        return game(name)
    except RulesError as error:
        fail(f"{error}.")


def begin_game(game: Game[Any, Any], options: Mapping[str, object], seats: int) -> Step[Any]:
    """Return a game at its first question on its default board, or leave the command."""
    from rules.core.errors import RulesError

    if seats not in game.seats:
        fail(f"{game.name} is for {seats_text(game.seats)} players, not {seats}.")
    try:
        return game.begin(game.options(options), seats)
    except RulesError as error:
        fail(f"{error}.")


def seats_text(seats: range) -> str:
    """Return how many may play: ``2 to 4``."""
    return f"{seats[0]} to {seats[-1]}" if len(seats) > 1 else str(seats[0])


def _value(text: str) -> object:
    if text.lower() in ("true", "on", "false", "off"):
        return text.lower() in ("true", "on")
    try:
        return int(text)
    except ValueError:
        return text
