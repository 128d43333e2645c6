"""The page of games that were left, to go on with one of them."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kullerwerk.seats import Seated
from kullerwerk.stage.column import ColumnPage, row
from kullerwerk.stage.file_words import file_trouble
from kullerwerk.stage.games import games_folder, resumed
from kullerwerk.stage.page import Back, Open
from kullerwerk.stage.surroundings import Surroundings
from kullerwerk.stage.widgets import Widget
from rules.core.errors import RulesError
from rules.core.registry import game as find_game
from scenes.errors import SceneError


@dataclass(frozen=True, slots=True)
class Saved:
    """A game that can be gone on with."""

    path: Path
    game: str
    seats: tuple[Seated, ...]
    moves: int
    when: float


class SavedPage(ColumnPage):
    """Games that were left, the last one first."""

    width = 620.0

    def __init__(self, around: Surroundings, folder: Path | None = None) -> None:
        super().__init__(around)
        self._games, self._broken = unfinished(folder or games_folder())

    def heading(self) -> str:
        """What they are."""
        return self.around.word("saved")

    def remark(self) -> str:
        """That there are none, or which could not be read."""
        if not self._games and not self._broken:
            return self.around.word("saved.none")
        return "\n".join(file_trouble(one, self.around.lang) for one in self._broken)

    def rows(self) -> list[Widget]:
        """A row each."""
        word = self.around.word
        out: list[Widget] = []
        for k, saved in enumerate(self._games):
            when = time.strftime("%Y-%m-%d %H:%M", time.localtime(saved.when))
            title = find_game(saved.game).title
            out.append(row(f"saved:{k}", word("saved.line", title=title, when=when, n=saved.moves)))
        return [*out, row("back", word("back"), keys=("escape",))]

    def do(self, what: str, value: Any = None) -> None:
        """Go on with a game."""
        del value
        if what == "back":
            self.go = Back()
            return
        saved = self._games[int(what.partition(":")[2])]
        try:
            self.go = Open(resumed(self.around, saved.path, saved.seats), instead=True)
        except (RulesError, SceneError, OSError) as error:
            self.say(file_trouble(error, self.around.lang), bad=True)


def unfinished(folder: Path, most: int = 9) -> tuple[list[Saved], list[str]]:
    """The games of a folder that are not over, the newest first, and what could not be read."""
    from kullerwerk.players.specs import WITH_HANDS, SpecError, kinds_of, parse_player
    from kullerwerk.seats import HUMAN
    from rules.core.errors import RecordError
    from rules.core.records import read

    found: list[Saved] = []
    broken: list[str] = []
    for when, path in _newest(folder):
        if len(found) >= most:
            break
        try:
            record = read(path, partial=True)
            head = record.header
            if "end" in (record.footer or {}) or not record.lines:
                continue  # it is over, or has not begun
            find_game(head.game)
            seats = tuple(
                None
                if text == HUMAN
                else parse_player(text, kinds_of(head.game), head.game == WITH_HANDS)
                for text in head.players
            )
            if len(seats) != head.seats:
                raise SpecError(f"expected {head.seats} players, found {len(seats)}")
        except RecordError as error:
            broken.append(str(error))
            continue
        except (RulesError, SpecError) as error:
            broken.append(f"{path}: {error}")
            continue
        found.append(Saved(path, head.game, seats, len(record.lines), when))
    return found, broken[:3]


def _newest(folder: Path) -> list[tuple[float, Path]]:
    """The files that may be records, and when they were written to, the last one first."""
    found: list[tuple[float, Path]] = []
    with suppress(OSError):
        for path in folder.glob("*.jsonl"):
            with suppress(OSError):  # it has gone since, or leads nowhere
                if path.is_file():
                    found.append((path.stat().st_mtime, path))
    return sorted(found, reverse=True)
