"""Reading what a user names, with one sentence where that cannot be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kullerwerk.console import fail

if TYPE_CHECKING:
    from kullerwerk.players.specs import Spec
    from scenes.track import Track


def open_track(name: str) -> Track:
    """Return the track of a library name or a file's path, or leave the command."""
    from scenes.errors import SceneError
    from scenes.files import load_track

    try:
        return load_track(name)
    except SceneError as error:
        fail(f"{error}.")


def read_players(text: str) -> tuple[Spec, ...]:
    """Return the players of ``--players``, or leave the command."""
    from kullerwerk.players.specs import SpecError, parse_players

    try:
        return parse_players(text)
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


def read_options(texts: Sequence[str]) -> dict[str, object]:
    """Return the options of ``--option NAME=VALUE``: whole numbers, true and false, words."""
    options: dict[str, object] = {}
    for text in texts:
        name, found, value = text.partition("=")
        if not found:
            fail(f"--option {text}: expected NAME=VALUE, for example round_cap=30.")
        options[name] = _value(value)
    return options


def _value(text: str) -> object:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        return int(text)
    except ValueError:
        return text
