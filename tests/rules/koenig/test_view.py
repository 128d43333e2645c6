"""What a player sees, and the help to think ahead."""

import random
from itertools import pairwise

import pytest
from koenig_kit import BOARD, do, mm, race, racer, settled, throw

from rules.core.types import Ask, Decide, Knowledge
from rules.koenig.rules import KOENIG
from rules.koenig.view import (
    counters_now,
    course_ahead,
    course_left,
    course_share,
    next_ray,
    outcome_counts,
    throw_from,
    tower_pose,
)


def test_a_seat_sees_the_whole_race():
    s = race(racer((540, 150, 0), (1, 0, 0, 0, 0), rest=(530, 150)), None)
    view = KOENIG.observe(s, 0)
    assert view.me().pose == mm(540, 150, 0)
    assert view.me().pieces.name == "yellow"
    assert view.me().progress.done == 1
    assert (view.turn, view.round, view.order) == (0, 1, (0, 1))
    assert view.racers[1].pose is None
    assert course_share(view, 1) == 0
    with pytest.raises(ValueError, match="spectator"):
        KOENIG.observe(s, None).me()


def test_the_next_ray_counts_the_throw_that_the_tower_now_follows():
    s = race(racer((1000, 150, 90)), None)
    assert next_ray(KOENIG.observe(s, 0), 0).name == "A"
    s, _ = throw(s, (1000, 400))
    view = KOENIG.observe(s, 0)
    assert view.pending == Decide(0, "place_tower")
    assert view.racers[0].counters == (0, 0, 0, 0, 0)
    assert counters_now(view, 0) == (1, 0, 0, 0, 0)
    assert next_ray(view, 0).name == "B"
    assert view.die == mm(1000, 400)
    assert view.arcs == KOENIG.space(s).feasible
    done = race(racer((640, 150, 0), (1, 1, 1, 1, 1)), None)
    assert next_ray(KOENIG.observe(done, 0), 0) is None


def test_tower_pose_is_where_the_tower_then_stands():
    s = race(racer((1000, 150, 90)), None)
    s, _ = throw(s, (1000, 400))
    pose = tower_pose(KOENIG.observe(s, 0), 23450)
    after, _ = do(s, "tower 234.50")
    assert after.racers[0].pose == pose
    with pytest.raises(ValueError, match="no tower is to be placed"):
        tower_pose(KOENIG.observe(after, 0), 0)


def test_throw_from_is_the_request_that_the_rules_would_make():
    s = race(racer((540, 150, 0)), racer((800, 600, 90)))
    view = KOENIG.observe(s, 0)
    mine = throw_from(view, 0, (70000, -500), blocker=mm(700, 150, 90))
    s, _ = do(s, "block 700,150,90", "pull 700,-5")
    pending = KOENIG.pending(s)
    assert isinstance(pending, Ask)
    assert pending.request == mine
    assert KOENIG.observe(s, 1).throw == mine
    elsewhere = throw_from(view, 0, (60000, 0), pose=mm(300, 300, 45))
    assert elsewhere.pose == mm(300, 300, 45)
    with pytest.raises(ValueError, match="has not started"):
        throw_from(KOENIG.observe(race(None, None), 0), 0, (60000, 0))


def test_outcome_counts_tells_what_a_throw_would_add():
    s = race(racer((1000, 150, 90), rest=(1000, 140)), None)
    view = KOENIG.observe(s, 0)
    s, _ = do(s, "pass", "pull 600,0")
    counted = outcome_counts(view, 0, settled(s, (1000, 400)))
    assert counted.counters == (1, 0, 0, 0, 0)
    assert not counted.wins
    assert outcome_counts(view, 0, settled(s, (1200, 400), outcome="off_table")) is None
    later = outcome_counts(view, 0, settled(s, (1000, 400)), counters=(1, 0, 0, 0, 0))
    assert later.counters == (2, 0, 0, 0, 0)


def test_the_course_ahead_goes_round_the_half_spheres_and_gets_shorter():
    s = race(racer((540, 150, 0)), None)
    view = KOENIG.observe(s, 0)
    line = course_ahead(view, 0, mm(540, 150))
    assert line[0] == mm(540, 150)
    for ball in BOARD.spheres:
        for p, q in pairwise(line):
            for k in range(21):
                x, y = p[0] + k / 20 * (q[0] - p[0]), p[1] + k / 20 * (q[1] - p[1])
                away = ((x - ball.centre[0]) ** 2 + (y - ball.centre[1]) ** 2) ** 0.5
                assert away > ball.radius
    assert course_left(view, 0, mm(1000, 150)) < course_left(view, 0, mm(540, 150))
    ahead = course_left(view, 0, mm(1000, 300), (1, 0, 0, 0, 0))
    assert ahead < course_left(view, 0, mm(1000, 300), (0, 0, 0, 0, 0)) + 1
    assert 0 <= course_share(view, 0) < 0.1


def test_score_rises_along_the_course_and_is_highest_for_a_winner():
    def score(pose, counters):
        return KOENIG.score(race(racer(pose, counters), None), 0)

    assert score((540, 150, 0), (0,) * 5) < score((1000, 300, 90), (1, 0, 0, 0, 0))
    assert score((1000, 300, 90), (1, 0, 0, 0, 0)) < score((300, 600, 180), (1, 1, 0, 0, 0))
    won, _ = throw(race(racer((540, 150, 0), (1, 1, 1, 1, 0)), None), (700, 150))
    assert KOENIG.score(won, 0) == 2
    assert KOENIG.score(won, 1) == 0


def test_knowledge_gives_a_player_all_but_the_state():
    s = race(racer((540, 150, 0)), None)
    known = Knowledge(KOENIG, s, 0)
    assert known.pending == Decide(0, "block")
    assert known.view == KOENIG.observe(s, 0)
    assert known.check(known.parse("block 700,150,90")).ok
    assert known.format(known.random_action(random.Random(3))) == known.format(
        known.random_action(random.Random(3))
    )
    assert known.sample(random.Random(1)) == s
    assert known.actions == ()
    assert known.space.listed
