"""The board of the dig layers: place moles, turn over a disc, move a mole exactly so far."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from kullerwerk.stage import theme
from kullerwerk.stage.match import Happened, Match
from kullerwerk.stage.motion import SLIDE, Acts, Slides
from kullerwerk.stage.pieces import mole
from kullerwerk.stage.shapes import (
    SCREEN,
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
)
from kullerwerk.stage.views import company_layer as sheets
from kullerwerk.stage.views.board import PickBoard, Picks, square
from kullerwerk.stage.views.company_layer import SIXTH, place
from rules.company.events import (
    DiscTurned,
    LayerLifted,
    LayerTurned,
    Moved,
    Placed,
)
from rules.company.ground import ground_of
from rules.company.net import NAMES, STEPS, WAYS, Cell, spot_of
from rules.company.state import (
    FLIP,
    SET,
    VALUES,
    Call,
    Keep,
    KeepFrame,
    Move,
    MoveFrame,
    Put,
    State,
)
from rules.core.types import Decide

DISCS = "discs"
"""The spot of the discs that lie face down."""
DISC_AT, DISC_R = (4.62, 3.95), 0.62
"""The disc that is in play, in the world of the board."""
PAIR_AT = ((3.5, 4.02), (4.78, 4.02))
STACK_AT = (-4.6, 4.05)
FALL, RISE = 0.45, 1.0
"""Seconds that moles take to fall through their holes, and a layer to be lifted."""
TURN = 0.3
"""Seconds for each sixth that a new layer is turned by."""


class CompanyBoard(PickBoard):
    """Pick a space for a mole; later the discs, a mole, and where it goes."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self._slides = Slides(match.around)
        self._acts = Acts(self._slides, match.state)
        self._lifted: State | None = None
        """The state whose layer is being lifted."""
        self._turned_from = 0
        self._value = 0
        """The disc that was turned over last; 0 = none is in play."""

    # --- where things are ---

    @property
    def _foot(self) -> Rect:
        """The strip with everybody's discs."""
        size = self.around.sizes.text
        return Rect(self.area.x, self.area.y, self.area.w, 4.6 * size).inset(8, 6)

    @property
    def camera(self) -> Camera:
        """From the net to the page."""
        foot = self._foot.top + 4
        room = Rect(self.area.x, foot, self.area.w, self.area.top - foot)
        return fitted(sheets.WORLD, room.inset(6, 6))

    def _seat_box(self, seat: int) -> Rect:
        foot, n = self._foot, len(self.match.seats)
        w = min(foot.w / n, 340 * self.around.sizes.scale)
        x = foot.middle[0] + (seat - n / 2) * w
        return Rect(x, foot.y, w, foot.h).inset(4, 0)

    @property
    def _shown(self) -> State:
        return self._acts.shown

    # --- picking ---

    def picks_of(self, state: Any, action: Any) -> Picks:
        """A space; the discs; a disc; or a mole and where it goes."""
        match action:
            case Put(cell=cell):
                return (str(cell),)
            case Move(cell=cell, way=way):
                return (str(cell), str(cell + state.agenda[-1].value * STEPS[way]))
            case Keep(value=value):
                return (f"keep:{value}",)
            case Call(word="flip"):
                return (DISCS,)
            case _:
                return ()

    def also_button(self, action: Any) -> bool:
        """Discs are turned over so often that there is a key for it."""
        return action == FLIP

    def spot(self, key: str) -> tuple[Rect, bool, str]:
        """A crossing, the discs, or one of two discs."""
        camera = self.camera
        if key == DISCS:
            word = self.match.game.describe(self.match.state, FLIP, self.around.lang)
            return square(camera, DISC_AT, DISC_R), True, word
        if key.startswith("keep:"):
            value = int(key.removeprefix("keep:"))
            first = self.match.state.agenda[-1].first
            at = PAIR_AT[0 if value == first else 1]
            return square(camera, at, DISC_R), True, str(value)
        cell = int(key)
        return square(camera, place(cell), 0.44), True, NAMES[cell]

    def _cell_at(self, x: float, y: float) -> Cell | None:
        u, v = self.camera.back((x, y))
        for cell in ground_of(self.match.state).cells:
            a, b = place(cell)
            if (a - u) ** 2 + (b - v) ** 2 < 0.25:
                return cell
        return None

    def refusal(self, x: float, y: float) -> str:
        """What the rules say to the space, or to the move that was begun."""
        state: State = self.match.state
        cell = None if state.rotation is None else self._cell_at(x, y)
        if cell is None:
            return ""
        game, frame = self.match.game, state.agenda[-1]
        if not isinstance(frame, MoveFrame):
            return game.check(state, Put(cell)).rule
        if not self.picked:
            said = [game.check(state, Move(cell, way)) for way in range(len(WAYS))]
            # That another mole is in the way tells more than that the layer ends.
            said.sort(key=lambda verdict: verdict.code != "blocked")
            return said[0].rule
        here = int(self.picked[0])
        for way in range(len(WAYS)):
            if here + frame.value * STEPS[way] == cell and _straight(here, cell):
                return game.check(state, Move(here, way)).rule
        return self.around.word("company.exact", n=frame.value)

    def prompt(self) -> str:
        """What is asked."""
        word, pending = self.around.word, self.match.pending
        if self.busy:
            return word("company.lifting") if self._lifted is not None else ""
        if not isinstance(pending, Decide):
            return ""
        state: State = self.match.state
        frame = state.agenda[-1]
        if isinstance(frame, MoveFrame):
            if self.picked:
                return word("company.move.to", n=frame.value)
            return word("company.bonus.move" if frame.bonus else "company.move", n=frame.value)
        if pending.kind == "turn" and len(self.free()) > 1:
            return word("company.turn.pass")
        return word(f"company.{pending.kind}")

    def standing(self, seat: int) -> str:
        """Moles, and how many of them sit in holes."""
        own = self._shown.moles[seat]
        if not own and self._shown.turns:
            return self.around.word("company.out")
        return self.around.word("company.standing", n=len(own), k=self._inside(self._shown, seat))

    def _inside(self, state: State, seat: int) -> int:
        if state.rotation is None:
            return 0
        holes = ground_of(state).holes
        return sum(holes >> cell & 1 for cell in state.moles[seat])

    # --- showing ---

    @property
    def busy(self) -> bool:
        """Whether a mole, a disc or a layer is on its way."""
        return self._acts.busy

    def update(self, dt: float) -> None:
        """Go on."""
        self._acts.update(dt)
        if not self._acts.busy:
            self._lifted = None

    def skip(self) -> None:
        """Be at the end."""
        self._acts.skip()
        self._lifted = None

    def reset(self) -> None:
        """Show the game as it stands."""
        super().reset()
        self._acts.reset(self.match.state)
        self._lifted = None
        self._value = 0

    def show(self, happened: Happened) -> None:
        """Show moles that come and go, discs that are turned over, layers that go and come."""
        before, after = happened.before, happened.step.state
        events = happened.step.events
        if not any(isinstance(event, Moved | Placed | DiscTurned) for event in events):
            self._value = 0
        lifts = next((event for event in events if isinstance(event, LayerLifted)), None)
        for event in events:
            match event:
                case Placed(cell=cell):
                    self._acts.add(after, partial(self._slides.grow, str(cell)))
                case DiscTurned(value=value):
                    self._acts.add(after, partial(self._turn_over, value))
                case Moved(since=since, cell=cell, value=value):
                    moved = _moved(before, event) if lifts else after
                    self._acts.add(moved, partial(self._walk, since, cell, value))
                    before = moved
                case LayerLifted():
                    self._acts.add(after, partial(self._lift, before))
                case LayerTurned(rotation=rotation) if rotation:
                    self._acts.add(after, partial(self._turn_layer, rotation))
                case _:
                    pass
        self._acts.add(after)

    def _turn_over(self, value: int) -> None:
        self._value = value
        self._slides.add("disc", (0, 0), (0, 0), 0.4)

    def _walk(self, since: Cell, cell: Cell, value: int) -> None:
        self._slides.add(str(cell), place(since), place(cell), SLIDE * (0.6 + 0.4 * value))

    def _lift(self, before: State) -> None:
        self._value = 0
        self._slides.add("fall", (0, 0), (0, 0), FALL)
        self._slides.add("lift", (0, 0), (0, 0), RISE, FALL)
        self._lifted = before if self._slides.busy else None

    def _turn_layer(self, rotation: int) -> None:
        self._slides.add("layer", (0, 0), (0, 0), TURN * rotation, 0.2)

    def layers(self) -> Frame:
        """The box with its layers, moles, discs, and what can be picked."""
        camera = self.camera
        lifted = self._lifting() if self._lifted is not None else ()
        return (
            Layer("box", sheets.box(), camera),
            Layer("sheet", self._sheet(), camera),
            Layer("moles", tuple(self._moles()), camera),
            *lifted,
            Layer("stack", tuple(self._stack()), camera),
            Layer("discs", tuple(self._discs()), SCREEN),
            Layer("play", tuple(self._in_play()), camera),
            Layer("marks", tuple(self._marks()), camera),
        )

    def _sheet(self) -> tuple[Shape, ...]:
        s = self._shown
        angle = SIXTH * (s.rotation or 0) * self._slides.share("layer")
        if self._slides.has("layer"):
            # A cache would only keep what is never asked for again.
            return sheets.sheet.__wrapped__(s.board, s.layer, angle, self._limited)
        return sheets.sheet(s.board, s.layer, angle, self._limited)

    @property
    def _limited(self) -> bool:
        return len(self.match.seats) == 2

    def _piece(self, at: Point, seat: int, r: float = 0.3) -> tuple[Shape, ...]:
        plain = r * self.camera.scale < 12
        return mole(at, r, self.seat_colour(seat), self.seat_mark(seat), plain=plain)

    def _moles(self) -> list[Shape]:
        s, out = self._shown, list[Shape]()
        fall = 1 - 0.45 * self._slides.share("fall") if self._lifted is not None else 1.0
        holes = 0 if s.rotation is None else ground_of(s).holes
        for seat, own in enumerate(s.moles):
            for cell in own:
                at = self._slides.place(str(cell), place(cell))
                inside = bool(holes >> cell & 1) and not self._slides.has(str(cell))
                r = (0.26 if inside else 0.3) * self._slides.size(str(cell))
                out += self._piece(at, seat, max(0.02, r * fall))
        return out

    def _lifting(self) -> tuple[Layer, ...]:
        """The old layer with the moles that are lost, on its way out of the picture."""
        old, camera, gone = self._lifted, self.camera, self._slides.share("lift")
        assert old is not None, "a layer is lifted"
        angle = SIXTH * (old.rotation or 0)
        holes = ground_of(old).holes
        shapes = list(sheets.sheet(old.board, old.layer, angle, self._limited))
        falling = self._slides.has("fall") and self._slides.share("fall") < 1
        fall = 1 - 0.6 * self._slides.share("fall")
        for seat, own in enumerate(old.moles):
            for cell in own:
                if not holes >> cell & 1:
                    shapes += self._piece(place(cell), seat)
                elif falling:
                    shapes += self._piece(place(cell), seat, 0.26 * fall)
        way = gone * gone * (self.area.h + camera.scale)
        scale = camera.scale * (1 + 0.18 * gone)
        return (Layer("lifted", tuple(shapes), Camera(scale, camera.x, camera.y + way), self.area),)

    def _stack(self) -> list[Shape]:
        """The layers that lie below, as a small stack."""
        s, out = self._shown, list[Shape]()
        x, y = STACK_AT
        small = self.around.sizes.small
        for n, layer in reversed(list(enumerate(s.board.layers[s.layer + 1 :]))):
            top = y - 0.62 * n
            r = 0.11 * (layer.radius + sheets.MARGIN)
            corners = [(x + a, top + 0.62 * b) for a, b in regular((0, 0), r, 6)]
            thick = [(a, b - 0.13) for a, b in corners]
            colour = sheets.colour_of(layer)
            out.append(Polygon(tuple(thick), mixed(colour, theme.INK, 0.4), theme.INK, 1.0))
            out.append(Polygon(tuple(corners), colour, theme.INK, 1.0))
            out.append(Disc(x, top, 0.09, sheets.HOLE))
            words = f"x {len(layer.holes)}"
            out.append(Text(x + 0.72, top, words, small, theme.INK, "left", "middle"))
        return out

    def _discs(self) -> list[Shape]:
        """Everybody's discs: those that lie face down still in colour, the open ones white."""
        s, sizes, out = self._shown, self.around.sizes, list[Shape]()
        for seat in range(len(s.moles)):
            at, colour = self._seat_box(seat), self.seat_colour(seat)
            turn = seat == self.match.turn
            edge = colour if turn else theme.FAINT
            out.append(box(at, theme.WHITE if turn else theme.PANEL, edge, 2.5 if turn else 1, 8))
            head = at.top - 0.95 * sizes.text
            r = 0.55 * sizes.text
            out.append(Disc(at.x + 10 + r, head, r, colour, theme.INK, 1.0))
            ink = theme.text_on(colour)
            out.append(theme.mark(self.seat_mark(seat), (at.x + 10 + r, head), 0.5 * r, ink))
            name = self.match.name(seat)
            x = at.x + 18 + 2 * r
            out.append(Text(x, head, name, sizes.small, theme.INK, "left", "middle", bold=turn))
            out += self._row_of(seat, at)
        return out

    def _row_of(self, seat: int, at: Rect) -> list[Shape]:
        out: list[Shape] = []
        colour, sizes = self.seat_colour(seat), self.around.sizes
        r = min(0.85 * sizes.text, (at.w - 12) / 13.5)
        x, y = at.x + 8 + r, at.y + 6 + r
        alive = bool(self._shown.moles[seat]) or not self._shown.turns
        for value, down, all_of in zip(VALUES, self._shown.discs[seat], SET, strict=True):
            for k in range(all_of):
                hidden = k < down
                ground = colour if hidden else theme.WHITE
                ink = theme.text_on(ground) if hidden else theme.SOFT
                edge = theme.INK if hidden else theme.FAINT
                if not alive:
                    ground, ink, edge = theme.OFF, theme.FAINT, theme.FAINT
                out.append(Disc(x, y, r, ground, edge, 1.2))
                out.append(Text(x, y, str(value), 1.1 * r, ink, "centre", "middle", bold=hidden))
                x += 2.15 * r
        return out

    def _in_play(self) -> list[Shape]:
        """The disc that was turned over, or the discs of which one can be."""
        s, out = self._shown, list[Shape]()
        top = s.agenda[-1] if s.agenda else None
        if isinstance(top, KeepFrame) and not self.busy:
            for value, at in zip((top.first, top.second), PAIR_AT, strict=True):
                out += self._disc(at, value, 1.0)
            return out
        if self._slides.has("disc"):
            share = self._slides.share("disc")
            return self._disc(DISC_AT, self._value if share > 0.5 else 0, abs(1 - 2 * share))
        if isinstance(top, MoveFrame) and not self.busy:
            return self._disc(DISC_AT, top.value, 1.0)
        if self._value and self.busy:
            return self._disc(DISC_AT, self._value, 1.0)
        if self.match.waits is not None and not self.busy and DISCS in self.first():
            return self._disc(DISC_AT, 0, 1.0)
        return out

    def _disc(self, at: Point, value: int, wide: float) -> list[Shape]:
        """A disc, ``wide`` of its width while it turns over; value 0 = its back."""
        seat = self.match.turn if self.match.turn is not None else 0
        colour = self.seat_colour(seat)
        x, y = at
        wide = max(0.04, wide)
        rim = tuple((x + wide * (a - x), b) for a, b in regular(at, DISC_R, 36))
        ground = theme.WHITE if value else colour
        out: list[Shape] = [Polygon(rim, ground, theme.INK, 2.0)]
        inner = tuple((x + 0.86 * (a - x), y + 0.86 * (b - y)) for a, b in rim)
        out.append(Polygon(inner, None, faded(theme.INK if value else theme.WHITE, 0.5), 1.5))
        if wide > 0.6:
            size = 0.8 * DISC_R * self.camera.scale
            words = str(value) if value else "?"
            out.append(Text(x, y, words, size, theme.text_on(ground), "centre", "middle", True))
        return out

    def _marks(self) -> list[Shape]:
        out: list[Shape] = []
        frame = self.match.state.agenda[-1] if self.match.state.agenda else None
        placing = not isinstance(frame, MoveFrame)
        offered = self.offered()
        for key in offered:
            if not key.isdigit():
                at, _, _ = self.spot(key)
                x, y = self.camera.back(at.middle)
                out.append(Disc(x, y, DISC_R + 0.08, None, theme.ACCENT, 3.0))
            elif placing:
                out.append(Disc(*place(int(key)), 0.17, faded(theme.ACCENT, 0.55)))
            elif self.picked:
                out += self._target(int(self.picked[0]), int(key), 1.0)
            else:
                out.append(Disc(*place(int(key)), 0.4, None, theme.ACCENT, 3.0))
        at = self.at
        if at.isdigit() and at in offered:
            if placing:
                seat = self.match.turn or 0
                colour = self.seat_colour(seat)
                out += mole(place(int(at)), 0.3, colour, self.seat_mark(seat), opacity=0.6)
            for key in self.following(at):
                out += self._target(int(at), int(key), 0.6)
            if self.picked:
                out += self._steps(int(self.picked[0]), int(at))
        for key in self.picked:
            out.append(Disc(*place(int(key)), 0.42, None, theme.FOCUS, 4.0))
        return [*out, *self._advice()]

    def _target(self, here: Cell, to: Cell, strength: float) -> list[Shape]:
        accent = faded(theme.ACCENT, strength)
        return [
            Line((place(here), place(to)), faded(accent, 0.6), 2.5, dash=(6, 5)),
            Disc(*place(to), 0.2, faded(accent, 0.8), faded(theme.WHITE, strength), 2.0),
        ]

    def _steps(self, here: Cell, to: Cell) -> list[Shape]:
        """The spaces of a move, counted."""
        (a, b), (u, v) = place(here), place(to)
        n = self.match.state.agenda[-1].value
        size = 0.3 * self.camera.scale
        out: list[Shape] = []
        for k in range(1, n + 1):
            x, y = a + (u - a) * k / n, b + (v - b) * k / n
            out.append(Disc(x, y, 0.2, theme.ACCENT, theme.WHITE, 2.0))
            out.append(Text(x, y, str(k), size, theme.WHITE, "centre", "middle", bold=True))
        return out

    def _advice(self) -> list[Shape]:
        hint = self.advised()
        if not hint:
            return []
        places = [self.camera.back(self.spot(key)[0].middle) for key in hint]
        r = 0.48 if hint[0].isdigit() else DISC_R + 0.16
        out: list[Shape] = [Disc(*places[0], r, None, theme.GOOD, 4.0)]
        if len(places) > 1:
            out.append(Line(tuple(places), theme.GOOD, 4.0, dash=(8, 5)))
            out.append(Disc(*places[-1], 0.24, theme.GOOD, theme.WHITE, 2.0))
        return out


def _straight(here: Cell, to: Cell) -> bool:
    """Whether two crossings lie on a line of the net."""
    (q, r), (u, v) = spot_of(here), spot_of(to)
    return q == u or r == v or q + r == u + v


def _moved(before: State, event: Moved) -> State:
    """The state with a mole moved, before the layer is lifted."""
    own = tuple(sorted({*before.moles[event.seat]} - {event.since} | {event.cell}))
    moles = (*before.moles[: event.seat], own, *before.moles[event.seat + 1 :])
    return replace(before, moles=moles)
