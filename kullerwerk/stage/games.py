"""Starting a game for the window, or taking one up again, and where games are kept."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kullerwerk.physics import DEFAULT_SCENES, SCENES, game_scene, has_physics, simulated
from kullerwerk.playing import begin, begin_on_hill, head_of
from kullerwerk.seats import Seated, timed, written
from kullerwerk.session import Session
from kullerwerk.stage.folders import own_folder
from kullerwerk.stage.match import Match
from kullerwerk.stage.page import Page
from kullerwerk.stage.surroundings import Surroundings
from kullerwerk.stage.table import TablePage
from kullerwerk.stage.views.board import Board
from rules.core.errors import RulesError
from rules.core.records import header, replay
from rules.core.registry import game as find_game
from rules.core.types import Event
from scenes.files import library, save_hill, save_track, scene_hash
from scenes.hill import MarbleHill
from scenes.track import Track

SMALL_SCENES = {"koenig": "kinderrunde"}
"""What the window offers first: a course of some minutes."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A game as it was set up.

    ``scene`` is a name or file, "" = what the game comes with, or a scene that no file has.
    """

    game: str
    seats: tuple[Seated, ...] = (None,)
    options: tuple[tuple[str, object], ...] = ()
    scene: str | Track | MarbleHill = ""
    seed: int | None = None


def games_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Where games are kept; nothing is made there by asking."""
    return own_folder("data", environment) / "games"


def session_of(plan: Plan, record: Path | None) -> tuple[Session, Any, tuple[Event, ...]]:
    """A game before its first question, its scene (None = sampled), and how it began.

    Raises RulesError and SceneError with a sentence.
    """
    rules, options = find_game(plan.game), dict(plan.options)
    seed = plan.seed if plan.seed is not None else int.from_bytes(os.urandom(4), "little")
    said, clock = written(plan.seats), timed(plan.seats)
    if not has_physics(plan.game):
        first = rules.begin(rules.options(options), len(plan.seats))
        head = header(rules, first.state, engine={}, seed=seed, players=said, timed=clock)
        return Session(rules, head, record=record), None, first.events
    scene = plan.scene
    if isinstance(scene, str):
        scene = game_scene(plan.game, scene or DEFAULT_SCENES[plan.game])
    if isinstance(scene, Track):
        if len(scene.sets) < len(plan.seats):
            found = len(scene.sets)
            raise RulesError(f"{scene.name} has pieces for {found} players, not {len(plan.seats)}")
        sets = [pieces.name for pieces in scene.sets[: len(plan.seats)]]
        at = begin(plan.game, scene, sets, options)
    else:
        at = begin_on_hill(scene, len(plan.seats), options)
    head = head_of(rules, at.state, scene, seed, said, timed=clock)
    return Session(rules, head, record=record, live=True), scene, at.events


def new_game(
    around: Surroundings, plan: Plan, folder: Path | None = None, record: Path | None = None
) -> TablePage:
    """The page of a new game, written down as it goes: as ``record``, or somewhere in ``folder``.

    Both None = nowhere. A scene that no file has is written beside the record, so that the game can
    be taken up again. Raises RulesError and SceneError with a sentence.
    """
    if record is None and folder is not None:
        record = _free_name(folder, plan.game)
    session, scene, opening = session_of(plan, record)
    if record is not None and isinstance(plan.scene, Track):
        save_track(plan.scene, _beside(record), "")
    elif record is not None and isinstance(plan.scene, MarbleHill):
        save_hill(plan.scene, _beside(record), "")
    match = Match(around, session, plan.seats, scene, opening=opening)

    def again() -> Page:
        return new_game(around, replace(plan, seed=None), folder)

    return TablePage(match, board_for(match), again)


def resumed(
    around: Surroundings,
    path: Path,
    seats: Sequence[Seated],
    record: Path | None = None,
    scene: str = "",
) -> TablePage:
    """The page of a game as its record left it; it goes on in the same file, or in ``record``.

    ``scene`` names the file of a scene of one's own; one beside the record is found. Raises
    RulesError, and SceneError where the scene is not there any more, OSError where the record
    cannot be written.
    """
    played = replay(path, partial=True)
    head = played.header
    if head.seed is None:  # somebody wrote it by hand: chance goes on with numbers of its own
        head = replace(head, seed=int.from_bytes(os.urandom(4), "little"))
    head = replace(head, players=written(seats), timed=head.timed or timed(seats))
    rules = find_game(head.game)
    on = kept_scene(head, scene, path) if simulated(head) else None
    session = Session(rules, head, None, played.steps, record or path, live=on is not None)
    match = Match(around, session, tuple(seats), on)
    return TablePage(match, board_for(match))


def kept_scene(head: Any, scene: str = "", record: Path | None = None) -> Any:
    """The scene that a record was made on: that of a file, or the library's of its name.

    Where the library's is another one, it is what was written beside the ``record``. Raises
    RulesError where that is another one now, SceneError where there is none.
    """
    own = str(head.board.get("name", ""))
    if not scene and record is not None and not _in_library(head, own):
        scene = _scene_beside(record)
    if not scene and own not in scenes_for(head.game):
        raise RulesError(
            f"the game was played on {own}, a {SCENES[head.game]} of your own: "
            "'kullerwerk play --resume RECORD --scene FILE' goes on with it"
        )
    found = game_scene(head.game, scene or own)
    if head.board.get("scene") not in (None, scene_hash(found)):
        raise RulesError(f"{scene or own} is not the scene any more that this game was played on")
    return found


def _beside(record: Path) -> Path:
    return record.with_suffix(".toml")


def _in_library(head: Any, name: str) -> bool:
    """Whether the library's scene of a name is the one that a record was made on."""
    known = name in scenes_for(head.game)
    return known and head.board.get("scene") in (None, scene_hash(game_scene(head.game, name)))


def _scene_beside(record: Path) -> str:
    """The file of the scene that was written beside a record, "" = there is none."""
    return str(_beside(record)) if _beside(record).is_file() else ""


def board_for(match: Match) -> Board:
    """The board of a match's game."""
    from kullerwerk.stage.views import boards

    return boards.board_of(match)


def scenes_for(game: str) -> tuple[str, ...]:
    """The scenes of the library that a game can be played on."""
    return tuple(entry.name for entry in library() if entry.kind == SCENES.get(game))


def scene_titles(names: Sequence[str]) -> tuple[str, ...]:
    """What scenes of the library are called, others by their own names; reads the library."""
    titles = {entry.name: entry.title for entry in library()}
    return tuple(titles.get(name, name) for name in names)


def _free_name(folder: Path, game: str) -> Path | None:
    """A file name that is not taken; None where the folder cannot be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    day = time.strftime("%Y-%m-%d-%H%M%S")
    for k in range(100):
        path = folder / f"{game}-{day}{f'-{k}' if k else ''}.jsonl"
        if not path.exists():
            return path
    return None
