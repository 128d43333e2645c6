"""The editor's page: the table with its handles, panels, and the map of throws that arrive."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kullerwerk.stage.edit import commands, hill_things, panel, strip, track_things
from kullerwerk.stage.edit.file import Opened
from kullerwerk.stage.edit.file import opened as open_file
from kullerwerk.stage.edit.handles import Handle
from kullerwerk.stage.edit.heat import Heat
from kullerwerk.stage.edit.layout import Data, History, Layout, Place
from kullerwerk.stage.edit.live import Live
from kullerwerk.stage.edit.problem_words import sentence
from kullerwerk.stage.edit.sight import Sight
from kullerwerk.stage.edit.stack import Stack
from kullerwerk.stage.edit.things import Things, moved_both, things_of
from kullerwerk.stage.edit.view import HILL_STEPS, View
from kullerwerk.stage.page import NO_MODS, WAYS, Back, Mods, Open, Page
from kullerwerk.stage.shapes import Camera, Frame, Layer, Rect, fitted
from kullerwerk.stage.surroundings import Surroundings
from kullerwerk.stage.widgets import Widget, notice

NUDGE = 1.0
"""The way of an arrow key, mm; ten times that with shift."""


class EditPage(Page):
    """The editor on a scene of the library or on that of a file.

    Raises SceneError for one that cannot be opened.
    """

    def __init__(self, around: Surroundings, name: str) -> None:
        super().__init__(around)
        self.file, layout = open_file(name)
        self.history = History(layout)
        self.live = Live(around.thrower(layout.scene))
        self.selected = ""
        """The name of the handle that the panel tells of."""
        self.tab = "piece"
        self.view = View(step=1.0, steps=HILL_STEPS) if self.is_hill else View()
        self.leaf = 0
        self._held = ""
        self._grip: Place = (0.0, 0.0)
        self._begun = layout.data
        """What a drag has begun with: what it passes on its way stays where it was."""
        self._sight = Sight(self)
        self._shown: Layout | None = None
        self.heat = self._new_heat()
        self._follow()

    # --- what there is ---

    @property
    def layout(self) -> Layout:
        """The layout as it stands."""
        return self.history.now

    @property
    def data(self) -> Data:
        """Its values."""
        return self.history.now.data

    @property
    def things(self) -> Things:
        """Its things."""
        return things_of(self.data)

    @property
    def is_hill(self) -> bool:
        """Whether it is a marble hill."""
        return self.data["kind"] == "hill"

    @property
    def side(self) -> Rect:
        """The panel."""
        wide, high = self.size
        w = min(self.around.sizes.panel, wide * 0.42)
        return Rect(wide - w, 0, w, high)

    @property
    def foot(self) -> Rect:
        """The strip with the figures."""
        room = self.size[0] - self.side.w
        return Rect(0, 0, room, strip.height(self.around, room))

    @property
    def area(self) -> Rect:
        """Where the table is."""
        low = self.foot.h
        return Rect(0, low, self.size[0] - self.side.w, self.size[1] - low)

    @property
    def camera(self) -> Camera:
        """How the table is seen."""
        return fitted(self.things.world(self.data), self.area.inset(24))

    def handle(self, name: str) -> Handle | None:
        """The handle of a name."""
        return self.things.handle(self.data, name)

    # --- going on ---

    def update(self, dt: float) -> None:
        """Take the throws that have come, and have more thrown."""
        del dt
        self.live.update()
        for piece, current in self.live.looked():
            self.heat.add(piece.spots, current=current)

    def _follow(self) -> None:
        """The layout is another one: throws begin anew."""
        if self._shown is self.layout:
            return
        self._shown = self.layout
        if self.things.world(self.data) != self.heat.box:
            self.heat = self._new_heat()
        else:
            self.heat.begin()
        self.live.follow(self.layout.scene)
        if self.selected and self.handle(self.selected) is None:
            self.selected = ""

    def _new_heat(self) -> Heat:
        """An empty map; of gutters a fine one."""
        box = self.things.world(self.data)
        return Heat(box, 3.0, 1.0) if self.is_hill else Heat(box)

    def change(self, data: Data, merge: str = "") -> bool:
        """Carry out a command; whether it changed anything."""
        done = self.history.do(data, merge)
        self._follow()
        return done

    # --- the pointer ---

    def press(self, x: float, y: float, button: str = "left") -> None:
        """Take hold of what is under the pointer."""
        self.history.seal()
        super().press(x, y, button)
        kind, _, name = self.look.held.partition(":")
        found = self.handle(name) if kind == "spot" else None
        if found is not None:
            self._select(name)
            self._held, self._begun = name, self.data
            at = self.camera.back((x, y))
            self._grip = found.x - at[0], found.y - at[1]

    def raw_press(self, x: float, y: float, button: str) -> bool:
        """Beside everything: nothing is selected any more."""
        if button == "left" and self.area.holds(x, y):
            self.selected = ""
        return False

    def drag(self, x: float, y: float, dx: float, dy: float) -> None:
        """Move what is held; the rest is the page's."""
        if not self._held:
            super().drag(x, y, dx, dy)
            return
        at = self.camera.back((x, y))
        place = at[0] + self._grip[0], at[1] + self._grip[1]
        self._move(self._begun, self._held, place, "drag", self.view.snap)

    def release(self, x: float, y: float) -> None:
        """Let go."""
        self._held = ""
        super().release(x, y)
        self.history.seal()

    @property
    def dragging(self) -> bool:
        """Whether something is held."""
        return bool(self._held)

    def move_to(self, name: str, place: Place, merge: str = "", *, exact: bool = False) -> None:
        """Move a thing as near to a place as it may stand; on the grid, unless it is ``exact``."""
        self._move(self.data, name, place, merge, 0.0 if exact else self.view.snap)

    def _move(self, data: Data, name: str, place: Place, merge: str, step: float) -> None:
        """Go on to what ``data`` is with a thing elsewhere."""
        things = self.things
        found = things.handle(data, name)
        if found is None:
            return
        x, y = things.snapped(data, name, things.held_on_table(data, place), step)
        x, y = (x if "x" in found.ways else found.x), (y if "y" in found.ways else found.y)
        self.change(moved_both(data, name, (x, y), self.view.axis), merge)
        # A mark is called by its space: on another one it is another one.
        after = hill_things.follow(data, name, (x, y)) if self.is_hill else name
        if (self._held or after != name) and after != self.selected:
            self.selected = after
            self.focus_on(f"spot:{after}")

    def raw_scroll(self, x: float, y: float, steps: float) -> None:
        """Turn the leaves of the panel."""
        del y
        if x >= self.side.x:
            self.leaf = max(0, self.leaf - (1 if steps > 0 else -1))

    # --- the keyboard ---

    def key(self, key: str, mods: Mods = NO_MODS) -> None:
        """Keys; what the keyboard comes to is selected."""
        super().key(key, mods)
        kind, _, name = self.look.focus.partition(":")
        if self.look.ring and kind == "spot" and name != self.selected and self.handle(name):
            self._select(name)

    def raw_key(self, key: str, mods: Mods = NO_MODS) -> bool:
        """Arrow keys move the selected thing; undo and redo by all their names."""
        name = self.look.focus.partition(":")[2]
        if key in WAYS and self.selected and name == self.selected:
            found = self.handle(self.selected)
            if found is not None:
                # Splitters are set to hundredths, and a mark goes from space to space.
                fine = 0.1 if found.kind in ("hatch", "tip") else 1.0
                far = NUDGE * fine * (10 if "shift" in mods else 1)
                if found.kind in ("space", "start", "stone", "horn"):
                    far = 41.0
                dx, dy = WAYS[key]
                place = found.x + far * dx, found.y + far * dy
                self.move_to(self.selected, place, f"key:{self.selected}", exact=True)
            return True
        self.history.seal()
        if not mods and (what := self._shortcut(key)):
            self.say("")
            self.do(what)
            return True
        if "ctrl" in mods and (key == "y" or (key == "z" and "shift" in mods)):
            self.do("redo")
            return True
        return False

    def _shortcut(self, key: str) -> str:
        """What a key does on any tab, "" = nothing."""
        if self.is_hill:
            return "grid" if key == "g" else ""
        if key in ("delete", "backspace") and self.selected.startswith("sphere:"):
            return "remove"
        return {"g": "grid", "a": "add", "insert": "add"}.get(key, "")

    def escape(self) -> None:
        """Escape opens the menu of the editor."""
        self.do("menu")

    def _select(self, name: str) -> None:
        if name != self.selected:
            self.leaf = 0
        self.selected = name
        self.tab = "piece"

    # --- what widgets do ---

    def do(self, what: str, value: Any = None) -> None:
        """Carry out what was pressed, chosen or typed; what a key does is not dragged away."""
        self._held = ""
        kind, _, rest = what.partition(":")
        match kind:
            case "spot":
                self._select(rest)
            case "tab":
                self.tab, self.leaf = rest, 0
            case "leaf":
                self.leaf += 1
            case "undo" | "redo":
                self._go_back(kind)
            case "save":
                self.save()
            case "try":
                self._try()
            case "menu":
                from kullerwerk.stage.edit.leaving import EditMenu

                self.go = Open(EditMenu(self))
            case "slide":
                merge = f"slide:{rest}:{self.selected}"
                self.change(commands.number(self.where(), rest, float(value)), merge)
            case "type":
                self._take_number(rest, str(value))
            case _:
                if not self.view.change(kind, value):
                    self._command(kind, rest, value)

    def _go_back(self, which: str) -> None:
        if which == "undo":
            self.history.undo()
        else:
            self.history.redo()
        self._follow()

    def _command(self, kind: str, rest: str, value: Any) -> None:
        """Commands on things and on the whole."""
        if kind == "add":
            more = track_things.added(self.data)
            if more is None:
                self.say(self.around.word("edit.no_room"), bad=True)
                return
            self.change(more)
            self._select(f"sphere:{len(track_things.spheres(more)) - 1}")
            self.focus_on(f"spot:{self.selected}")
            return
        self.change(commands.carried_out(self.where(), kind, rest, value))
        if kind == "order" and self.selected.startswith("ray:"):
            self.selected = f"ray:{value}"

    def _take_number(self, key: str, text: str) -> None:
        """A number that was typed; one that was left as it is shown keeps its further decimals."""
        field = self.find(f"type:{key}")
        if field is not None and field.shown == text:
            return
        value = commands.read_number(text)
        if value is None:
            self.say(self.around.word("edit.no_number", found=text.strip() or '""'), bad=True)
            return
        self.change(commands.number(self.where(), key, value))

    def where(self) -> commands.Where:
        """What commands are carried out on."""
        return commands.Where(self.data, self.selected, self.view.axis)

    # --- saving, trying ---

    def save(self, path: Path | None = None) -> bool:
        """Write the layout to its file, or to another one; whether that went well."""
        from kullerwerk.stage.edit.leaving import save

        return save(self, path)

    def take_saved(self, source: Opened, data: Data) -> None:
        """What has been saved is what is edited from now on."""
        self.file = source
        self.change(data)
        self.history.keep()

    @property
    def refusal(self) -> str:
        """The first sentence of the checks, "" where there is none."""
        found = self.layout.problems
        return sentence(found[0], self.around.lang, self.data) if found else ""

    def _try(self) -> None:
        """Set up a race on the layout as it stands; no file is touched."""
        from kullerwerk.stage.games import Plan
        from kullerwerk.stage.setup import SetupPage

        scene = self.layout.scene
        if scene is None:
            self.say(self.refusal, bad=True)
            return
        game = "kullern" if self.is_hill else "koenig"
        self.go = Open(SetupPage(self.around, Plan(game, scene=scene)))

    def before_closing(self) -> Page | None:
        """Ask before changes are lost."""
        from kullerwerk.stage.edit.leaving import AskPage

        return AskPage(self, window=True) if self.history.unsaved else None

    def rescue(self) -> Path | None:
        """Keep what is not saved, if it can be."""
        from kullerwerk.stage.edit.leaving import rescued

        return rescued(self) if self.history.unsaved else None

    def leave(self) -> None:
        """Go back to where the editor was opened, or ask first."""
        if self.history.unsaved:
            from kullerwerk.stage.edit.leaving import AskPage

            self.go = Open(AskPage(self))
        else:
            self.go = Back()

    # --- widgets ---

    def widgets(self) -> tuple[Widget, ...]:
        """The handles, then the panel from the top down."""
        return (*self._sight.spots(), *self._sight.panel())

    def rows(self) -> Stack:
        """The rows of the open tab."""
        stack, word = Stack(self.around.sizes, self.around.lang), self.around.word
        if self.tab == "whole":
            panel.whole_rows(self.data, stack, word)
        elif self.tab == "piece":
            if not self.is_hill:
                stack.add("add", word("edit.add"), keys=("a", "insert"), small=True)
            panel.piece_rows(self.data, self.selected, stack, word)
        else:
            self.view.rows(stack, word, hill=self.is_hill)
        return stack

    # --- drawing ---

    def layers(self) -> Frame:
        """The table, the map, the things, the panel."""
        return self._sight.layers()

    def frame(self) -> Frame:
        """All of the page; the widgets in layers of their own."""
        return (
            *self.layers(),
            *self._sight.widgets(self.widgets()),
            *self.over(),
            Layer("notice", tuple(notice(self.notice, self.bad, self.size[0], self.around.sizes))),
        )

    def over(self) -> Frame:
        """The selected thing."""
        return self._sight.over()
