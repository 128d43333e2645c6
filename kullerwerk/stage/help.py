"""The page that explains a game's rules, and first of all how the window is used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kullerwerk.stage import theme
from kullerwerk.stage.icons import icon
from kullerwerk.stage.lettering import wrapped
from kullerwerk.stage.page import NO_MODS, Back, Mods
from kullerwerk.stage.rules_help.drawings import HIGH, drawing
from kullerwerk.stage.rules_help.texts import HELP
from kullerwerk.stage.scroll import NOTCH, ScrollPage
from kullerwerk.stage.shapes import Camera, Frame, Layer, Rect, Shape, Text, box, fitted
from kullerwerk.stage.surroundings import Surroundings
from kullerwerk.stage.widgets import Widget
from rules.core.registry import game as find_game

UNIT = 62.0
"""Logical pixels of a unit of a drawing at text size 1."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A section as it is laid out: ``top`` below the start of all, its height, its shapes.

    The shapes have their places below the upper left corner of the section; pictures are a place
    there and a name each.
    """

    top: float
    high: float
    shapes: tuple[Shape, ...]
    pictures: tuple[tuple[Rect, str], ...]


class RulesPage(ScrollPage):
    """The rules of a game, section by section; beside them a list of the sections."""

    def __init__(self, around: Surroundings, game_name: str) -> None:
        super().__init__(around)
        self._game = game_name
        self._title = find_game(game_name).title
        self._sections = HELP[game_name]
        self._laid: tuple[object, tuple[_Part, ...]] = ((), ())

    # --- where things are ---

    @property
    def _list(self) -> float:
        """How wide the list of sections is; a narrow window has none."""
        scale = self.around.sizes.scale
        return 280 * scale if self.size[0] >= 1000 * scale else 0.0

    @property
    def _page(self) -> Rect:
        wide, high = self.size
        w = min(wide - 80, self._list + 820 * self.around.sizes.scale)
        return Rect((wide - w) / 2, 16, w, high - 36)

    @property
    def room(self) -> Rect:
        """Below the heading, beside the list."""
        page = self._page.cut_top(2.1 * self.around.sizes.title)[1]
        return page.cut_left(self._list)[1]

    @property
    def visible(self) -> Rect | None:
        """The buttons do not scroll."""
        return None

    @property
    def long(self) -> float:
        """How high all sections are."""
        return self._parts[-1].top + self._parts[-1].high

    @property
    def _parts(self) -> tuple[_Part, ...]:
        """All sections, laid out anew where the width or the language is another one."""
        key = (self.room.w, self.around.sizes.scale, self.around.lang)
        if self._laid[0] != key:
            parts: list[_Part] = []
            top = 0.0
            for number in range(len(self._sections)):
                part = self._lay_out(number, top)
                parts.append(part)
                top += part.high
            self._laid = (key, tuple(parts))
        return self._laid[1]

    def _lay_out(self, number: int, top: float) -> _Part:
        sizes, wide = self.around.sizes, self.room.w
        section, lang = self._sections[number], 1 if self.around.lang == "de" else 0
        shapes: list[Shape] = []
        head = 1.25 * sizes.text
        y = -1.5 * head
        shapes.append(Text(0.0, y, section.title[lang], head, theme.ACCENT, bold=True))
        y -= 0.55 * head
        for text in section.texts:
            for paragraph in text[lang].split("\n"):
                # What begins with a sign of its own, as in a list, stands in from its lines.
                sign, body = _sign(paragraph)
                left = 1.3 * sizes.text if sign else 0.0
                if sign:
                    shapes.append(Text(0.0, y - sizes.text, sign, sizes.text, theme.INK))
                for line in wrapped(body, sizes.text, wide - left):
                    shapes.append(Text(left, y - sizes.text, line, sizes.text, theme.INK))
                    y -= 1.4 * sizes.text
                y -= 0.2 * sizes.text
            y -= 0.35 * sizes.text
        pictures: list[tuple[Rect, str]] = []
        for name in section.pictures:
            w, unit = drawing(name)[0], UNIT * sizes.scale
            unit = min(unit, wide / (w + 0.4))
            frame = Rect(0.0, y - (HIGH + 0.4) * unit, (w + 0.4) * unit, (HIGH + 0.4) * unit)
            shapes.append(box(frame, theme.WHITE, theme.FAINT, 1.0, 8.0))
            pictures.append((frame.inset(0.2 * unit), name))
            y -= frame.h + 0.6 * sizes.text
        return _Part(top, -y + 0.6 * sizes.text, tuple(shapes), tuple(pictures))

    def widgets(self) -> tuple[Widget, ...]:
        """Back, and the sections to go to."""
        page, sizes, lang = self._page, self.around.sizes, 1 if self.around.lang == "de" else 0
        w = 150 * sizes.scale
        at = Rect(page.right - w, page.top - sizes.row - 4, w, sizes.row)
        out = [Widget("back", at, self.around.word("back"), keys=("escape",))]
        if not self._list:
            return tuple(out)
        y, here = self.room.top, self._here
        size = sizes.small
        for k, section in enumerate(self._sections):
            label = section.title[lang]
            lines = len(wrapped(label, size, self._list - 44))
            high = max(sizes.row * 0.9, (1.25 * lines + 0.9) * size)
            y -= high
            at = Rect(page.x, y, self._list - 28, high)
            out.append(Widget(f"section:{k}", at, label, chosen=k == here, small=True))
            y -= 5
        return tuple(out)

    @property
    def _here(self) -> int:
        """The section that is read now: the last one that begins in the upper part of the room."""
        reach = self.scrolled + 0.35 * self.room.h
        if self.scrolled < 1:
            return 0
        return max(k for k, part in enumerate(self._parts) if part.top <= reach)

    # --- what happens ---

    def do(self, what: str, value: Any = None) -> None:
        """Back, or to a section."""
        del value
        kind, _, rest = what.partition(":")
        if kind == "section":
            self.scroll_to(self._parts[int(rest)].top)
        else:
            self.go = Back()

    def raw_key(self, key: str, mods: Mods = NO_MODS) -> bool:
        """The arrows up and down scroll by lines."""
        if key in ("up", "down"):
            step = NOTCH * self.around.sizes.scale
            self.scroll_to(self.scrolled + (step if key == "down" else -step))
            return True
        return super().raw_key(key, mods)

    def layers(self) -> Frame:
        """The heading, and those sections that are in sight."""
        sizes, page, room = self.around.sizes, self._page, self.room
        side = 1.5 * sizes.title
        title = Text(
            page.x + side + 12, page.top - 1.15 * sizes.title, self._title, sizes.title, theme.INK,
            bold=True,
        )  # fmt: skip
        ground = box(Rect(0, 0, *self.size), theme.PAPER)
        small = Rect(page.x, page.top - side, side, side)
        clip = room.inset(-4, 0)
        out: list[Layer] = [
            Layer("ground", (ground, title)),
            Layer("icon", icon(self._game), fitted(Rect(-1, -1, 2, 2), small)),
        ]
        for k, part in enumerate(self._parts):
            y = room.top + round(self.scrolled) - part.top
            if y < room.y or y - part.high > room.top:
                continue
            out.append(Layer(f"section {k}", part.shapes, Camera(1.0, room.x, y), clip))
            for at, name in part.pictures:
                wide, shapes = drawing(name)
                place = Rect(room.x + at.x, y + at.y, at.w, at.h)
                camera = fitted(Rect(0, 0, wide, HIGH), place)
                out.append(Layer(f"picture {name}", shapes, camera, clip))
        return tuple(out)


def _sign(text: str) -> tuple[str, str]:
    """The sign before a text of a list (a bullet or a number), "" = none, and the text."""
    first, _, rest = text.partition(" ")
    if first == "•" or (first[:-1].isdigit() and first.endswith(".")):
        return first, rest
    return "", text
