"""The menu of a game in progress: go on, save, settings, leave."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from kullerwerk.console import target_problem, typed_path
from kullerwerk.stage.column import ColumnPage, row
from kullerwerk.stage.file_words import file_trouble
from kullerwerk.stage.page import Back, Open
from kullerwerk.stage.settings_page import SettingsPage
from kullerwerk.stage.widgets import Widget

if TYPE_CHECKING:
    from kullerwerk.stage.table import TablePage


class PausePage(ColumnPage):
    """Over a game; ``leave`` goes back to where the game was started from."""

    width = 620.0

    def __init__(self, table: TablePage) -> None:
        super().__init__(table.around)
        self._table = table
        self._name = f"{table.match.game.name}-{time.strftime('%Y-%m-%d-%H%M')}.jsonl"

    def heading(self) -> str:
        """The game."""
        return self._table.match.game.title

    def remark(self) -> str:
        """Whether the game is kept anyway."""
        return self.around.word("pause.kept") if self._table.match.session.record else ""

    def rows(self) -> list[Widget]:
        """What can be done."""
        word = self.around.word
        return [
            row("on", word("pause.on"), chosen=True, keys=("escape",)),
            row("name", word("pause.name"), kind="field", shown=self._name),
            row("save", word("pause.save")),
            row("settings", word("settings")),
            row("leave", word("pause.leave")),
        ]

    def do(self, what: str, value: Any = None) -> None:
        """Do it."""
        if what == "on":
            self.go = Back()
        elif what == "name":
            self._name = str(value).strip()
        elif what == "save":
            self._save()
        elif what == "settings":
            self.go = Open(SettingsPage(self.around))
        else:
            self._table.go = Back()
            self.go = Back()

    def entered(self, name: str) -> None:
        """Enter behind the name saves."""
        if name == "name":
            self._save()

    def _save(self) -> None:
        path = typed_path(self._name).absolute()
        why = target_problem(path, (".jsonl",))
        if why:
            self.say(file_trouble(why, self.around.lang), bad=True)
            return
        try:
            self._table.match.save(path)
        except OSError as error:
            why = error.strerror or str(error)
            self.say(self.around.word("save.failed", path=path, why=why), bad=True)
        else:
            self.say(self.around.word("pause.saved", path=path))
