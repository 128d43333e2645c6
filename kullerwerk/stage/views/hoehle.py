"""The board of the mole cave: tiles on squares, caves, tunnel entrances."""

from __future__ import annotations

from math import pi
from typing import Any

from kullerwerk.stage import theme
from kullerwerk.stage.match import Happened, Match
from kullerwerk.stage.motion import SLIDE, Slides
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
    arrow,
    box,
    faded,
    fitted,
    mixed,
    regular,
    stripes,
)
from kullerwerk.stage.views.board import PickBoard, Picks, square
from rules.core.types import Decide
from rules.hoehle.board import BUSY, CORNERS
from rules.hoehle.events import BusyPlaced, Dug, Moved
from rules.hoehle.flow import best_ring
from rules.hoehle.moves import gap
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
        if self.busy or not isinstance(pending, Decide):
            return ""
        if "dig" in pending.kind or "entrance" in pending.kind:
            return self.around.word("hoehle.dig.to" if self.picked else "hoehle.dig")
        return self.around.word("hoehle.move.to" if self.picked else "hoehle.move")

    def standing(self, seat: int) -> str:
        """Tiles, caves that are taken, and the best ring round another one."""
        s = self._shown
        return self.around.word(
            "hoehle.standing",
            n=s.cells.count(seat + 1),
            k=s.cells.count(seat + 1 + LAST_MOLE),
            of=BUSY,
            r=best_ring(s.board, s.cells, seat),
        )

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
                    self._slides.grow(str(cave), delay=SLIDE)
                case _:
                    pass

    def layers(self) -> Frame:
        """Ground, tiles, and what can be picked."""
        camera = self.camera
        return (
            Layer("ground", self._ground, camera, self.area),
            Layer("rings", tuple(self._rings()), camera, self.area),
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
                out.append(box(Rect(x - 0.42, y - 0.42, 0.84, 0.84), TUNNEL, EDGE, 1.5, 0.12))
                out.append(Line(((x - 0.2, y - 0.12), (x, y + 0.16), (x + 0.2, y - 0.12)), CAVE, 3))
        for corner in CORNERS[self.match.state.seats]:
            starts = t.starts[corner]
            colour = faded(theme.SEATS[corner], 0.9)
            for cell in starts:
                x, y = self._place(cell)
                out.append(Disc(x, y, 0.12, None, colour, 2.0))
        return [*out, *self._names()]

    def _names(self) -> list[Shape]:
        """Ranks and files along the edges, each edge with one kind of them."""
        t, out = self._tables, list[Shape]()
        middle_x, middle_y = self._world.middle

        def write(x: float, y: float, words: str) -> None:
            out.append(Text(x, y, words, 11, theme.SOFT, "centre", "middle"))

        for rank in sorted({y for _, y in t.places}):
            files = [a for a, b in t.places if b == rank]
            if rank >= middle_y:
                write(min(files) - 0.8, rank, str(rank + 1))
            else:
                write(max(files) + 0.8, rank, str(rank + 1))
        for file in sorted({x for x, _ in t.places}):
            ranks = [b for a, b in t.places if a == file]
            letter = t.names[t.places.index((file, ranks[0]))][0]
            if file <= middle_x:
                write(file, min(ranks) - 0.78, letter)
            else:
                write(file, max(ranks) + 0.78, letter)
        return out

    def _rings(self) -> list[Shape]:
        """Whose tiles stand at the sides of the caves, and busy tiles that are still to be placed.

        A cave that one player holds three sides of has a ring of that colour.
        """
        s, t, out = self._shown, self._tables, list[Shape]()
        for cave in t.caves:
            if s.cells[cave] > LAST_MOLE:
                continue
            x, y = self._place(cave)
            owners = [s.cells[side] - 1 for side in t.ring[cave]]
            for seat in range(s.seats):
                if owners.count(seat) == len(owners) - 1:
                    out.append(Disc(x, y, 0.44, None, self.seat_colour(seat), 4.0))
            for side, owner in zip(t.ring[cave], owners, strict=True):
                if 0 <= owner < LAST_MOLE:
                    u, v = self._place(side)
                    a, b = x + 0.38 * (u - x), y + 0.38 * (v - y)
                    out.append(Disc(a, b, 0.1, self.seat_colour(owner), theme.WHITE, 1.5))
        for seat in range(s.seats):
            laid = s.cells.count(seat + 1 + LAST_MOLE)
            for k, at in enumerate(self._store(seat)):
                if k >= laid:
                    out += self._tile(at, seat, True, 1.0)
                else:
                    x, y = at
                    place = Rect(x - 0.37, y - 0.37, 0.74, 0.74)
                    out.append(box(place, None, theme.FAINT, 1.5, 0.1))
        return out

    def _store(self, seat: int) -> list[Point]:
        """Where a seat's busy tiles lie before they are placed: beside its corner."""
        x, y = self._world.middle
        far, along = max(self._world.w, self._world.h) / 2 - 1.6, 3.6
        u, v = ((0, -1), (-1, 0), (0, 1), (1, 0))[self.seat_mark(seat)]
        a, b = x + far * u - along * v, y + far * v + along * u
        return [(a + (k - 0.5) * 0.9, b) for k in range(BUSY)]

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
        hint, offered = self.advised(), self.offered()
        for key in offered:
            x, y = self._place(int(key))
            if self.picked:
                out.append(Disc(x, y, 0.16, faded(theme.ACCENT, 0.75), theme.WHITE, 2.0))
            else:
                out.append(Disc(x, y, 0.43, None, theme.ACCENT, 3.0))
        if self.at in offered:
            for key in self.following(self.at):
                out.append(Disc(*self._place(int(key)), 0.14, faded(theme.ACCENT, 0.45)))
            if self.picked:
                out += self._push(int(self.picked[0]), int(self.at))
        for key in self.picked:
            x, y = self._place(int(key))
            out.append(Disc(x, y, 0.43, None, theme.FOCUS, 4.0))
        if hint:
            places = [self._place(int(key)) for key in hint]
            out.append(Line(tuple(places), theme.GOOD, 4.0, dash=(8, 5)))
            out.append(Polygon(regular(places[-1], 0.2, 3, pi / 2), theme.GOOD, theme.WHITE, 1.5))
        return out

    def _push(self, cell: int, to: int) -> list[Shape]:
        """Where the tile would go, and the row that it would push."""
        s, t = self.match.state, self._tables
        start, end = self._place(cell), self._place(to)
        out: list[Shape] = []
        for ray in t.rays[cell]:
            if ray and ray[0] == to and not isinstance(self.ways()[str(cell), str(to)], Dig):
                count = gap(s.cells, ray, t.cave, s.options.mover_enters_occupied_cave)
                for one in ray[:count]:
                    out.append(Disc(*self._place(one), 0.43, None, theme.BAD, 3.0))
                end = self._place(ray[max(0, count)])
        out += arrow(start, end, theme.INK, 4.0, 0.3)
        seat = s.cells[cell] - 1
        if to != cell and s.cells[to] == EMPTY:
            x, y = self._place(to)
            out.append(Disc(x, y, 0.37, faded(self.seat_colour(seat), 0.5), theme.INK, 1.0))
        return out
