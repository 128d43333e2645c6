"""Hand-made starts for rulings that play alone seldom meets: real physics from a chosen place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kullerwerk.playing import Beginning, begin
from rules.koenig.state import Racer
from scenes.files import load_track
from sim.settled import MM, Pose


@dataclass(frozen=True, slots=True)
class Start:
    """A named beginning: a racer per seat that stands somewhere already, None = in the box."""

    name: str
    track: str
    sets: tuple[str, ...]
    players: tuple[str, ...]
    racers: tuple[Racer | None, ...]
    options: tuple[tuple[str, object], ...] = ()

    def begin(self) -> Beginning:
        """Return the game that begins here."""
        track = load_track(self.track)
        return begin("koenig", track, self.sets, dict(self.options), self.racers)


def _racer(x: float, y: float, heading: float, counters: Sequence[int]) -> Racer:
    """Return a racer whose snout is at x, y mm, with its die 10 mm in front of it."""
    pose: Pose = (round(x * MM), round(y * MM), round(heading * 100) % 36000)
    return Racer(0, pose, (pose[0], pose[1]), tuple(counters), 0)


_ZERO = (0, 0, 0, 0, 0)
_LAST = (1, 1, 1, 1, 0)

STARTS: tuple[Start, ...] = (
    # Two towers fill the start box so that no third one fits beside them.
    Start(
        "no free spot",
        "rundkurs",
        ("red", "yellow", "green"),
        ("greedy", "greedy", "greedy"),
        (_racer(540, 150, 0, _ZERO), _racer(355, 150, 180, _ZERO), None),
    ),
    # The course is done but for the line, which lies just before the table's edge.
    Start(
        "off the table behind the finish",
        "rundkurs",
        ("red", "blue"),
        ("greedy", "greedy"),
        (_racer(588, 125, -60, _LAST), _racer(300, 700, 180, _ZERO)),
        (("round_cap", 12),),
    ),
    # A slow crawl over the line: some dice stop on it.
    Start(
        "not wholly over",
        "rundkurs",
        ("yellow", "green"),
        ("greedy:skill=0", "greedy:skill=0"),
        (_racer(485, 150, 0, _LAST), _racer(440, 85, 0, _LAST)),
    ),
    # Both towers look at each other across a hand's breadth.
    Start(
        "facing each other",
        "rundkurs",
        ("blue", "red"),
        ("random", "random"),
        (_racer(560, 400, 0, _ZERO), _racer(590, 400, 180, _ZERO)),
        (("round_cap", 12), ("reorient_after_blocked_turns", 3)),
    ),
)
"""Played beside the races proper; they count in the coverage, not in the shares."""
