"""The first page: the games, and what else there is."""

from __future__ import annotations

from typing import Any

from kullerwerk.stage import theme
from kullerwerk.stage.column import row
from kullerwerk.stage.games import Plan
from kullerwerk.stage.icons import icon
from kullerwerk.stage.lettering import width, wrapped
from kullerwerk.stage.page import Leave, Open, Page
from kullerwerk.stage.saved import SavedPage
from kullerwerk.stage.settings_page import SettingsPage
from kullerwerk.stage.setup import SetupPage
from kullerwerk.stage.shapes import Frame, Layer, Rect, Shape, Text, box, fitted
from kullerwerk.stage.widgets import Widget
from rules.core.registry import game as find_game
from rules.core.registry import names as game_names

__all__ = ["GAMES", "MenuPage", "SavedPage", "SettingsPage", "SetupPage", "row"]

GAMES = ("koenig", "kullern", "company", "hoehle", "buddel")
"""In the order of the menu."""
MINUTES = {"koenig": (20, 30), "kullern": (20, 30), "buddel": (20, 30)}
"""How long a game takes at a table, where its makers say so whatever the number of players."""
assert set(GAMES) == set(game_names()), "every game is in the menu"


class MenuPage(Page):
    """The first page: the games, and what else there is."""

    def widgets(self) -> tuple[Widget, ...]:
        """A tile for each game, then the editor, records, settings."""
        word, sizes = self.around.word, self.around.sizes
        out = [
            Widget(f"game:{name}", at, find_game(name).title, "spot", keys=(str(k + 1),))
            for k, (name, at) in enumerate(zip(GAMES, self._tiles(), strict=True))
        ]
        more = (("resume", "r"), ("edit", "e"), ("settings", "s"), ("quit", "ctrl+q"))
        foot, gap = self._foot, sizes.gap
        across = self._across
        w = (foot.w - gap * (across - 1)) / across
        for k, (name, key) in enumerate(more):
            x = foot.x + (k % across) * (w + gap)
            y = foot.top - (k // across + 1) * (sizes.row + gap) + gap
            out.append(Widget(name, Rect(x, y, w, sizes.row), word(name), keys=(key,)))
        return tuple(out)

    # --- places ---

    @property
    def _page(self) -> Rect:
        wide, high = self.size
        w = min(wide - 60, 1160 * self.around.sizes.scale)
        return Rect((wide - w) / 2, 24, w, high - 44)

    @property
    def _across(self) -> int:
        """How many buttons stand side by side."""
        return 4 if self._page.w >= 860 * self.around.sizes.scale else 2

    @property
    def _foot(self) -> Rect:
        sizes, page = self.around.sizes, self._page
        rows = 4 // self._across
        return Rect(page.x, page.y, page.w, rows * (sizes.row + sizes.gap) - sizes.gap)

    def _tiles(self) -> list[Rect]:
        """A place for each game, in one row or in two: as words fit and drawings get larger."""
        sizes, page, gap = self.around.sizes, self._page, 12.0
        top = page.top - 1.5 * sizes.title - 2.2 * sizes.text
        low = self._foot.top + 2 * gap
        room = Rect(page.x, low, page.w, top - low)
        names = " ".join(find_game(name).title for name in GAMES)
        word = max(width(part, sizes.text) for part in names.split()) + 20
        told = 3 * sizes.text + 5 * sizes.small
        found: list[tuple[bool, float, float, float, tuple[int, ...]]] = []
        for rows in ((5,), (3, 2)):
            w = (room.w - gap * (rows[0] - 1)) / rows[0]
            h = min((room.h - gap * (len(rows) - 1)) / len(rows), w + told)
            found.append((w >= word, min(w, h - told), w, h, rows))
        *_, w, h, rows = max(found)
        out: list[Rect] = []
        y = room.top - (room.h - len(rows) * (h + gap) + gap) / 2
        for n in rows:
            x = room.x + (room.w - n * w - (n - 1) * gap) / 2
            out += [Rect(x + k * (w + gap), y - h, w, h) for k in range(n)]
            y -= h + gap
        return out

    # --- drawing ---

    def layers(self) -> Frame:
        """Ground, name, and the tiles with their drawings."""
        page, sizes, look = self._page, self.around.sizes, self.look
        shapes: list[Shape] = [box(Rect(0, 0, *self.size), theme.PAPER)]
        y = page.top - 1.0 * sizes.title
        words = self.around.word("title")
        shapes.append(Text(page.x, y, words, 1.25 * sizes.title, theme.INK, bold=True))
        y -= 1.7 * sizes.text
        shapes.append(Text(page.x, y, self.around.word("subtitle"), sizes.text, theme.SOFT))
        icons: list[Layer] = []
        for widget in self.widgets():
            if widget.kind != "spot":
                continue
            hover = look.hover == widget.id
            edge = theme.ACCENT if hover or look.held == widget.id else theme.FAINT
            ground = theme.HOVER if hover else theme.BUTTON
            shapes.append(box(widget.at, ground, edge, 2.0 if hover else 1.2, 10.0))
            game, tile = widget.id.partition(":")[2], widget.at
            lines = self._lines(game, tile.w)
            foot = 1.3 * sum(size for _, size, _ in lines) + 14
            y = tile.y + foot + 0.2 * sizes.text
            for line, size, colour in lines:
                y -= 1.3 * size
                shapes.append(Text(tile.middle[0], y, line, size, colour, "centre"))
            picture = Rect(tile.x, tile.y + foot, tile.w, tile.h - foot).inset(10, 8)
            key = widget.keys[0]
            left, top = tile.x + 10, tile.top - 1.3 * sizes.small
            shapes.append(Text(left, top, key, sizes.small, theme.SOFT))
            camera = fitted(Rect(-1, -1, 2, 2), picture)
            icons.append(Layer(f"icon {game}", icon(game), camera))
        return (Layer("ground", tuple(shapes)), *icons)

    def _lines(self, game: str, wide: float) -> list[tuple[str, float, theme.Colour]]:
        """What stands below the drawing of a game: its name, what it is, for whom and how long."""
        sizes, word, rules = self.around.sizes, self.around.word, find_game(game)
        whom = word("menu.seats", low=rules.seats[0], high=rules.seats[-1])
        if game in MINUTES:
            low, high = MINUTES[game]
            whom = f"{whom}, {word('menu.minutes', low=low, high=high)}"
        told = (word(f"menu.{game}"), whom)
        small = [line for text in told for line in wrapped(text, sizes.small, wide - 16)]
        names = wrapped(rules.title, sizes.text, wide - 20)
        return [
            *((line, sizes.text, theme.INK) for line in names),
            *((line, sizes.small, theme.SOFT) for line in small),
        ]

    # --- going on ---

    def do(self, what: str, value: Any = None) -> None:
        """Go to a page."""
        del value
        kind, _, rest = what.partition(":")
        if kind == "game":
            self.go = Open(SetupPage(self.around, Plan(rest)))
        elif what == "resume":
            self.go = Open(SavedPage(self.around))
        elif what == "edit":
            from kullerwerk.stage.edit import ChoosePage

            self.go = Open(ChoosePage(self.around))
        elif what == "settings":
            self.go = Open(SettingsPage(self.around))
        else:
            self.go = Leave()
