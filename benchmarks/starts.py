"""Hand-made starts for rulings that play alone seldom meets: real physics from a chosen place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kullerwerk.playing import Beginning, begin
from rules.koenig.state import Racer
from scenes.files import load_track
from scenes.track import Contact, HalfSphere, Materials, Track
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
    change: Callable[[Track], Track] | None = None
    """Makes another track of it, where the outcome needs other materials or towers."""

    def begin(self) -> Beginning:
        """Return the game that begins here."""
        track = load_track(self.track)
        if self.change:
            track = self.change(track)
        return begin("koenig", track, self.sets, dict(self.options), self.racers)


def _racer(x: float, y: float, heading: float, counters: Sequence[int]) -> Racer:
    """Return a racer whose snout is at x, y mm, with its die 10 mm in front of it."""
    pose: Pose = (round(x * MM), round(y * MM), round(heading * 100) % 36000)
    return Racer(0, pose, (pose[0], pose[1]), tuple(counters), 0)


def _ice(track: Track) -> Track:
    """Without friction a die glides on and on; the short sides are far."""
    ice = Contact(restitution=0.3, friction=0.0)
    table = track.table.model_copy(update={"length": 10_000.0})
    return track.model_copy(
        update={"table": table, "materials": Materials(die_table=ice, die_ramp=ice)}
    )


def _short_ramp(track: Track) -> Track:
    """The red hat closes 12 mm below the open end: the die stands half over it."""
    sets = tuple(
        s.model_copy(
            update={"tower": s.tower.model_copy(update={"hat_above": 12.0, "ramp_angle_deg": 30.0})}
        )
        if s.name == "red"
        else s
        for s in track.sets
    )
    lively = Materials(die_wood=Contact(restitution=0.9, friction=0.6))
    return track.model_copy(update={"sets": sets, "materials": lively})


def _wedge(track: Track) -> Track:
    """Two half-spheres that leave a d6 no room to lie flat between them."""
    rough = Contact(restitution=0.0, friction=1.0)
    balls = tuple(
        HalfSphere(name=name, x=650.0, y=400.0 + 26.0 * side, radius=20.0)
        for name, side in (("left", 1), ("right", -1))
    )
    return track.model_copy(
        update={
            "half_spheres": (*track.half_spheres, *balls),
            "materials": Materials(die_table=rough, die_wood=rough),
        }
    )


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
    *(
        Start(
            f"off the table behind the finish {k}",
            "rundkurs",
            ("red", "blue"),
            ("greedy", "greedy"),
            (_racer(588, 125, -60, _LAST), _racer(300, 700, 180, _ZERO)),
            (("round_cap", 12),),
        )
        for k in range(4)
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
    Start(
        "on ice",
        "rundkurs",
        ("red", "green"),
        ("greedy", "greedy"),
        (_racer(300, 400, 0, _ZERO), _racer(300, 700, 0, _ZERO)),
        (("round_cap", 3),),
        _ice,
    ),
    Start(
        "held at the very top",
        "rundkurs",
        ("red", "blue"),
        ("greedy", "greedy"),
        (_racer(600, 400, 0, _ZERO), _racer(300, 700, 0, _ZERO)),
        (("round_cap", 30),),
        _short_ramp,
    ),
    *(
        Start(
            f"between two half-spheres {k}",
            "rundkurs",
            ("red", "blue"),
            ("greedy:skill=1", "greedy"),
            (_racer(600, 400, 0, _ZERO), _racer(300, 700, 0, _ZERO)),
            (("round_cap", 1),),
            _wedge,
        )
        for k in range(12)
    ),
)
"""Played beside the races proper; they count in the coverage, not in the shares."""
