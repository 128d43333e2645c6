"""What physics may not answer: each refusal with its sentence; the state is as it was."""

from dataclasses import replace

import pytest
from koenig_kit import BOARD, do, mm, race, racer, settled, square, stay

from rules.core.errors import BadOutcome
from rules.core.run import SeededStreams
from rules.koenig.rules import KOENIG
from rules.koenig.sampled import Sampled
from rules.koenig.state import Pull
from sim.settled import Standing


@pytest.fixture
def rolling():
    s = race(racer((500, 400, 0)), racer((900, 600, 0)))
    return do(s, "block 700,400,90", "pull 600,0")[0]


def good(s):
    return settled(s, (640, 400))


BAD = {
    "is no outcome": lambda o: replace(o, outcome="flies"),
    "angle from 0 to 35999": lambda o: replace(o, pose=(*o.pose[:2], -1)),
    "must be whole numbers": lambda o: replace(o, time=1.5),
    "must be tuples": lambda o: replace(o, path=list(o.path)),
    "points of two whole numbers": lambda o: replace(o, path=((1, 2, 3), *o.path)),
    "a d4 has no 5: its numbers are 1 to 4": lambda o: replace(o, face=5),
    "a d4 has no 0": lambda o: replace(o, face=0),
    "beyond the table's edge": lambda o: replace(o, path=((-1, 0), *o.path)),
    "must have crossed its edge": lambda o: replace(o, outcome="off_table", face=0, outline=()),
    "must have a path": lambda o: replace(o, path=()),
    "must end where the die ends": lambda o: replace(o, path=o.path[:-1]),
    "inside its own tower": lambda o: replace(
        o, pose=(*mm(450, 400), 0), path=(*o.path, mm(450, 400)), outline=square(mm(450, 400))
    ),
    "inside the red tower": lambda o: replace(
        o, pose=(*mm(850, 600), 0), path=(*o.path, mm(850, 600)), outline=square(mm(850, 600))
    ),
    "half its size or more out in front": lambda o: replace(
        o, pose=(*mm(300, 500), 0), path=(mm(300, 500),), outline=square(mm(300, 500))
    ),
    "has left the mouth": lambda o: replace(o, outcome="never_left_mouth"),
    "convex polygon": lambda o: replace(o, outline=o.outline[::-1]),
    "go round its middle": lambda o: replace(o, outline=square(mm(660, 400))),
    "larger than the die": lambda o: replace(o, outline=square(mm(640, 400), 4001)),
    "no such blocker stood there": lambda o: replace(o, displaced=(Standing("red", (0, 0, 0)),)),
    "is displaced twice": lambda o: replace(o, displaced=(Standing("yellow", (0, 0, 0)),) * 2),
    "blocker's pose": lambda o: replace(o, displaced=(Standing("yellow", (0, 0, 36000)),)),
    "shows no number": lambda o: replace(
        o, outcome="off_table", pose=(*mm(1200, 400), 0), path=(*o.path, mm(1200, 400)), outline=()
    ),
    "has no outline on it": lambda o: replace(
        o, outcome="off_table", face=0, pose=(*mm(1200, 400), 0), path=(*o.path, mm(1200, 400))
    ),
    "must be answered by a DieSettled": lambda o: "rests",
}


@pytest.mark.parametrize("sentence", BAD)
def test_an_impossible_outcome_is_refused_with_a_sentence(rolling, sentence):
    assert KOENIG.settle(rolling, good(rolling)).state != rolling
    before = KOENIG.dump(rolling)
    with pytest.raises(BadOutcome) as caught:
        KOENIG.settle(rolling, BAD[sentence](good(rolling)))
    assert sentence in str(caught.value)
    assert KOENIG.dump(rolling) == before


def test_an_outcome_is_refused_when_nothing_was_thrown():
    s = race(racer((500, 400, 0)), racer((900, 600, 0)))
    with pytest.raises(BadOutcome, match="nothing was thrown"):
        KOENIG.settle(s, None)


@pytest.mark.parametrize("set_", ["yellow", "red", "green", "blue"])
def test_half_a_die_before_the_snout_line_has_left_the_mouth(set_):
    """GAMES.md 1.3: judged on the way of the die's centre, with 1 mm to spare."""
    other = "red" if set_ == "yellow" else "yellow"
    s = race(racer((500, 400, 0)), racer((900, 600, 0)), colours=(set_, other))
    while KOENIG.pending(s).seat != 0:
        s = stay(s)
    s, _ = do(s, "pass", "pull 600,0")
    half = s.pieces(0).die_size / 200

    def passes(outcome, out, at):
        o = settled(s, at, via=((500 + out, 400),), outcome=outcome, face=1)
        o = replace(o, path=(mm(500, 400), mm(500 + out, 400), mm(*at)))
        try:
            KOENIG.settle(s, o)
        except BadOutcome as error:
            return "half its size" not in str(error)
        return True

    beside, behind, inside = (480, 450), (390, 400), (450, 400)
    for out, left in ((half - 1.1, False), (half + 1.1, True)):
        for outcome in ("rests", "cocked", "timed_out"):
            assert passes(outcome, out, beside) == left
        assert passes("never_left_mouth", out, beside) != left
        assert passes("out_at_back", out, behind) != left
        # Whatever its way: inside its own tower's footprint it has not left it.
        assert passes("never_left_mouth", out, inside)
    assert not passes("never_left_mouth", 0, (500 + half + 1.1, 400))
    assert passes("out_at_back", 0, (540, 500))


def test_a_sampled_die_that_meets_something_at_the_mouth_does_not_leave_it():
    s = race(racer((500, 400, 0)), racer((510, 400, 180)))
    s, _ = do(s, "pass", "pull 600,0")
    provider, streams = Sampled(BOARD), SeededStreams.of(4)
    for _ in range(100):
        outcome = provider.resolve(KOENIG.pending(s).request, next(streams.physics))
        KOENIG.settle(s, outcome)
        assert outcome.outcome in ("never_left_mouth", "out_at_back")


def test_a_die_rolled_back_past_its_tower_has_left_it(rolling):
    """GAMES.md 1.3: it came out, so the tower must go there, behind its old place."""
    back = settled(rolling, (300, 480), via=((600, 400), (600, 480)))
    assert KOENIG.pending(KOENIG.settle(rolling, back).state).kind == "place_tower"


def test_an_outline_of_twelve_corners_is_fine(rolling):
    x, y = mm(640, 400)
    ring = ((800, 0), (700, 400), (400, 700), (0, 800), (-400, 700), (-700, 400))
    outline = tuple((x + dx, y + dy) for dx, dy in (*ring, *((-a, -b) for a, b in ring)))
    assert KOENIG.settle(rolling, replace(good(rolling), outline=outline)).state


def test_sampled_throws_are_always_possible_and_of_every_kind():
    provider, streams, seen = Sampled(BOARD), SeededStreams.of(4), set()
    rivals = (racer((700, 380, 90)), racer((500, 700, 0)), racer((900, 650, 200)))
    s = race(racer((560, 400, 0)), *rivals)
    s, _ = do(s, "block 650,460,45")
    s = KOENIG.apply(s, Pull(60000, 0)).state
    for _ in range(1500):
        outcome = provider.resolve(KOENIG.pending(s).request, next(streams.physics))
        KOENIG.settle(s, outcome)
        seen.add(outcome.outcome)
    edge = race(racer((1100, 400, 0)), None)
    edge, _ = do(edge, "pass", "pull 600,0")
    for _ in range(50):
        outcome = provider.resolve(KOENIG.pending(edge).request, next(streams.physics))
        KOENIG.settle(edge, outcome)
        seen.add(outcome.outcome)
    assert seen == {
        "rests", "cocked", "timed_out", "off_table", "never_left_mouth", "out_at_back",
    }  # fmt: skip
