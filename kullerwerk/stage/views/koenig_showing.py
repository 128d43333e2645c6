"""A race as it is shown: the state behind which the match may be ahead, and what is on its way.

The match goes on as soon as something is decided; here it is seen step by step.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from kullerwerk.stage import theme
from kullerwerk.stage.koenig_told import attempt_of, told
from kullerwerk.stage.match import Happened, Match
from kullerwerk.stage.motion import Slides
from kullerwerk.stage.shapes import Colour, Disc, Line, Point, Polygon, Shape, Text, faded
from kullerwerk.stage.tumble import Tumble, along_path, lying
from kullerwerk.stage.views import koenig_draw as table
from kullerwerk.stage.views.board import capital
from kullerwerk.stage.views.die_shapes import die_shapes, shadow
from kullerwerk.stage.views.koenig_show import HAT_TIME, News, Roll
from rules.core.types import Ask, Decide, Event
from rules.koenig.events import Finished, TowerStays, TurnSkipped
from rules.koenig.pro_events import CardPlayed, ThrownAgain, TurnMissed
from rules.koenig.state import (
    PlaceFrame,
    Pull,
    RollFrame,
    State,
)
from sim.rotation import Matrix
from sim.settled import DEGREE, MM, DieSettled, Pose
from sim.solids import Vec3, solid

NEWS = (TowerStays, Finished, CardPlayed, TurnMissed, TurnSkipped, ThrownAgain)
"""What is said in large letters."""
PLACING = 0.45
"""Seconds that a piece of a computer player takes to its place."""


class Showing:
    """What is shown of a match, and what is still to be shown of its last step."""

    def __init__(self, match: Match, colour_of: Callable[[str], Colour]) -> None:
        self.match = match
        self.around = match.around
        self.colour_of = colour_of
        self.state: State = match.state
        self.roll: Roll | None = None
        self._slides = Slides(match.around)
        self._after: Happened | None = None
        self._news: list[News] = []
        self._hatless: int | None = None
        self._hat = 0.0
        self._die: tuple[int, Tumble] | None = None
        """Whose die rolled last, and how."""
        self.version = 0
        """Another one whenever pieces may be somewhere else."""

    @property
    def surface(self) -> str:
        """What the table is like."""
        return str(getattr(getattr(self.match.scene, "table", None), "surface", "smooth"))

    @property
    def busy(self) -> bool:
        """Whether something is on its way, or is to be read."""
        return self.roll is not None or self._slides.busy or bool(self._news)

    @property
    def news(self) -> News | None:
        """What is to be read now; after a throw, not during it."""
        return self._news[0] if self._news and self.roll is None else None

    def seat(self) -> int | None:
        """Whose turn it is: who decides, or throws."""
        for frame in reversed(self.state.agenda):
            seat: int | None = getattr(frame, "seat", None)
            if seat is not None:
                return seat
        return self.match.turn

    def counters(self) -> tuple[int, ...] | None:
        """What the rays count for whoever's turn it is, None = nobody's."""
        top = self.state.agenda[-1] if self.state.agenda else None
        if isinstance(top, PlaceFrame):
            return top.counters
        seat = self.seat()
        return None if seat is None else self.state.racers[seat].counters

    # --- time ---

    def update(self, dt: float) -> None:
        """Let time go by."""
        if self._hatless is not None and self._hat < 1.0:
            self._hat = min(1.0, self._hat + dt / HAT_TIME)
            self.version += 1
        if self.roll is not None:
            if self.roll.update(dt):
                self.around.play("hit")
            self.version += bool(self.roll.tumble.pushed)
            if self.roll.over:
                self._end_roll()
            return
        if self._slides.busy:
            self._slides.update(dt)
            self.version += 1
        elif self._news:
            self._news[0].left -= dt
            if self._news[0].left <= 0:
                self._news.pop(0)

    def skip(self) -> None:
        """Show the end at once: of a throw the die at rest, then what is left."""
        roll = self.roll
        self.version += 1
        if roll is not None and not roll.rests:
            roll.time = roll.tumble.end
            return
        if roll is not None:
            self._end_roll()
        self._slides.skip()
        self._news.clear()

    def reset(self) -> None:
        """Show the race as it stands."""
        self.stand(self.match.state)

    def stand(self, state: State) -> None:
        """Show the race as it stood once."""
        self.roll = self._after = self._die = self._hatless = None
        self._hat = 0.0
        self._slides.skip()
        self._news.clear()
        self.state = state
        self.version += 1

    # --- steps ---

    def show(self, happened: Happened) -> None:
        """Begin to show a throw, or how a piece is put to its place."""
        pending = happened.pending
        if isinstance(pending, Ask):
            self._throw(happened)
            return
        if isinstance(happened.answer, Pull) and isinstance(pending, Decide):
            self._hatless, self._hat = pending.seat, 0.0
            self.around.play("roll")
        mine = isinstance(pending, Decide) and pending.seat in self.match.people
        self._become(happened, sliding=not mine)

    def _throw(self, happened: Happened) -> None:
        frame, state = happened.before.agenda[-1], happened.before
        assert isinstance(frame, RollFrame), "who asks has a die to roll"
        settled: DieSettled = happened.answer
        tumble = happened.trace
        if tumble is None:
            pieces = state.pieces(frame.seat)
            tumble = along_path(pieces.die, pieces.die_size / MM, settled)
        colour = self.colour_of(state.sets(frame.seat)[1])
        self.state, self._after = state, happened
        self.roll = Roll(tumble, colour, settled.face, self.around.settings.reduced_motion)
        self._die = (frame.seat, tumble)
        if self._hatless is None:
            self._hatless, self._hat = frame.seat, 0.0
        self.version += 1

    def _end_roll(self) -> None:
        happened, self._after, self.roll = self._after, None, None
        self._hatless, self._hat = None, 0.0
        assert happened is not None, "a throw that was shown"
        self._become(happened, sliding=True)

    def _become(self, happened: Happened, *, sliding: bool) -> None:
        """Show the state after a step; pieces that moved slide there."""
        before, state = self.state, happened.step.state
        self.state = state
        self.version += 1
        self._tell(state, happened.step.events)
        if not sliding:
            return
        for seat, (old, new) in enumerate(zip(before.racers, state.racers, strict=True)):
            if new.pose is not None and old.pose != new.pose:
                self._slide(f"tower{seat}", old.pose, new.pose)
        if state.blocker is not None and before.blocker is None:
            self._slide("blocker", None, state.blocker)

    def _slide(self, key: str, old: Pose | None, new: Pose) -> None:
        x, y, angle = table.pose_of(new)
        if old is None:
            self._slides.add(key, (x, y - 140), (x, y), PLACING)
            return
        a, b, before = table.pose_of(old)
        self._slides.add(key, (a, b), (x, y), PLACING)
        start = angle - math.remainder(angle - before, 2 * math.pi)
        self._slides.add(f"{key}.angle", (start, 0), (angle, 0), PLACING)

    def _slid(self, key: str, pose: Pose) -> tuple[float, float, float]:
        """Where a piece is on its way, mm and radians."""
        x, y, angle = table.pose_of(pose)
        x, y = self._slides.place(key, (x, y))
        return x, y, self._slides.place(f"{key}.angle", (angle, 0))[0]

    def _tell(self, state: State, events: tuple[Event, ...]) -> None:
        for event in events:
            if isinstance(event, NEWS):
                text = told(state, event, self.around.lang)
                name = state.colour(event.seat)
                colour = self.colour_of(name or "")
                self._news.append(News(capital(text), colour))

    # --- drawing ---

    def pieces(self, faint: int | None, grip: tuple[int, float] | None) -> list[Shape]:
        """Towers, the blocker, and where dice rested.

        ``faint`` is the seat whose tower is in somebody's hand, ``grip`` whose hat is how far out.
        """
        s = self.state
        out: list[Shape] = []
        for seat, racer in enumerate(s.racers):
            if racer.rest is not None:
                out += table.rest_shapes(table.mm(racer.rest), self._tower_colour(seat), seat)
        out += self._blocker()
        for seat, racer in enumerate(s.racers):
            if racer.pose is None:
                continue
            pose, colour = self._slid(f"tower{seat}", racer.pose), self._tower_colour(seat)
            if seat == faint:
                outline = table.tower_outline(s.pieces(seat), pose)
                out.append(Polygon(outline, faded(colour, 0.3), faded(colour, 0.8), 1.5))
                continue
            hat = self._hat if seat == self._hatless else 0.0
            if grip is not None and grip[0] == seat:
                hat = 1.0  # it is in the hand
            out += table.tower_shapes(s.pieces(seat), pose, colour, seat, hat)
        return out

    def ways(self, throws: Sequence[Happened]) -> list[Shape]:
        """The ways of throws that have been, faint, in the colours of their dice."""
        out: list[Shape] = []
        for happened in throws:
            frame, settled = happened.before.agenda[-1], happened.answer
            if isinstance(frame, RollFrame) and isinstance(settled, DieSettled):
                colour = self.colour_of(happened.before.sets(frame.seat)[1])
                way = tuple(table.mm(point) for point in settled.path)
                out.append(Line(way, faded(colour, 0.55), 2.0, dash=(5, 4)))
        return out

    def _tower_colour(self, seat: int) -> Colour:
        return self.colour_of(self.state.colour(seat) or "")

    def _blocker(self) -> list[Shape]:
        s, seat = self.state, self.seat()
        if s.blocker is None or seat is None:
            return []
        name = s.sets(seat)[2]
        pose = self._slid("blocker", s.blocker)
        if self.roll is not None:
            pose = self.roll.blockers().get(name, pose)
        return table.blocker_shapes(s.pieces(seat), pose, self.colour_of(name))

    def die(self, scale: float) -> tuple[Shape, ...]:
        """The die that rolls, or lies and waits for its tower."""
        if self.roll is not None:
            return self.roll.shapes(scale)
        top, attempt = (self.state.agenda or (None,))[-1], attempt_of(self.state)
        waits = isinstance(top, PlaceFrame) or (attempt is not None and attempt.stage == "after")
        found = self._lying() if waits else None
        if found is None:
            return ()
        seat, kind, size, matrix, place = found
        colour = self.colour_of(self.state.sets(seat)[1])
        out = [shadow(kind, size, place), *die_shapes(kind, size, matrix, place, colour, scale)]
        if attempt is not None and attempt.result is not None and attempt.result.face:
            # While cards may be played, the number is what it is all about.
            r = 15 / scale
            x, y = place[0] + 1.8 * r, place[1] + 1.8 * r
            number = str(attempt.result.face)
            out.append(Disc(x, y, r, colour, theme.WHITE, 2.0))
            out.append(Text(x, y, number, 17, theme.text_on(colour), "centre", "middle", True))
        return tuple(out)

    def _lying(self) -> tuple[int, str, float, Matrix, Vec3] | None:
        """The die at rest: whose, its kind and size, how and where it lies."""
        if self._die is not None:
            seat, tumble = self._die
            place, matrix = tumble.at(tumble.end)
            return seat, tumble.kind, tumble.size, matrix, place
        # Taken up again: what is known of the last throw is what the rules read.
        seat = self.seat()
        for _, answer, _ in reversed(self.match.session.steps):
            if isinstance(answer, DieSettled) and answer.face and seat is not None:
                pieces = self.state.pieces(seat)
                body = solid(pieces.die, pieces.die_size / MM)
                matrix = lying(body, answer.face, math.radians(answer.pose[2] / DEGREE))
                x, y = table.mm(answer.pose)
                return seat, body.kind, pieces.die_size / MM, matrix, (x, y, body.r_in)
        return None

    def ends(self) -> list[Point]:
        """Places of the throw that is shown, mm: what hides them hides the throw."""
        if self.roll is None:
            return []
        places = self.roll.tumble.places
        return [(x, y) for x, y, _ in (places[0], places[len(places) // 2], places[-1])]


def kept_of(showing: Showing) -> Any:
    """What decides where pieces are drawn: equal values, equal drawings."""
    return showing.version, id(showing.state)
