from __future__ import annotations

import math

import pytest

from kullerwerk.players.course import BEYOND, course_of
from rules.koenig.board import default_board

ZERO = (0, 0, 0, 0, 0)


@pytest.fixture(scope="module")
def course():
    return course_of(default_board())


def test_the_whole_course_is_about_as_long_as_said(course):
    """GAMES.md 1.2: the Rundkurs is about 218 cm."""
    assert 1950 < course.way((570, 150), ZERO) < 2350


def test_the_way_shrinks_along_the_course(course):
    stations = [
        ((570, 150), ZERO),
        ((980, 300), (1, 0, 0, 0, 0)),
        ((880, 600), (1, 1, 0, 0, 0)),
        ((220, 500), (1, 1, 1, 0, 0)),
        ((320, 200), (1, 1, 1, 1, 0)),
        ((590, 150), (1, 1, 1, 1, 0)),
    ]
    ways = [course.way(place, counters) for place, counters in stations]
    assert ways == sorted(ways, reverse=True)
    assert ways[-1] == pytest.approx(BEYOND + 10, abs=1)


def test_a_ray_is_reached_from_its_near_side(course):
    """From beyond ray 1 the way back round half-sphere A comes first."""
    x, y = course.target((700, 400), ZERO)
    assert y < 280 - 35
    assert math.dist((x, y), (900, 280)) < 100


def test_a_half_sphere_in_the_way_is_passed(course):
    """From close behind C the way to ray 3 leads round it, not through it."""
    place, counters = (345, 530), (1, 1, 0, 0, 0)
    x, y = course.target(place, counters)
    heading = math.atan2(y - place[1], x - place[0])
    to_centre = math.atan2(520 - place[1], 300 - place[0])
    off = abs(math.remainder(heading - to_centre, 2 * math.pi))
    assert math.dist(place, (300, 520)) * math.sin(min(off, math.pi / 2)) > 27.5 + 10


def test_a_ray_crossed_backwards_costs_a_lap(course):
    assert course.way((980, 260), (-1, 0, 0, 0, 0)) > course.way((980, 260), ZERO) + 300


def test_over_the_line_but_not_wholly_the_way_leads_on(course):
    done = (1, 1, 1, 1, 1)
    assert 0 < course.way((605, 150), done) < BEYOND
    assert course.target((605, 150), done)[0] > 700
