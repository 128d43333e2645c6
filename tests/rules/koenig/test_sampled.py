"""Throws without physics: plausible enough for the rules to take them."""

from __future__ import annotations

import random

import pytest
from koenig_kit import MM, do, race, racer

from rules.core.geometry import disc_overlap, footprint
from rules.core.registry import game
from sim.settled import ON_TABLE, DieThrow, Standing

KOENIG = game("koenig")
CROWDED = DieThrow(
    tower="red",
    die="red",
    pose=(95574, 19184, 2334),
    towers=(
        Standing("green", (96594, 14086, 6932)),
        Standing("blue", (99751, 19908, 11290)),
        Standing("yellow", (97601, 21454, 24400)),
    ),
)
"""Three rivals around the mouth: the die leaves its own tower while it touches another one."""


@pytest.fixture(scope="module")
def board():
    return KOENIG.new(None, 4).board


def test_no_die_rests_inside_a_tower(board):
    sampled = KOENIG.sampled(KOENIG.new(None, 4))
    sets = {pieces.name: pieces for pieces in board.sets}
    rested = 0
    for k in range(400):
        settled = sampled.resolve(CROWDED, random.Random(k))
        if settled.outcome not in ON_TABLE:
            continue
        rested += 1
        for tower in (*CROWDED.towers, Standing("red", CROWDED.pose)):
            pieces = sets[tower.name]
            polygon = footprint(tower.pose, pieces.tower_width, pieces.tower_depth)
            assert disc_overlap(polygon, settled.pose[:2], 0) <= 0
    assert rested > 20


def test_a_die_bounces_off_a_tower_in_its_way(board):
    sampled = KOENIG.sampled(KOENIG.new(None, 2))
    ahead = DieThrow("red", "red", (40000, 30000, 0), (Standing("yellow", (46000, 30000, 18000)),))
    tower = footprint((46000, 30000, 18000), 6000, 9000)
    before = 0
    for k in range(50):
        path = sampled.resolve(ahead, random.Random(k)).path
        assert all(disc_overlap(tower, place, 0) <= 0 for place in path)
        before += all(x < 46000 for x, _ in path)
    assert before >= 40  # a few come past it


@pytest.mark.parametrize("name", ["yellow", "red", "green", "blue"])
@pytest.mark.parametrize(("gap", "least", "most"), [(14, 0.0, 0.25), (22, 0.9, 1.0)])
def test_a_tower_before_the_mouth_holds_a_die_back_where_it_is_too_near(name, gap, least, most):
    """As of simulated dice: none gets out into 14 mm, all but a few into 22 mm."""
    sampled = KOENIG.sampled(KOENIG.new(None, 4))
    rival = "red" if name == "yellow" else "yellow"
    ahead = Standing(rival, (40000 + gap * MM, 30000, 18000))
    request = DieThrow(name, name, (40000, 30000, 0), (ahead,))
    outcomes = [sampled.resolve(request, random.Random(k)).outcome for k in range(200)]
    assert least <= sum(outcome in ON_TABLE for outcome in outcomes) / 200 <= most


def test_a_die_between_two_towers_often_lets_its_tower_move():
    """Of simulated dice here half rest where their tower finds a place: if none did, this would be
    a knot that only the round cap ends."""
    s = race(racer((939.7, 523.99, 139.32)), racer((933.32, 547.08, 269.58)))
    s, _ = do(s, "pass", "pull 600,0")
    sampled, request = KOENIG.sampled(s), KOENIG.pending(s).request
    moves = 0
    for k in range(200):
        after = KOENIG.settle(s, sampled.resolve(request, random.Random(k))).state
        moves += KOENIG.pending(after).kind == "place_tower"
    assert moves > 50
