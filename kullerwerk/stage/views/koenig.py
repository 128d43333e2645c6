"""The board of König der Maulwürfel: towers are dragged, hats pulled, and dice tumble."""

from __future__ import annotations

import math
from typing import Any

from kullerwerk.stage import theme
from kullerwerk.stage.lettering import width, wrapped
from kullerwerk.stage.match import Happened, Match
from kullerwerk.stage.motion import Slides
from kullerwerk.stage.shapes import (
    Camera,
    Colour,
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
)
from kullerwerk.stage.tumble import Tumble, along_path, lying
from kullerwerk.stage.views import koenig_cards as cards
from kullerwerk.stage.views import koenig_draw as table
from kullerwerk.stage.views import koenig_hand as hand
from kullerwerk.stage.views.board import Button, PickBoard, Picks
from kullerwerk.stage.views.die_shapes import die_shapes, shadow
from kullerwerk.stage.views.koenig_show import HAT_TIME, News, Roll, lens_frame, lens_place
from rules.core.types import Ask, Decide, Event, Verdict
from rules.koenig.events import Finished, TowerStays, TurnSkipped
from rules.koenig.poses import contact_arcs, heading_arcs
from rules.koenig.pro_events import CardPlayed, ThrownAgain, TurnMissed
from rules.koenig.state import (
    STANDARD_PULL,
    AttemptFrame,
    Block,
    EndFrame,
    PlaceFrame,
    Play,
    Pull,
    PullFrame,
    RollFrame,
    State,
    Take,
)
from sim.settled import DEGREE, MM, DieSettled
from sim.solids import solid

NEWS = (TowerStays, Finished, CardPlayed, TurnMissed, TurnSkipped, ThrownAgain)
"""What is said in large letters."""
PLACING = 0.45
"""Seconds that a piece of a computer player takes to its place."""
STEP, FINE = 5.0, 1.0
"""Millimetres and degrees that a key moves a piece by, without and with Shift."""
HANDLE = 13.0
"""Radius of the handle that turns a piece, logical pixels."""
KEYS = {
    "left": "left", "right": "right", "up": "up", "down": "down",
    "q": "turn.left", "comma": "turn.left", "e": "turn.right", "period": "turn.right",
}  # fmt: skip
"""What keys mean; a gamepad may say the same words."""
WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}


class KoenigBoard(PickBoard):
    """Drag and turn pieces, pull the hat; pick parts and cards of the pro game."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self._shown: State = match.state
        self._slides = Slides(match.around)
        self._clock = 0.0
        self._roll: Roll | None = None
        self._after: Happened | None = None
        self._news: list[News] = []
        self._hatless: int | None = None
        self._hat = 0.0
        self._die: tuple[int, Tumble] | None = None
        """Whose die rolled last, and how."""
        self._held: hand.Held | None = None
        self._verdict: Verdict | None = None
        self._held_of: Any = None
        self._grab: tuple[str, Point] | None = None
        self._grip: hand.Grip | None = None
        self._pull = STANDARD_PULL
        self._zoom, self._middle = 1.0, (0.0, 0.0)
        self._lens: Rect | None = None
        self._kept: dict[str, tuple[Any, tuple[Shape, ...]]] = {}

    # --- where things are ---

    @property
    def _state(self) -> State:
        return self.match.state

    @property
    def _pro(self) -> bool:
        return self._shown.pro is not None

    @property
    def _room(self) -> Rect:
        """What is left for the table beside the strips of the pro game."""
        if not self._pro or cards.drafting(self._shown) is not None:
            return self.area.inset(6)
        foot, head = cards.foot_height(self.around.sizes), 0.0
        if self._shown.order:
            head = cards.seats_height(self._shown, self.around.sizes)
        a = self.area
        return Rect(a.x, a.y + foot, a.w, a.h - foot - head).inset(4)

    @property
    def camera(self) -> Camera:
        """From mm to the page."""
        plain = fitted(table.world(self._state.board), self._room)
        if self._zoom == 1.0:
            return plain
        scale = plain.scale * self._zoom
        x, y = self._room.middle
        return Camera(scale, x - scale * self._middle[0], y - scale * self._middle[1])

    def _colour_of(self, name: str) -> Colour:
        """The colour of a piece set."""
        if name in theme.NAMED:
            return theme.NAMED[name]
        for one in getattr(self.match.scene, "sets", ()):
            if one.name == name:
                r, g, b = (int(one.colour[k : k + 2], 16) for k in (1, 3, 5))
                return r, g, b, 255
        return theme.SEATS[0]

    def seat_colour(self, seat: int) -> Colour:
        """The colour of a seat's tower, before the draft that of its place."""
        name = self.match.state.colour(seat)
        return theme.seat_colour(seat) if name is None else self._colour_of(name)

    def _surface(self) -> str:
        return str(getattr(getattr(self.match.scene, "table", None), "surface", "smooth"))

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
            group, part = rest.split(".", 1)
            g = cards.GROUPS.index(group)
            k = next(
                k for k in range(len(state.board.sets))
                if cards.part_name(state.board, group, k) == part
            )  # fmt: skip
            label = f"{word(f'koenig.group.{group}')} {part}"
            return cards.part_places(state.board, self.area, sizes)[(g, k)], False, label
        if kind == "target":
            at = cards.played_places(state, self.area, sizes)[int(rest)]
            return at, False, rest
        seat = self.match.turn
        assert seat is not None, "somebody plays a card"
        places = cards.hand_places(state, seat, self.area, sizes)
        return places[rest], False, word(f"koenig.card.{rest}")

    def refusal(self, x: float, y: float) -> str:
        """Why a part or a card cannot be taken or played."""
        state, sizes = self._state, self.around.sizes
        if cards.drafting(state) is not None:
            for (g, k), at in cards.part_places(state.board, self.area, sizes).items():
                if at.holds(x, y):
                    group = cards.GROUPS[g]
                    part = cards.part_name(state.board, group, k)
                    return self.match.check(Take(group, part)).rule
        if self._pro and state.order and self.match.turn is not None:
            places = cards.hand_places(state, self.match.turn, self.area, sizes)
            for card, at in places.items():
                if at.holds(x, y):
                    return self.match.check(Play(card)).rule
        return ""

    # --- the piece in the hand ---

    @property
    def held(self) -> hand.Held | None:
        """The piece that a person here must place now."""
        if self.match.waits is None or self.busy:
            return None
        if self._held_of is not self._state:
            self._held_of = self._state
            self._grab = self._grip = None
            self._hold(hand.in_hand(self._state))
        return self._held

    def _hold(self, held: hand.Held | None) -> None:
        self._held = held
        self._verdict = None if held is None else self.match.check(hand.action_of(held))

    @property
    def _pulling(self) -> int | None:
        """The seat at the screen that must pull its hat, None = none must."""
        top = self._state.agenda[-1] if self._state.agenda else None
        if self.match.waits is None or self.busy or not isinstance(top, PullFrame):
            return None
        return top.seat

    def command(self, name: str, fine: bool = False) -> bool:
        """Move or turn what is in the hand, or change the pull: for keys, and for a gamepad."""
        step = FINE if fine else STEP
        held = self.held
        if held is not None:
            way = WAYS.get(name)
            if name in ("turn.left", "turn.right"):
                sign = 1 if name == "turn.left" else -1
                self._hold(hand.snapped(self._state, self._turned(held, sign * step)))
            elif way is None:
                return False
            elif held.kind in ("tower", "turn"):
                # Right and down lead clockwise.
                sign = -1 if name in ("right", "down") else 1
                self._hold(hand.turned(held, sign * step))
            else:
                self._hold(hand.shifted(held, way[0] * step, way[1] * step))
            return True
        if self._pulling is not None and name in WAYS:
            aside, faster = WAYS[name]
            self._pull = hand.changed(self._pull, faster, -aside)
            return True
        return False

    def _turned(self, held: hand.Held, by: float) -> hand.Held:
        return hand.turned_on_spot(self._state, held, by)

    # --- buttons ---

    def buttons(self) -> tuple[Button, ...]:
        """Put it here, turn it, pull; then what has no place on the board."""
        out: list[Button] = []
        word, held = self.around.word, self.held
        if held is not None:
            verdict = self._verdict or Verdict(ok=True)
            out.append(Button("put", word("koenig.put"), ("enter",), False, verdict.ok,
                              verdict.rule))  # fmt: skip
            out.append(Button("turn.left", word("koenig.turn.left"), ("q",)))
            out.append(Button("turn.right", word("koenig.turn.right"), ("e",)))
        elif self._pulling is not None:
            out.append(Button("calm", word("koenig.pull.calm"), ("c",)))
            out.append(Button("pull", self._pull_words(), ("enter",)))
        return (*out, *super().buttons())

    def _pull_words(self) -> str:
        pull, word = self._pull, self.around.word
        side = pull.side // MM
        slip = word("koenig.slip.none")
        if side:
            slip = word("koenig.slip.left" if side > 0 else "koenig.slip.right", n=abs(side))
        return word("koenig.pull.set", speed=pull.speed // MM, slip=slip)

    def do(self, id: str, value: Any = None) -> None:  # noqa: A002
        """A spot or a button was pressed."""
        held = self.held
        if id == "put" and held is not None:
            self.wanted = hand.action_of(held)
        elif id in ("turn.left", "turn.right"):
            self.command(id)
        elif id == "calm":
            self.wanted = STANDARD_PULL
        elif id == "pull":
            self.wanted = self._pull
        else:
            super().do(id, value)

    def prompt(self) -> str:
        """What is asked."""
        pending, word = self.match.pending, self.around.word
        if self._roll is not None:
            if self._roll.rests and self._roll.number:
                return word("koenig.number", n=self._roll.number)
            return word("rolling")
        if self.busy or not isinstance(pending, Decide):
            return ""
        if pending.kind.startswith("respond") and self.picked:
            return word("koenig.ask.target")
        return word(f"koenig.ask.{pending.kind.replace(':', '.')}")

    # --- the pointer and the keys ---

    def raw_key(self, key: str, mods: frozenset[str]) -> bool:
        """Arrows move, comma and full stop (or q and e) turn; Shift: a little."""
        if "ctrl" in mods or "alt" in mods or key not in KEYS:
            return False
        return self.command(KEYS[key], "shift" in mods)

    def raw_press(self, x: float, y: float, button: str) -> bool:
        """Take hold of a piece, of its handle, or of the hat."""
        if not self.area.holds(x, y):
            return False
        place = self.camera.back((x, y))
        held, seat = self.held, self._pulling
        if button == "middle" or (button == "right" and held is None):
            self._grab = ("pan", (x, y))
            return True
        if seat is not None and button == "left":
            pose = self._state.racers[seat].pose
            assert pose is not None, "a tower that pulls stands"
            at = table.pose_of(pose)
            pieces = self._state.pieces(seat)
            reach = max(1.5 * table.hat_radius(pieces), 24 / self.camera.scale)
            if math.dist(place, table.hat_place(pieces, at)) <= reach:
                self._grip = hand.Grip.taken(x, y, at[2], self._clock)
            else:
                self.said = self.around.word("koenig.pull.where")
            return True
        if held is not None:
            if button == "right":
                self._lead(held, place)
                self._grab = ("turn", place)
            elif math.dist((x, y), self._handle(held)) <= HANDLE + 5:
                self._grab = ("turn", place)
            elif held.kind in ("tower", "turn"):
                self._lead(held, place)
                self._grab = ("turn", place)
            else:
                if not self._over(held, place):
                    px, py = table.mm(hand.pivot(self._state, held))
                    self._hold(hand.shifted(held, place[0] - px, place[1] - py))
                self._grab = ("move", place)
            return True
        if self._zoom > 1.0 and not self.offered():
            self._grab = ("pan", (x, y))
            return True
        return super().raw_press(x, y, button)

    def _lead(self, held: hand.Held, place: Point) -> None:
        target = (place[0] * MM, place[1] * MM)
        self._hold(hand.snapped(self._state, hand.aimed(self._state, held, target)))

    def _over(self, held: hand.Held, place: Point) -> bool:
        x, y = table.mm(hand.pivot(self._state, held))
        return math.dist((x, y), place) <= 50

    def raw_drag(self, x: float, y: float, dx: float, dy: float) -> None:
        """Lead the piece, or pull the hat."""
        if self._grip is not None:
            self._grip.to(x, y, self._clock)
            if self._grip.out:
                self.wanted = self._grip.pull()
                self._pull = self.wanted
                self._grip = None
            return
        if self._grab is None:
            return
        kind, last = self._grab
        if kind == "pan":
            scale = self.camera.scale
            self._middle = (self._middle[0] - dx / scale, self._middle[1] - dy / scale)
            return
        held, place = self.held, self.camera.back((x, y))
        if held is None:
            return
        if kind == "turn":
            self._lead(held, place)
        else:
            moved = hand.shifted(held, place[0] - last[0], place[1] - last[1])
            self._hold(moved)
            self._grab = (kind, place)

    def raw_release(self, x: float, y: float) -> None:
        """Let go: a piece that stands a little over an edge is put back within it."""
        del x, y
        held = self.held
        if held is not None and self._grab is not None and self._grab[0] == "move":
            self._hold(hand.snapped(self._state, held))
        self._grab = self._grip = None

    def raw_scroll(self, x: float, y: float, steps: float) -> None:
        """Over the piece in the hand the wheel turns it, elsewhere it looks nearer."""
        held = self.held
        place = self.camera.back((x, y))
        if held is not None and self._over(held, place):
            self._hold(hand.snapped(self._state, self._turned(held, STEP * steps)))
            return
        if not self.area.holds(x, y):
            return
        before = self._zoom
        self._zoom = min(5.0, max(1.0, self._zoom * 1.15**steps))
        if before == 1.0:
            self._middle = self.camera.back(self._room.middle)
        ratio = before / self._zoom
        mx, my = self._middle
        self._middle = (place[0] + (mx - place[0]) * ratio, place[1] + (my - place[1]) * ratio)

    # --- showing ---

    @property
    def busy(self) -> bool:
        """Whether something is on its way, or is to be read."""
        return self._roll is not None or self._slides.busy or bool(self._news)

    def update(self, dt: float) -> None:
        """Let time go by."""
        self._clock += dt / self.around.settings.speed
        if self._hatless is not None:
            self._hat = min(1.0, self._hat + dt / HAT_TIME)
        if self._roll is not None:
            if self._roll.update(dt):
                self.around.play("hit")
            if self._roll.over:
                self._end_roll()
            return
        self._slides.update(dt)
        if self._news and not self._slides.busy:
            self._news[0].left -= dt
            if self._news[0].left <= 0:
                self._news.pop(0)

    def skip(self) -> None:
        """Show the end at once: of a throw the die at rest, then what is left."""
        roll = self._roll
        if roll is not None and not roll.rests:
            roll.time = roll.tumble.end
            return
        if roll is not None:
            self._end_roll()
        self._slides.skip()
        self._news.clear()

    def reset(self) -> None:
        """Show the game as it stands."""
        super().reset()
        self._roll = self._after = self._grip = self._grab = self._held_of = self._die = None
        self._hatless, self._hat = None, 0.0
        self._slides.skip()
        self._news.clear()
        self._shown = self.match.state

    def show(self, happened: Happened) -> None:
        """Show a throw, or how a piece is put to its place."""
        if isinstance(happened.pending, Ask):
            self._throw(happened)
            return
        if isinstance(happened.answer, Pull) and isinstance(happened.pending, Decide):
            self._hatless, self._hat = happened.pending.seat, 0.0
            self.around.play("roll")
        mine = isinstance(happened.pending, Decide) and happened.pending.seat in self.match.people
        self._become(happened.step.state, not mine)
        self._tell(happened.step.state, happened.step.events)

    def _throw(self, happened: Happened) -> None:
        frame = happened.before.agenda[-1]
        assert isinstance(frame, RollFrame), "who asks has a die to roll"
        settled: DieSettled = happened.answer
        state: State = happened.before
        tumble = happened.trace
        if tumble is None:
            pieces = state.pieces(frame.seat)
            tumble = along_path(pieces.die, pieces.die_size / MM, settled)
        colour = self._colour_of(state.sets(frame.seat)[1])
        self._shown, self._after = state, happened
        self._roll = Roll(tumble, colour, settled.face, self.around.settings.reduced_motion)
        self._die = (frame.seat, tumble)
        if self._hatless is None:
            self._hatless, self._hat = frame.seat, 0.0
        out = self.camera.out
        ends = [tumble.places[0], tumble.places[-1], tumble.places[len(tumble.places) // 2]]
        shy = [out((x, y)) for x, y, _ in ends]
        self._lens = lens_place(self._room, self.around.sizes, shy)

    def _end_roll(self) -> None:
        happened, self._after, self._roll = self._after, None, None
        self._hatless, self._hat = None, 0.0
        assert happened is not None, "a throw that was shown"
        self._become(happened.step.state, True)
        self._tell(happened.step.state, happened.step.events)

    def _become(self, state: State, sliding: bool) -> None:
        """Show another state; pieces that moved slide there."""
        before, self._shown = self._shown, state
        if not sliding:
            return
        for seat, (old, new) in enumerate(zip(before.racers, state.racers, strict=True)):
            if new.pose is not None and old.pose != new.pose:
                self._slide(f"tower{seat}", old.pose, new.pose)
        if state.blocker is not None and before.blocker is None:
            self._slide("blocker", None, state.blocker)

    def _slide(self, key: str, old: Any, new: Any) -> None:
        x, y, angle = table.pose_of(new)
        if old is None:
            self._slides.add(key, (x, y - 140), (x, y), PLACING)
            return
        a, b, before = table.pose_of(old)
        self._slides.add(key, (a, b), (x, y), PLACING)
        start = angle - math.remainder(angle - before, 2 * math.pi)
        self._slides.add(f"{key}.angle", (start, 0), (angle, 0), PLACING)

    def _slid(self, key: str, pose: tuple[float, float, float]) -> tuple[float, float, float]:
        """Where a piece is on its way."""
        x, y = self._slides.place(key, (pose[0], pose[1]))
        return x, y, self._slides.place(f"{key}.angle", (pose[2], 0))[0]

    def _tell(self, state: State, events: tuple[Event, ...]) -> None:
        for event in events:
            if isinstance(event, NEWS):
                text = self.match.game.tell(state, event, self.around.lang)
                seat = event.seat
                self._news.append(News(text[:1].upper() + text[1:], self.seat_colour(seat)))

    # --- drawing ---

    def layers(self) -> Frame:
        """Table, pieces, dice, what is in the hand, cards."""
        if cards.drafting(self._shown) is not None:
            return (Layer("draft", self._draft()), *self._news_layer())
        camera, clip = self.camera, self.area
        out: list[Any] = [
            Layer("table", self._table(), camera, clip),
            Layer("course", self._course(), camera, clip),
            Layer("pieces", self._pieces(), camera, clip),
            Layer("obstacles", self._obstacles(), camera, clip),
            Layer("moving", self._moving(), camera, clip),
            Layer("hand", tuple(self._hand_shapes()), camera, clip),
            Layer("reason", tuple(self._reason()), clip=clip),
        ]
        if self._pro:
            out.append(Layer("cards", self._cards()))
        if self._roll is not None and self._lens is not None:
            ground = table.GROUNDS.get(self._surface(), table.GROUNDS["smooth"])
            out += lens_frame(self._roll, self._lens, ground, self._near(), self.around.sizes)
        return (*out, *self._news_layer())

    def _news_layer(self) -> tuple[Layer, ...]:
        if not self._news or self._roll is not None:
            return ()
        return (Layer("news", self._news[0].shapes(self._room, self.around.sizes)),)

    def _same(self, key: str, of: Any, make: Any) -> tuple[Shape, ...]:
        """Shapes that were made before from equal things."""
        kept = self._kept.get(key)
        if kept is None or kept[0] != of:
            kept = self._kept[key] = (of, tuple(make()))
        return kept[1]

    def _table(self) -> tuple[Shape, ...]:
        word, board = self.around.word, self._state.board
        words = (word("koenig.start"), word("koenig.finish"))
        of = (board.key, self._surface(), words)
        return self._same("table", of, lambda: table.table_shapes(board, self._surface(), words))

    def _obstacles(self) -> tuple[Shape, ...]:
        board = self._state.board
        return self._same("obstacles", board.key, lambda: table.obstacle_shapes(board))

    def _seat_now(self) -> int | None:
        """Whose turn it is: who decides, or throws."""
        for frame in reversed(self._shown.agenda):
            if isinstance(frame, AttemptFrame | PlaceFrame | RollFrame | PullFrame | EndFrame):
                return frame.seat
        return self.match.turn

    def _counters(self) -> tuple[int, ...] | None:
        top = self._shown.agenda[-1] if self._shown.agenda else None
        if isinstance(top, PlaceFrame):
            return top.counters
        seat = self._seat_now()
        return None if seat is None else self._shown.racers[seat].counters

    def _course(self) -> tuple[Shape, ...]:
        board, counters = self._shown.board, self._counters()
        of = (board.key, counters)
        return self._same("course", of, lambda: table.course_shapes(board, counters))

    def _pieces(self) -> tuple[Shape, ...]:
        held = self.held
        hidden = held.seat if held is not None and held.kind in ("tower", "turn") else None
        moving = None if self._roll is None else tuple(self._roll.blockers().items())
        grip = 0.0 if self._grip is None else self._grip.share
        slid = (
            [
                (key, self._slides.place(key, (0.0, 0.0)))
                for key in ("tower0", "tower1", "tower2", "tower3", "blocker")
            ]
            if self._slides.busy
            else None
        )
        of = (id(self._shown), hidden, moving, self._hatless, self._hat, grip, slid, self._pulling)
        return self._same("pieces", of, lambda: self._draw_pieces(hidden, grip))

    def _draw_pieces(self, faint: int | None, grip: float) -> list[Shape]:
        s = self._shown
        out: list[Shape] = []
        for seat, racer in enumerate(s.racers):
            if racer.rest is not None:
                out += table.rest_shapes(table.mm(racer.rest), self.seat_colour(seat), seat)
        pushed = {} if self._roll is None else self._roll.blockers()
        if s.blocker is not None:
            seat = self._seat_now() or 0
            name = s.sets(seat)[2]
            pose = pushed.get(name) or self._slid("blocker", table.pose_of(s.blocker))
            out += table.blocker_shapes(s.pieces(seat), pose, self._colour_of(name))
        for seat, racer in enumerate(s.racers):
            if racer.pose is None:
                continue
            pose = self._slid(f"tower{seat}", table.pose_of(racer.pose))
            colour = self.seat_colour(seat)
            if seat == faint:
                outline = table.tower_outline(s.pieces(seat), pose)
                out.append(Polygon(outline, faded(colour, 0.3), faded(colour, 0.8), 1.5))
                continue
            hat = self._hat if seat == self._hatless else 0.0
            if seat == self._pulling and self._grip is not None:
                hat = 0.75 * grip
            out += table.tower_shapes(s.pieces(seat), pose, colour, seat, hat)
        return out

    def _moving(self) -> tuple[Shape, ...]:
        """The die that rolls, or lies and waits for its tower."""
        scale = self.camera.scale
        if self._roll is not None:
            return self._roll.shapes(scale)
        top = self._shown.agenda[-1] if self._shown.agenda else None
        attempt = cards.attempt_of(self._shown)
        waits = isinstance(top, PlaceFrame) or (attempt is not None and attempt.stage == "after")
        if not waits:
            return ()
        found = self._lying()
        if found is None:
            return ()
        seat, kind, size, matrix, place = found
        of = (kind, size, matrix, place, scale)
        colour = self._colour_of(self._shown.sets(seat)[1])

        def make() -> list[Shape]:
            return [
                shadow(kind, size, place),
                *die_shapes(kind, size, matrix, place, colour, scale),
            ]

        return self._same("die", of, make)

    def _lying(self) -> Any:
        """The die at rest: whose, its kind and size, how and where it lies."""
        if self._die is not None:
            seat, tumble = self._die
            place, matrix = tumble.at(tumble.end)
            return seat, tumble.kind, tumble.size, matrix, place
        # Taken up again: what is known of the last throw is what the rules read.
        seat = self._seat_now()
        for _, answer, _ in reversed(self.match.session.steps):
            if isinstance(answer, DieSettled) and answer.face and seat is not None:
                pieces = self._shown.pieces(seat)
                body = solid(pieces.die, pieces.die_size / MM)
                matrix = lying(body, answer.face, math.radians(answer.pose[2] / DEGREE))
                x, y = table.mm(answer.pose)
                return seat, body.kind, pieces.die_size / MM, matrix, (x, y, body.r_in)
        return None

    def _near(self) -> tuple[Shape, ...]:
        """What else the lens shows: towers and obstacles."""
        return (*self._pieces(), *self._obstacles()) if self._roll is not None else ()

    # --- what is in the hand ---

    def _handle(self, held: hand.Held) -> Point:
        """Where the handle is that turns a piece, on the page."""
        x, y, angle = table.pose_of(hand.pose_of(self._state, held))
        off = 34 / self.camera.scale
        if held.kind == "block":
            off += self._state.pieces(held.seat).blocker_length / MM / 2
        if held.kind == "tower":
            deep = self._state.pieces(held.seat).tower_depth / MM
            off = -deep - off
        return self.camera.out((x + off * math.cos(angle), y + off * math.sin(angle)))

    def _hand_shapes(self) -> list[Shape]:
        held, out = self.held, list[Shape]()
        if held is not None:
            out += self._ghost(held, self._verdict is None or self._verdict.ok)
        elif self._pulling is not None:
            out += self._gauge(self._pulling)
        if self.match.advice is not None and self.match.waits is not None and not self.busy:
            out += self._advice(self.match.advice)
        return out

    def _ghost(self, held: hand.Held, fine: bool) -> list[Shape]:
        s, scale = self._state, self.camera.scale
        pieces, pose = s.pieces(held.seat), table.pose_of(hand.pose_of(s, held))
        out: list[Shape] = []
        if held.kind in ("tower", "turn"):
            middle = table.mm(hand.pivot(s, held))
            top = s.agenda[-1]
            if isinstance(top, PlaceFrame):
                arcs = contact_arcs(s, held.seat, top.die, top.radius)
                r = (top.radius + pieces.tower_depth) / MM + 16
            else:
                arcs, r = heading_arcs(s, held.seat), pieces.tower_depth / MM * 0.5 + 30
            out += self._same("ring", (middle, r, arcs), lambda: table.ring_shapes(middle, r, arcs))
        if held.kind == "block":
            out += table.blocker_shapes(pieces, pose, self._colour_of(s.sets(held.seat)[2]))
            outline = table.blocker_outline(pieces, pose)
        else:
            out += table.tower_shapes(pieces, pose, self.seat_colour(held.seat), held.seat)
            outline = table.tower_outline(pieces, pose)
        if not fine:
            out.append(Polygon(outline, faded(theme.BAD, 0.45)))
        edge = theme.GOOD if fine else theme.BAD
        out.append(Line(outline, edge, 3.5, True, None if fine else (7, 4)))
        if held.kind != "block":
            c, d = math.cos(pose[2]), math.sin(pose[2])
            start = (pose[0] + 10 * c, pose[1] + 10 * d)
            far = 92.0
            out.append(Line((start, (pose[0] + far * c, pose[1] + far * d)), faded(edge, 0.8), 2.0,
                            dash=(6, 5)))  # fmt: skip
        x, y = self.camera.back(self._handle(held))
        out.append(Disc(x, y, HANDLE / scale, theme.WHITE, edge, 2.5))
        r = 6.5 / scale
        bow = [
            (x + r * math.cos(a), y + r * math.sin(a)) for a in (0.6, 1.3, 2.0, 2.7, 3.4, 4.1, 4.8)
        ]
        out.append(Line(tuple(bow), edge, 2.0))
        tip = 4.5 / scale
        out.append(Polygon(((bow[0][0] + tip, bow[0][1]), (bow[0][0], bow[0][1] + tip),
                            (bow[0][0] - tip * 0.6, bow[0][1] - tip * 0.6)), edge))  # fmt: skip
        return out

    def _gauge(self, seat: int) -> list[Shape]:
        """How the hat is pulled: an arrow away from the mouth, its strength, and the slip."""
        s = self._state
        pose = s.racers[seat].pose
        assert pose is not None, "a tower that pulls stands"
        at, pieces = table.pose_of(pose), s.pieces(seat)
        scale = self.camera.scale
        x, y = table.hat_place(pieces, at)
        u, v = -math.cos(at[2]), -math.sin(at[2])
        colour = self.seat_colour(seat)
        far = hand.OUT / scale
        pull = self._grip.pull() if self._grip is not None else self._pull
        out: list[Shape] = [
            *arrow((x, y), (x + (far + 26 / scale) * u, y + (far + 26 / scale) * v),
                   faded(theme.INK, 0.55), 5.0, 20 / scale),
            Disc(x, y, table.hat_radius(pieces) * 1.25, None, theme.FOCUS, 3.0),
        ]  # fmt: skip
        if self._grip is not None:
            _, along, left = self._grip.track[-1]
            along, left = min(max(along, -20.0), hand.OUT) / scale, left / scale
            off = (along * u + left * v, along * v - left * u)
            out += table.hat_shapes(pieces, at, colour, seat, 0.25, off)
        return [*out, *self._scale(pull, (x, y), (u, v))]

    def _scale(self, pull: Pull, hat: Point, back: Point) -> list[Shape]:
        """A bar for the strength and a needle for the slip, beside the tower."""
        from rules.koenig.state import PULL_SIDE, PULL_SPEED

        scale, (x, y), (u, v) = self.camera.scale, hat, back
        px = 1 / scale
        # Beside the arrow, on the side that has more room.
        side = 1.0 if self.camera.out(hat)[1] < self.area.middle[1] else -1.0
        n = (v * side, -u * side) if (-u * side) >= 0 else (-v * side, u * side)
        bx, by = x + n[0] * 78 * px - 70 * px, y + n[1] * 78 * px + (0 if n[1] else 60 * px)
        share = (pull.speed - PULL_SPEED[0]) / (PULL_SPEED[1] - PULL_SPEED[0])
        slip = pull.side / PULL_SIDE[1]
        wide, high = 140 * px, 12 * px
        tint = theme.GOOD if share < 0.45 else (214, 140, 0, 255) if share < 0.75 else theme.BAD
        back_box = Rect(bx - 8 * px, by - 30 * px, wide + 16 * px, 72 * px)
        out: list[Shape] = [
            box(back_box, (255, 255, 255, 225), theme.FAINT, 1.0, 6 * px),
            box(Rect(bx, by, wide, high), theme.OFF, theme.SOFT, 1.0, 3 * px),
            box(Rect(bx, by, max(2 * px, wide * share), high), tint, None, r=3 * px),
            Line(((bx, by - 14 * px), (bx + wide, by - 14 * px)), theme.SOFT, 2.0),
            Line(((bx + wide / 2, by - 20 * px), (bx + wide / 2, by - 8 * px)), theme.SOFT, 1.0),
        ]
        # The needle goes to the right for a slip to the right, as seen from behind the tower.
        knob = bx + wide / 2 * (1 - slip)
        out.append(Disc(knob, by - 14 * px, 6 * px, theme.ACCENT, theme.WHITE, 1.5))
        size = self.around.sizes.small
        out.append(Text(bx, by + 18 * px, f"{pull.speed // MM} mm/s", size, theme.INK, bold=True))
        return out

    def _advice(self, action: Any) -> list[Shape]:
        """What the hint says, as an outline in green."""
        s, turn = self._state, self.match.turn
        if turn is None:
            return []
        if isinstance(action, Pull):
            pose = s.racers[turn].pose
            if pose is None:
                return []
            at = table.pose_of(pose)
            x, y = table.hat_place(s.pieces(turn), at)
            u, v = -math.cos(at[2]), -math.sin(at[2])
            far, left = 40 + 60 * action.speed / 200_000, action.side / MM * 0.25
            end = (x + far * u + left * v, y + far * v - left * u)
            return list(arrow((x, y), end, theme.GOOD, 6.0, 20))
        held = hand.held_by(s, turn, action)
        if held is None:
            return []
        pose, pieces = table.pose_of(hand.pose_of(s, held)), s.pieces(turn)
        if isinstance(action, Block):
            outline = table.blocker_outline(pieces, pose)
        else:
            outline = table.tower_outline(pieces, pose)
        c, d = math.cos(pose[2]), math.sin(pose[2])
        return [
            Polygon(outline, faded(theme.GOOD, 0.22)),
            Line(outline, theme.GOOD, 3.0, True, (8, 5)),
            *(
                arrow((pose[0], pose[1]), (pose[0] + 70 * c, pose[1] + 70 * d), theme.GOOD, 4.0, 18)
                if held.kind != "block" else ()
            ),
        ]  # fmt: skip

    def _reason(self) -> list[Shape]:
        """Why the piece in the hand may not stand where it is."""
        held, verdict = self.held, self._verdict
        if held is None or verdict is None or verdict.ok:
            return []
        size = self.around.sizes.small
        lines = wrapped(verdict.rule, size, 240 * self.around.sizes.scale)
        wide = max(width(line, size) for line in lines) + 18
        high = len(lines) * size * 1.3 + 10
        x, y = self.camera.out(table.mm(hand.pose_of(self._state, held)))
        reach = 60 * self.camera.scale + 18
        a = self.area
        left = x + reach if x + reach + wide < a.right else x - reach - wide
        low = min(max(y + 24, a.y + 6), a.top - high - 6)
        at = Rect(max(a.x + 6, left), low, wide, high)
        out: list[Shape] = [box(at, theme.WHITE, theme.BAD, 2.0, 6.0)]
        for k, line in enumerate(lines):
            y = at.top - 5 - size * (0.65 + 1.3 * k)
            out.append(Text(at.x + 9, y, line, size, theme.INK, "left", "middle"))
        return out

    # --- the pro game ---

    def _offers(self, kind: str) -> set[str]:
        return {key.split(":", 1)[1] for key in self.offered() if key.startswith(f"{kind}:")}

    def _draft(self) -> tuple[Shape, ...]:
        may = {tuple(one.split(".", 1)) for one in self._offers("take")}
        of = (id(self._shown), self.area, frozenset(may), self.around.settings)
        return self._same(
            "draft", of,
            lambda: cards.draft_shapes(
                self.around, self._shown, self.match.scene, self.area, self._colour_of,
                {(group, part) for group, part in may},
            ),
        )  # fmt: skip

    def _cards(self) -> tuple[Shape, ...]:
        s, at = self._shown, self.match.at
        may, targets = self._offers("card"), {int(one) for one in self._offers("target")}
        picked = next((key.split(":", 1)[1] for key in self.picked if key.startswith("card:")), "")
        of = (
            id(s),
            self.area,
            at,
            frozenset(may),
            frozenset(targets),
            picked,
            self.around.settings,
        )

        def make() -> list[Shape]:
            foot = Rect(self.area.x, self.area.y, self.area.w, cards.foot_height(self.around.sizes))
            out: list[Shape] = [box(foot, theme.PANEL)]
            if not s.order:
                return out
            out += cards.seats_shapes(self.around, s, self.area, self.seat_colour)
            out += cards.played_shapes(self.around, s, self.area, self.seat_colour, targets)
            if at is not None:
                out += cards.hand_shapes(self.around, s, at, self.area, may, picked)
            return out

        return self._same("cards", of, make)
