"""Answers the marble requests of Das große Kullern by simulation, live.

The quantised world of a request is the whole state: the planes are built from it anew, so that live
play, undo, reload and replay agree.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from scenes.hill import MarbleHill
from sim.marbles.hill import APART, Hill, HillRun, Marmot
from sim.marbles.hut import JITTER, Hut, HutRun
from sim.marbles.plane import Motion, Plane, rolling
from sim.marbles.rows import HOLLOW_ROW, Rows, packed, unpacked
from sim.settled import (
    IN_HAND,
    IN_HOLLOW,
    IN_HUT,
    ON_HILL,
    LiftMarmot,
    MarbleDrop,
    MarbleRequest,
    MarblesSettled,
    PlaceMarmot,
    PushSlider,
    Resume,
    Side,
)


class Stream(Protocol):
    """Where random numbers come from."""

    def random(self) -> float:
        """Return a number from 0 up to, not including, 1."""
        ...


class LiveMarbles:
    """The provider of live play: every request is simulated on ``hill``.

    ``asleep`` False wakes all marbles at rest in every run, and ``watch_hut`` and ``watch_hill``
    are called with the plane after every step: for tests.
    """

    def __init__(
        self,
        hill: MarbleHill,
        *,
        asleep: bool = True,
        watch_hut: Callable[[Plane], None] | None = None,
        watch_hill: Callable[[Plane], None] | None = None,
    ) -> None:
        self.hill = hill
        self._hut = Hut(hill)
        self._slope = Hill(hill)
        self._asleep = asleep
        self._watch_hut = watch_hut
        self._watch_hill = watch_hill

    def resolve(self, request: MarbleRequest, stream: Stream) -> MarblesSettled:
        """Answer one request. All randomness is the place of a dropped marble in its hatch.

        Raises ``ValueError`` for a hatch, a marble, a marmot or a place that there is not.
        """
        self._check(request)
        rows = unpacked(self.hill, request.on.world)
        slider = request.on.slider
        places = list(request.on.marmots)
        inside, freed = dict(rows.hut), rows.freed
        match request:
            case MarbleDrop(hatch=hatch, marble=marble):
                beside = JITTER * (2 * stream.random() - 1)
                hut = self.hill.hut
                inside[marble] = Motion(hut.hatches[hatch - 1].x + beside, hut.hatch_height)
            case PushSlider():
                slider = "right" if slider == "left" else "left"
                freed = frozenset(inside)
            case LiftMarmot(marmot=marmot):
                places[marmot] = IN_HAND
            case PlaceMarmot(marmot=marmot, place=place):
                places[marmot] = place
            case Resume():
                pass
        return self._run(request, slider, places, rows, inside, freed)

    def _check(self, request: MarbleRequest) -> None:
        hatches, spaces = len(self.hill.hut.hatches), len(self.hill.path.spaces)
        world, marmots = request.on.world, request.on.marmots
        match request:
            case MarbleDrop(hatch=hatch, marble=marble):
                if not 1 <= hatch <= hatches:
                    raise ValueError(f"there is no hatch {hatch}: expected 1 to {hatches}")
                if not 0 <= marble < len(world) or world[marble][0] != IN_HOLLOW:
                    raise ValueError(f"there is no marble {marble} in the hollow to drop")
            case LiftMarmot(marmot=marmot) | PlaceMarmot(marmot=marmot):
                if not 0 <= marmot < len(marmots):
                    raise ValueError(f"there is no marmot {marmot}")
            case _:
                pass
        places = [*marmots, request.place] if isinstance(request, PlaceMarmot) else marmots
        for place in places:
            if not -len(self.hill.path.starts) <= place <= spaces + 1:
                raise ValueError(f"hill {self.hill.name} has no place {place}")

    def _run(
        self,
        request: MarbleRequest,
        slider: Side,
        places: Sequence[int],
        rows: Rows,
        inside: Mapping[int, Motion],
        freed: frozenset[int],
    ) -> MarblesSettled:
        stops = request.stop == "first-touch"
        ignored = request.ignore if isinstance(request, Resume) else ()
        marmots = self._marmots(places)
        marbles, swept = self._made_room(request, marmots, rows.hill)
        holder = {k: place for k, place in rows.holder.items() if k in marbles}
        hut = self._run_hut(slider, inside, freed)
        run = self._slope.run(
            marmots, marbles, holder, hut.out, stops=stops, ignored=frozenset(ignored),
            asleep=self._asleep, watch=self._watch_hill,
        )  # fmt: skip
        run.lost += swept
        time = max(hut.time, run.time)
        if run.stopped:
            time = run.time
            # The hut is run again, to the moment of the touch.
            hut = self._run_hut(slider, inside, freed, time)
        elif isinstance(request, PlaceMarmot):
            self._sweep(run, request.place)
        self._lose_what_rose(run, rows.holder)
        return self._settled(request, places, hut, run, freed, time)

    def _run_hut(
        self,
        slider: Side,
        inside: Mapping[int, Motion],
        freed: frozenset[int],
        until: float = math.inf,
    ) -> HutRun:
        return self._hut.run(
            slider, dict(inside), freed, until, asleep=self._asleep, watch=self._watch_hut
        )

    def _marmots(self, places: Sequence[int]) -> list[Marmot]:
        found: list[Marmot] = []
        for number, place in enumerate(places):
            at = self._slope.place(place)
            if at is not None:
                found.append(Marmot(number, place, *at))
        return found

    def _made_room(
        self, request: MarbleRequest, marmots: Sequence[Marmot], marbles: Mapping[int, Motion]
    ) -> tuple[dict[int, Motion], list[int]]:
        """Put marbles aside that lie where a marmot is put down: below it, or into the hollow.

        Returns the marbles on the hill, and those that were swept into the hollow.
        """
        kept = dict(marbles)
        swept: list[int] = []
        if not isinstance(request, PlaceMarmot):
            return kept, swept
        radius = self.hill.marbles.radius
        reach = self.hill.path.marmot_radius + radius
        for marmot in marmots:
            if marmot.number != request.marmot:
                continue
            for k in sorted(kept):
                m = kept[k]
                if math.dist((m.x, m.y), (marmot.x, marmot.y)) >= reach - APART:
                    continue
                below = (marmot.x, marmot.y + reach + APART)
                others = [(o.x, o.y) for n, o in kept.items() if n != k]
                if all(math.dist(below, at) >= 2 * radius for at in others):
                    kept[k] = rolling(*below, 0.0, max(m.vy, 1.0))
                else:
                    del kept[k]
                    swept.append(k)
        return kept, swept

    def _sweep(self, run: HillRun, place: int) -> None:
        """Take marbles away that came to lie before a marmot that was only just put down.

        They can only come from a pile that reached up to its space.
        """
        for k in [k for k, at in run.holder.items() if at == place]:
            del run.marbles[k]
            del run.holder[k]
            run.lost.append(k)

    def _lose_what_rose(self, run: HillRun, before: Mapping[int, int]) -> None:
        """Take marbles away whose new marmot stands higher than the one that held them before.

        They lay on a pile so high that it reached past the rows above.
        """
        for k, place in list(run.holder.items()):
            since, now = self._slope.place(before.get(k, place)), self._slope.place(place)
            if since is not None and now is not None and now[1] < since[1]:
                del run.marbles[k]
                del run.holder[k]
                run.lost.append(k)

    def _settled(
        self,
        request: MarbleRequest,
        places: Sequence[int],
        hut: HutRun,
        run: HillRun,
        freed: frozenset[int],
        time: float,
    ) -> MarblesSettled:
        world = [HOLLOW_ROW] * len(request.on.world)
        inside = dict(hut.inside)
        for one in run.waiting:
            if one.marble not in inside:
                # Past the shutters, but not past the front: it goes on from there.
                inside[one.marble] = Motion(one.x, -self.hill.marbles.radius, one.vx, -one.fall)
        for k, motion in inside.items():
            world[k] = packed(IN_HUT, motion, int(k in freed))
        resting: list[tuple[int, int | None]] = []
        front = [0] * len(places)
        for k in sorted(run.marbles):
            m, place = run.marbles[k], run.holder.get(k)
            world[k] = packed(ON_HILL, m, place or 0)
            lies = place if math.hypot(m.vx, m.vy) < 2.0 else None
            resting.append((k, lies))
            if lies is not None:
                front[places.index(lies)] += 1
        return MarblesSettled(
            front=tuple(front),
            out=tuple(run.out),
            hut=tuple(sorted(inside)),
            hollow=tuple(k for k, row in enumerate(world) if row[0] == IN_HOLLOW),
            lost=tuple(sorted(run.lost)),
            touched=tuple(run.touched),
            resting=tuple(resting),
            world=tuple(world),
            time=round(1000 * time),
            timed_out=hut.helped or run.helped,
        )
