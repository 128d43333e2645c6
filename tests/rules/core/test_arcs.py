"""Contact arcs against brute force: another, dumb way to say whether a tower can stand there."""

import math
import random

from hypothesis import given, settings
from hypothesis import strategies as st
from koenig_fixture import _area, _clipped

from rules.core.arcs import (
    FULL,
    Swing,
    blocked_by_disc,
    blocked_by_edge,
    blocked_by_polygon,
    count,
    free,
    nearest,
    nth,
    within,
)
from rules.core.geometry import TOUCH, footprint

LENGTH, WIDTH = 120000, 80000
DEPTH, BREADTH = 9000, 6000


def rectangle(centre, radius, angle, *, grow=0.0):
    """The tower at a contact angle, by plain trigonometry, grown or shrunk on all sides."""
    a = math.radians(angle / 100)
    c, s = math.cos(a), math.sin(a)
    near, far, half = radius - grow, radius + DEPTH + grow, BREADTH / 2 + grow
    return [
        (centre[0] + u * c - v * s, centre[1] + u * s + v * c)
        for u, v in ((near, -half), (far, -half), (far, half), (near, half))
    ]


def point_in(polygon, p):
    return all(
        (bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax) >= 0
        for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]], strict=True)
    )


def hits_disc(polygon, disc):
    """Disc and rectangle by sampling the rim of the disc, and the corners of the rectangle."""
    (x, y), radius = disc
    if any(math.dist(p, (x, y)) < radius for p in polygon) or point_in(polygon, (x, y)):
        return True
    return any(
        point_in(
            polygon,
            (x + radius * math.cos(math.radians(k)), y + radius * math.sin(math.radians(k))),
        )
        for k in range(360)
    )


def hits_polygon(polygon, other):
    shared = _clipped(polygon, list(other))
    return bool(shared) and abs(_area(shared)) > 1


def blocked(centre, radius, angle, discs, towers, grow):
    """Whether a tower grown by ``grow`` overlaps something, or its middle is off the table."""
    polygon = rectangle(centre, radius, angle, grow=grow)
    x, y = sum(p[0] for p in polygon) / 4, sum(p[1] for p in polygon) / 4
    if not (grow <= x <= LENGTH - grow and grow <= y <= WIDTH - grow):
        return True
    return any(hits_disc(polygon, disc) for disc in discs) or any(
        hits_polygon(polygon, tower) for tower in towers
    )


def layout(seed):
    """A die somewhere with discs and towers close by, often tight, often at the edge."""
    rng = random.Random(seed)
    centre = (rng.randint(0, LENGTH), rng.randint(0, WIDTH))
    if seed % 3 == 0:
        centre = (rng.choice((0, 500, LENGTH - 300, 60000)), rng.choice((0, 700, WIDTH)))
    radius = rng.randint(800, 2500)
    discs, towers = [], []
    for _ in range(rng.randint(0, 4)):
        away, bearing = rng.uniform(1500, 14000), rng.uniform(0, 2 * math.pi)
        discs.append(
            (
                (
                    centre[0] + round(away * math.cos(bearing)),
                    centre[1] + round(away * math.sin(bearing)),
                ),
                rng.choice((800, 2000, 2750, 3500)),
            )
        )
    for _ in range(rng.randint(0, 3)):
        away, bearing = rng.uniform(2600, 14000), rng.uniform(0, 2 * math.pi)
        heading = rng.choice((0, 9000, rng.randrange(36000)))
        towers.append(
            footprint(
                (
                    centre[0] + round(away * math.cos(bearing)),
                    centre[1] + round(away * math.sin(bearing)),
                    heading,
                ),
                BREADTH,
                DEPTH,
            )
        )
    return centre, radius, discs, towers


def arcs_of(centre, radius, discs, towers):
    swing = Swing(centre, radius, DEPTH, BREADTH)
    spans = blocked_by_edge(swing, LENGTH, WIDTH)
    for at, size in discs:
        spans += blocked_by_disc(swing, at, size)
    for tower in towers:
        spans += blocked_by_polygon(swing, tower)
    return free(spans)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**7))
def test_the_arcs_are_what_brute_force_finds(seed):
    """Every angle in the set passes with TOUCH to spare; every one outside fails without."""
    centre, radius, discs, towers = layout(seed)
    arcs = arcs_of(centre, radius, discs, towers)
    assert list(arcs) == sorted(arcs)
    ends = [end for arc in arcs for end in arc]
    rng = random.Random(seed)
    probes = {rng.randrange(36000) for _ in range(60)}
    probes |= {(end + by) % 36000 for end in ends for by in (-1, 0, 1)}
    for angle in probes:
        if within(arcs, angle):
            assert not blocked(centre, radius, angle, discs, towers, -TOUCH)
        else:
            # An angle that is out by rounding inwards may miss a wall by less than 0.01 degrees.
            assert blocked(centre, radius, angle, discs, towers, TOUCH)


def test_nothing_in_the_way_leaves_the_whole_circle():
    assert arcs_of((60000, 40000), 1000, [], []) == FULL


def test_a_die_in_a_ring_of_discs_leaves_nothing():
    ring = [
        ((60000 + round(6000 * math.cos(k)), 40000 + round(6000 * math.sin(k))), 3000)
        for k in range(7)
    ]
    assert arcs_of((60000, 40000), 1000, ring, []) == ()


def test_a_disc_straight_ahead_blocks_a_symmetric_arc():
    # Half width 30 mm + radius 20 mm at distance 60 mm: the side line is met at asin(50/60).
    arcs = arcs_of((60000, 40000), 1000, [((66000, 40000), 2000)], [])
    edge = math.degrees(math.asin(5000 / 6000)) * 100
    assert arcs == ((math.ceil(edge), 36000 - math.ceil(edge)),)


def test_at_the_table_edge_the_middle_of_the_tower_must_be_on_it():
    # The die lies on the edge x = 0: the middle of the footprint is 55 mm away, so it is on the
    # table for the right half of the circle, both ends excluded by the rounding inwards.
    assert arcs_of((0, 40000), 1000, [], []) == ((0, 8999), (27001, 35999))


def test_helpers_on_arcs():
    arcs = ((10, 12), (100, 100), (35000, 35999))
    assert count(arcs) == 1004
    assert [nth(arcs, k) for k in (0, 2, 3, 4, 1003)] == [10, 12, 100, 35000, 35999]
    assert nearest(arcs, 11) == 11
    assert nearest(arcs, 2) == 35999 or nearest(arcs, 2) == 10
    assert nearest(arcs, 60) == 100
    assert nearest(arcs, 20000) == 35000
