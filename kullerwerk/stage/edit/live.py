"""Throws, and drops, that keep arriving in the background while a layout is changed.

One piece of work is under way at a time. It is tagged with the layout that it was made on: what
comes back from an older one helps the map to follow a drag, and is never counted.
"""

from __future__ import annotations

import time
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kullerwerk.stage.edit.layout import Place

if TYPE_CHECKING:
    from kullerwerk.stage.background import Background
    from scenes.hill import MarbleHill
    from scenes.track import Track

SEED = 0
"""All layouts share their luck, so that a map changes because of what was moved."""
SECONDS = 0.25
"""A piece of work goes on with whole runs until so much time is over."""
MOST_RUNS = 2_000
MOST_BALLS = 2_000
"""After so many a layout is known well enough: the processor may rest."""
GONE = "worker.gone"
"""The trouble of a background that cannot be kept alive: the name of a text of the window."""
MOST_LOST = 3
"""After so many processes that were lost, one after the other, no more are begun for a layout."""
GLANCES = 48
"""The first piece of each layout is a glance: a single run that moves the map and is not counted.
Glances take turns among so many runs: a drag would show one and the same run again and again."""
WAYS = 24
"""So many sample paths are shown."""
POINTS = 40
"""A path is shown with so many points at most."""
COLUMNS = ("run", "set", "outcome", "stays", "rays", "gain", "finished", "rest_x", "rest_y")
"""What figures and maps need of a table of throws."""

Way = tuple[Place, ...]


# What comes back is plain: to unpickle a data frame or a figure of the lab would load their
# libraries into the window's process, in the middle of a drag.


@dataclass(frozen=True, slots=True)
class Ball:
    """What became of a ball: ``end`` as in `kullerwerk.drops`, the gutters it crossed, its time."""

    end: str
    lanes: tuple[int, ...]
    time: float


@dataclass(frozen=True, slots=True)
class Known:
    """A figure of the lab of all sets together, with its 95 % interval."""

    key: str
    unit: str
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Piece:
    """What came back: how many runs or balls, where things ended, sample paths.

    ``table`` holds a track's throws (a serialised data frame), ``balls`` a hill's drops. ``spots``
    are the places that a map is made of.
    """

    count: int = 0
    throws: int = 0
    spots: tuple[Place, ...] = ()
    ways: tuple[Way, ...] = ()
    table: bytes = b""
    balls: tuple[Ball, ...] = ()


def throw_some(track: Track, first: int, seconds: float) -> Piece:
    """Runs of one tower alone from run ``first`` on, as in `kullerwerk.lab.runs`."""
    import polars as pl

    from kullerwerk.lab.runs import SCHEMA, Runs, sets_of
    from kullerwerk.physics import live
    from kullerwerk.players.make import maker
    from kullerwerk.players.specs import Spec
    from rules.koenig.board import board_of
    from rules.koenig.rules import KOENIG
    from scenes.files import scene_hash
    from sim.settled import MM

    end = time.monotonic() + seconds
    job = Runs(track, sets_of(track), Spec("greedy"), SEED)
    physics = live(track)
    keeping = _Keeping(physics)
    make = maker(KOENIG, physics, track)
    board = board_of(track, scene_hash(track))
    rows: list[dict[str, Any]] = []
    count = 0
    while not count or time.monotonic() < end:
        rows += job.rows_of(first + count, board, keeping, make)
        count += 1
    table = pl.DataFrame(rows, schema=SCHEMA).select(COLUMNS)
    down = [r for r in rows if r["outcome"] in ("rests", "cocked")]
    spots = tuple((r["rest_x"], r["rest_y"]) for r in down)
    step = max(1, len(keeping.ways) // 8)
    ways = tuple(_thin(tuple((x / MM, y / MM) for x, y in way)) for way in keeping.ways[::step][:8])
    return Piece(count, len(rows), spots, ways, _packed(table))


def _packed(table: Any) -> bytes:
    from io import BytesIO

    into = BytesIO()
    table.write_ipc(into)
    return into.getvalue()


class _Keeping:
    """A provider that keeps the way of every throw beside its answer."""

    def __init__(self, physics: Any) -> None:
        self._physics = physics
        self.ways: list[tuple[tuple[int, int], ...]] = []

    def resolve(self, request: Any, rng: Any) -> Any:
        """Answer one request."""
        settled = self._physics.resolve(request, rng)
        self.ways.append(settled.path)
        return settled


def _thin(way: Way) -> Way:
    step = max(1, -(-len(way) // POINTS))
    return (*way[:-1:step], way[-1]) if len(way) > 1 else way


def drop_some(hill: MarbleHill, first: int, seconds: float) -> Piece:
    """Balls from ball ``first`` on, into all hatches in turn, as in `kullerwerk.drops`."""
    from kullerwerk.drops import Plan, dropped

    end = time.monotonic() + seconds
    plan = Plan(hill, 0, hill.hut.slider, SEED, first + 1)
    balls: list[Any] = []
    while not balls or time.monotonic() < end:
        balls.append(dropped(plan, first + len(balls)))
    ways = tuple(_thin(tuple((x, -y) for x, y in ball.way)) for ball in balls if ball.way)
    spots = tuple((x, -y) for ball in balls for x, y in ball.way)
    plain = tuple(Ball(ball.end, ball.lanes, ball.time) for ball in balls)
    return Piece(len(balls), len(balls), spots, ways, balls=plain)


def figures_now(tables: tuple[bytes, ...], sets: tuple[str, ...]) -> tuple[Known, ...]:
    """The lab's figures of the throws so far, those of whole rounds: a run of each set."""
    from io import BytesIO

    import polars as pl

    from kullerwerk.lab.figures import OVERALL
    from kullerwerk.lab.measure import figures_of, first_rounds

    table = pl.concat([pl.read_ipc(BytesIO(one)) for one in tables])
    rounds = table["run"].n_unique() // len(sets)
    return tuple(
        Known(f.key, f.unit, f.estimate.value, f.estimate.low, f.estimate.high)
        for f in figures_of(first_rounds(table, len(sets), rounds), sets)
        if f.set == OVERALL
    )


@dataclass(slots=True)
class Live:
    """What is known of the layout that is shown, and what is on its way.

    ``runs`` and ``throws`` count the throws of this very layout; ``figures`` come from those of
    ``figured`` runs. ``news`` holds the pieces that came since somebody looked, each with whether
    it counts: it is of this layout, and no glance.
    """

    background: Background
    seconds: float = SECONDS
    scene: Track | MarbleHill | None = None
    runs: int = 0
    throws: int = 0
    figures: tuple[Known, ...] = ()
    figured: int = 0
    balls: list[Ball] = field(default_factory=list[Ball])
    ways: list[Way] = field(default_factory=list[Way])
    news: list[tuple[Piece, bool]] = field(default_factory=list[tuple[Piece, bool]])
    trouble: str = ""
    """Why the background could not do its work, "" = it could."""
    _tables: list[bytes] = field(default_factory=list[bytes])
    _job: Future[Any] | None = None
    _of: Track | MarbleHill | None = None
    _lost: int = 0
    """How many times in a row the process has ended over its work."""
    _glances: int = -1
    _glanced: bool = False
    """Whether this layout has had its glance."""
    _glancing: bool = False
    """Whether the work under way is a glance."""
    _counts: bool = False
    """Whether the work under way is that of counting figures."""

    def follow(self, scene: Track | MarbleHill | None) -> None:
        """Another layout is shown: begin to count anew. None = one that nothing can be thrown on.

        A layout that is there already goes on.
        """
        if scene is self.scene:
            return
        self.scene = scene
        self.runs = self.throws = self.figured = 0
        self.ways = self.ways[-8:]
        self._glanced = False
        self.figures, self.trouble, self._lost = (), "", 0
        self.balls, self._tables = [], []

    @property
    def busy(self) -> bool:
        """Whether something is on its way."""
        return self._job is not None

    @property
    def enough(self) -> bool:
        """Whether the layout is known well enough."""
        most = MOST_BALLS if self.scene is not None and self.scene.kind == "hill" else MOST_RUNS
        return self.runs >= most

    def update(self) -> None:
        """Take what has come, and ask for more."""
        if self._job is not None:
            if not self._job.done():
                return
            self._take(self._job)
        if self.scene is None or self.trouble:
            return
        if self._wants_figures():
            self._counts, self._of = True, self.scene
            sets = tuple(one.name for one in getattr(self.scene, "sets", ()))
            self._job = self.background.submit(figures_now, tuple(self._tables), sets)
        elif not self.enough:
            self._counts, self._of = False, self.scene
            work: Any = drop_some if self.scene.kind == "hill" else throw_some
            self._glancing = not self._glanced
            if self._glancing:
                self._glances += 1
                first, seconds = self._glances % GLANCES, 0.0
            else:
                first, seconds = self.runs, self.seconds
            self._job = self.background.submit(work, self.scene, first, seconds)

    def _wants_figures(self) -> bool:
        """Figures are counted anew once there is an eighth more runs, every set has two."""
        sets = len(getattr(self.scene, "sets", ()))
        if not self._tables or not sets or self.runs < 2 * sets:
            return False
        return self.runs >= self.figured + max(sets, self.figured // 8)

    def _take(self, job: Future[Any]) -> None:
        self._job = None
        current = self._of is self.scene
        try:
            found = job.result()
        except BrokenProcessPool:  # somebody ended the process: another one does it
            self._lost += 1
            if current and self._lost >= MOST_LOST:
                self.trouble = GONE
            return
        except Exception as error:  # whatever it was, the editor goes on
            if current:
                self.trouble = f"{type(error).__name__}: {error}"
            return
        self._lost = 0
        if self._counts:
            if current:
                self.figures, self.figured = found, self.runs
            return
        self._keep(found, current)

    def _keep(self, piece: Piece, current: bool) -> None:
        counted = current and not self._glancing
        self.news.append((piece, counted))
        self.ways = [*self.ways, *piece.ways][-WAYS:]
        self._glanced = self._glanced or current
        if not counted:
            return
        self.runs += piece.count
        self.throws += piece.throws
        self.balls += piece.balls
        if piece.table:
            self._tables.append(piece.table)

    def looked(self) -> list[tuple[Piece, bool]]:
        """The pieces that came since the last time."""
        news, self.news = self.news, []
        return news
