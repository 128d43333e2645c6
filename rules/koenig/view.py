"""What a seat sees of a race (everything but the cards in other hands), and help to think.

A ``View`` is made for players and screens. The functions below it answer what they ask most: where
is the next ray, which throw would that be, how good would this outcome be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.core.arcs import Arcs
from rules.core.geometry import XY
from rules.core.types import Ask, Decide, Pending, Seat
from rules.koenig.board import Board, Line, Pieces
from rules.koenig.hidden import ProView, seen
from rules.koenig.options import Options
from rules.koenig.poses import snout_pose
from rules.koenig.progress import (
    Counted,
    Progress,
    after_throw,
    course_length,
    ideal_line,
    progress,
    rays_done,
    remaining,
)
from rules.koenig.state import PlaceFrame, RaceFrame, State
from sim.settled import DieSettled, DieThrow, Point, Pose, Standing


@dataclass(frozen=True, slots=True)
class RacerView:
    """One racer: its pieces, where its tower stands (None: not started), and how far it is.

    ``sets`` names the piece sets of its tower, die and blocker; both are None before the draft of
    the pro game has ended.
    """

    pieces: Pieces | None
    sets: tuple[str, str, str] | None
    pose: Pose | None
    rest: Point | None
    counters: tuple[int, ...]
    blocked: int
    progress: Progress


@dataclass(frozen=True, slots=True)
class View:
    """A race as seen by ``seat`` (None: a spectator).

    ``die`` and ``radius`` are the die that the tower must now be put to, ``arcs`` the legal
    contact angles there, ``counters`` the seat's ray counters once the tower has followed; all
    None or () in other decisions.
    """

    seat: Seat | None
    board: Board
    options: Options
    order: tuple[Seat, ...]
    round: int
    pending: Pending
    racers: tuple[RacerView, ...]
    blocker: Pose | None
    throw: DieThrow | None
    die: Point | None
    radius: int
    arcs: Arcs
    counters: tuple[int, ...]
    pro: ProView | None
    """Parts and cards of the pro game, None in the family game."""

    @property
    def turn(self) -> Seat | None:
        """Whose decision it is."""
        return self.pending.seat if isinstance(self.pending, Decide) else None

    def me(self) -> RacerView:
        """The racer of the seat that looks; ValueError for a spectator."""
        if self.seat is None:
            raise ValueError("a spectator has no racer")
        return self.racers[self.seat]


def observe(s: State, seat: Seat | None, pending: Pending) -> View:
    """The view of a state."""
    top = s.agenda[-1] if s.agenda else None
    rounds = [frame.round for frame in s.agenda if isinstance(frame, RaceFrame)]
    place = top if isinstance(top, PlaceFrame) else None
    asked = pending.request if isinstance(pending, Ask) else None
    return View(
        seat=seat,
        board=s.board,
        options=s.options,
        order=s.order,
        round=rounds[0] if rounds else 0,
        pending=pending,
        racers=tuple(
            RacerView(
                s.pieces(k) if s.order else None,
                s.sets(k) if s.order else None,
                racer.pose,
                racer.rest,
                racer.counters,
                racer.blocked,
                progress(s.board, racer.counters, None if racer.pose is None else racer.pose[:2]),
            )
            for k, racer in enumerate(s.racers)
        ),
        blocker=s.blocker,
        throw=asked if isinstance(asked, DieThrow) else None,
        die=place.die if place else None,
        radius=place.radius if place else 0,
        arcs=place.arcs if place else (),
        counters=place.counters if place else (),
        pro=seen(s, seat),
    )


def counters_now(view: View, seat: Seat) -> tuple[int, ...]:
    """Ray counters of a seat; while its tower is placed, those that count once it stands."""
    if view.counters and view.turn == seat:
        return view.counters
    return view.racers[seat].counters


def next_ray(view: View, seat: Seat) -> Line | None:
    """The first ray that is not done, crossed from its right to its left; None: all are."""
    done = rays_done(counters_now(view, seat))
    return view.board.rays[done] if done < len(view.board.rays) else None


def course_ahead(view: View, seat: Seat, place: Point) -> tuple[XY, ...]:
    """Corner points of the ideal line from ``place`` over the rays left to the gate."""
    return ideal_line(view.board, counters_now(view, seat), place)


def course_left(
    view: View, seat: Seat, place: Point, counters: Sequence[int] | None = None
) -> float:
    """Length of that line in 0.01 mm, for these counters (default: the seat's own)."""
    return remaining(view.board, counters_now(view, seat) if counters is None else counters, place)


def course_share(view: View, seat: Seat) -> float:
    """Share of the ideal line that lies behind a racer, 0 before the start."""
    racer = view.racers[seat]
    if racer.pose is None:
        return 0.0
    left = remaining(view.board, racer.counters, racer.pose[:2])
    return max(0.0, 1 - left / course_length(view.board))


def tower_pose(view: View, angle: int) -> Pose:
    """Where the tower would stand at a contact angle; ValueError when none is to be chosen."""
    if view.die is None:
        raise ValueError("no tower is to be placed")
    return snout_pose(view.die, view.radius, angle)


def throw_from(
    view: View,
    seat: Seat,
    pull: tuple[int, int],
    pose: Pose | None = None,
    blocker: Pose | None = None,
) -> DieThrow:
    """The throw of a seat's die out of its tower, to be tried in a simulation.

    ``pose`` None = where the tower stands; ``blocker`` is the own blocker, None = without one.
    """
    racer = view.racers[seat]
    at = racer.pose if pose is None else pose
    if at is None:
        raise ValueError("this tower has not started")
    if racer.sets is None:
        raise ValueError("this seat has not all its parts yet")
    tower, die, own_blocker = racer.sets
    return DieThrow(
        tower=tower,
        die=die,
        pose=at,
        towers=tuple(
            Standing(other.sets[0], other.pose)
            for k, other in enumerate(view.racers)
            if k != seat and other.pose is not None and other.sets is not None
        ),
        blockers=() if blocker is None else (Standing(own_blocker, blocker),),
        pull=pull,
    )


def outcome_counts(
    view: View,
    seat: Seat,
    settled: DieSettled,
    *,
    counters: tuple[int, ...] | None = None,
    rest: Point | None = None,
) -> Counted | None:
    """What a throw would add if the tower can follow; None where the tower stays.

    ``counters`` and ``rest`` are where the race path stands before the throw; by default those of
    the seat. With ``view.counters`` and ``view.die`` one looks a throw beyond a placement.
    """
    racer = view.racers[seat]
    return after_throw(
        view.board,
        racer.counters if counters is None else counters,
        racer.rest if rest is None else rest,
        settled,
    )
