"""The board of the mine: pull a cart, turn it by a quarter, tell Gorgan where to go."""

from __future__ import annotations

from typing import Any

from kullerwerk.stage import theme
from kullerwerk.stage.match import Happened, Match
from kullerwerk.stage.pieces import gem
from kullerwerk.stage.shapes import (
    SCREEN,
    Camera,
    Disc,
    Frame,
    Layer,
    Line,
    Point,
    Rect,
    Shape,
    Text,
    box,
    faded,
    fitted,
)
from kullerwerk.stage.views import buddel_art as art
from kullerwerk.stage.views.acting import ActBoard
from kullerwerk.stage.views.board import Button, Picks, square
from kullerwerk.stage.views.buddel_cards import belongings, card, places, seats
from kullerwerk.stage.views.buddel_mine import carts, flying, standing_there
from kullerwerk.stage.views.buddel_picks import STOP, Pulls, picks_of
from kullerwerk.stage.views.buddel_refusals import refusal
from kullerwerk.stage.views.buddel_shows import Shows, shown_face
from rules.buddel.board import CARTS, grid_of
from rules.buddel.options import DICE, GORGAN
from rules.buddel.state import (
    GorganFrame,
    Move,
    MoveFrame,
    Sit,
    State,
    TurnCartFrame,
)
from rules.core.types import Decide, Draw

COLOURS = (3, 0, 2, 1)
"""The colours of `theme.SEATS` by seat: yellow, red, green, blue."""


class BuddelBoard(ActBoard):
    """Pick a cart and where it goes, a way to turn it, a goblin space, a seat."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self._shows = Shows(self._slides, self._acts, self._chest_in_mine)
        self._grid = grid_of(match.state.board)
        self._stepwise = False
        self._known: Pulls | None = None

    # --- where things are ---

    @property
    def _side(self) -> Rect:
        """The column beside the board: die, cards, what everybody has."""
        area = self.area
        wide, high = self._world.w, self._world.h
        w = max(area.w - area.h * wide / high, 0.32 * area.w)
        return Rect(area.right - w, area.y, w, area.h).inset(10, 12)

    @property
    def _world(self) -> Rect:
        rows = self.match.state.board.rows
        return Rect(-1.05, -1.05, len(rows[0]) + 0.9, len(rows) + 0.9)

    @property
    def camera(self) -> Camera:
        """From the mine to the page."""
        return self.zoomed(fitted(self._world, self._room.inset(4, 4)))

    @property
    def _room(self) -> Rect:
        """Where the mine is: beside the column."""
        area = self.area
        return Rect(area.x, area.y, self._side.x - 10 - area.x, area.h)

    @property
    def _die(self) -> Rect:
        side = self._side
        a = min(72.0, 0.36 * side.w, 0.11 * side.h)
        return Rect(side.x + 4, side.top - a - 2, a, a)

    def _chest(self, seat: int) -> Rect:
        """Where a seat's treasures and moles above ground are."""
        side, n = self._side, len(self.match.seats)
        h = min(4.0 * self.around.sizes.text, 0.42 * side.h / n)
        return Rect(side.x, side.y + (n - 1 - seat) * (h + 6), side.w, h)

    def _chest_in_mine(self, seat: int) -> Point:
        return self.camera.back(self._chest(seat).middle)

    @property
    def _cards(self) -> tuple[Rect, Rect]:
        top, low = self._die.y - 10, self._chest(0).top + 10
        side = self._side
        return places(Rect(side.x, low, side.w, max(40.0, top - low)))

    def seat_colour(self, seat: int) -> theme.Colour:
        """The colour that the rules call the seat by."""
        return theme.SEATS[COLOURS[seat]]

    def seat_mark(self, seat: int) -> int:
        """The mark that goes with it."""
        return COLOURS[seat]

    # --- picking ---

    def _pulls(self, state: State) -> Pulls:
        if self._known is None or self._known.state is not state:
            self._known = Pulls(state)
        return self._known

    def left_out(self, action: Any) -> bool:
        """Of all ways to a cell the shortest is enough, for cells that are passed do nothing."""
        if self._stepwise or not isinstance(action, Move):
            return False
        return not self._pulls(self.match.state).shortest(action)

    def picks_of(self, state: Any, action: Any) -> Picks:
        """A cart and where it goes (step by step where that is wanted), a turn, a seat, a space."""
        if isinstance(action, Move):
            return self._pulls(state).picks_of(action, stepwise=self._stepwise)
        return picks_of(action)

    def keys_of(self, key: str) -> tuple[str, ...]:
        """Keys for the two turns, and for the end of a way that is chosen step by step."""
        return {"turn:0": ("1",), "turn:1": ("2",), STOP: ("e",)}.get(key, ())

    def spot(self, key: str) -> tuple[Rect, bool, str]:
        """A cart, a cell, a seat, a goblin space, a card, treasures."""
        state: State = self.match.state
        camera, word = self.camera, self.around.word
        kind, _, rest = key.partition(":")
        match kind:
            case "cart":
                at = self._shows.cell(state, state.carts[int(rest)])
                name = word("buddel.cart", n=int(rest) + 1)
                return square(camera, at, 0.47), False, name
            case "seat":
                cart, side = map(int, rest.split(":"))
                at = self._shows.seat(state, cart, side)
                action = Sit(cart, side)
                name = self.match.game.describe(state, action, self.around.lang)
                return square(camera, at, art.SEAT_R + 0.01), True, name
            case "goblin":
                space = int(rest)
                name = self._grid.names[self._grid.goblins[space]]
                return square(camera, self._shows.space(state, space), 0.46), False, name
            case "turn":
                name = word("buddel.right" if rest == "1" else "buddel.left")
                return self._cards[int(rest)], False, name
            case "surface":
                return self._chest(self.match.turn or 0), False, word("buddel.surface")
            case "cell":
                name = self._grid.names[int(rest)]
                return square(camera, self._shows.cell(state, int(rest)), 0.47), False, name
            case _:
                cell = self._grid.chamber
                if key == STOP:
                    cell = int(self.picked[-1].removeprefix("cell:"))
                at = self._shows.cell(state, cell)
                return square(camera, at, 0.47), False, word(f"buddel.{key}")

    def buttons(self) -> tuple[Button, ...]:
        """Turns, and whether carts are pulled step by step."""
        out = super().buttons()
        frame = self._top
        if self.match.waits is None or self.busy or not isinstance(frame, MoveFrame):
            return out
        label = self.around.word("buddel.stepwise")
        return (*out, Button("stepwise", label, ("s",), chosen=self._stepwise))

    def do(self, what: str, value: Any = None) -> None:
        """A spot or a button was pressed."""
        if what == "stepwise":
            self._stepwise = not self._stepwise
            self.forget()
        else:
            super().do(what, value)

    @property
    def _top(self) -> Any:
        agenda = self.match.state.agenda
        return agenda[-1] if agenda else None

    def refusal(self, x: float, y: float) -> str:
        """What the rules say to what was pressed."""
        state: State = self.match.state
        u, v = self.camera.back((x, y))
        wide, high = len(state.board.rows[0]), len(state.board.rows)
        a, b = round(u), round(v)
        if not (0 <= a < wide and 0 <= b < high):
            return ""
        cell = b * wide + a
        seat = next(
            (
                (cart, side)
                for cart in range(CARTS)
                for side in range(4)
                if state.carts[cart] == cell
                and _near(self._shows.seat(state, cart, side), (u, v), art.SEAT_R)
            ),
            None,
        )
        return refusal(self.match, self.picked, cell, seat)

    def prompt(self) -> str:
        """What is asked."""
        pending, word = self.match.pending, self.around.word
        if self.busy or not isinstance(pending, Decide):
            return ""
        match self._top:
            case MoveFrame(steps=steps):
                exact = self.match.state.options.full_number
                key = "buddel.move.to" if self.picked else "buddel.move"
                if self.picked and self._stepwise:
                    key = "buddel.move.step"
                return word(key, n=steps, upto=word("buddel.full" if exact else "buddel.upto"))
            case GorganFrame(seat=seat):
                if self.picked:
                    last = self.picked[-1]
                    return word("buddel.gorgan.seat" if "goblin" in last else "buddel.gorgan.send")
                own = seat in self.match.state.captives
                return word("buddel.gorgan.own" if own else "buddel.gorgan")
            case _:
                return word(f"buddel.{pending.kind}")

    def standing(self, seat: int) -> str:
        """Treasures, and where the moles are."""
        s = self._shown
        return self.around.word(
            "buddel.standing", n=s.stones[seat], up=s.surface[seat], k=s.captives.count(seat)
        )

    # --- showing ---

    def reset(self) -> None:
        """Show the game as it stands."""
        super().reset()
        rolls = [
            str(answer)
            for pending, answer, _ in self.match.session.steps
            if isinstance(pending, Draw) and pending.kind == "die"
        ]
        self._shows.face = rolls[-1] if rolls else ""

    def stand(self, state: Any) -> None:
        """Show a state of the game."""
        super().stand(state)
        self._shows.face = ""

    def show(self, happened: Happened) -> None:
        """Let things happen one after the other."""
        self._shows.show(happened)

    def layers(self) -> Frame:
        """The mine, its carts and goblins, the column, and what can be picked."""
        camera, clip, s, shows = self.camera, self._room, self._shown, self._shows
        return (
            Layer("ground", art.ground(self.match.state.board), camera, clip),
            Layer("mine", tuple(standing_there(self, shows, s)), camera, clip),
            Layer("carts", tuple(carts(self, shows, s, camera.scale)), camera, clip),
            Layer("column", tuple(self._column()), SCREEN),
            Layer("cards", tuple(self._previews()), SCREEN),
            Layer("flying", tuple(flying(self, shows)), camera, self.area),
            Layer("marks", tuple(self._marks()), camera, self.area),
        )

    def _column(self) -> list[Shape]:
        """The die, and what everybody has."""
        s, sizes, out = self._shown, self.around.sizes, list[Shape]()
        at = self._die
        top = s.agenda[-1] if s.agenda else None
        face = self._shows.face
        if isinstance(top, MoveFrame):
            face = str(top.steps)
        elif isinstance(top, GorganFrame):
            face = GORGAN
        out += art.die(at, shown_face(face, self._slides, DICE[s.options.die]))
        words = f"x {s.left}"
        x = at.right + 14
        out += gem((x + 9, at.middle[1]), 10)
        out.append(
            Text(x + 26, at.middle[1], words, sizes.small, theme.INK, "left", "middle", bold=True)
        )
        for seat in range(len(s.stones)):
            out += belongings(self, s, seat, self._chest(seat))
        return out

    # --- previews and marks ---

    def _preview(self) -> tuple[int, int, bool] | None:
        """The cart and the cell to preview a turn for, and whether the turn is asked for now."""
        top, waits = self._top, self.match.waits
        if self.busy or waits is None:
            return None
        if isinstance(top, TurnCartFrame):
            return top.cart, self.match.state.carts[top.cart], True
        if isinstance(top, MoveFrame) and self.picked:
            cart = int(self.picked[0].removeprefix("cart:"))
            if self.at.startswith("cell:"):
                return cart, int(self.at.removeprefix("cell:")), False
            if self.picked[-1].startswith("cell:"):
                return cart, int(self.picked[-1].removeprefix("cell:")), False
        return None

    def _previews(self) -> list[Shape]:
        found = self._preview()
        out: list[Shape] = []
        if found is None:
            for cart, at in enumerate(self._cards):
                out += seats(self, at, self._shown, cart)
            return out
        cart, cell, asked = found
        for right, at in enumerate(self._cards):
            out += card(
                self, at, self.match.state, cart, cell, right=bool(right), asked=asked,
                pointed=self.at == f"turn:{right}",
            )  # fmt: skip
        return out

    def _marks(self) -> list[Shape]:
        out: list[Shape] = []
        camera = self.camera
        for key in self.offered():
            at, is_round, _ = self.spot(key)
            x, y = camera.back(at.middle)
            kind = key.partition(":")[0]
            if kind == "turn":
                continue
            if is_round:
                out.append(
                    Disc(x, y, art.SEAT_R + 0.02, faded(theme.ACCENT, 0.25), theme.ACCENT, 3)
                )
            elif kind == "cell":
                out.append(Disc(x, y, 0.17, faded(theme.ACCENT, 0.75), theme.WHITE, 2.0))
            else:
                w, h = at.w / camera.scale / 2, at.h / camera.scale / 2
                ring = Rect(x - w, y - h, 2 * w, 2 * h)
                out.append(box(ring, None, theme.ACCENT, 3.5, 0.12))
        if not self.picked:
            for key in self.following(self.at):
                if key.startswith("cell:"):
                    x, y = camera.back(self.spot(key)[0].middle)
                    out.append(Disc(x, y, 0.14, faded(theme.ACCENT, 0.45)))
        for key in self.picked:
            at, is_round, _ = self.spot(key)
            x, y = camera.back(at.middle)
            r = at.w / camera.scale / 2
            if is_round:
                out.append(Disc(x, y, r + 0.03, None, theme.FOCUS, 3.5))
            else:
                out.append(box(Rect(x - r, y - r, 2 * r, 2 * r), None, theme.FOCUS, 3.5, 0.12))
        return [*out, *self._way_there(), *self._advice()]

    def _way_there(self) -> list[Shape]:
        """The rails that a cart would take to the cell that is pointed at."""
        if self._stepwise or not self.picked or not self.at.startswith("cell:"):
            return []
        action = self.ways().get((self.picked[0], self.at))
        if not isinstance(action, Move):
            return []
        return self._line(action, theme.ACCENT)

    def _line(self, move: Move, colour: theme.Colour) -> list[Shape]:
        s = self.match.state
        cells = [s.carts[move.cart], *self._pulls(s).cells(move)]
        points = tuple(self._shows.cell(s, cell) for cell in cells)
        return [
            Line(points, faded(colour, 0.8), 5.0, dash=(9, 5)),
            Disc(*points[-1], 0.2, colour, theme.WHITE, 2.0),
        ]

    def _advice(self) -> list[Shape]:
        advice = self.match.advice
        if advice is None:
            return []
        if isinstance(advice, Move):
            return self._line(advice, theme.GOOD)
        out: list[Shape] = []
        camera = self.camera
        points: list[Point] = []
        for key in self.advised():
            at, is_round, _ = self.spot(key)
            x, y = camera.back(at.middle)
            points.append((x, y))
            w, h = at.w / camera.scale / 2 + 0.04, at.h / camera.scale / 2 + 0.04
            if is_round:
                out.append(Disc(x, y, w, None, theme.GOOD, 4.0))
            else:
                out.append(box(Rect(x - w, y - h, 2 * w, 2 * h), None, theme.GOOD, 4.0, 0.14))
        if len(points) > 1:
            out.append(Line(tuple(points), theme.GOOD, 4.0, dash=(8, 5)))
        return out


def _near(a: Point, b: Point, r: float) -> bool:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 < r * r
