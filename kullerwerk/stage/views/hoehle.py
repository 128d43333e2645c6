"""The board of the mole cave: tiles on squares, caves, tunnel entrances."""

from __future__ import annotations

from math import pi
from typing import Any

from kullerwerk.stage import theme
from kullerwerk.stage.match import Happened, Match
from kullerwerk.stage.motion import Slides
from kullerwerk.stage.shapes import (
    Camera,
    Disc,
    Frame,
    Layer,
    Line,
    Point,
    Polygon,
    Rect,
    Shape,
    Text,
    box,
    faded,
    fitted,
    mixed,
    regular,
    stripes,
)
from kullerwerk.stage.views.board import PickBoard, Picks, square
from rules.core.types import Decide
from rules.hoehle.board import CORNERS
from rules.hoehle.events import BusyPlaced, Dug, Moved
from rules.hoehle.state import EMPTY, LAST_MOLE, Dig, Move

GROUND = (222, 205, 176, 255)
EDGE = (168, 146, 112, 255)
CAVE = (88, 66, 48, 255)
TUNNEL = (150, 118, 84, 255)
HALF = 0.46
"""Half the side of a cell; their middles are 1 apart."""


class HoehleBoard(PickBoard):
    """Pick a tile, then the cell that it goes to."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self._slides = Slides(match.around)
        self._tables = match.state.board.tables
        files = [x for x, _ in self._tables.places]
        ranks = [y for _, y in self._tables.places]
        self._world = Rect(
            min(files) - 1.2, min(ranks) - 1.2, max(files) - min(files) + 2.4,
            max(ranks) - min(ranks) + 2.4,
        )  # fmt: skip
        self._shown: Any = match.state
        self._ground: tuple[Shape, ...] = tuple(self._draw_ground())

    # --- where things are ---

    @property
    def camera(self) -> Camera:
        """From cells to the page."""
        return self.zoomed(fitted(self._world, self.area.inset(10, 30)))

    def seat_colour(self, seat: int) -> theme.Colour:
        """The colour of a seat: that of its corner."""
        return theme.SEATS[CORNERS[self.match.state.seats][seat] % 4]

    def seat_mark(self, seat: int) -> int:
        """The mark of a seat: that of its corner."""
        return CORNERS[self.match.state.seats][seat]

    def _place(self, cell: int) -> Point:
        x, y = self._tables.places[cell]
        return float(x), float(y)

    # --- picking ---

    def picks_of(self, state: Any, action: Any) -> Picks:
        """The tile's cell, and the cell it goes to."""
        if isinstance(action, Dig):
            return (str(action.cell), str(action.to))
        if isinstance(action, Move):
            return (str(action.cell), str(self._tables.rays[action.cell][action.direction][0]))
        return ()

    def spot(self, key: str) -> tuple[Rect, bool, str]:
        """A cell."""
        cell = int(key)
        return square(self.camera, self._place(cell), HALF), False, self._tables.names[cell]

    def refusal(self, x: float, y: float) -> str:
        """What the rules say to a tile, or to the move that was begun."""
        wx, wy = self.camera.back((x, y))
        cell = next(
            (
                k
                for k, (a, b) in enumerate(self._tables.places)
                if abs(a - wx) < 0.5 and abs(b - wy) < 0.5
            ),
            None,
        )
        if cell is None:
            return ""
        state, game = self.match.state, self.match.game
        pending = self.match.pending
        digs = isinstance(pending, Decide) and "dig" in pending.kind
        if self.picked:
            here = int(self.picked[0])
            if digs or self._tables.tunnel[cell]:
                verdict = game.check(state, Dig(here, cell))
                if digs:
                    return verdict.rule
            for direction, ray in enumerate(self._tables.rays[here]):
                if ray and ray[0] == cell:
                    return game.check(state, Move(here, direction)).rule
            return self.around.word("hoehle.far")
        tries = [game.check(state, Move(cell, d)) for d in range(8)]
        return next((verdict.rule for verdict in tries if not verdict.ok), "")

    def prompt(self) -> str:
        """What is asked."""
        pending = self.match.pending
        if not isinstance(pending, Decide):
            return ""
        if "dig" in pending.kind or "entrance" in pending.kind:
            return self.around.word("hoehle.dig.to" if self.picked else "hoehle.dig")
        return self.around.word("hoehle.move.to" if self.picked else "hoehle.move")

    # --- showing ---

    @property
    def busy(self) -> bool:
        """Whether a tile is on its way."""
        return self._slides.busy

    def update(self, dt: float) -> None:
        """Let tiles go on."""
        self._slides.update(dt)

    def skip(self) -> None:
        """Put all tiles where they go."""
        self._slides.skip()

    def reset(self) -> None:
        """Show the game as it stands."""
        super().reset()
        self._slides.skip()
        self._shown = self.match.state

    def stand(self, state: Any) -> None:
        """Show a state of the game."""
        self._shown = state

    def show(self, happened: Happened) -> None:
        """Let the tiles of a move slide."""
        self._shown = happened.step.state
        for event in happened.step.events:
            match event:
                case Moved(cell=cell, to=to, pushed=pushed):
                    self._slides.add(str(to), self._place(cell), self._place(to))
                    x, y = self._place(to)
                    u, v = x - self._place(cell)[0], y - self._place(cell)[1]
                    for one in pushed:
                        a, b = self._place(one)
                        self._slides.add(str(one), (a - u, b - v), (a, b))
                case Dug(cell=cell, to=to):
                    self._slides.add(str(to), self._place(cell), self._place(to), 0.6)
                case BusyPlaced(cave=cave):
                    self._slides.grow(str(cave))
                case _:
                    pass

    def layers(self) -> Frame:
        """Ground, tiles, and what can be picked."""
        camera = self.camera
        return (
            Layer("ground", self._ground, camera, self.area),
            Layer("tiles", tuple(self._tiles()), camera, self.area),
            Layer("marks", tuple(self._marks()), camera, self.area),
        )

    def _draw_ground(self) -> list[Shape]:
        out: list[Shape] = []
        t = self._tables
        for cell in range(len(t.places)):
            x, y = self._place(cell)
            at = Rect(x - HALF, y - HALF, 2 * HALF, 2 * HALF)
            out.append(box(at, GROUND, EDGE, 1.0, 0.08))
            if t.cave[cell]:
                out.append(Disc(x, y, 0.38, CAVE, EDGE, 2.0))
                out.append(Disc(x, y, 0.26, mixed(CAVE, (0, 0, 0, 255), 0.4)))
            elif t.tunnel[cell]:
                out.append(box(Rect(x - 0.34, y - 0.34, 0.68, 0.68), TUNNEL, EDGE, 1.5, 0.2))
                out.append(Line(((x - 0.2, y - 0.12), (x, y + 0.16), (x + 0.2, y - 0.12)), CAVE, 3))
        for corner, starts in enumerate(t.starts):
            colour = faded(theme.SEATS[corner], 0.9)
            for cell in starts:
                x, y = self._place(cell)
                out.append(Disc(x, y, 0.12, None, colour, 2.0))
        names = list(t.names)
        for rank in sorted({y for _, y in t.places}):
            x = min(a for a, b in t.places if b == rank)
            out.append(Text(x - 0.8, rank, str(rank + 1), 11, theme.SOFT, "centre", "middle"))
        for file in sorted({x for x, _ in t.places}):
            y = min(b for a, b in t.places if a == file)
            letter = next(n[0] for n, p in zip(names, t.places, strict=True) if p[0] == file)
            out.append(Text(file, y - 0.8, letter, 11, theme.SOFT, "centre", "middle"))
        return out

    def _tiles(self) -> list[Shape]:
        out: list[Shape] = []
        for cell, tile in enumerate(self._shown.cells):
            if tile == EMPTY:
                continue
            key = str(cell)
            x, y = self._slides.place(key, self._place(cell))
            size = self._slides.size(key)
            busy = tile > LAST_MOLE
            seat = (tile - 1 - LAST_MOLE) if busy else tile - 1
            out += self._tile((x, y), seat, busy, size)
        return out

    def _tile(self, at: Point, seat: int, busy: bool, size: float) -> list[Shape]:
        colour, corner = self.seat_colour(seat), self.seat_mark(seat)
        x, y = at
        r = 0.37 * size
        ink = theme.text_on(colour)
        place = Rect(x - r, y - r, 2 * r, 2 * r)
        if busy:
            out: list[Shape] = [box(place, colour, theme.INK, 2.5, 0.1)]
            out += stripes(place.inset(0.03), 0.16, faded(ink, 0.45), 2.0)
            out.append(theme.mark(corner, at, 0.2 * size, ink))
            return out
        return [
            Disc(x + 0.02, y - 0.03, r, (60, 45, 30, 90)),
            Disc(x, y, r, colour, theme.INK, 1.5),
            theme.mark(corner, at, 0.17 * size, ink),
        ]

    def _marks(self) -> list[Shape]:
        out: list[Shape] = []
        hint = self.advised()
        for key in self.offered():
            x, y = self._place(int(key))
            if self.picked:
                out.append(Disc(x, y, 0.16, faded(theme.ACCENT, 0.75), theme.WHITE, 2.0))
            else:
                out.append(Disc(x, y, 0.43, None, theme.ACCENT, 3.0))
        for key in self.picked:
            x, y = self._place(int(key))
            out.append(Disc(x, y, 0.43, None, theme.FOCUS, 4.0))
        if hint:
            places = [self._place(int(key)) for key in hint]
            out.append(Line(tuple(places), theme.GOOD, 4.0, dash=(8, 5)))
            out.append(Polygon(regular(places[-1], 0.2, 3, pi / 2), theme.GOOD, theme.WHITE, 1.5))
        return out
