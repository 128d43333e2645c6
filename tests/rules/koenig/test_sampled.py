"""Throws without physics: plausible enough for the rules to take them."""

from __future__ import annotations

import random

import pytest

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
    ahead = DieThrow("red", "red", (40000, 30000, 0), (Standing("yellow", (52000, 30000, 18000)),))
    for k in range(50):
        path = sampled.resolve(ahead, random.Random(k)).path
        assert all(x < 52000 for x, _ in path)
