"""Choosing what is edited: a scene of the library, or a file of one's own."""

from __future__ import annotations

from typing import Any

from kullerwerk.stage.column import ColumnPage
from kullerwerk.stage.file_words import file_trouble
from kullerwerk.stage.menu import row
from kullerwerk.stage.page import Back, Open
from kullerwerk.stage.surroundings import Surroundings
from kullerwerk.stage.widgets import Widget
from scenes.errors import SceneError
from scenes.files import library


class ChoosePage(ColumnPage):
    """The tracks and hills of the library, and a field for a file's name."""

    width = 560.0

    def __init__(self, around: Surroundings) -> None:
        super().__init__(around)
        self._scenes = [entry for entry in library() if entry.kind in ("track", "hill")]
        self._file = ""

    def heading(self) -> str:
        """What it is."""
        return self.around.word("edit.choose")

    def remark(self) -> str:
        """That nothing of the library is ever changed."""
        return self.around.word("edit.choose.remark")

    def rows(self) -> list[Widget]:
        """A row each, the file's name, and the way back."""
        word = self.around.word
        out = [
            row(f"scene:{entry.name}", word(f"edit.kind.{entry.kind}", title=entry.title))
            for entry in self._scenes
        ]
        return [
            *out,
            row("file", word("edit.file"), kind="field", shown=self._file),
            row("back", word("back")),
        ]

    def do(self, what: str, value: Any = None) -> None:
        """Open what was chosen."""
        kind, _, rest = what.partition(":")
        if what == "back":
            self.go = Back()
        elif kind == "scene":
            self._open(rest)
        elif what == "file":
            self._file = str(value).strip()
            if self._file:
                is_name = self._file.endswith(".toml")
                self._open(self._file if is_name else f"{self._file}.toml")

    def _open(self, name: str) -> None:
        from kullerwerk.stage.edit.page import EditPage

        try:
            self.go = Open(EditPage(self.around, name))
        except SceneError as error:
            self.say(file_trouble(error, self.around.lang), bad=True)
