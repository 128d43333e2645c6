"""The page of the settings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kullerwerk.stage.column import ColumnPage, row
from kullerwerk.stage.keys import key_label
from kullerwerk.stage.page import Back
from kullerwerk.stage.settings import LANGUAGES, TEXT_SIZES
from kullerwerk.stage.widgets import Widget


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
            row("full_screen", f"{word('set.full')} ({key_label('f11', now.language)})",
                kind="switch", chosen=now.full_screen),
            row("back", word("back"), keys=("escape",)),
        ]  # fmt: skip

    def do(self, what: str, value: Any = None) -> None:
        """Change a setting; it is kept at once."""
        if what == "back":
            self.go = Back()
            return
        chosen: Any = value
        if what == "language":
            chosen = LANGUAGES[int(value)]
        elif what == "text_size":
            chosen = TEXT_SIZES[int(value)]
        self.around.change(replace(self.around.settings, **{what: chosen}))
