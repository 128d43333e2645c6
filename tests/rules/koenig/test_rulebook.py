"""The rulebook of the family game, sentence by sentence: section or figure, and a paraphrase."""

import math
import random

import pytest
from koenig_kit import BOARD, OPEN, do, kinds, mm, only, race, racer, settled, stay, throw

from rules.core.errors import IllegalAction
from rules.core.geometry import direction
from rules.core.types import Ask, Decide, Over
from rules.koenig.events import (
    BlockerDisplaced,
    RayCrossed,
    TowerMoved,
    TowerStays,
    TurnSkipped,
    TurnStarted,
)
from rules.koenig.options import Options
from rules.koenig.rules import KOENIG
from rules.koenig.state import Setup
from sim.settled import Standing

DONE = (1, 1, 1, 1, 0)
"""Every half-sphere is behind the die, the gate is not."""


def test_turn_order_lowest_start_number_opens_and_ascending_numbers_follow():
    """Turn Order: by the number on the paw, whatever the seats; overtaking changes nothing."""
    first = KOENIG.begin(None, 3, Setup(BOARD, ("blue", "yellow", "red")))
    s = first.state
    assert s.order == (1, 2, 0)
    assert only(first.events, TurnStarted).seat == 1
    seen = []
    for k in range(6):
        seen.append(KOENIG.pending(s).seat)
        if k < 3:
            s, _ = do(s, f"start {470 + 100 * (k // 2)},{100 + 70 * (k % 2)},0")
        s = stay(s)
    assert seen == [1, 2, 0, 1, 2, 0]


def test_starting_move_behind_the_line_in_any_direction():
    """Starting Move: the tower stands behind the starting line, turned as one likes."""
    s = race(None, None)
    assert KOENIG.pending(s) == Decide(0, "start")
    for text in ("start 480,150,0", "start 480,150,180", "start 480,190,133.7"):
        assert KOENIG.check(s, KOENIG.parse(s, text)).ok
    for text in ("start 480,232,0", "start 575,150,0", "start 640,150,0", "start 440,150,0"):
        verdict = KOENIG.check(s, KOENIG.parse(s, text))
        assert verdict.code == "outside-start-box"
    s, _ = do(s, "start 480,150,0", "pass", "pull 600,0")
    assert KOENIG.apply(race(None, None), KOENIG.parse(s, "start 480,150,0")).state.racers[
        0
    ].pose == mm(480, 150, 0)


def test_a_tower_may_not_start_on_another():
    """Starting Move: no overlap (the ruling); towers side by side may touch."""
    s = race(None, None)
    s, _ = do(s, "start 480,150,0")
    s = stay(s)
    assert KOENIG.check(s, KOENIG.parse(s, "start 480,190,0")).code == "overlaps-tower"
    assert KOENIG.check(s, KOENIG.parse(s, "start 480,190,0")).detail == ("tower", "yellow")
    assert KOENIG.check(s, KOENIG.parse(s, "start 570,150,0")).ok
    assert KOENIG.check(s, KOENIG.parse(s, "start 569.9,150,0")).code == "overlaps-tower"


def test_fig_5_and_6_the_blocker_is_optional_and_comes_before_the_pull():
    """Your Turn, fig. 6: one may first place the blocker; then, fig. 5, the hat is pulled."""
    s, _ = do(race(None, None), "start 480,150,0")
    assert KOENIG.pending(s) == Decide(0, "block")
    skipped, _ = do(s, "pass")
    assert KOENIG.pending(skipped) == Decide(0, "pull")
    assert skipped.blocker is None
    placed, _ = do(s, "block 700,150,90")
    assert placed.blocker == mm(700, 150, 90)
    for text in ("block 700,300,0", "pass"):
        assert not KOENIG.check(placed, KOENIG.parse(placed, text)).ok
    rolling, _ = do(placed, "pull 600,0")
    pending = KOENIG.pending(rolling)
    assert isinstance(pending, Ask)
    assert pending.request.blockers == (Standing("yellow", mm(700, 150, 90)),)
    assert pending.request.pull == (60000, 0)
    assert pending.request.start_face == 0
    verdict = KOENIG.check(rolling, KOENIG.parse(rolling, "block 700,300,0"))
    assert verdict.code == "nobody-decides"


def test_fig_6_where_a_blocker_may_stand():
    """Fig. 6 and the ruling: anywhere wholly on the table, touching but not overlapping."""
    s, _ = do(race(None, None), "start 480,150,0")

    def code(text):
        return KOENIG.check(s, KOENIG.parse(s, text)).code

    assert code("block 490,150,90") == ""  # touches the snout: 20 deep, the line at 480
    assert code("block 489.9,150,90") == "overlaps-tower"
    assert code("block 900,280,0") == "overlaps-obstacle"
    assert code("block 600,60,0") == "overlaps-obstacle"
    assert code("block 600,150,90") == ""  # in the gate
    assert code("block 15,10,0") == ""  # flush with the corner of the table
    assert code("block 14,10,0") == "off-table"
    assert code("block 1300,10,0") == "off-table"


def test_fig_7a_the_snout_touches_the_die():
    """Fig. 7a: the tower stands with its snout at the die, facing it; its place is one angle."""
    s = race(racer((200, 400, 0)), None)
    s, _ = throw(s, (420, 400), half=800)
    assert KOENIG.pending(s) == Decide(0, "place_tower")
    r = math.hypot(800, 800)
    for text in ("tower 180.00", "tower 33.30", "tower 270.00"):
        after, events = do(s, text)
        x, y, heading = only(events, TowerMoved).pose
        assert math.dist((x, y), mm(420, 400)) == pytest.approx(r, abs=1.5)
        c, d = direction(heading)
        towards = ((42000 - x) / r, (40000 - y) / r)
        assert c * towards[0] + d * towards[1] == pytest.approx(1, abs=1e-3)
        assert after.racers[0].rest == mm(420, 400)


def test_fig_7b_a_tower_cannot_be_put_any_other_way():
    """Fig. 7b: not with its side or back, and not apart from the die: no such action exists."""
    s = race(racer((200, 400, 0)), None)
    s, _ = throw(s, (420, 400))
    assert [param.name for param in KOENIG.space(s).params] == ["angle"]
    for text in ("start 480,150,0", "block 420,450,0", "turn 90", "pass", "pull 600,0"):
        assert KOENIG.check(s, KOENIG.parse(s, text)).code == "wrong-action"


def test_the_tower_must_go_where_the_die_rolled():
    """Your Turn: also to a place one does not like, here back behind its own tower."""
    s = race(racer((800, 400, 0), rest=(790, 400)), None)
    s, events = throw(s, (500, 400), via=((1000, 400), (1000, 460), (600, 460)))
    assert "TowerStays" not in kinds(events)
    with pytest.raises(IllegalAction, match="put your tower to your die"):
        do(s, "pass")
    s, events = do(s, "tower 0.00")
    moved = only(events, TowerMoved)
    assert moved.since == mm(800, 400, 0)
    assert moved.pose[2] == 18000
    assert moved.pose[0] < 52000


def test_placing_the_tower_must_not_move_a_rival_or_an_obstacle():
    """Below fig. 7a: neither the die nor a rival's tower nor an obstacle may be moved."""
    s = race(racer((200, 520, 0)), racer((450, 620, 270)))
    s, _ = throw(s, (450, 540))
    tower = KOENIG.check(s, KOENIG.parse(s, "tower 90.00"))
    assert (tower.code, tower.detail) == ("overlaps-tower", ("tower", "red"))
    s = race(racer((120, 400, 0)), None)
    s, _ = throw(s, (300, 460))
    ball = KOENIG.check(s, KOENIG.parse(s, "tower 90.00"))
    assert (ball.code, ball.detail) == ("overlaps-obstacle", ("obstacle", "C"))
    assert "push C" in ball.rule
    with pytest.raises(IllegalAction, match=r"tower 90.00: it would push C"):
        do(s, "tower 90.00")


def test_hand_mode_a_tower_that_disturbs_something_goes_back():
    """Below fig. 7a: who moves something must put the tower back to where the turn began."""
    s = race(racer((120, 400, 0), rest=(110, 400)), None, options=Options(hand_mode=True))
    s, _ = throw(s, (300, 460))
    assert KOENIG.space(s).count == 36000
    assert KOENIG.check(s, KOENIG.parse(s, "tower 90.00")).ok
    back, events = do(s, "tower 90.00")
    assert only(events, TowerStays).reason == "put_back"
    assert back.racers[0].pose == mm(120, 400, 0)
    assert back.racers[0].rest == mm(110, 400)
    good, events = do(s, "tower 180.00")
    assert "TowerMoved" in kinds(events)
    assert good.racers[0].rest == mm(300, 460)


def test_hand_mode_a_tower_goes_back_to_where_the_turn_began():
    """Below fig. 7a: the beginning of the turn counts, not a heading chosen since."""
    options = Options(hand_mode=True, reorient_after_blocked_turns=3)
    s = race(racer((120, 400, 0), blocked=3), None, options=options)
    s, _ = do(s, "turn 45")
    assert s.racers[0].pose != mm(120, 400, 0)
    s, _ = throw(s, (300, 460))
    s, _ = do(s, "tower 90.00")
    assert s.racers[0].pose == mm(120, 400, 0)


@pytest.mark.parametrize("outcome", ["off_table", "never_left_mouth", "out_at_back"])
def test_the_tower_stays_without_another_attempt(outcome):
    """Below fig. 7a: only if the die fell off the table or did not come out of the mouth."""
    s = race(racer((1100, 400, 0), rest=(1090, 400)), None)
    s, _ = do(s, "block 1150,600,0")
    s, _ = do(s, "pull 600,0")
    at = (1200, 410) if outcome == "off_table" else (1100, 400)
    step = KOENIG.settle(s, settled(s, at, outcome=outcome))
    assert only(step.events, TowerStays).reason == outcome
    after = step.state
    assert after.racers[0].pose == mm(1100, 400, 0)
    assert after.racers[0].rest == mm(1090, 400)
    assert after.blocker is None
    assert KOENIG.pending(after) == Decide(1, "start")


@pytest.mark.parametrize("outcome", ["rests", "cocked", "timed_out"])
def test_a_die_on_the_table_moves_its_tower_leaning_or_stopped_too(outcome):
    """GAMES.md 1.3: the place of a leaning die counts; a timed-out one rests where it is."""
    s = race(racer((800, 400, 0)), None)
    s, _ = throw(s, (1000, 400), outcome=outcome)
    assert KOENIG.pending(s) == Decide(0, "place_tower")


def test_fig_8_once_and_for_all():
    """Fig. 8: Angelika's tower stands right before Jörg's; he may not turn his before the roll."""
    s = race(racer((500, 400, 0)), racer((504, 400, 180)))
    assert KOENIG.pending(s) == Decide(0, "block")
    assert KOENIG.check(s, KOENIG.parse(s, "turn 90")).code == "wrong-action"
    s, _ = do(s, "pass")
    assert KOENIG.pending(s) == Decide(0, "pull")
    assert KOENIG.check(s, KOENIG.parse(s, "turn 90")).code == "wrong-action"


def test_the_end_of_a_turn_takes_the_blocker_off_the_track():
    """Your Turn: the blocker leaves at the end of every turn, before the tower is placed."""
    s = race(racer((800, 400, 0)), None)
    s, _ = do(s, "block 980,400,90", "pull 600,0")
    moved = Standing("yellow", mm(1000, 400, 80))
    step = KOENIG.settle(s, settled(s, (960, 400), displaced=(moved,)))
    assert only(step.events, BlockerDisplaced).pose == mm(1000, 400, 80)
    assert step.state.blocker is None
    # It lay where the tower now goes, and is no hindrance.
    assert KOENIG.check(step.state, KOENIG.parse(step.state, "tower 0.00")).ok


def test_end_of_the_race_the_first_over_the_line_wins_at_once():
    """End of the Race: all obstacles rounded, the die fully over the line: king immediately."""
    s = race(racer((540, 150, 0), DONE, rest=(530, 150)), racer((400, 600, 0)))
    s, events = throw(s, (700, 150))
    assert KOENIG.pending(s) == Over("finish", (1, 2), (1.0, 0.0))
    assert kinds(events)[-2:] == ["Finished", "RaceOver"]
    assert s.agenda == ()
    assert s.blocker is None


def test_fully_over_the_line_means_every_point_of_the_die():
    """End of the Race: "fully"; a die on the line goes on from there, and wins later."""
    s = race(racer((540, 150, 0), DONE), None)
    # Half a die is 8 mm: 608 touches the line with its outline, 608.01 does not.
    on_line, _ = throw(s, (608, 150))
    assert KOENIG.pending(on_line) == Decide(0, "place_tower")
    over, _ = throw(s, (608.01, 150))
    assert isinstance(KOENIG.pending(over), Over)
    on_line, _ = do(on_line, "tower 180.00", "start 480,150,0")
    on_line = stay(on_line)
    won, _ = throw(on_line, (680, 150))
    assert KOENIG.pending(won).ranking == (1, 2)


def test_a_die_that_crosses_and_rolls_back_has_not_finished():
    """GAMES.md 1.3: the place of rest counts."""
    s = race(racer((540, 150, 0), DONE), None)
    s, events = throw(s, (560, 160), via=((660, 150), (660, 160)))
    assert KOENIG.pending(s) == Decide(0, "place_tower")
    s, events = do(s, "tower 180.00")
    assert [(e.ray, e.direction) for e in events if isinstance(e, RayCrossed)] == [(4, 1), (4, -1)]
    assert s.racers[0].counters == DONE


def test_a_die_that_falls_off_after_the_finish_has_not_finished():
    """Pro rules, used for both: off the table after the line is no finish, the tower stays."""
    s = race(racer((540, 150, 0), DONE), None)
    s, events = throw(s, (1200, 150), outcome="off_table")
    assert only(events, TowerStays).reason == "off_table"
    assert s.racers[0].counters == DONE
    assert s.over is None


def test_crossing_the_line_too_early_has_no_effect():
    """GAMES.md 1.3: before all obstacles are rounded the line means nothing."""
    s = race(racer((540, 150, 0), (1, 1, 1, 0, 0)), None)
    s, events = throw(s, (700, 150))
    assert KOENIG.pending(s) == Decide(0, "place_tower")
    s, events = do(s, "tower 180.00")
    assert "RayCrossed" not in kinds(events)
    assert s.racers[0].counters == (1, 1, 1, 0, 0)


def test_passing_outside_the_posts_has_no_effect():
    """GAMES.md 1.3: the finish is the segment between the posts."""
    s = race(racer((540, 300, 0), DONE), None)
    s, _ = throw(s, (700, 300))
    s, _ = do(s, "tower 180.00")
    assert s.racers[0].counters == DONE


def test_the_winning_throw_needs_no_place_for_the_tower():
    """GAMES.md 1.2: the race is over before a tower would be placed."""
    s = race(
        racer((540, 150, 0), DONE),
        racer((650, 190, 270)),
        racer((650, 110, 90)),
        racer((690, 150, 180)),
    )
    s, events = throw(s, (650, 150))
    assert isinstance(KOENIG.pending(s), Over)
    assert "TowerStays" not in kinds(events)


def test_no_legal_place_at_the_die_lets_the_tower_stay():
    """GAMES.md 1.3: judged by the exact arcs; the throw adds nothing."""
    rivals = (racer((650, 420, 270)), racer((650, 380, 90)), racer((200, 150, 0)))
    s = race(racer((950, 400, 180), (1, 1, 0, 0, 0), rest=(960, 400)), *rivals)
    s, events = throw(s, (650, 400))
    assert only(events, TowerStays).reason == "no_place"
    assert s.racers[0].rest == mm(960, 400)
    assert s.racers[0].pose == mm(950, 400, 180)
    free = race(racer((950, 400, 180), (1, 1, 0, 0, 0)), rivals[0])
    free, _ = throw(free, (650, 400))
    assert KOENIG.pending(free).kind == "place_tower"


def test_a_corner_may_overhang_but_the_tower_must_stand():
    """GAMES.md 1.3: the centre of the footprint is on the table."""
    s = race(racer((800, 700, 90)), None)
    s, _ = throw(s, (800, 790))
    assert KOENIG.check(s, KOENIG.parse(s, "tower 0.00")).ok  # 20 mm overhang at the side
    assert KOENIG.check(s, KOENIG.parse(s, "tower 90.00")).code == "off-table"


def test_a_start_box_without_a_free_spot_skips_the_turn():
    """GAMES.md 1.3: no free spot, no start, next seat; in the next round one tries again."""
    # A tower in the middle leaves strips of 50 mm on all sides, and a tower is 60 mm wide.
    middle = Setup(BOARD, ("red", "yellow"), (racer((520, 150, 0)), None))
    first = KOENIG.begin(None, 2, middle)
    assert only(first.events, TurnSkipped).seat == 1
    assert first.state.racers[1].pose is None
    assert KOENIG.pending(first.state) == Decide(0, "block")
    s, _ = throw(first.state, (700, 150))
    s, after = do(s, "tower 180.00")
    assert kinds(after) == ["TowerMoved", "TurnEnded", "TurnStarted"]
    assert KOENIG.pending(s) == Decide(1, "start")


def test_a_free_spot_that_just_fits_is_one():
    """The search for a free spot is exact: a strip of 60 mm takes a tower, one of 59.9 does not."""
    just = Setup(BOARD, ("red", "yellow"), (racer((530, 150, 0)), None))
    s = KOENIG.new(None, 2, just)
    assert KOENIG.pending(s) == Decide(1, "start")
    (start,) = KOENIG.space(s).propose(random.Random(1), 1)
    assert KOENIG.check(s, start).ok
    tight = Setup(BOARD, ("red", "yellow"), (racer((529.9, 150, 0)), None))
    assert only(KOENIG.begin(None, 2, tight).events, TurnSkipped).seat == 1


def test_a_failed_first_throw_leaves_the_tower_as_it_was_placed():
    """GAMES.md 1.3: the first placement counts as one."""
    s = race(None, None)
    s, _ = do(s, "start 475,180,12")
    s = stay(s)
    s, _ = do(s, "start 570,100,0")
    s = stay(s)
    assert KOENIG.pending(s) == Decide(0, "block")
    assert s.racers[0].pose == mm(475, 180, 12)


def test_option_reorient_after_three_blocked_turns():
    """Option for two towers that face each other: after three turns without gain one may turn."""
    options = Options(reorient_after_blocked_turns=3)
    s = race(racer((500, 400, 0)), racer((504, 400, 180)), options=options)
    for _ in range(6):
        assert KOENIG.pending(s).kind == "block"
        s = stay(s)
    assert KOENIG.pending(s) == Decide(0, "reorient")
    hit = KOENIG.check(s, KOENIG.parse(s, "turn 30"))
    assert hit.code == "overlaps-tower"
    kept, _ = do(s, "pass")
    assert kept.racers[0].pose == mm(500, 400, 0)
    turned, events = do(s, "turn 90")
    assert turned.racers[0].pose == mm(455, 445, 90)  # round its middle, 45 mm behind the snout
    assert turned.racers[0].blocked == 0
    assert KOENIG.pending(turned) == Decide(0, "block")
    assert kinds(events) == ["TowerTurned"]


def test_a_turn_with_a_centimetre_of_gain_is_not_blocked():
    """The option counts turns in a row with less than 1 cm."""
    s = race(racer((500, 400, 0), blocked=2), racer((100, 100, 0), blocked=2))
    s, _ = throw(s, (530, 400))
    s, _ = do(s, "tower 180.00")
    assert s.racers[0].blocked == 0
    s = stay(s)
    assert s.racers[1].blocked == 3


def test_the_round_cap_ranks_by_rays_and_distance():
    """GAMES.md 1.3: rays done, then the straight distance from the snout to the next ray."""
    s = race(
        racer((300, 700, 180), (1, 1, 0, 0, 0)),
        racer((1000, 600, 90), (1, 0, 0, 0, 0)),
        racer((1000, 500, 90), (1, 0, 0, 0, 0)),
        None,
        options=Options(round_cap=1),
    )
    for _ in range(3):
        s = stay(s)
    s, _ = do(s, "start 480,150,0")
    s = stay(s)
    assert KOENIG.pending(s) == Over("round_cap", (1, 2, 3, 4), (1.0, 0.0, 0.0, 0.0))


def test_a_tie_at_the_round_cap_is_shared():
    """GAMES.md 1.3: equal progress to 0.01 mm shares the rank."""
    s = race(racer((700, 200, 0)), racer((700, 360, 0)), on=BOARD, options=Options(round_cap=1))
    for _ in range(2):
        s = stay(s)
    assert KOENIG.pending(s) == Over("round_cap", (1, 1), (0.5, 0.5))


def test_a_track_without_half_spheres_is_won_through_the_gate():
    """The first throw need not pass the gate, but on an open track it may win."""
    s = race(None, None, on=OPEN)
    s, _ = do(s, "start 480,150,0")
    s, _ = throw(s, (700, 150))
    assert KOENIG.pending(s).termination == "finish"
