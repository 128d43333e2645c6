"""The page before a game: who plays what, on which scene, by which rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kullerwerk.seats import Seated
from kullerwerk.stage.column import ColumnPage, row
from kullerwerk.stage.file_words import file_trouble
from kullerwerk.stage.games import (
    SMALL_SCENES,
    Plan,
    games_folder,
    new_game,
    scene_titles,
    scenes_for,
)
from kullerwerk.stage.levels import LEVELS, level, level_of
from kullerwerk.stage.option_words import option_name, option_value, preset_name
from kullerwerk.stage.page import ENTER, NO_MODS, Back, Mods, Open
from kullerwerk.stage.surroundings import Surroundings
from kullerwerk.stage.widgets import Widget
from rules.core.choices import counts
from rules.core.errors import RulesError
from rules.core.registry import game as find_game
from scenes.errors import SceneError


class SetupPage(ColumnPage):
    """Who plays what: seats, levels, variant, scene and all options of the rules.

    It begins as it was left last, unless the plan says who plays. A scene that no file has is
    played on as it is; the game takes the place of this page then.
    """

    width = 560.0

    def __init__(self, around: Surroundings, plan: Plan, folder: Path | None = None) -> None:
        super().__init__(around)
        self._rules = find_game(plan.game)
        seats, options = plan.seats, plan.options
        if plan == Plan(plan.game, scene=plan.scene):
            seats, options = around.tables.get(plan.game, (seats, options))
        seats = seats if len(seats) in self._rules.seats else ()
        self._seats: list[Seated] = list(seats) or [None, level(plan.game, "medium")]
        self._game = plan.game
        self._kinds: list[Seated] = [None, *(level(plan.game, name) for name in LEVELS)]
        """Who may sit at a place: computer players that were asked for by name besides."""
        self._kinds += [one for one in dict.fromkeys(self._seats) if one not in self._kinds]
        self._given = None if isinstance(plan.scene, str) else plan.scene
        named = plan.scene if isinstance(plan.scene, str) else ""
        self._scenes = list(scenes_for(plan.game)) if self._given is None else []
        self._scene: str = named or SMALL_SCENES.get(plan.game, "") or next(iter(self._scenes), "")
        if self._scenes and self._scene and self._scene not in self._scenes:
            self._scenes.append(self._scene)
        self._titles = scene_titles(self._scenes)
        self._values: dict[str, Any] = dict(options)
        self._folder = folder or games_folder()
        self._open = False

    def heading(self) -> str:
        """The game."""
        return self._rules.title

    def remark(self) -> str:
        """What it is played on, where that is not chosen here."""
        given = self._given
        return (
            ""
            if given is None
            else self.around.word("setup.given", title=given.title or given.name)
        )

    def _options(self) -> Any:
        return self._rules.options(self._values)

    def rows(self) -> list[Widget]:
        """Start, seats, variant, options."""
        word, lang = self.around.word, self.around.lang
        rules = self._rules
        out = [row("start", f"▶ {word('start')}", chosen=True, keys=("enter",))]
        numbers = [str(n) for n in rules.seats]
        out.append(
            row("seats", word("setup.seats"), kind="choice", options=tuple(numbers),
                index=numbers.index(str(len(self._seats))))
        )  # fmt: skip
        names = tuple(self._kind_name(kind) for kind in self._kinds)
        for k, seat in enumerate(self._seats):
            out.append(
                row(f"seat:{k}", word("setup.seat", n=k + 1), kind="choice", options=names,
                    index=self._kinds.index(seat))
            )  # fmt: skip
        if self._scenes:
            out.append(
                row("scene", word("setup.scene"), kind="choice",
                    options=self._titles,
                    index=self._scenes.index(self._scene))
            )  # fmt: skip
        presets = self._presets()
        if len(presets) > 1:
            out.append(
                row("preset", word("setup.preset"), kind="choice",
                    options=tuple(preset_name(name, lang) for name in presets),
                    index=self._preset_index(presets))
            )  # fmt: skip
        sign = "▾" if self._open else "▸"
        out.append(row("rules", f"{sign} {word('setup.options')}"))
        if self._open:
            # Which game it is stands above, where its other rules follow it.
            told = {"variant"} if len(presets) > 1 else set[str]()
            now, seats = self._options(), len(self._seats)
            out += [
                self._option_row(name)
                for name, choice in rules.choices.items()
                if name not in told and counts(choice, now, seats)
            ]
        return [
            *out,
            row("help", word("setup.help"), keys=("f1",)),
            row("back", word("back"), keys=("escape",)),
        ]

    def _kind_name(self, kind: Seated) -> str:
        """What a computer player is called; one without a level by what it was asked for with."""
        found = level_of(self._game, kind)
        return self.around.word(f"level.{found}") if found else str(kind)

    def _presets(self) -> list[str]:
        """Variants that differ; a second name of the same rules could never be shown as chosen."""
        known = self._rules.presets
        return [
            name
            for k, name in enumerate(known)
            if known[name] not in [known[other] for other in list(known)[:k]]
        ]

    def _preset_index(self, presets: list[str]) -> int:
        """Which variant is played, also where single rules of it were changed."""
        now = self._options()

        def apart(name: str) -> tuple[bool, int]:
            preset = self._rules.presets[name]
            other = [
                key for key in self._rules.choices if getattr(preset, key) != getattr(now, key)
            ]
            return "variant" in other, len(other)

        return min(range(len(presets)), key=lambda k: apart(presets[k]))

    def _option_row(self, name: str) -> Widget:
        choice, lang = self._rules.choices[name], self.around.lang
        value, label = getattr(self._options(), name), option_name(name, lang)
        if choice.between is not None:
            low, high = choice.between
            return row(
                f"option:{name}", label, kind="number", value=float(value), low=float(low),
                high=float(high), step=_step_at(value), shown=str(value),
            )  # fmt: skip
        if all(isinstance(one, bool) for one in choice.values):
            return row(f"option:{name}", label, kind="switch", chosen=bool(value))
        shown = tuple(option_value(one, lang) for one in choice.values)
        return row(
            f"option:{name}", label, kind="choice", options=shown,
            index=list(choice.values).index(value),
        )  # fmt: skip

    def do(self, what: str, value: Any = None) -> None:
        """Change the plan, or start."""
        kind, _, rest = what.partition(":")
        rules = self._rules
        if what == "start":
            self._start()
        elif what == "seats":
            count = list(rules.seats)[int(value)]
            more = [level(self._game, "medium")] * (count - len(self._seats))
            self._seats = [*self._seats, *more][:count]
        elif kind == "seat":
            self._seats[int(rest)] = self._kinds[int(value)]
        elif what == "scene":
            self._scene = self._scenes[int(value)]
        elif what == "preset":
            preset = rules.presets[self._presets()[int(value)]]
            self._values = {name: getattr(preset, name) for name in rules.choices}
        elif what == "rules":
            self._open = not self._open
        elif what == "help":
            from kullerwerk.stage.help import RulesPage

            self.go = Open(RulesPage(self.around, self._game))
        elif what == "back":
            self.go = Back()
        elif kind == "option":
            choice = rules.choices[rest]
            if choice.between is not None:
                self._values[rest] = int(value)
            elif isinstance(value, bool):
                self._values[rest] = value
            else:
                self._values[rest] = choice.values[value]

    def _start(self) -> None:
        scene = self._given or self._scene
        plan = Plan(self._game, tuple(self._seats), tuple(self._values.items()), scene)
        try:
            page = new_game(self.around, plan, self._folder)
            self.go = Open(page, instead=self._given is not None)
        except (RulesError, SceneError, OSError) as error:
            self.say(file_trouble(error, self.around.lang), bad=True)

    def closing(self) -> None:
        """The next game is set up like this one."""
        self.around.tables[self._game] = (tuple(self._seats), tuple(self._values.items()))

    def raw_key(self, key: str, mods: Mods = NO_MODS) -> bool:
        """Enter starts where nothing is chosen by the keyboard."""
        if key in ENTER and not self.look.ring:
            self._start()
            return True
        return super().raw_key(key, mods)


def _step_at(value: int) -> float:
    """How far the arrows of a number go: farther where it is larger."""
    return float(next((step for most, step in ((20, 1), (100, 5), (500, 10)) if value < most), 50))
