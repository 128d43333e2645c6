"""The race path: rays in order, with a direction, and what counts (GAMES.md 1.2 "Progress")."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from koenig_kit import BOARD, do, mm, only, race, racer, square, throw

from rules.koenig.board import board_of
from rules.koenig.events import RayCrossed, TurnEnded
from rules.koenig.progress import (
    NOWHERE,
    count_throw,
    course_length,
    follow,
    ideal_line,
    progress,
    rays_done,
    remaining,
)
from sim.settled import DieSettled

ZERO = (0, 0, 0, 0, 0)


def way(*places):
    return tuple(mm(*place) for place in places)


LAP = (
    (540, 150),
    (1000, 150),
    (1050, 400),
    (900, 650),
    (300, 650),
    (150, 400),
    (300, 150),
    (700, 150),
)


def test_a_lap_the_right_way_does_every_ray():
    counters, crossed = follow(BOARD, ZERO, way(*LAP))
    assert counters == (1, 1, 1, 1, 1)
    assert crossed == ((0, 1), (1, 1), (2, 1), (3, 1), (4, 1))


def test_a_lap_the_wrong_way_does_none():
    counters, crossed = follow(BOARD, ZERO, way(*LAP[::-1]))
    assert rays_done(counters) == 0
    # Only the first ray may be crossed before any other; crossing it backwards counts -1.
    assert crossed == ((0, -1),)
    assert counters == (-1, 0, 0, 0, 0)


def test_a_ray_counts_only_after_those_before_it():
    counters, _ = follow(BOARD, ZERO, way((1050, 400), (900, 650), (300, 650)))
    assert counters == ZERO


def test_going_back_over_a_ray_undoes_it_and_again_does_it():
    counters, _ = follow(BOARD, ZERO, way((1000, 150), (1000, 400), (1000, 150)))
    assert counters == ZERO
    counters, crossed = follow(BOARD, counters, way((1000, 150), (1000, 400)))
    assert counters == (1, 0, 0, 0, 0)
    assert crossed == ((0, 1),)


def test_later_rays_keep_their_count_while_an_earlier_one_is_undone():
    start = (1, 1, 0, 0, 0)
    back, _ = follow(BOARD, start, way((1000, 400), (1000, 150)))
    assert back == (0, 1, 0, 0, 0)
    assert rays_done(back) == 0
    again, _ = follow(BOARD, back, way((1000, 150), (1000, 400)))
    assert rays_done(again) == 2


def test_crossings_in_one_straight_piece_count_in_the_order_of_time():
    # One long piece over the rays of C and D is a lap's end only in that direction.
    counters, _ = follow(BOARD, (1, 1, 0, 0, 0), way((200, 600), (200, 100), (400, 100)))
    assert counters == (1, 1, 1, 1, 0)
    straight, crossed = follow(BOARD, (1, 1, 0, 0, 0), way((100, 600), (320, 50)))
    assert crossed == ((2, 1), (3, 1))
    assert straight == (1, 1, 1, 1, 0)
    backwards, crossed = follow(BOARD, (1, 1, 0, 0, 0), way((320, 50), (100, 600)))
    assert crossed == ((2, -1),)
    assert backwards == (1, 1, -1, 0, 0)


def test_a_later_ray_met_first_is_judged_first():
    # Back over the ray of B, then over that of A, in one straight piece: B counts, A is done yet.
    counters, crossed = follow(BOARD, (1, 0, 0, 0, 0), way((850, 700), (1100, 100)))
    assert crossed == ((1, -1), (0, -1))
    assert counters == (0, -1, 0, 0, 0)


def test_a_corner_exactly_on_a_ray_counts_once():
    counters, crossed = follow(BOARD, ZERO, way((1000, 150), (1000, 280), (1000, 400)))
    assert counters == (1, 0, 0, 0, 0)
    assert len(crossed) == 1
    touched, crossed = follow(BOARD, ZERO, way((1000, 400), (1000, 280), (1000, 400)))
    assert (touched, crossed) == (ZERO, ())


@given(
    st.lists(st.tuples(st.integers(0, 1200), st.integers(0, 800)), min_size=2, max_size=12),
    st.integers(0, 11),
)
def test_where_a_path_is_cut_into_throws_does_not_matter(points, cut):
    path = way(*points)
    whole, _ = follow(BOARD, ZERO, path)
    cut = min(cut, len(path) - 1)
    first, _ = follow(BOARD, ZERO, path[: cut + 1])
    second, _ = follow(BOARD, first, path[cut:])
    assert second == whole


def test_the_throws_of_a_die_are_joined_by_straight_lines():
    """The tower stands beyond the ray that the die did not reach: the join crosses it."""
    s = race(racer((1000, 240, 90), rest=(1000, 230)), None)
    s, _ = throw(s, (1000, 279.5))  # the die stops short of the ray at y = 280
    s, _ = do(s, "tower 90.00")  # and its tower stands beyond it, looking back
    assert s.racers[0].counters == ZERO
    s, _ = do(s, "start 480,150,0")
    s, _ = throw(s, (900, 150))
    s, _ = do(s, "tower 180.00")
    mouth = s.racers[0].pose
    assert mouth[1] > 28000
    s, _ = throw(s, (1100, 330), via=((1000, 280.5),))
    s, events = do(s, "tower 0.00")
    assert [(e.ray, e.direction) for e in events if isinstance(e, RayCrossed)] == [(0, 1)]


def test_a_throw_that_the_tower_does_not_follow_adds_nothing():
    """The next join starts from the last counted rest place."""
    s = race(racer((1000, 240, 90), rest=(1000, 230)), None)
    s, _ = throw(s, (1200, 700), via=((1000, 500),), outcome="off_table")
    assert s.racers[0].counters == ZERO
    assert s.racers[0].rest == mm(1000, 230)


def test_the_gate_counter_returns_to_zero_wholly_behind_the_line():
    done = (1, 1, 1, 1, 1)

    def counted(x):
        path = way((620, 300), (x, 300))
        place = path[-1]
        outline = square(place)
        rest = DieSettled("rests", (*place, 0), 1, path, outline, (), 500)
        return count_throw(BOARD, done, None, rest)

    assert counted(591.99).counters == (1, 1, 1, 1, 0)
    assert counted(592).counters == done  # an edge on the line is not wholly behind
    assert not counted(592).wins
    assert counted(608.01).wins


def test_progress_for_the_round_cap():
    assert progress(BOARD, ZERO, None).distance == NOWHERE
    assert progress(BOARD, ZERO, mm(1000, 180)).distance == 10000
    beyond_the_end = progress(BOARD, (1, 0, 0, 0, 0), mm(900, 490))
    assert (beyond_the_end.done, beyond_the_end.of) == (1, 5)
    assert beyond_the_end.distance == 3000  # to B itself, where its ray begins


def test_turn_ended_tells_the_progress():
    s = race(racer((1000, 180, 90)), None)
    s, _ = throw(s, (1000, 400))
    s, events = do(s, "tower 270.00")
    assert only(events, TurnEnded).done == 1


def test_the_ideal_line_is_about_as_long_as_published():
    """GAMES.md 1.2: about 218 cm for Rundkurs (a line that hugs the half-spheres is shorter)."""
    assert 170_000 < course_length(BOARD) < 225_000


def test_remaining_shrinks_along_the_lap_and_the_line_crosses_the_rays():
    counters, last = ZERO, math.inf
    for p, q in pairwise(LAP[:-1]):
        counters, _ = follow(BOARD, counters, way(p, q))
        left = remaining(BOARD, counters, mm(*q))
        assert left < last + 1
        last = left
    line = ideal_line(BOARD, ZERO, mm(540, 150))
    rounded = [(round(x), round(y)) for x, y in line]
    # A little farther than the gate, to be beyond it.
    counters, _ = follow(BOARD, ZERO, (*rounded, mm(700, 150)))
    assert rays_done(counters) >= 4


@pytest.mark.parametrize("name", ["rundkurs", "kinderrunde"])
def test_library_tracks_become_boards(name):
    from scenes.files import load_track

    board = board_of(load_track(name), "abc")
    assert board.rays[-1].name == "gate"
    assert len(board.rays) == len(board.spheres) + 1
    assert [p.name for p in board.sets] == ["yellow", "red", "green", "blue"]
    if name == "rundkurs":
        assert board.rays == BOARD.rays
        assert board.spheres == BOARD.spheres
        assert board.start_box == BOARD.start_box
        assert board.sets == BOARD.sets


def test_a_ray_with_its_half_sphere_on_the_right_is_crossed_the_other_way():
    from scenes.files import load_track

    track = load_track("rundkurs")
    flipped = track.model_copy(
        update={"course": (track.course[0].model_copy(update={"side": "right"}), *track.course[1:])}
    )
    board = board_of(flipped)
    assert (board.rays[0].a, board.rays[0].b) == (BOARD.rays[0].b, BOARD.rays[0].a)
    assert follow(board, ZERO, way((1000, 400), (1000, 150)))[0][0] == 1
