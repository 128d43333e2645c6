"""The board of the marbles: the hut from the front, the hill below it from above."""

from __future__ import annotations

from math import hypot
from typing import Any

from kullerwerk.stage import theme
from kullerwerk.stage.match import Happened, Match
from kullerwerk.stage.motion import Slides
from kullerwerk.stage.rolling import Run
from kullerwerk.stage.shapes import (
    Camera,
    Colour,
    Disc,
    Frame,
    Layer,
    Line,
    Point,
    Rect,
    Shape,
    Text,
    arrow,
    faded,
    fitted,
)
from kullerwerk.stage.views import hill_shapes as draw
from kullerwerk.stage.views.board import PickBoard, Picks
from rules.core.types import Decide
from rules.kullern.events import Alarm, Fright, HomeReached, MarmotBack, MarmotWalked, SliderPushed
from rules.kullern.moves import home, steps_of, walk_way
from rules.kullern.notation import LETTERS
from rules.kullern.state import (
    HOLLOW,
    Action,
    DropFrame,
    JuniorFrame,
    PlaceWait,
    State,
    WalkFrame,
)
from rules.kullern.text import COLOURS
from scenes.hill import MarbleHill
from sim.marbles.rows import unpacked

STEP = 0.18
"""Seconds that a marmot takes for a space."""
PAUSE = 0.35
"""Seconds for which something that happened at once is shown."""


class KullernBoard(PickBoard):
    """Pick a hatch, or a marmot that walks."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self._hill: MarbleHill = match.scene if match.scene is not None else _default_hill()
        self._sheet = draw.Sheet(self._hill)
        self._slides = Slides(match.around)
        self._shown: State = match.state
        self._run: Run | None = None
        self._time = 0.0
        self._after: State | None = None
        self._wait = 0.0
        self._ground: dict[str, tuple[Shape, ...]] = {}
        self._hover: Point | None = None

    # --- where things are ---

    @property
    def camera(self) -> Camera:
        """From mm to the page; below the front of the hut y runs downhill, so it is negative."""
        return self.zoomed(fitted(self._sheet.world, self.area.inset(8, 24)))

    def seat_colour(self, seat: int) -> Colour:
        """The colour of a seat's first marmot."""
        return _colour(self.match.state.owned(seat).start)

    def seat_mark(self, seat: int) -> int:
        """The mark of a seat's first marmot."""
        return _mark(self.match.state.owned(seat).start)

    def _place(self, s: State, marmot: int, place: int) -> Point:
        if place == s.board.chair:
            taken = [k for k, at in enumerate(s.marmots) if at == place and k < marmot]
            return self._sheet.chair(len(taken))
        path = self._hill.path
        x, y = path.spaces[place - 1] if place > 0 else path.starts[-place - 1]
        return x, -y

    def standing(self, seat: int) -> str:
        """Which colours are a seat's, and how many of its marmots sit in deck chairs."""
        s, lang = self._shown, self.around.lang
        names = dict.fromkeys(COLOURS[lang][marmot // 2 % 4] for marmot in s.owned(seat))
        colours = self.around.word("and").join(names)
        word = self.around.word
        text = word("kullern.standing", colours=colours, n=home(s, seat), of=s.needed)
        return text[:1].upper() + text[1:]

    # --- picking ---

    def picks_of(self, state: Any, action: Any) -> Picks:
        """A hatch, or a marmot."""
        if not isinstance(action, Action) or action.verb == "pass":
            return ()
        return (f"{action.verb}{action.number}",)

    def spot(self, key: str) -> tuple[Rect, bool, str]:
        """A hatch in the roof, or a marmot."""
        camera, state, lang = self.camera, self.match.state, self.around.lang
        game = self.match.game
        if key.startswith("hatch"):
            number = int(key[5:])
            x, y = camera.out(self._sheet.hatch(number))
            r = max(15.0, self._sheet.hatch_radius * camera.scale)
            label = game.describe(state, Action("hatch", number), lang)
            return Rect(x - r, y - r, 2 * r, 2 * r), True, label
        which = int(key[4:])
        seat = self.match.turn or 0
        marmot = state.owned(seat).start + which
        x, y = camera.out(self._place(state, marmot, state.marmots[marmot]))
        r = max(15.0, 13 * self._sheet.unit * camera.scale)
        return (
            Rect(x - r, y - r, 2 * r, 2 * r), True,
            game.describe(state, Action("walk", which), lang),
        )  # fmt: skip

    def refusal(self, x: float, y: float) -> str:
        """Where marbles are dropped, or what the rules say to a marmot that somebody presses."""
        state, camera = self.match.state, self.camera
        seat, pending = self.match.turn, self.match.pending
        if isinstance(pending, Decide) and pending.kind == "hatch":
            return self.around.word("kullern.roof")
        for marmot, place in enumerate(state.marmots):
            if place == 0 or seat is None:
                continue
            at = camera.out(self._place(state, marmot, place))
            if hypot(at[0] - x, at[1] - y) < 16 * self._sheet.unit * camera.scale:
                if state.owner(marmot) != seat:
                    return self.around.word("kullern.not.yours")
                which = marmot - state.owned(seat).start
                return self.match.check(Action("walk", which)).rule or self.around.word(
                    "kullern.no.step"
                )
        return ""

    def prompt(self) -> str:
        """What is asked, and what for."""
        word, pending = self.around.word, self.match.pending
        if self._run is not None or not isinstance(pending, Decide):
            return word("kullern.rolling")
        frames = self.match.state.agenda
        top = next((f for f in reversed(frames) if isinstance(f, DropFrame | JuniorFrame)), None)
        if pending.kind == "hatch" and top is not None:
            key = "kullern.hatch.junior" if isinstance(top, JuniorFrame) else "kullern.hatch"
            steps = top.steps if isinstance(top, DropFrame) else 0
            return word(key, n=top.number + 1, steps=steps)
        if pending.kind == "walk":
            frame = next((f for f in reversed(frames) if isinstance(f, WalkFrame)), None)
            return word("kullern.walk", steps=frame.steps if frame else 0)
        return word("kullern.step")

    # --- showing ---

    @property
    def busy(self) -> bool:
        """Whether marbles roll or marmots walk."""
        return self._run is not None or self._slides.busy or self._wait > 0

    def update(self, dt: float) -> None:
        """Let things go on."""
        self._slides.update(dt)
        self._wait = max(0.0, self._wait - dt)
        if self._run is not None:
            self._time += dt
            if self._time >= self._run.time:
                self._settle()

    def _settle(self) -> None:
        self._run = None
        if self._after is not None:
            self._shown, self._after = self._after, None

    def skip(self) -> None:
        """Let all be at rest."""
        self._slides.skip()
        self._wait = 0.0
        self._settle()

    def reset(self) -> None:
        """Show the game as it stands."""
        super().reset()
        self.skip()
        self._shown = self.match.state

    def stand(self, state: Any) -> None:
        """Show a state of the game."""
        self._shown = state

    def show(self, happened: Happened) -> None:
        """Let marbles run, then marmots walk."""
        still = self.around.settings.reduced_motion
        if isinstance(happened.trace, Run) and not still:
            self._run, self._time = happened.trace, 0.0
            self._after = happened.step.state
            self.around.play("roll")
        else:
            self._shown = happened.step.state
        for event in happened.step.events:
            match event:
                case MarmotWalked(marmot=marmot, since=since, place=place):
                    self._walk(happened.step.state, marmot, since, place)
                case MarmotBack(marmot=marmot, since=since, place=place):
                    s = happened.step.state
                    start, end = self._place(s, marmot, since), self._place(s, marmot, place)
                    self._slides.add(f"m{marmot}", start, end, 0.5)
                case Alarm() | Fright() | SliderPushed() | HomeReached():
                    self._wait = 0.0 if still else PAUSE
                case _:
                    pass

    def _walk(self, s: State, marmot: int, since: int, place: int) -> None:
        ways = (since, *range(max(since, 0) + 1, place), place)
        points = [self._place(s, marmot, at) for at in ways if at != 0]
        self._slides.follow(f"m{marmot}", points, STEP * max(1, len(points) - 1))

    def raw_move(self, x: float, y: float) -> None:
        """Show where the marmot under the pointer would walk."""
        self._hover = (x, y)

    # --- drawing ---

    def layers(self) -> Frame:
        """Hut and hill, what lies and stands there, and what can be picked."""
        camera, s = self.camera, self._shown
        ground = self._ground.get(s.slider)
        if ground is None:
            ground = self._ground[s.slider] = tuple(draw.ground(self._sheet, s.slider))
        return (
            Layer("ground", ground, camera, self.area),
            Layer("ghosts", tuple(self._ghosts()), camera, self.area),
            Layer("marbles", tuple(self._resting()), camera, self.area),
            Layer("rolling", tuple(self._rolling()), camera, self.area),
            Layer("marmots", tuple(self._marmots()), camera, self.area),
            Layer("marks", tuple(self._marks()), camera, self.area),
        )

    def _resting(self) -> list[Shape]:
        rows = unpacked(self._hill, self._shown.world)
        moving = {way.marble for way in self._run.ways} if self._run else set[int]()
        r = self._hill.marbles.radius
        out: list[Shape] = []
        for k, motion in rows.hut.items():
            if k not in moving:
                out += draw.marble(self._sheet.hut(motion.x, motion.y), r)
        for k, motion in rows.hill.items():
            if k not in moving:
                out += draw.marble((motion.x, -motion.y), r)
        inside = self._shown.marbles.count(HOLLOW)
        if self._run is not None and self._after is not None:
            # A marble that is dropped has left the hollow.
            before = [k for k, at in enumerate(self._shown.marbles) if at == HOLLOW]
            inside -= len([k for k in before if k in moving])
            inside += len(self._in_hollow(moving))
        for at in self._sheet.in_hollow(inside):
            out += draw.marble(at, r)
        return out

    def _ghosts(self) -> list[Shape]:
        """The ways of marbles that have run."""
        out: list[Shape] = []
        for happened in self.ghosts:
            if isinstance(happened.trace, Run):
                for way in happened.trace.ways:
                    places = [(float(x), float(y)) for x, y in way.places[::4]]
                    points = [self._sheet.hut(x, y) if way.hut else (x, -y) for x, y in places]
                    if len(points) > 1:
                        out.append(Line(tuple(points), (31, 95, 112, 110), 1.5))
        return out

    def _in_hollow(self, moving: set[int]) -> list[int]:
        """The marbles of the run that have rolled into the hollow by now."""
        assert self._run is not None, "a run is shown"
        assert self._after is not None, "it leads somewhere"
        out: list[int] = []
        for k in moving:
            ways = [way for way in self._run.ways if way.marble == k]
            ended = all(self._time > way.times[-1] for way in ways)
            if ended and self._after.marbles[k] == HOLLOW:
                out.append(k)
        return out

    def _rolling(self) -> list[Shape]:
        if self._run is None:
            return []
        r = self._hill.marbles.radius
        out: list[Shape] = []
        ended: dict[int, Point] = {}
        seen: set[int] = set()
        for way in self._run.ways:
            at = way.at(self._time)
            if at is not None:
                seen.add(way.marble)
                out += draw.marble(self._sheet.hut(*at) if way.hut else (at[0], -at[1]), r)
            elif self._time > way.times[-1]:
                x, y = (float(v) for v in way.places[-1])
                ended[way.marble] = self._sheet.hut(x, y) if way.hut else (x, -y)
        after = self._after or self._shown
        for k, place in ended.items():
            if k not in seen and after.marbles[k] != HOLLOW:
                out += draw.marble(place, r)
        return out

    def _standing(self) -> list[tuple[int, Point]]:
        """Marmots with where they are; one that somebody holds is beside the hut."""
        s = self._shown
        top = s.agenda[-1] if s.agenda else None
        out: list[tuple[int, Point]] = []
        for marmot, place in enumerate(s.marmots):
            to = place
            if place == 0 and isinstance(top, PlaceWait) and top.marmot == marmot:
                to = top.place
            if to == 0:
                out.append((marmot, self._sheet.hand(marmot)))
                continue
            out.append((marmot, self._slides.place(f"m{marmot}", self._place(s, marmot, to))))
        return out

    def _marmots(self) -> list[Shape]:
        out: list[Shape] = []
        unit, each = self._sheet.unit, self._shown.each
        size = max(9.0, 7 * unit * self.camera.scale)
        for marmot, at in sorted(self._standing(), key=lambda one: -one[1][1]):
            letter = LETTERS[marmot % each]
            out += draw.marmot(at, unit, _colour(marmot), _mark(marmot), letter, size)
        fronts = [self._shown.marbles.count(marmot) for marmot in range(len(self._shown.marmots))]
        for marmot, at in self._standing():
            if fronts[marmot] and self._run is None:
                x, y = at[0] + 11 * unit, at[1] + 7 * unit
                out.append(Disc(x, y, 5 * unit, theme.WHITE, theme.INK, 1.0))
                out.append(
                    Text(x, y, str(fronts[marmot]), size, theme.INK, "centre", "middle", bold=True)
                )
        return out

    def _marks(self) -> list[Shape]:
        out: list[Shape] = []
        unit = self._sheet.unit
        hint = self.advised()
        for key in self.offered():
            colour = theme.GOOD if key in hint else theme.ACCENT
            if key.startswith("hatch"):
                # Round the hatch and above it: its number stays to be read.
                x, y = self._sheet.hatch(int(key[5:]))
                wide = 4.0 if key in hint else 2.5
                out.append(Disc(x, y, 9 * unit, None, colour, wide))
                out += arrow((x, y + 22 * unit), (x, y + 10 * unit), colour, wide, 6 * unit)
                continue
            rect, _, _ = self.spot(key)
            at = self.camera.back(rect.middle)
            out.append(Disc(*at, 13 * unit, None, colour, 4.0 if key in hint else 2.5))
            if key in hint or (self._hover is not None and rect.holds(*self._hover)):
                out += self._way_of(int(key[4:]), colour)
        return out

    def _way_of(self, which: int, colour: Colour) -> list[Shape]:
        """Where a marmot would walk."""
        s, seat = self.match.state, self.match.turn
        frame = next((f for f in reversed(s.agenda) if isinstance(f, WalkFrame)), None)
        if seat is None:
            return []
        marmot = s.owned(seat).start + which
        steps = 1 if frame is None else steps_of(s, marmot, frame.steps)
        place, _ = walk_way(s.board, s.marmots, marmot, steps)
        here = s.marmots[marmot]
        between = range(max(here, 0) + 1, place)
        points = [self._place(s, marmot, at) for at in (here, *between, place) if at != 0]
        if len(points) < 2:
            return []
        end = points[-1]
        return [
            Line(tuple(points), faded(colour, 0.8), 3.0, dash=(7, 5)),
            Disc(*end, 9 * self._sheet.unit, faded(colour, 0.25), colour, 2.5),
        ]


def _colour(marmot: int) -> Colour:
    return theme.NAMED[COLOURS["en"][marmot // 2 % 4]]


def _mark(marmot: int) -> int:
    return {"yellow": 2, "red": 0, "blue": 1, "green": 3}[COLOURS["en"][marmot // 2 % 4]]


def _default_hill() -> MarbleHill:
    from scenes.files import load_hill

    return load_hill("galton")
