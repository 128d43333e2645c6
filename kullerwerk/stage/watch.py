"""Watching a record: forward and back, step by step or as it went, at any speed.

A record holds where dice and marbles came to rest. How they went there is simulated again, from
the record's seed, and shown where that ends as the record says; elsewhere the way is drawn alone.
"""

from __future__ import annotations

import time
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from kullerwerk.console import target_problem, typed_path
from kullerwerk.physics import simulated
from kullerwerk.players.specs import Spec
from kullerwerk.session import Session
from kullerwerk.stage import theme
from kullerwerk.stage.column import ColumnPage
from kullerwerk.stage.file_words import file_trouble
from kullerwerk.stage.games import board_for, kept_scene
from kullerwerk.stage.lettering import wrapped
from kullerwerk.stage.match import Happened, Match
from kullerwerk.stage.menu import row
from kullerwerk.stage.page import NO_MODS, Back, Mods, Open, Page
from kullerwerk.stage.shapes import Disc, Frame, Layer, Rect, Shape, Text, box
from kullerwerk.stage.surroundings import Surroundings
from kullerwerk.stage.telling import told_step
from kullerwerk.stage.thinking import resolve
from kullerwerk.stage.views.board import Board
from kullerwerk.stage.watch_bar import BarPlaces, bar_places
from kullerwerk.stage.widgets import Widget, paragraph
from kullerwerk.streams import physics_stream
from rules.core.errors import RulesError
from rules.core.records import Replay, replay
from rules.core.registry import game as find_game
from rules.core.types import Ask, Decide
from scenes.errors import SceneError

AHEAD = 3
"""How many throws are simulated again before they are shown."""
GHOSTS = 40
"""The ways of so many throws are shown at most."""
DWELL = 0.3
"""Seconds for which a decision is shown that moves nothing."""
SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
FORMATS = (".png", ".gif", ".mp4")


class WatchPage(Page):
    """A record on its board.

    ``scene`` is what it was played on, None = that of the library, if it is there unchanged: a
    game on a scene of one's own is shown too, its throws where they end.
    """

    def __init__(
        self, around: Surroundings, played: Replay, name: str = "", scene: Any = None
    ) -> None:
        super().__init__(around)
        head = played.header
        rules = find_game(head.game)
        self.name = name
        self.steps = played.steps
        if scene is None and simulated(head):
            with suppress(RulesError, SceneError):
                scene = kept_scene(head, record=Path(name) if name else None)
        self._live = scene is not None
        session = Session(rules, replace(head, seed=head.seed or 0), None, (), live=self._live)
        self.match = Match(around, session, tuple(Spec("random") for _ in range(head.seats)), scene)
        self.match.at = None
        self.board = board_for(self.match)
        self.index = 0
        """How many answers have been shown."""
        self.playing = True
        self.speed = 1.0
        self._dwell = 0.0
        self._traces: dict[int, Any] = {}
        self._coming: dict[int, Future[Any]] = {}
        self._logs = self._tell()
        self._haunted = False
        """Whether the ways of earlier throws are shown."""
        self._ghosts_of = (-1, -1)
        self.export: tuple[Path, int] | None = None
        """A file that shall be made of what is shown from here on, and frames a second."""
        self._place()

    # --- where things are ---

    def resize(self, wide: float, high: float) -> None:
        """The window has another size."""
        super().resize(wide, high)
        self._place()

    def _place(self) -> None:
        wide, high = self.size
        bar = self._bar.h
        self.board.place(Rect(0, bar, wide - self._panel.w, high - bar))

    @property
    def _places(self) -> BarPlaces:
        return bar_places(self.size[0], self.around.sizes)

    @property
    def _bar(self) -> Rect:
        return self._places.bar

    @property
    def _panel(self) -> Rect:
        wide, high = self.size
        w = min(self.around.sizes.panel, wide * 0.38)
        return Rect(wide - w, self._bar.top, w, high - self._bar.h)

    # --- going on ---

    @property
    def ended(self) -> bool:
        """Whether all has been shown."""
        return self.index >= len(self.steps) and not self.board.busy and self._dwell <= 0

    def update(self, dt: float) -> None:
        """Show what comes next."""
        self._look_ahead()
        self.board.ghosts = self._ghosts() if self._haunted else ()
        if not self.playing:
            return
        dt *= self.speed
        self.board.update(dt)
        self._dwell = max(0.0, self._dwell - dt)
        if self.board.busy or self._dwell > 0:
            return
        if self.index >= len(self.steps):
            self.playing = False
            return
        if self._ready(self.index):
            self._show_next()

    def _show_next(self) -> None:
        pending, answer, step = self.steps[self.index]
        before = self.match.state
        self.match.session.steps.append(self.steps[self.index])
        trace = self._traces.get(self.index)
        self.index += 1
        self.board.show(Happened(before, pending, answer, step, trace))
        self._dwell = 0.0 if self.board.busy else DWELL * isinstance(pending, Decide)

    def go_to(self, index: int) -> None:
        """Show how the game stood after so many answers."""
        self.index = max(0, min(len(self.steps), index))
        self.match.session.steps[:] = self.steps[: self.index]
        self._dwell = 0.0
        self.board.reset()

    def _ghosts(self) -> tuple[Happened, ...]:
        """The throws before this place in the game, the last ones first to go."""
        if self._ghosts_of == (self.index, len(self._traces)):
            return self.board.ghosts
        self._ghosts_of = (self.index, len(self._traces))
        found: list[Happened] = []
        for k in range(self.index):
            pending, answer, step = self.steps[k]
            if isinstance(pending, Ask):
                before = self.steps[k - 1][2].state if k else self.match.session.first
                found.append(Happened(before, pending, answer, step, self._traces.get(k)))
        return tuple(found[-GHOSTS:])

    def _ready(self, index: int) -> bool:
        """Whether the way of a throw is known, or known to be lost."""
        return not self._live or not isinstance(self.steps[index][0], Ask) or index in self._traces

    def _look_ahead(self) -> None:
        """Have the next throws simulated again."""
        for index, job in list(self._coming.items()):
            if job.done():
                del self._coming[index]
                self._traces[index] = self._trace_of(index, job)
        if not self._live:
            return
        asks = [k for k, (pending, _, _) in enumerate(self.steps) if isinstance(pending, Ask)]
        here = [k for k in asks if k >= self.index][:AHEAD]
        for index in here:
            if index in self._traces or index in self._coming:
                continue
            pending = self.steps[index][0]
            assert isinstance(pending, Ask), "only throws are simulated"
            before = self.steps[index - 1][2].state if index else self.match.session.first
            stream = physics_stream(self.match.session.seed, asks.index(index))
            self._coming[index] = self.around.thrower(self.match.scene).submit(
                resolve, self.match.game.name, self.match.scene, before, pending.request, stream
            )

    def _trace_of(self, index: int, job: Future[Any]) -> Any:
        try:
            answer, trace = job.result()
        except Exception:  # the record tells the end; only the way there is lost
            return None
        return trace if answer == self.steps[index][1] else None

    # --- widgets ---

    def widgets(self) -> tuple[Widget, ...]:
        """The bar below: back, play, forward; the place in the game; the speed."""
        word, at = self.around.word, self._places.at
        names = (
            ("start", "|◀", ("home",)), ("back", "◀", ("left", ",")),
            ("play", "||" if self.playing else "▶", ("space",)),
            ("forward", "▶|", ("right", ".")), ("end", "▶▶|", ("end",)),
        )  # fmt: skip
        out = [Widget(name, at[name], label, keys=keys) for name, label, keys in names]
        shown = tuple(f"{one:g} x" for one in SPEEDS)
        nearest = min(range(len(SPEEDS)), key=lambda k: abs(SPEEDS[k] - self.speed))
        out.append(
            Widget("speed", at["speed"], word("set.speed"), "choice", options=shown, index=nearest)
        )
        if self._live:
            out.append(
                Widget("ghosts", at["ghosts"], word("watch.ghosts"), "switch",
                       chosen=self._haunted, keys=("g",))
            )  # fmt: skip
        out.append(Widget("save", at["save"], word("watch.save"), keys=("s",)))
        out.append(Widget("leave", at["leave"], word("back")))
        out.append(
            Widget("place", at["place"], word("watch.place"), "slider", value=float(self.index),
                   low=0.0, high=float(max(1, len(self.steps))), step=1.0,
                   shown=f"{self.index} / {len(self.steps)}")
        )  # fmt: skip
        return tuple(out)

    def do(self, what: str, value: Any = None) -> None:
        """A button was pressed."""
        match what:
            case "start":
                self.go_to(0)
            case "end":
                self.go_to(len(self.steps))
            case "play":
                if self.ended:
                    self.go_to(0)
                self.playing = not self.playing
            case "back":
                self.playing = False
                self.go_to(self.index - 1)
            case "forward":
                self._one_on()
            case "speed":
                self.speed = SPEEDS[int(value)]
            case "place":
                self.go_to(round(value))
            case "ghosts":
                self._haunted = bool(value)
                self._ghosts_of = (-1, -1)
            case "save":
                self.playing = False
                self.go = Open(ExportPage(self))
            case _:
                self.go = Back()

    def _one_on(self) -> None:
        """Finish what is shown; otherwise show the next thing that somebody decided or threw."""
        self.playing = False
        if self.board.busy:
            self.board.skip()
        elif self.index < len(self.steps):
            self.go_to(self.index + 1)

    def raw_press(self, x: float, y: float, button: str) -> bool:
        """A zoomed board can be shifted with any button."""
        del button
        return self.board.area.holds(x, y)

    def raw_drag(self, x: float, y: float, dx: float, dy: float) -> None:
        """It goes along."""
        Board.raw_drag(self.board, x, y, dx, dy)

    def raw_key(self, key: str, mods: Mods = NO_MODS) -> bool:
        """Arrow keys step where no widget has them; the board has its camera."""
        if Board.raw_key(self.board, key, mods):
            return True
        if key in ("left", "right") and not self.look.ring:
            self.do("back" if key == "left" else "forward")
            return True
        return False

    def raw_scroll(self, x: float, y: float, steps: float) -> None:
        """The board's camera."""
        Board.raw_scroll(self.board, x, y, steps)

    # --- drawing ---

    def _tell(self) -> list[tuple[int, str, int | None]]:
        """All lines: after how many answers each is told, the line, and who decided."""
        game, first, lang = self.match.game, self.match.session.first, self.around.lang
        return [
            (number + 1, said.text, said.seat)
            for number in range(len(self.steps))
            for said in told_step(game, first, self.steps, number, lang)
        ]

    def layers(self) -> Frame:
        """The board, the log, the bar."""
        panel, bar = self._panel, self._bar
        shapes: list[Shape] = [box(panel, theme.PANEL), box(bar, theme.PANEL, theme.FAINT, 1.0)]
        return (
            *self.board.layers(), Layer("panel", tuple(shapes)), Layer("log", tuple(self._log()))
        )  # fmt: skip

    def _log(self) -> list[Shape]:
        at, sizes = self._panel.inset(12), self.around.sizes
        title, high = paragraph(at, self.match.game.title, sizes.text, bold=True)
        out: list[Shape] = list(title)
        size = sizes.small
        room = int((at.h - high - 10) / (size * 1.35))
        busy = self.board.busy and self.index > 0 and isinstance(self.steps[self.index - 1][0], Ask)
        upto = self.index - 1 if busy else self.index
        lines: list[tuple[str, int | None]] = []
        for number, text, seat in reversed(self._logs):
            if number > upto:
                continue
            words = wrapped(text[:1].upper() + text[1:], size, at.w - 10)
            lines = [(line, seat if k == 0 else None) for k, line in enumerate(words)] + lines
            if len(lines) > room:
                break
        for k, (line, seat) in enumerate(reversed(lines[-max(room, 0) :])):
            y = at.y + size * (0.5 + 1.35 * k)
            if seat is not None:
                out.append(Disc(at.x + 3, y + size * 0.35, 3.2, self.board.seat_colour(seat)))
            out.append(Text(at.x + 10, y, line, size, theme.INK))
        return out


class ExportPage(ColumnPage):
    """Where a picture or a film of a record goes."""

    width = 560.0

    def __init__(self, watch: WatchPage) -> None:
        super().__init__(watch.around)
        self._watch = watch
        self._name = f"{watch.match.game.name}-{time.strftime('%Y-%m-%d-%H%M')}"

    def heading(self) -> str:
        """What it is."""
        return self.around.word("watch.save")

    def remark(self) -> str:
        """What becomes of it."""
        return self.around.word("watch.save.how")

    def rows(self) -> list[Widget]:
        """The file's name, and a button for each kind."""
        word = self.around.word
        return [
            row("name", word("watch.name"), kind="field", shown=self._name),
            row("png", word("watch.png"), chosen=True),
            row("gif", word("watch.gif")),
            row("mp4", word("watch.mp4")),
            row("back", word("back")),
        ]

    def do(self, what: str, value: Any = None) -> None:
        """Have the window make the file."""
        if what == "name":
            self._name = str(value)
            return
        if what != "back":
            path = typed_path(self._name)
            name = path.stem if path.suffix in FORMATS else path.name
            path = path.with_name(f"{name}.{what}") if name else path
            why = target_problem(path, FORMATS) or missing_program(path)
            if why:
                self.say(file_trouble(why, self.around.lang), bad=True)
                return
            self._watch.export = (path, 25)
        self.go = Back()


def missing_program(path: Path) -> str:
    """Why a file of this kind cannot be made here; "" where it can."""
    import shutil

    if path.suffix == ".mp4" and shutil.which("ffmpeg") is None:
        return f"{path}: MP4 files are made by ffmpeg, which is not installed; .gif works without."
    return ""


def watch_session(around: Surroundings, match: Match) -> WatchPage:
    """The page that shows a game that was just played."""
    session = match.session
    steps = tuple(session.steps)
    played = Replay(session.head, session.state, "", match.over is not None, steps)
    return WatchPage(around, played, scene=match.scene)


def watch_file(around: Surroundings, path: Path) -> WatchPage:
    """The page that shows a record. Raises RecordError with a sentence."""
    return WatchPage(around, replay(path, partial=True), str(path))
