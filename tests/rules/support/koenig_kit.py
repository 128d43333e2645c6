"""Boards, prepared races and outcomes for the tests of koenig."""

from __future__ import annotations

import math

from hypothesis import strategies as st

from rules.core.geometry import direction, disc_overlap
from rules.core.types import Draw
from rules.koenig.board import Disc, Line, Pieces, make_board
from rules.koenig.options import Options
from rules.koenig.poses import tower_polygon
from rules.koenig.rules import KOENIG
from rules.koenig.state import Racer, Setup
from sim.settled import FULL_TURN, ON_TABLE, DieSettled, Standing

MM = 100
SETS = (
    Pieces("yellow", 6000, 9000, "d4", 2000, 4, 1, (1, 2, 3, 4), 3000, 2000, 4),
    Pieces("red", 6000, 9000, "d6", 1600, 6, 2, (2, 3, 4, 5, 6), 5000, 2000, 5),
    Pieces("green", 6000, 9000, "d10", 1600, 10, 3, (1, 4, 5, 6, 8, 9), 7000, 2000, 6),
    Pieces("blue", 6000, 9000, "d12", 1600, 12, 4, (2, 6, 7, 8, 9, 10, 11, 12), 9000, 2000, 7),
)


def mm(*values):
    """Millimetres (the last of three: degrees) in the integers of the rules."""
    return tuple(round(value * MM) for value in values)


def board(spheres=None, name="rundkurs"):
    """The default course, or one with half-spheres of one's own: (name, x, y, r, to_x, to_y)."""
    if spheres is None:
        spheres = (
            ("A", 900, 280, 35, 1200, 280),
            ("B", 900, 520, 27.5, 900, 800),
            ("C", 300, 520, 27.5, 0, 520),
            ("D", 300, 280, 20, 300, 0),
        )
    left, right = mm(600, 240), mm(600, 60)
    return make_board(
        name=name,
        scene="",
        length=120000,
        width=80000,
        spheres=tuple(Disc(n, mm(x, y), round(r * MM)) for n, x, y, r, _, _ in spheres),
        posts=(Disc("left post", left, 800), Disc("right post", right, 800)),
        rays=(
            *(Line(n, mm(x, y), mm(tx, ty)) for n, x, y, _, tx, ty in spheres),
            Line("gate", left, right),
        ),
        start_box=(38000, 7000, 57000, 23000),
        sets=SETS,
    )


BOARD = board()
OPEN = board(())
"""No half-spheres: the gate is the only ray."""


def racer(pose, counters=None, rest=None, blocked=0, on=BOARD):
    """A tower that stands at ``pose`` (mm, degrees) in the middle of a race."""
    counters = (0,) * len(on.rays) if counters is None else counters
    return Racer(0, mm(*pose), None if rest is None else mm(*rest), counters, blocked)


def race(*racers, on=BOARD, options=None, colours=()):
    """A race with prepared racers (None: not started)."""
    return KOENIG.new(options or Options(), len(racers), Setup(on, colours, tuple(racers)))


COLOURS = ("yellow", "red", "green", "blue")
DONE = (1, 1, 1, 1, 0)
"""Every half-sphere is behind the die, the gate is not."""
FULL_HANDS = (
    ("invalid", "again", "all", "miss"),
    ("invalid", "again", "only12", "miss", "noblock"),
    ("invalid", "again", "all", "only12", "miss", "noblock"),
    ("invalid", "invalid", "again", "again", "all", "only12", "noblock"),
)


def pro_race(*racers, hands=(), kits=(), on=BOARD, options=None):
    """A prepared race of the pro game; each seat has the parts of one colour, or its ``kits``."""
    seats = len(racers)
    kits = kits or tuple((colour,) * 6 for colour in COLOURS[:seats])
    hands = hands or ((),) * seats
    setup = Setup(on, (), tuple(racers), kits, hands)
    return KOENIG.new(options or Options("pro"), seats, setup)


def passes(s, n=None):
    """Everybody passes, until the window shuts, or only ``n`` seats."""
    events = []
    while n != 0 and getattr(KOENIG.pending(s), "kind", "").startswith("respond:"):
        s, more = do(s, "pass")
        events += more
        n = None if n is None else n - 1
        if "WindowShut" in kinds(more):
            break
    return s, events


def pro_throw(s, at, block="pass", **how):
    """The blocker, the pull and an outcome, up to the window after the throw."""
    s, events = do(s, *([block] if block else []), "pull 600,0")
    step = KOENIG.settle(s, settled(s, at, **how))
    return step.state, [*events, *step.events]


def square(place, half=800):
    """The outline of a die that lies straight."""
    x, y = place
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


def settled(s, at, *, via=(), outcome="rests", face=1, displaced=(), yaw=0, half=800):
    """An outcome of the throw that ``s`` waits for: from the mouth over ``via`` to ``at`` (mm)."""
    request = KOENIG.pending(s).request
    c, d = direction(request.pose[2])
    mouth = (round(request.pose[0] + 100 * c), round(request.pose[1] + 100 * d))
    place = mm(*at)
    path = (mouth, *(mm(*point) for point in via), place)
    on = outcome in ON_TABLE
    return DieSettled(
        outcome,
        (*place, yaw),
        face if outcome != "off_table" else 0,
        path if on or outcome == "off_table" else (place,),
        square(place, half) if on else (),
        tuple(displaced),
        900,
    )


def do(s, *texts):
    """Carry out decisions given as text; the state after them and all events."""
    events = []
    for text in texts:
        step = KOENIG.apply(s, KOENIG.parse(s, text))
        s = step.state
        events += step.events
    return s, events


def throw(s, at, **how):
    """``pass``, ``pull`` and an outcome: state and events after the throw."""
    s, events = do(s, "pass", "pull 600,0")
    step = KOENIG.settle(s, settled(s, at, **how))
    return step.state, [*events, *step.events]


def stay(s):
    """A whole turn in which the die does not leave the mouth: the state after it."""
    x, y, _ = s.racers[KOENIG.pending(s).seat].pose
    return throw(s, (x / MM, y / MM), outcome="never_left_mouth")[0]


def kinds(events):
    """The names of the types of events."""
    return [type(event).__name__ for event in events]


def only(events, kind):
    """The one event of a type."""
    (found,) = [event for event in events if isinstance(event, kind)]
    return found


# --- outcomes for hypothesis -------------------------------------------------


def in_a_tower(s, place):
    """Whether a place lies within any tower's footprint."""
    return any(
        r.pose is not None and disc_overlap(tower_polygon(s.pieces(k), r.pose), place, 0) > 0
        for k, r in enumerate(s.racers)
    )


@st.composite
def outcomes(draw, s):
    """Any valid outcome of the throw or draw that ``s`` waits for."""
    if isinstance(KOENIG.pending(s), Draw):
        return draw(st.sampled_from([o for o, _ in KOENIG.pending(s).outcomes]))
    request = KOENIG.pending(s).request
    pieces = s.board.sets[[p.name for p in s.board.sets].index(request.die)]
    length, width = s.board.length, s.board.width
    yaw = draw(st.integers(0, FULL_TURN - 1))
    time = draw(st.integers(0, 10000))
    c, d = direction(request.pose[2])
    out = pieces.die_size
    mouth = (round(request.pose[0] + out * c), round(request.pose[1] + out * d))
    displaced = ()
    if request.blockers and draw(st.booleans()):
        pose = (draw(st.integers(0, length)), draw(st.integers(0, width)), yaw)
        displaced = (Standing(request.blockers[0].name, pose),)
    kind = draw(
        st.sampled_from(
            ("rests", "rests", "rests", "cocked", "timed_out", "off_table", "never_left_mouth",
             "out_at_back")
        )
    )  # fmt: skip
    places = st.tuples(st.integers(0, length), st.integers(0, width))
    if kind in ON_TABLE:
        place = draw(places)
        if in_a_tower(s, place) or not (0 <= mouth[0] <= length and 0 <= mouth[1] <= width):
            kind = "never_left_mouth"
    if kind in ("never_left_mouth", "out_at_back"):
        back = 0 if kind == "never_left_mouth" else pieces.tower_depth + 1000
        place = (round(request.pose[0] - c * back), round(request.pose[1] - d * back))
        return DieSettled(
            kind, (*place, yaw), draw(st.integers(0, pieces.sides)), (place,), (), displaced, time
        )
    via = draw(st.lists(places, max_size=6))
    if kind == "off_table":
        along, wall = draw(st.integers(0, 100)), draw(st.sampled_from("lrtb"))
        place = {
            "l": (-draw(st.integers(0, 200)), along * width // 100),
            "r": (length, along * width // 100),
            "t": (along * length // 100, width),
            "b": (along * length // 100, 0),
        }[wall]
        return DieSettled(kind, (*place, yaw), 0, (mouth, *via, place), (), displaced, time)
    n, half = draw(st.integers(4, 8)), draw(st.integers(400, pieces.die_size))
    outline = tuple(
        (
            place[0] + round(half * math.cos(2 * math.pi * k / n)),
            place[1] + round(half * math.sin(2 * math.pi * k / n)),
        )
        for k in range(n)
    )
    face = draw(st.integers(1, pieces.sides))
    return DieSettled(kind, (*place, yaw), face, (mouth, *via, place), outline, displaced, time)
