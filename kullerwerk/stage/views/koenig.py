"""The board of König der Maulwürfel: towers are dragged, hats pulled, and dice tumble.

Here is what people do; `koenig_showing` tells what is seen of the race, `koenig_hand` what a hand
can do, and `koenig_draw`, `koenig_ghost` and `koenig_cards` draw it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from kullerwerk.stage import theme
from kullerwerk.stage.match import Happened, Match
from kullerwerk.stage.refusals import refused
from kullerwerk.stage.shapes import (
    Camera,
    Colour,
    Frame,
    Layer,
    Raster,
    Rect,
    Shape,
    box,
    fitted,
)
from kullerwerk.stage.track_parts import PLAYED
from kullerwerk.stage.views import koenig_cards as cards
from kullerwerk.stage.views import koenig_draw as table
from kullerwerk.stage.views import koenig_ghost as ghost
from kullerwerk.stage.views import koenig_hand as hand
from kullerwerk.stage.views.board import Button, PickBoard, Picks, capital
from kullerwerk.stage.views.koenig_grasp import Grasp
from kullerwerk.stage.views.koenig_show import lens_frame, lens_place
from kullerwerk.stage.views.koenig_showing import Showing, kept_of
from rules.core.types import Decide, Seat, Verdict
from rules.koenig.draft import part_name
from rules.koenig.progress import rays_done
from rules.koenig.state import STANDARD_PULL, Block, Play, Pull, Start, State, Take, Tower, Turn

KEYS = {
    "left": "left", "right": "right", "up": "up", "down": "down",
    "q": "turn.left", "comma": "turn.left", "e": "turn.right", "period": "turn.right",
}  # fmt: skip
"""What keys mean; a gamepad may say the same words."""


class KoenigBoard(PickBoard):
    """Drag and turn pieces, pull the hat; pick parts and cards of the pro game."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.showing = Showing(match, self._colour_of)
        self.grasp = Grasp(match, lambda: self.camera, lambda: not self.busy)
        self._shifting = False
        self._kept: dict[str, tuple[Any, tuple[Shape, ...]]] = {}

    # --- where things are ---

    @property
    def _state(self) -> State:
        return self.match.state

    @property
    def _room(self) -> Rect:
        """What is left for the table beside the strips of the pro game."""
        shown, sizes, a = self.showing.state, self.around.sizes, self.area
        if shown.pro is None or cards.drafting(shown) is not None:
            return a.inset(6)
        foot = cards.foot_height(sizes)
        head = cards.seats_height(shown, a, sizes) if shown.order else 0.0
        return Rect(a.x, a.y + foot, a.w, a.h - foot - head).inset(4)

    @property
    def camera(self) -> Camera:
        """From mm to the page."""
        return self.zoomed(fitted(table.world(self._state.board), self._room))

    def _colour_of(self, name: str) -> Colour:
        """The colour of a piece set, grey for none."""
        if name in theme.NAMED:
            return theme.NAMED[name]
        for one in getattr(self.match.scene, "sets", ()):
            if one.name == name:
                r, g, b = (int(one.colour[k : k + 2], 16) for k in (1, 3, 5))
                return r, g, b, 255
        return theme.SOFT

    def seat_colour(self, seat: int) -> Colour:
        """The colour of a seat's tower, before the draft that of its place."""
        name = self.showing.state.colour(seat)
        return theme.seat_colour(seat) if name is None else self._colour_of(name)

    def standing(self, seat: int) -> str:
        """How many rays a seat has done."""
        racer = self.showing.state.racers[seat]
        done, of = rays_done(racer.counters), len(racer.counters)
        return self.around.word("koenig.rays", n=done, of=of)

    # --- picking parts and cards ---

    def picks_of(self, state: Any, action: Any) -> Picks:
        """A part; a card, and for one that cancels the card that it cancels."""
        del state
        match action:
            case Take(group=group, part=part):
                return (f"take:{group}.{part}",)
            case Play(card=card, target=target):
                return (f"card:{card}", f"target:{target}") if target else (f"card:{card}",)
            case _:
                return ()

    def spot(self, key: str) -> tuple[Rect, bool, str]:
        """A part in the draft, a card in the hand, or one that was played."""
        state, sizes, word = self._state, self.around.sizes, self.around.word
        kind, _, rest = key.partition(":")
        if kind == "take":
            for place, at in cards.part_places(state.board, self.area, sizes).items():
                if f"{cards.GROUPS[place[0]]}.{self._part(*place)}" == rest:
                    return at, False, rest.replace(".", " ")
        if kind == "target":
            return cards.played_places(state, self.area, sizes)[int(rest)], False, rest
        assert self.match.turn is not None, "somebody plays a card"
        places = cards.hand_places(state, self.match.turn, self.area, sizes)
        return places[rest], False, word(f"koenig.card.{rest}")

    def _part(self, g: int, k: int) -> str:
        return part_name(self._state.board, cards.GROUPS[g], k)

    def refusal(self, x: float, y: float) -> str:
        """Why a part or a card cannot be taken or played."""
        state, sizes = self._state, self.around.sizes
        if cards.drafting(state) is not None:
            for (g, k), at in cards.part_places(state.board, self.area, sizes).items():
                if at.holds(x, y):
                    return self._why(self.match.check(Take(cards.GROUPS[g], self._part(g, k))))
        elif state.pro is not None and self.match.turn is not None:
            places = cards.hand_places(state, self.match.turn, self.area, sizes)
            for card, at in places.items():
                if at.holds(x, y):
                    return self._why(self.match.check(Play(card)))
        return ""

    def _why(self, verdict: Verdict) -> str:
        """What the rules say, with cards by their names at the window, as part of a sentence."""
        said = verdict.rule
        for card in cards.SYMBOLS:
            said = said.replace(f"'{card}'", f"“{self.around.word(f'koenig.card.{card}')}”")
        return refused(said, self.around.lang)

    # --- buttons ---

    def buttons(self) -> tuple[Button, ...]:
        """Put it here, turn it, pull; then what has no place on the board."""
        out: list[Button] = []
        word, held = self.around.word, self.grasp.held
        if held is not None:
            ok, why = self.grasp.verdict.ok, capital(self._why(self.grasp.verdict)) + "."
            out.append(Button("put", word("koenig.put"), ("enter",), False, ok, why))
            out.append(Button("turn.left", word("koenig.turn.left"), ("q",), half=True))
            out.append(Button("turn.right", word("koenig.turn.right"), ("e",), half=True))
        elif self.grasp.pulling is not None:
            out.append(Button("calm", word("koenig.pull.calm"), ("c",)))
            out.append(Button("pull", self.grasp.pull_words(), ("enter",)))
        return (*out, *super().buttons())

    def hint_words(self, action: Any) -> str:
        """What the hint says: a place is drawn on the table, and would be no help in figures."""
        if isinstance(action, Pull):
            return self.grasp.pull_words(action)
        if isinstance(action, Start | Block | Tower | Turn):
            return self.around.word("koenig.hint.place")
        return super().hint_words(action)

    def do(self, what: str, value: Any = None) -> None:
        """A spot or a button was pressed."""
        held = self.grasp.held
        if what == "put" and held is not None:
            self.wanted = hand.action_of(held)
        elif what in ("turn.left", "turn.right"):
            self.command(what)
        elif what == "calm":
            self.wanted = STANDARD_PULL
        elif what == "pull":
            self.wanted = self.grasp.pull
        else:
            super().do(what, value)

    def prompt(self) -> str:
        """What is asked."""
        pending, word, roll = self.match.pending, self.around.word, self.showing.roll
        if roll is not None:
            if roll.rests and roll.number:
                return word("koenig.number", n=roll.number)
            return word("rolling")
        if self.busy or not isinstance(pending, Decide):
            return ""
        if pending.kind.startswith("respond") and self.picked:
            return word("koenig.ask.target")
        return word(f"koenig.ask.{pending.kind.replace(':', '.')}")

    # --- the pointer and the keys ---

    def command(self, name: str, fine: bool = False) -> bool:
        """Move or turn what is in the hand, or change the pull: for keys, and for a gamepad.

        Returns whether the word meant something now.
        """
        return self.grasp.command(name, fine)

    def raw_key(self, key: str, mods: frozenset[str]) -> bool:
        """Arrows move, comma and full stop (or q and e) turn; Shift: a little."""
        if "ctrl" in mods or "alt" in mods or key not in KEYS:
            return super().raw_key(key, mods)
        return self.command(KEYS[key], "shift" in mods)

    def raw_press(self, x: float, y: float, button: str) -> bool:
        """Take hold of a piece, of its handle, or of the hat; the middle button moves the table."""
        if not self.area.holds(x, y):
            return False
        self._shifting = False
        if button != "middle" and self.grasp.press(x, y, button):
            return True
        self._shifting = button != "left" or self.busy or not self.offered()
        if self.grasp.pulling is not None and button == "left":
            self.said = self.around.word("koenig.pull.where")
        return super().raw_press(x, y, button) or self._shifting

    def raw_drag(self, x: float, y: float, dx: float, dy: float) -> None:
        """Lead the piece, pull the hat, or move the table."""
        if self._shifting:
            super().raw_drag(x, y, dx, dy)
        else:
            self.wanted = self.grasp.drag(x, y)

    def raw_release(self, x: float, y: float) -> None:
        """Let go."""
        del x, y
        self._shifting = False
        self.grasp.release()

    def raw_scroll(self, x: float, y: float, steps: float) -> None:
        """Over the piece in the hand the wheel turns it, elsewhere it zooms."""
        if not self.grasp.scroll(x, y, steps):
            super().raw_scroll(x, y, steps)

    # --- showing ---

    @property
    def busy(self) -> bool:
        """Whether something is on its way, or is to be read."""
        return self.showing.busy

    @property
    def turn(self) -> Seat | None:
        """Whose turn is shown."""
        return self.showing.seat() if self.busy else self.match.turn

    def update(self, dt: float) -> None:
        """Let time go by; a hand's time is not that of what is shown faster or slower."""
        self.grasp.update(dt / self.around.settings.speed)
        self.showing.update(dt)

    def skip(self) -> None:
        """Show the end at once."""
        self.showing.skip()

    def reset(self) -> None:
        """Show the game as it stands."""
        super().reset()
        self.grasp.reset()
        self.showing.reset()

    def stand(self, state: Any) -> None:
        """Show the race as it stood once."""
        self.showing.stand(state)

    def show(self, happened: Happened) -> None:
        """Show a throw, or how a piece is put to its place."""
        self.showing.show(happened)

    # --- drawing ---

    def layers(self) -> Frame:
        """Table, pieces, dice, what is in the hand, cards."""
        shown, news = self.showing.state, self.showing.news
        told: Frame = ()
        if news is not None:
            told = (Layer("news", news.shapes(self._room, self.around.sizes)),)
        if cards.drafting(shown) is not None:
            return (Layer("draft", self._draft()), *told)
        camera, clip, board = self.camera, self.area, shown.board
        scale = camera.scale
        word, counters = self.around.word, self.showing.counters()
        names, surface = (word("koenig.start"), word("koenig.finish")), self.showing.surface
        out: list[Layer | Raster] = [
            Layer("table", self._same("table", (board.key, surface, names), lambda:
                  table.table_shapes(board, surface, names)), camera, clip),
            Layer("course", self._same("course", (board.key, counters, scale), lambda:
                  table.course_shapes(board, counters, scale)), camera, clip),
            Layer("ghosts", self._ghosts(), camera, clip),
            Layer("pieces", self._pieces(), camera, clip),
            Layer("obstacles", self._obstacles(), camera, clip),
            Layer("die", self.showing.die(camera.scale), camera, clip),
            *self._hand(camera),
        ]  # fmt: skip
        if shown.pro is not None:
            out.append(Layer("cards", self._cards()))
        return (*out, *self._lens(), *told)

    def _same(self, key: str, of: Any, make: Callable[[], Iterable[Shape]]) -> tuple[Shape, ...]:
        """Shapes that were made before from equal things."""
        kept = self._kept.get(key)
        if kept is None or kept[0] != of:
            kept = self._kept[key] = (of, tuple(make()))
        return kept[1]

    def _ghosts(self) -> tuple[Shape, ...]:
        """Ways of throws that have been, when a record is watched."""
        return self._same("ghosts", self.ghosts, lambda: self.showing.ways(self.ghosts))

    def _obstacles(self) -> tuple[Shape, ...]:
        board, scale = self._state.board, self.camera.scale
        of = (board.key, scale)
        return self._same("obstacles", of, lambda: table.obstacle_shapes(board, scale))

    def _pieces(self) -> tuple[Shape, ...]:
        held, seat = self.grasp.held, self.grasp.pulling
        faint = held.seat if held is not None and held.kind in ("tower", "turn") else None
        grip = None if self.grasp.grip is None or seat is None else (seat, self.grasp.grip.share)
        of = (kept_of(self.showing), faint, grip)
        return self._same("pieces", of, lambda: self.showing.pieces(faint, grip))

    def _lens(self) -> Frame:
        roll = self.showing.roll
        if roll is None:
            return ()
        shy = [self.camera.out(place) for place in self.showing.ends()]
        at = lens_place(self._room, self.around.sizes, shy)
        ground = PLAYED.ground(self.showing.surface)
        near = (*self._pieces(), *self._obstacles())
        return lens_frame(roll, at, ground, near, self.around.sizes)

    def _hand(self, camera: Camera) -> Frame:
        """What is in the hand, what the hint says, and why something may not be."""
        see, held, seat = self.grasp.sight(self._colour_of), self.grasp.held, self.grasp.pulling
        around, shapes, said = tuple[Shape, ...](), list[Shape](), list[Shape]()
        if held is not None:
            ring = ghost.ring(self._state, held)
            if ring is not None:
                around = self._same("ring", ring, lambda: table.ring_shapes(*ring))
            shapes += ghost.ghost_shapes(see, held, self.grasp.verdict.ok)
            if not self.grasp.verdict.ok:
                said += ghost.reason_shapes(see, held, self._why(self.grasp.verdict), self.area)
        elif seat is not None:
            pull = self.grasp.pull if self.grasp.grip is None else self.grasp.grip.pull()
            shapes += ghost.pull_shapes(see, seat, self.grasp.grip)
            said += ghost.gauge_shapes(
                see, seat, pull, self._room, self.around.word("koenig.pull.keys")
            )
        advice, turn = self.match.advice, self.match.turn
        if advice is not None and turn is not None and not self.busy:
            shapes += ghost.advice_shapes(see, turn, advice)
        return (
            Layer("ring", around, camera, self.area),
            Layer("hand", tuple(shapes), camera, self.area),
            Layer("said", tuple(said), clip=self.area),
        )

    # --- the pro game ---

    def _offers(self, kind: str) -> frozenset[str]:
        """What may be picked now of a kind of spots."""
        head = f"{kind}:"
        return frozenset(key.removeprefix(head) for key in self.offered() if key.startswith(head))

    def _draft(self) -> tuple[Shape, ...]:
        may, shown = self._offers("take"), self.showing.state
        of = (id(shown), self.area, may, self.around.settings)

        def make() -> Iterable[Shape]:
            return cards.draft_shapes(
                self.around,
                shown,
                self.match.scene,
                self.area,
                self._colour_of,
                self.seat_colour,
                may,
            )

        return self._same("draft", of, make)

    def _cards(self) -> tuple[Shape, ...]:
        s, at, area, around = self.showing.state, self.match.at, self.area, self.around
        may, targets = self._offers("card"), self._offers("target")
        picked = self.picked[0].removeprefix("card:") if self.picked else ""
        of = (id(s), area, at, may, targets, picked, around.settings)

        def make() -> list[Shape]:
            foot = Rect(area.x, area.y, area.w, cards.foot_height(around.sizes))
            out: list[Shape] = [box(foot, theme.PANEL)]
            if s.order:
                out += cards.seats_shapes(around, s, area, self.seat_colour)
                out += cards.played_shapes(around, s, area, self.seat_colour, targets)
                if at is not None:
                    out += cards.hand_shapes(around, s, at, area, may, picked)
            return out

        return self._same("cards", of, make)
