"""Live answers: what a request may ask, and what is said about a bad one."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from scenes.files import load_track
from sim import provider
from sim.batch import generator, study
from sim.provider import Live, provenance, settings_hash, settle, thrown_by
from sim.settled import DieThrow, Standing
from sim.solids import solid
from sim.world import world_of

REQUEST = DieThrow(tower="yellow", die="red", pose=(55_000, 15_000, 0))


@pytest.fixture(scope="module")
def track():
    return load_track("rundkurs")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"tower": "pink"}, "no piece set 'pink': expected one of yellow, red, green, blue"),
        ({"die": "pink"}, "no piece set 'pink'"),
        ({"towers": (Standing("pink", (0, 0, 0)),)}, "no piece set 'pink'"),
        ({"blockers": (Standing("pink", (0, 0, 0)),)}, "no piece set 'pink'"),
        ({"start_face": 7}, "a d6 has no face 7: expected 1 to 6, or 0 for any"),
        ({"start_face": -1}, "a d6 has no face -1"),
        ({"pull": (0, 0)}, "must be pulled upward, got 0.0 mm/s"),
        ({"pull": (-60_000, 0)}, "must be pulled upward, got -600.0 mm/s"),
    ],
)
def test_a_bad_request_is_refused_in_one_sentence(track, change, words):
    with pytest.raises(ValueError, match=words.replace("(", r"\(")) as refused:
        settle(track, replace(REQUEST, **change), generator(1, 0))
    assert "\n" not in str(refused.value)


def test_live_answers_as_settle_does(track):
    live = Live(track)
    assert live.resolve(REQUEST, generator(3, 1)) == settle(track, REQUEST, generator(3, 1))


def test_the_start_face_lies_on_the_ramp(track):
    for face in range(1, 7):
        ended, world = thrown_by(track, replace(REQUEST, start_face=face), generator(1, 0), True)
        assert world.die.kind == "d6"
        slope = np.radians(track.piece_set("yellow").tower.ramp_angle_deg)
        start = np.reshape(ended.trace[0].matrix, (3, 3))
        down = start.T @ (-np.sin(slope), 0.0, -np.cos(slope))
        body = solid("d6", world.die.size)
        lying = int((np.array(body.normals) @ down).argmax())
        assert body.numbers[lying] == face
        assert ended.start_face == lying


def test_every_throw_draws_as_much_whatever_stands_around(track):
    """Common random numbers: two layouts under one stream share them."""
    after = []
    for request in (
        REQUEST,
        replace(REQUEST, die="blue", pull=(100_000, 5_000), start_face=3),
        replace(REQUEST, blockers=(Standing("green", (65_000, 15_000, 4_500)),)),
    ):
        rng = generator(9, 4)
        settle(track, request, rng)
        after.append(rng.random())
    assert len(set(after)) == 1


def test_the_world_is_the_requests(track):
    request = replace(
        REQUEST,
        towers=(Standing("blue", (30_000, 60_000, 9_000)),),
        blockers=(Standing("green", (70_000, 20_000, 4_500)),),
    )
    world = world_of(track, request)
    tower, blocker = world.boxes
    assert (tower.name, tower.mass) == ("blue", 0.0)
    # The footprint reaches back from the snout line: its middle lies 45 mm behind it.
    assert (tower.x, tower.y) == pytest.approx((300.0, 555.0))
    assert (tower.length, tower.depth) == (90.0, 60.0)
    assert (blocker.x, blocker.y, blocker.mass) == (700.0, 200.0, 29.0)
    assert blocker.yaw == pytest.approx(np.pi / 4)
    assert [d.half_sphere for d in world.discs] == [True] * 4 + [False] * 2
    assert world.table == (0.0, 0.0, 1200.0, 800.0)


def test_provenance_says_what_made_an_outcome():
    said = provenance()
    assert said["engine"] == "compliant contacts, pymunk"
    assert said["settings"] == settings_hash()
    assert json.loads(json.dumps(said)) == said


def test_a_study_counts_from_its_first_throw(track):
    assert [k for k, _ in study(track, REQUEST, 1, 3, first=5)] == [5, 6, 7]


def test_the_settings_hash_covers_the_code_of_a_throw_and_nothing_else():
    """What marbles and exact problems need may change without another hash of the dice."""
    names = provider._of_a_throw()
    assert {"provider", "die_throw", "kernel", "contact", "solids", "world", "way"} <= names
    assert not {"settled", "marble", "planar"} & names
