"""What the editor's page looks like: layers, handles and the panel, kept until they change."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kullerwerk.stage import theme
from kullerwerk.stage.edit import hill_shapes, hill_things, strip, track_shapes
from kullerwerk.stage.edit.handles import Handle
from kullerwerk.stage.edit.layout import Layout
from kullerwerk.stage.edit.stack import spelled
from kullerwerk.stage.hill_parts import unit_of
from kullerwerk.stage.lettering import shortened, width
from kullerwerk.stage.shapes import (
    Disc,
    Frame,
    Layer,
    Line,
    Rect,
    Shape,
    Text,
    box,
    faded,
)
from kullerwerk.stage.widgets import Widget, drawn, paragraph
from scenes.hill import MarbleHill

if TYPE_CHECKING:
    from kullerwerk.stage.edit.page import EditPage

SMALLEST = 9.0
"""Half the side of what a pointer can hit, logical pixels."""
LEGIBLE = 1.0
"""Shares are written beside lanes where a mm has so many pixels at least."""
GHOST: theme.Colour = (40, 20, 60, 80)
_ITEM = re.compile(r"^(\w+(?:\.\w+)?\[\d+\])")


def bad_keys(layout: Layout) -> frozenset[str]:
    """The keys that have problems, with those of the things that they are part of."""
    found: set[str] = set()
    for problem in layout.problems:
        found.add(problem.key)
        if item := _ITEM.match(problem.key):
            found.add(item[1])
        if problem.key.startswith("start_box"):
            found.add("start_box")
    return frozenset(found)


class Sight:
    """The looks of an `EditPage`."""

    def __init__(self, page: EditPage) -> None:
        self._page = page
        self._kept: dict[str, tuple[Any, Any]] = {}
        scene = page.layout.scene
        self._hill = scene if isinstance(scene, MarbleHill) else None
        """The last hill that marbles could run down: its walls are drawn."""
        self._unit = 1.0

    def _cached(self, key: str, of: Any, make: Any) -> Any:
        """What was made of the same things before, or what is made now."""
        found = self._kept.get(key)
        if found is None or found[0] != of:
            found = self._kept[key] = (of, make())
        return found[1]

    # --- handles ---

    def handles(self) -> tuple[Handle, ...]:
        """The handles of the layout."""
        page = self._page
        return self._cached("handles", _Same(page.layout), lambda: page.things.handles(page.data))

    def spots(self) -> tuple[Widget, ...]:
        """The handles as spots."""
        page = self._page
        camera, lang = page.camera, page.around.lang

        def make() -> tuple[Widget, ...]:
            out: list[Widget] = []
            for one in self.handles():
                half = max(SMALLEST, one.r * camera.scale)
                x, y = camera.out(one.place)
                at = Rect(x - half, y - half, 2 * half, 2 * half)
                out.append(Widget(f"spot:{one.name}", at, self._name(one), "spot",
                                  round=not one.square))  # fmt: skip
            return tuple(out)

        return self._cached("spots", (_Same(page.layout), camera, lang), make)

    # --- the panel ---

    @property
    def _inner(self) -> Rect:
        return self._page.side.inset(12)

    @property
    def _head(self) -> float:
        sizes = self._page.around.sizes
        return sizes.text * 1.5 + sizes.small * 3.2

    def panel(self) -> tuple[Widget, ...]:
        """Tabs, the rows of the open one, and what is always there."""
        page, at = self._page, self._inner
        sizes, word = page.around.sizes, page.around.word
        row = sizes.row
        out: list[Widget] = []
        y = at.top - self._head - row
        third = (at.w - 8) / 3
        for k, tab in enumerate(("piece", "whole", "view")):
            name = "edit.tab.hill" if tab == "whole" and page.is_hill else f"edit.tab.{tab}"
            place = Rect(at.x + k * (third + 4), y, third, row)
            out.append(Widget(f"tab:{tab}", place, word(name), chosen=page.tab == tab, small=True))
        foot = at.y + 3 * (row + 6)
        room = Rect(at.x, foot + 6, at.w, y - 10 - foot - 6)
        rows, leaves = page.rows().placed(room, page.leaf, word("edit.more"))
        page.leaf %= max(1, leaves)
        return (*out, *rows, *self._foot_buttons(at, row))

    def _foot_buttons(self, at: Rect, row: float) -> list[Widget]:
        page, word = self._page, self._page.around.word
        history = page.history
        half = (at.w - 6) / 2
        nothing = word("undo.nothing")
        buttons = (
            ("undo", word("undo"), ("ctrl+z",), history.can_undo, nothing),
            ("redo", word("edit.redo"), ("ctrl+y",), history.can_redo, word("edit.redo.nothing")),
            ("save", word("edit.save"), ("ctrl+s",), True, ""),
            ("try", f"▶ {word('edit.try')}", ("t",), True, ""),
        )
        out: list[Widget] = []
        for k, (name, label, keys, enabled, why) in enumerate(buttons):
            x = at.x + (k % 2) * (half + 6)
            y = at.y + (2 - k // 2) * (row + 6)
            out.append(
                Widget(name, Rect(x, y, half, row), label, enabled=enabled, why=why, keys=keys,
                       small=True)
            )  # fmt: skip
        out.append(Widget("menu", Rect(at.x, at.y, at.w, row), word("menu"), keys=("f10",),
                          small=True))  # fmt: skip
        return out

    def _panel_shapes(self) -> tuple[Shape, ...]:
        page, at = self._page, self._inner
        sizes, word = page.around.sizes, page.around.word
        out: list[Shape] = [box(page.side, theme.PANEL)]
        y = at.top - sizes.text
        title = page.data.get("title") or page.data["name"]
        mark = "● " if page.history.unsaved else ""
        words = shortened(mark + title, sizes.text * 1.15, at.w, True)
        out.append(Text(at.x, y, words, sizes.text * 1.15, theme.INK, bold=True))
        y -= sizes.small * 1.5
        where = str(page.file.path) if page.file.path else word("edit.ours")
        out.append(Text(at.x, y, shortened(where, sizes.small, at.w), sizes.small, theme.SOFT))
        y -= sizes.small * 1.5
        count = len(page.layout.problems)
        said = word("edit.bad", n=count) if count else word("edit.good")
        colour = theme.BAD if count else theme.GOOD
        said = f"{'✗' if count else '✓'} {said}"
        said = shortened(said, sizes.small, at.w, True)
        out.append(Text(at.x, y, said, sizes.small, colour, bold=True))
        if page.tab == "piece":
            out += self._advice()
        return tuple(out)

    def _advice(self) -> list[Shape]:
        """How to select something and to move it, above the buttons at the foot."""
        page, sizes, at = self._page, self._page.around.sizes, self._inner
        foot = at.y + 3 * (sizes.row + 6) + 10
        words = page.around.word(
            f"edit.keys{'.hill' * page.is_hill}" if page.selected else "edit.none"
        )
        lowest = min((w.at.y for w in self.panel() if w.at.y > foot), default=at.top)
        lines, high = paragraph(Rect(at.x, 0, at.w, foot), words, sizes.small, theme.SOFT)
        if lowest - foot < high + 8:
            return []
        return [replace(line, y=line.y + high + 2) for line in lines]

    # --- layers ---

    def layers(self) -> Frame:
        """Everything behind the widgets."""
        page = self._page
        camera, area = page.camera, page.area
        frame: list[Any] = [*self._ground()]
        if page.view.heat:
            frame.append(page.heat.raster("edit.heat", camera, area))
        bad = self._cached("bad", _Same(page.layout), lambda: bad_keys(page.layout))
        start = page.around.word("koenig.start")
        things = self._cached(
            "things",
            (_Same(page.layout), camera, start, self._unit),
            lambda: (
                hill_shapes.things(page.data, bad, camera, self._unit)
                if page.is_hill
                else track_shapes.things(page.data, bad, camera, start)
            ),
        )
        frame += [Layer(f"edit.things.{k}", one, camera, area) for k, one in things.items()]
        if page.view.ways and page.layout.scene is not None:
            ways = page.live.ways
            lines = self._cached(
                "ways", _Same(ways), lambda: tuple(Line(way, GHOST, 1.0) for way in ways)
            )
            frame.append(Layer("edit.ways", lines, camera, area))
        if page.is_hill and camera.scale >= LEGIBLE:
            lanes = self._cached("lanes", (_Same(page.layout), page.live.runs, camera), self._lanes)
            frame.append(Layer("edit.lanes", lanes, camera, area))
        frame.append(Layer("edit.strip", self._strip()))
        frame.append(Layer("edit.panel", self._panel_shapes()))
        return tuple(frame)

    def _ground(self) -> list[Layer]:
        page = self._page
        camera = page.camera
        if page.is_hill:
            if isinstance(page.layout.scene, MarbleHill):
                self._hill = page.layout.scene
            hill = self._hill
            assert hill is not None, "what was opened was right"
            self._unit = unit_of(hill)
            parts = self._cached("ground", _Same(hill), lambda: hill_shapes.ground(hill))
        else:
            step = page.view.snap
            of = (tuple(page.data.get("table", {}).items()), camera, step)
            parts = self._cached(
                "ground", of, lambda: {"table": track_shapes.ground(page.data, camera, step)}
            )
        out = [Layer(f"edit.ground.{k}", one, camera, page.area) for k, one in parts.items()]
        if page.is_hill and page.view.snap:
            of = (page.things.world(page.data), camera, page.view.snap)
            lines = self._cached("grid", of, lambda: hill_shapes.grid(page.data, camera, of[2]))
            out.append(Layer("edit.grid", lines, camera, page.area))
        return out

    def _strip(self) -> tuple[Shape, ...]:
        page = self._page
        live = page.live
        peak = page.heat.peak if page.view.heat else 0.0
        of = (
            _Same(page.layout.problems), live.throws, live.runs, live.figured, live.trouble,
            page.foot, round(peak, 5), page.around.lang, page.around.sizes.scale,
        )  # fmt: skip
        return self._cached(
            "strip", of, lambda: strip.shapes(page.around, page.foot, page.layout, live, peak)
        )

    def _lanes(self) -> tuple[Shape, ...]:
        """Above each lane of the path's legs the share of the balls that cross it."""
        page = self._page
        out: list[Shape] = []
        for j, row in enumerate(hill_things.rows(page.data)):
            if row["kind"] not in ("leg", "starts"):
                continue
            crossed = Counter(ball.lanes[j - 1] for ball in page.live.balls if len(ball.lanes) >= j)
            total = crossed.total()
            if not total:
                continue
            for k, x in enumerate(row["x"]):
                part = crossed[k + 1] / total
                y = -row["y"] + 13.5
                out.append(box(Rect(x - 9.5, y - 4, 19, 8), (255, 253, 247, 215), None, r=3))
                out.append(box(Rect(x - 9.5, y - 4, 19 * min(1.0, part / 0.3), 8),
                               faded(theme.ACCENT, 0.35)))  # fmt: skip
                words = f"{100 * part:.0f} %"
                out.append(Text(x, y, words, 10, theme.INK, "centre", "middle"))
        return tuple(out)

    def widgets(self, widgets: tuple[Widget, ...]) -> Frame:
        """The widgets; sliders and numbers in layers of their own, since drags change them."""
        page = self._page
        sizes = page.around.sizes
        out: list[Layer] = []
        others: list[Shape] = []
        for one in widgets:
            if one.id.startswith(("slide:", "type:")):
                out.append(
                    Layer(f"widget.{one.id}", tuple(drawn(one, page.look, sizes, page.around.lang)))
                )
            else:
                others += drawn(one, page.look, sizes, page.around.lang)
        return (Layer("widgets", tuple(others)), *out)

    def over(self) -> Frame:
        """A ring round the selected thing, and where it is."""
        page = self._page
        one = page.handle(page.selected) if page.selected else None
        if one is None:
            return ()
        camera = page.camera
        x, y = camera.out(one.place)
        half = max(SMALLEST, one.r * camera.scale) + 3
        out: list[Shape] = []
        if one.square:
            ring = Rect(x - half, y - half, 2 * half, 2 * half)
            out.append(box(ring, None, theme.ACCENT, 2.5, 4))
        else:
            out.append(Disc(x, y, half, None, theme.ACCENT, 2.5))
        words = self._place_words(one)
        size = page.around.sizes.small
        wide = width(words, size, True) + 14
        area = page.area
        left = min(max(area.x + 4, x - wide / 2), area.right - wide - 4)
        low = y + half + 6 if y + half + 6 + size * 1.6 < area.top else y - half - 8 - size * 1.6
        label = Rect(left, low, wide, size * 1.6)
        out.append(box(label, (255, 255, 255, 235), theme.ACCENT, 1.2, 5))
        out.append(Text(*label.middle, words, size, theme.INK, "centre", "middle", bold=True))
        return (Layer("edit.selected", tuple(out)),)

    def _name(self, one: Handle) -> str:
        page = self._page
        number = _number_of(one)
        if one.kind == "sphere":
            number = page.data["half_spheres"][int(one.name.partition(":")[2])]["name"]
        return page.around.word(f"edit.thing.{one.kind}", n=number)

    def _place_words(self, one: Handle) -> str:
        page, name = self._page, self._name(one)
        if page.is_hill:
            return name
        x, y = (spelled(part, page.around.lang) for part in one.place)
        return f"{name}  {x} | {y}"


def _number_of(one: Handle) -> str:
    rest = one.name.partition(":")[2]
    if one.kind in ("stone", "horn"):
        return rest
    return str(int(rest) + 1) if rest.isdecimal() else rest


class _Same:
    """Equal to another one of the very same thing: for comparing what is never changed."""

    __slots__ = ("of",)

    def __init__(self, of: Any) -> None:
        self.of = of

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.of is other.of

    def __hash__(self) -> int:
        return id(self.of)
