"""Where a throw goes: many throws of one tower, as rows and as a summary.

Rows are for programs (``throw --json``): lengths in mm, angles in degrees, times in s, exact
hundredths. Row k depends on the seed and k alone.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import dataclass
from typing import Any

from kullerwerk.shares import Share, quantile, share
from scenes.parts import SIDES
from scenes.track import Track
from sim.settled import DEGREE, DIE_OUTCOMES, MM, ON_TABLE, DieSettled, DieThrow, Standing

QUANTILES = (0.05, 0.25, 0.50, 0.75, 0.95)


@dataclass(frozen=True, slots=True)
class Summary:
    """What a study says.

    ``outcomes`` maps names to shares of all throws, ``numbers`` the numbers to shares of the dice
    that left the mouth and stayed on the table; ``distances`` holds the QUANTILES
    of the way in mm, straight, from the middle of the snout line to the rest place, over dice at
    rest on the table (empty if there are none); ``time`` is their median time to rest in s.
    """

    throws: int
    outcomes: dict[str, Share]
    numbers: dict[int, Share]
    distances: tuple[float, ...]
    time: float | None


@dataclass(frozen=True, slots=True)
class Study:
    """Throws ``first``, ``first + 1``, ... of the study of ``seed``, one settled state each."""

    track: Track
    request: DieThrow
    seed: int
    first: int
    settled: tuple[DieSettled, ...]
    asked: int = 0
    """How many throws were wanted; more than there are in a study that was stopped."""
    source: str = ""
    """The track as it was asked for: a name of the library, or a file."""

    @property
    def die(self) -> str:
        """Kind of the die that was thrown."""
        return next(s.die.kind for s in self.track.sets if s.name == self.request.die)


def distance(request: DieThrow, settled: DieSettled) -> float:
    """Straight way in mm from the middle of the snout line to the die's last place."""
    dx = settled.pose[0] - request.pose[0]
    dy = settled.pose[1] - request.pose[1]
    return round(math.hypot(dx, dy)) / MM


def row(study: Study, k: int, paths: bool = False) -> dict[str, Any]:
    """Return throw k (counted from 0, >= ``study.first``) as JSON data."""
    settled = study.settled[k - study.first]
    x, y, yaw = settled.pose
    data: dict[str, Any] = {
        "throw": k,
        "outcome": settled.outcome,
        "x": x / MM,
        "y": y / MM,
        "yaw_deg": yaw / DEGREE,
        "number": settled.face,
        "distance": distance(study.request, settled),
        "time_s": settled.time / 1000,
        "displaced": [
            {
                "name": d.name,
                "x": d.pose[0] / MM,
                "y": d.pose[1] / MM,
                "yaw_deg": d.pose[2] / DEGREE,
            }
            for d in settled.displaced
        ],
    }
    if paths:
        data["path"] = [[px / MM, py / MM] for px, py in settled.path]
    return data


def request_data(study: Study) -> dict[str, Any]:
    """Return what was thrown as JSON data, in the units of the rows."""
    request = study.request
    x, y, heading = request.pose
    speed, slip = request.pull

    def standing(pieces: tuple[Standing, ...], angle: str) -> list[dict[str, Any]]:
        return [
            {"name": p.name, "x": p.pose[0] / MM, "y": p.pose[1] / MM, angle: p.pose[2] / DEGREE}
            for p in pieces
        ]

    return {
        "tower": request.tower,
        "die": study.die,
        "die_set": request.die,
        "x": x / MM,
        "y": y / MM,
        "heading_deg": heading / DEGREE,
        "rivals": standing(request.towers, "heading_deg"),
        "blockers": standing(request.blockers, "yaw_deg"),
        "pull_mm_s": speed / MM,
        "slip_mm_s": slip / MM,
        "start_face": request.start_face or None,
    }


def facts(study: Study) -> list[str]:
    """Return what was thrown, in short phrases for people."""
    request = study.request
    x, y, heading = request.pose
    speed, slip = request.pull
    said = [
        f"{study.die} out of the {request.tower} tower",
        f"at {x / MM:g},{y / MM:g} mm, heading {heading / DEGREE:g}°",
        f"pull {speed / MM:g} mm/s" + (f", slip {slip / MM:g} mm/s" if slip else ""),
    ]
    if request.start_face:
        said.append(f"{request.start_face} on the ramp")
    for what, pieces in (("blocker", request.blockers), ("tower", request.towers)):
        said += [
            f"{p.name} {what} at {p.pose[0] / MM:g},{p.pose[1] / MM:g} mm, {p.pose[2] / DEGREE:g}°"
            for p in pieces
        ]
    if study.asked == 1:
        said.append(f"seed {study.seed}")
    else:
        done = len(study.settled)
        of = f" of {study.asked}" if done < study.asked else ""
        said.append(f"{done}{of} throws, seed {study.seed}")
    return [*said, f"track {study.source or study.track.name}"]


def one_throw(study: Study) -> str:
    """Return where the first throw of a study went."""
    data = row(study, study.first)
    return (
        f"throw {study.first}: {data['outcome'].replace('_', ' ')}, "
        f"number {data['number'] or '-'}, at {data['x']:g},{data['y']:g} mm, "
        f"{data['distance']:.0f} mm from the snout, after {data['time_s']:.2f} s"
    )


def rows_text(study: Study, paths: bool = False) -> str:
    """Return all rows as a JSON array with one row a line.

    Row k has the same bytes in every run of the same seed that holds it.
    """
    numbers = range(study.first, study.first + len(study.settled))
    lines = (json.dumps(row(study, k, paths), ensure_ascii=False, allow_nan=False) for k in numbers)
    return "[\n" + ",\n".join(lines) + "\n]"


def summarise(study: Study) -> Summary:
    """Count outcomes and numbers and measure distances."""
    request, settled = study.request, study.settled
    sides = SIDES[study.die]
    total = len(settled)
    outcomes = Counter(s.outcome for s in settled)
    resting = [s for s in settled if s.outcome in ON_TABLE]
    # A die that stuck in the mouth shows a face, but nobody would call it thrown.
    numbers = Counter(s.face for s in resting if s.face)
    ways = sorted(distance(request, s) for s in resting)
    times = sorted(s.time / 1000 for s in resting)
    return Summary(
        throws=total,
        outcomes={name: share(outcomes[name], total) for name in DIE_OUTCOMES},
        numbers={n: share(numbers[n], numbers.total()) for n in range(1, sides + 1)},
        distances=tuple(quantile(ways, q) for q in QUANTILES) if ways else (),
        time=quantile(times, 0.5) if times else None,
    )


def summary_data(summary: Summary) -> dict[str, Any]:
    """Return a summary as JSON data."""

    def shares(of: Share) -> dict[str, Any]:
        bounds = {"low": round(of.low, 6), "high": round(of.high, 6)}
        return {"count": of.count, "share": round(of.value, 6), **bounds}

    return {
        "throws": summary.throws,
        "outcomes": {name: shares(s) for name, s in summary.outcomes.items()},
        "numbers": {str(n): shares(s) for n, s in summary.numbers.items()},
        "distance": {
            f"{q:.0%}": round(d, 2) for q, d in zip(QUANTILES, summary.distances, strict=False)
        },
        "median_time_s": summary.time,
    }
