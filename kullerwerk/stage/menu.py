"""The pages before a game: the menu, who plays what, games to go on with, settings."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kullerwerk.seats import Seated
from kullerwerk.stage.column import ColumnPage
from kullerwerk.stage.games import (
    SMALL_SCENES,
    Plan,
    games_folder,
    new_game,
    resumed,
    scenes_for,
)
from kullerwerk.stage.levels import LEVELS, level, level_of
from kullerwerk.stage.option_words import option_name, option_value, preset_name
from kullerwerk.stage.page import Back, Leave, Open
from kullerwerk.stage.settings import LANGUAGES, TEXT_SIZES
from kullerwerk.stage.shapes import Rect
from kullerwerk.stage.surroundings import Surroundings
from kullerwerk.stage.widgets import Widget
from rules.core.errors import RulesError
from rules.core.registry import game as find_game
from rules.core.registry import names as game_names
from scenes.errors import SceneError

NOWHERE = Rect(0, 0, 0, 0)


def row(id: str, label: str, **more: Any) -> Widget:  # noqa: A002
    """A widget that the page finds a place for."""
    return Widget(id, NOWHERE, label, **more)


class MenuPage(ColumnPage):
    """The first page: the games, and what else there is."""

    def heading(self) -> str:
        """The program's name."""
        return self.around.word("title")

    def remark(self) -> str:
        """What it is."""
        return self.around.word("subtitle")

    def rows(self) -> list[Widget]:
        """Games, the editor, records, settings."""
        word = self.around.word
        out = [
            row(f"game:{name}", find_game(name).title, keys=(str(k + 1),))
            for k, name in enumerate(GAMES)
        ]
        return [
            *out,
            row("resume", word("resume"), keys=("r",)),
            row("edit", word("edit"), keys=("e",)),
            row("settings", word("settings"), keys=("s",)),
            row("quit", word("quit"), keys=("ctrl+q",)),
        ]

    def do(self, id: str, value: Any = None) -> None:  # noqa: A002
        """Go to a page."""
        del value
        kind, _, rest = id.partition(":")
        if kind == "game":
            self.go = Open(SetupPage(self.around, Plan(rest)))
        elif id == "resume":
            self.go = Open(SavedPage(self.around))
        elif id == "edit":
            from kullerwerk.stage.edit import ChoosePage

            self.go = Open(ChoosePage(self.around))
        elif id == "settings":
            self.go = Open(SettingsPage(self.around))
        else:
            self.go = Leave()


GAMES = ("koenig", "kullern", "company", "hoehle", "buddel")
"""In the order of the menu."""
assert set(GAMES) == set(game_names()), "every game is in the menu"


class SetupPage(ColumnPage):
    """Who plays what: seats, levels, variant, scene and all options of the rules."""

    width = 560.0

    def __init__(self, around: Surroundings, plan: Plan, folder: Path | None = None) -> None:
        super().__init__(around)
        self._rules = find_game(plan.game)
        seats = plan.seats if len(plan.seats) in self._rules.seats else ()
        self._seats: list[Seated] = list(seats) or [None, level(plan.game, "medium")]
        self._game = plan.game
        self._scenes = list(scenes_for(plan.game))
        self._scene: str = (
            plan.scene or SMALL_SCENES.get(plan.game, "") or next(iter(self._scenes), "")
        )
        if self._scene and self._scene not in self._scenes:
            self._scenes.append(self._scene)
        self._values: dict[str, Any] = dict(plan.options)
        self._folder = folder or games_folder()
        self._open = False

    def heading(self) -> str:
        """The game."""
        return self._rules.title

    def _options(self) -> Any:
        return self._rules.options(self._values)

    def rows(self) -> list[Widget]:
        """Start, seats, variant, options."""
        word, lang = self.around.word, self.around.lang
        rules = self._rules
        out = [row("start", f"▶ {word('start')}", chosen=True, keys=("return",))]
        counts = [str(n) for n in rules.seats]
        out.append(
            row("seats", word("setup.seats"), kind="choice", options=tuple(counts),
                index=counts.index(str(len(self._seats))))
        )  # fmt: skip
        kinds = ("human", *LEVELS)
        for k, seat in enumerate(self._seats):
            names = tuple(word(f"level.{kind}") for kind in kinds)
            found = level_of(self._game, seat)
            index = kinds.index(found) if found in kinds else 0
            out.append(
                row(f"seat:{k}", word("setup.seat", n=k + 1), kind="choice", options=names,
                    index=index)
            )  # fmt: skip
        if self._scenes:
            out.append(
                row("scene", word("setup.scene"), kind="choice", options=tuple(self._scenes),
                    index=self._scenes.index(self._scene))
            )  # fmt: skip
        presets = list(rules.presets)
        if len(presets) > 1:
            out.append(
                row("preset", word("setup.preset"), kind="choice",
                    options=tuple(preset_name(name, lang) for name in presets),
                    index=self._preset_index(presets))
            )  # fmt: skip
        out.append(row("rules", word("setup.options"), kind="switch", chosen=self._open))
        if self._open:
            out += [self._option_row(name) for name in rules.choices]
        return out

    def _preset_index(self, presets: list[str]) -> int:
        now = self._options()
        return next((k for k, name in enumerate(presets) if self._rules.presets[name] == now), 0)

    def _option_row(self, name: str) -> Widget:
        choice, lang = self._rules.choices[name], self.around.lang
        value, label = getattr(self._options(), name), option_name(name, lang)
        if choice.between is not None:
            low, high = choice.between
            return row(
                f"option:{name}", label, kind="slider", value=float(value), low=float(low),
                high=float(min(high, max(400, value))), step=1.0, shown=str(value),
            )  # fmt: skip
        if all(isinstance(one, bool) for one in choice.values):
            return row(f"option:{name}", label, kind="switch", chosen=bool(value))
        shown = tuple(option_value(one, lang) for one in choice.values)
        return row(
            f"option:{name}", label, kind="choice", options=shown,
            index=list(choice.values).index(value),
        )  # fmt: skip

    def do(self, id: str, value: Any = None) -> None:  # noqa: A002
        """Change the plan, or start."""
        kind, _, rest = id.partition(":")
        rules = self._rules
        if id == "start":
            self._start()
        elif id == "seats":
            count = list(rules.seats)[int(value)]
            more = [level(self._game, "medium")] * (count - len(self._seats))
            self._seats = [*self._seats, *more][:count]
        elif kind == "seat":
            name = ("human", *LEVELS)[int(value)]
            self._seats[int(rest)] = None if name == "human" else level(self._game, name)
        elif id == "scene":
            self._scene = self._scenes[int(value)]
        elif id == "preset":
            preset = rules.presets[list(rules.presets)[int(value)]]
            self._values = {name: getattr(preset, name) for name in rules.choices}
        elif id == "rules":
            self._open = not self._open
        elif kind == "option":
            choice = rules.choices[rest]
            if choice.between is not None:
                self._values[rest] = int(value)
            elif isinstance(value, bool):
                self._values[rest] = value
            else:
                self._values[rest] = choice.values[value]

    def _start(self) -> None:
        plan = Plan(self._game, tuple(self._seats), tuple(self._values.items()), self._scene)
        try:
            self.go = Open(new_game(self.around, plan, self._folder))
        except (RulesError, SceneError) as error:
            self.say(f"{error}.", bad=True)

    def raw_key(self, key: str, mods: frozenset[str]) -> bool:
        """Enter starts where nothing is chosen by the keyboard."""
        if key in ("return", "enter", "num_enter") and not self.look.ring:
            self._start()
            return True
        return super().raw_key(key, mods)


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
        return "\n".join(self._broken)

    def rows(self) -> list[Widget]:
        """A row each."""
        word = self.around.word
        out: list[Widget] = []
        for k, saved in enumerate(self._games):
            when = time.strftime("%Y-%m-%d %H:%M", time.localtime(saved.when))
            title = find_game(saved.game).title
            out.append(row(f"saved:{k}", word("saved.line", title=title, when=when, n=saved.moves)))
        return [*out, row("back", word("back"))]

    def do(self, id: str, value: Any = None) -> None:  # noqa: A002
        """Go on with a game."""
        del value
        if id == "back":
            self.go = Back()
            return
        saved = self._games[int(id.partition(":")[2])]
        try:
            self.go = Open(resumed(self.around, saved.path, saved.seats), instead=True)
        except (RulesError, SceneError, OSError) as error:
            self.say(f"{error}.", bad=True)


def unfinished(folder: Path, most: int = 9) -> tuple[list[Saved], list[str]]:
    """The games of a folder that are not over, the newest first, and what could not be read."""
    from kullerwerk.players.specs import WITH_HANDS, SpecError, kinds_of, parse_player
    from kullerwerk.seats import HUMAN
    from rules.core.records import read

    found: list[Saved] = []
    broken: list[str] = []
    try:
        files = sorted(folder.glob("*.jsonl"), key=lambda path: -path.stat().st_mtime)
    except OSError:
        return [], []
    for path in files:
        if len(found) >= most:
            break
        try:
            record = read(path, partial=True)
            head = record.header
            over = record.footer is not None and "end" in record.footer
            if over or not record.lines:
                continue
            seats = tuple(
                None
                if text == HUMAN
                else parse_player(text, kinds_of(head.game), head.game == WITH_HANDS)
                for text in head.players
            )
        except (RulesError, SpecError) as error:
            broken.append(str(error))
            continue
        found.append(Saved(path, head.game, seats, len(record.lines), path.stat().st_mtime))
    return found, broken[:3]


class SettingsPage(ColumnPage):
    """Language, text size, motion, sounds."""

    width = 520.0

    def heading(self) -> str:
        """What it is."""
        return self.around.word("settings")

    def rows(self) -> list[Widget]:
        """A row for each setting."""
        word, now = self.around.word, self.around.settings
        sizes = [f"{round(100 * size)} %" for size in TEXT_SIZES]
        nearest = min(range(len(sizes)), key=lambda k: abs(TEXT_SIZES[k] - now.text_size))
        return [
            row("language", word("set.language"), kind="choice",
                options=tuple(word(f"lang.{lang}") for lang in LANGUAGES),
                index=LANGUAGES.index(now.language)),
            row("text_size", word("set.text"), kind="choice", options=tuple(sizes), index=nearest),
            row("speed", word("set.speed"), kind="slider", value=now.speed, low=0.25, high=4.0,
                step=0.25, shown=f"{now.speed:g} x"),
            row("reduced_motion", word("set.motion"), kind="switch", chosen=now.reduced_motion),
            row("sounds", word("set.sounds"), kind="switch", chosen=now.sounds),
            row("full_screen", word("set.full"), kind="switch", chosen=now.full_screen,
                keys=("f11",)),
            row("back", word("back")),
        ]  # fmt: skip

    def do(self, id: str, value: Any = None) -> None:  # noqa: A002
        """Change a setting; it is kept at once."""
        if id == "back":
            self.go = Back()
            return
        chosen: Any = value
        if id == "language":
            chosen = LANGUAGES[int(value)]
        elif id == "text_size":
            chosen = TEXT_SIZES[int(value)]
        self.around.change(replace(self.around.settings, **{id: chosen}))
