"""The editor's menu, and the question before changes are lost."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kullerwerk.console import typed_path
from kullerwerk.stage.column import ColumnPage
from kullerwerk.stage.edit.file import saved
from kullerwerk.stage.file_words import file_trouble
from kullerwerk.stage.menu import SettingsPage, row
from kullerwerk.stage.page import Back, Leave, Open, Page
from kullerwerk.stage.widgets import Widget
from scenes.errors import SceneError

if TYPE_CHECKING:
    from kullerwerk.stage.edit.page import EditPage


def save(page: EditPage, path: Path | None = None) -> bool:
    """Write a page's layout to its file, or to another one; whether that went well.

    A scene of the library has no file: the menu asks for a name.
    """
    word = page.around.word
    target = path or page.file.path
    if target is None:
        menu = EditMenu(page)
        menu.say(word("edit.needs_name"))
        page.go = Open(menu)
        return False
    try:
        source, now = saved(page.file, page.layout, target)
    except SceneError as error:
        page.say(
            word("edit.not_saved", why=page.refusal or file_trouble(error, page.around.lang)),
            bad=True,
        )
        return False
    page.take_saved(source, now.data)
    page.say(word("pause.saved", path=target))
    return True


class EditMenu(ColumnPage):
    """Over the editor: save under a name, settings, leave."""

    width = 560.0

    def __init__(self, page: EditPage) -> None:
        super().__init__(page.around)
        self._page = page
        self._name = str(page.file.path or f"my-{page.data['name']}.toml")

    def heading(self) -> str:
        """The layout."""
        return self._page.data.get("title") or self._page.data["name"]

    def remark(self) -> str:
        """Where it comes from, and whether it is saved."""
        word, path = self.around.word, self._page.file.path
        where = word("edit.from.file", path=path) if path else word("edit.from.ours")
        return f"{where} {word('edit.unsaved') if self._page.history.unsaved else ''}".strip()

    def rows(self) -> list[Widget]:
        """What can be done."""
        word = self.around.word
        return [
            row("on", word("pause.on"), chosen=True),
            row("name", word("edit.save_as"), kind="field", shown=self._name),
            row("save", word("edit.save"), keys=("ctrl+s",)),
            row("settings", word("settings")),
            row("leave", word("edit.leave")),
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
            self._page.leave()
            self.go = Back()

    def _save(self) -> None:
        path = typed_path(self._name)
        if path.name and not path.suffix:
            path = path.with_suffix(".toml")
        done = self._page.save(path)
        self.say(self._page.notice, bad=not done)
        if done:
            self._name = str(path)
            self.go = Back()


class AskPage(ColumnPage):
    """There are changes that no file has: save them, or not, or stay."""

    width = 520.0

    def __init__(self, page: EditPage, *, window: bool = False) -> None:
        super().__init__(page.around)
        self._page = page
        self._window = window

    def heading(self) -> str:
        """The question."""
        return self.around.word("edit.ask")

    def remark(self) -> str:
        """What would be lost."""
        page = self._page
        return self.around.word("edit.ask.remark", title=page.data.get("title") or "?")

    def rows(self) -> list[Widget]:
        """The answers."""
        word = self.around.word
        return [
            row("stay", word("edit.ask.stay"), chosen=True),
            row("save", word("edit.ask.save")),
            row("drop", word("edit.ask.drop")),
        ]

    def do(self, what: str, value: Any = None) -> None:
        """Answer."""
        del value
        if what == "stay":
            self.go = Back()
        elif what == "drop" or self._page.save():
            self._end()
        else:
            # What the page wants to say or open is seen there.
            self.go = Back()

    def before_closing(self) -> Page:
        """The question stands here already; what is asked for now is the end of all."""
        self._window = True
        return self

    def _end(self) -> None:
        if self._window:
            self.go = Leave()
            return
        self._page.go = Back()
        self.go = Back()


def rescued(page: EditPage) -> Path | None:
    """Write unsaved changes to a new file of the system's temporary folder, None = that fails."""
    try:
        folder = Path(tempfile.mkdtemp(prefix="kullerwerk-"))
        path = folder / f"my-{page.data['name']}.toml"
        saved(page.file, page.layout, path)
    except (SceneError, OSError):
        return None
    return path
