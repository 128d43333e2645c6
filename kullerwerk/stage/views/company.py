"""The board of the dig layers: place moles, turn over a disc, move a mole exactly so far."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from kullerwerk.stage import theme
from kullerwerk.stage.match import Happened, Match
from kullerwerk.stage.motion import SLIDE
from kullerwerk.stage.pieces import mole
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
    faded,
    fitted,
)
from kullerwerk.stage.views import company_discs as discs
from kullerwerk.stage.views import company_layer as sheets
from kullerwerk.stage.views.acting import ActBoard
from kullerwerk.stage.views.board import Picks, square
from kullerwerk.stage.views.company_discs import DISC_R
from kullerwerk.stage.views.company_layer import SIXTH, place
from rules.company.events import (
    DiscTurned,
    LayerLifted,
    LayerTurned,
    Moved,
    Placed,
)
from rules.company.ground import ground_of
from rules.company.net import NAMES, STEPS, WAYS, Cell
from rules.company.state import (
    FLIP,
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
DISC_AT = (4.62, 3.95)
"""The disc that is in play, in the world of the board."""
PAIR_AT = ((3.5, 4.02), (4.78, 4.02))
FALL, RISE = 0.45, 1.0
"""Seconds that moles take to fall through their holes, and a layer to be lifted."""
TURN = 0.3
"""Seconds for each sixth that a new layer is turned by."""


class CompanyBoard(ActBoard):
    """Pick a space for a mole; later the discs, a mole, and where it goes."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self._lifted: State | None = None
        """The state whose layer is being lifted."""
        self._lost: tuple[Shape, ...] = ()
        """That layer with the moles on it, drawn once."""
        self._value = 0
        """The disc that was turned over last; 0 = none is in play."""
        self._turner = 0
        """Whose it is."""

    # --- where things are ---

    @property
    def _foot(self) -> Rect:
        """The strip with everybody's discs."""
        size = self.around.sizes.text
        return Rect(self.area.x, self.area.y, self.area.w, 4.6 * size).inset(8, 6)

    @property
    def camera(self) -> Camera:
        """From the net to the page."""
        return self.zoomed(fitted(sheets.WORLD, self._room.inset(6, 6)))

    @property
    def _room(self) -> Rect:
        """Where the layers are: above the strip."""
        foot = self._foot.top + 4
        return Rect(self.area.x, foot, self.area.w, self.area.top - foot)

    def _seat_box(self, seat: int) -> Rect:
        foot, n = self._foot, len(self.match.seats)
        w = min(foot.w / n, 340 * self.around.sizes.scale)
        x = foot.middle[0] + (seat - n / 2) * w
        return Rect(x, foot.y, w, foot.h).inset(4, 0)

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
            if here + frame.value * STEPS[way] == cell and sheets.straight(here, cell):
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

    def update(self, dt: float) -> None:
        """Go on."""
        super().update(dt)
        if not self.busy:
            self._lifted = None

    def skip(self) -> None:
        """Be at the end."""
        super().skip()
        self._lifted = None

    def stand(self, state: Any) -> None:
        """Show a state of the game."""
        super().stand(state)
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
                case DiscTurned(seat=seat, value=value):
                    self._acts.add(after, partial(self._turn_over, seat, value))
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

    def _turn_over(self, seat: int, value: int) -> None:
        self._value, self._turner = value, seat
        self._slides.add("disc", (0, 0), (0, 0), 0.4)

    def _walk(self, since: Cell, cell: Cell, value: int) -> None:
        self._slides.add(str(cell), place(since), place(cell), SLIDE * (0.6 + 0.4 * value))

    def _lift(self, before: State) -> None:
        self._value = 0
        self._slides.add("fall", (0, 0), (0, 0), FALL)
        self._slides.add("lift", (0, 0), (0, 0), RISE, FALL)
        self._lifted = before if self._slides.busy else None
        self._lost = ()

    def _turn_layer(self, rotation: int) -> None:
        self._slides.add("layer", (0, 0), (0, 0), TURN * rotation, 0.2)

    def layers(self) -> Frame:
        """The box with its layers, moles, discs, and what can be picked."""
        camera, clip = self.camera, self._room
        lifted = self._lifting() if self._lifted is not None else ()
        stack = discs.stack(self._shown, self.around.sizes.small)
        return (
            Layer("box", sheets.box(), camera, clip),
            Layer("sheet", self._sheet(), camera, clip),
            Layer("moles", tuple(self._moles()), camera, clip),
            *lifted,
            Layer("stack", stack, camera, clip),
            Layer("discs", tuple(self._strip()), SCREEN),
            Layer("play", tuple(self._in_play()), camera, clip),
            Layer("marks", tuple(self._marks()), camera, clip),
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
        holes = 0 if s.rotation is None else ground_of(s).holes
        for seat, own in enumerate(s.moles):
            for cell in own:
                at = self._slides.place(str(cell), place(cell))
                inside = bool(holes >> cell & 1) and not self._slides.has(str(cell))
                r = (0.26 if inside else 0.3) * self._slides.size(str(cell))
                out += self._piece(at, seat, max(0.02, r))
        return out

    def _lifting(self) -> tuple[Layer, ...]:
        """The old layer with the moles that are lost, on its way out of the picture."""
        old, camera, gone = self._lifted, self.camera, self._slides.share("lift")
        assert old is not None, "a layer is lifted"
        if not self._lost:
            self._lost = self._old_layer(old)
        way = gone * gone * (self.area.h + camera.scale)
        out = Layer("lifted", self._lost, replace(camera, y=camera.y + way), self._room)
        fall = self._slides.share("fall")
        if fall >= 1:
            return (out,)
        holes = ground_of(old).holes
        falling = [
            shape
            for seat, own in enumerate(old.moles)
            for cell in own
            if holes >> cell & 1
            for shape in self._piece(place(cell), seat, 0.26 * (1 - 0.6 * fall))
        ]
        return (out, Layer("falling", tuple(falling), camera, self._room))

    def _old_layer(self, old: State) -> tuple[Shape, ...]:
        angle, holes = SIXTH * (old.rotation or 0), ground_of(old).holes
        lost = [
            shape
            for seat, own in enumerate(old.moles)
            for cell in own
            if not holes >> cell & 1
            for shape in self._piece(place(cell), seat)
        ]
        return (*sheets.sheet(old.board, old.layer, angle, self._limited), *lost)

    def _strip(self) -> list[Shape]:
        return [
            shape
            for seat in range(len(self.match.seats))
            for shape in discs.row(self, self._shown, seat, self._seat_box(seat))
        ]

    def _disc(self, at: Point, value: int, wide: float) -> list[Shape]:
        turn = self.match.turn
        colour = self.seat_colour(self._turner if self.busy or turn is None else turn)
        return discs.disc(at, value, wide, colour, self.camera.scale)

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
                out += sheets.target(int(self.picked[0]), int(key), 1.0)
            else:
                out.append(Disc(*place(int(key)), 0.4, None, theme.ACCENT, 3.0))
        at = self.at
        if at.isdigit() and at in offered:
            if placing:
                seat = self.match.turn or 0
                colour = self.seat_colour(seat)
                out += mole(place(int(at)), 0.3, colour, self.seat_mark(seat), opacity=0.6)
            for key in self.following(at):
                out += sheets.target(int(at), int(key), 0.6)
            if self.picked and isinstance(frame, MoveFrame):
                out += sheets.steps(int(self.picked[0]), int(at), frame.value, self.camera.scale)
        for key in self.picked:
            out.append(Disc(*place(int(key)), 0.42, None, theme.FOCUS, 4.0))
        return [*out, *self._advice()]

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


def _moved(before: State, event: Moved) -> State:
    """The state with a mole moved, before the layer is lifted."""
    own = tuple(sorted({*before.moles[event.seat]} - {event.since} | {event.cell}))
    moles = (*before.moles[: event.seat], own, *before.moles[event.seat + 1 :])
    return replace(before, moles=moles)
