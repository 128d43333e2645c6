"""Games of kullern on simulated marbles: all accounted for, none refused, the same again."""

import random

import pytest

from rules.core.run import SeededStreams, run
from rules.core.types import Ask, Over
from rules.kullern.board import default_hill, hill_of
from rules.kullern.options import Options
from rules.kullern.rules import KULLERN
from rules.kullern.state import Setup
from scenes.files import load_hill
from scenes.hill import MarbleHill
from sim.marbles.provider import LiveMarbles
from sim.settled import OnHill, PlaceMarmot

LIVE = LiveMarbles(load_hill("galton"))
GAMES = [
    *((Options(turn_cap=5), seats) for seats in (2, 3, 4)),
    (Options(turn_cap=5, marmots_for_two=2), 2),
    *((Options(variant="junior", turn_cap=5), seats) for seats in (2, 3, 4)),
]


class Blind:
    """A player who acts at random."""

    def __init__(self, seed):
        self.rng = random.Random(seed)

    def choose(self, knowledge):
        return self.rng.choice(knowledge.actions)


def play(options, seats, seed, live=LIVE, setup=None):
    """The answers of a whole game, and how it ended; the rules check every answer."""
    answers = []

    def count(pending, answer, step):
        state = step.state
        assert len(state.marbles) == len(state.world) == state.board.marbles
        if isinstance(pending, Ask):
            answers.append(answer)
            places = [*answer.hut, *answer.hollow, *(k for k, _ in answer.resting)]
            assert sorted(places) == list(range(state.board.marbles))

    players = [Blind(f"{seed}:{seat}") for seat in range(seats)]
    start = KULLERN.begin(options, seats, setup).state
    end = run(KULLERN, start, players, live, SeededStreams.of(seed), on_step=count)
    assert isinstance(KULLERN.pending(end), Over)
    return answers, end


@pytest.mark.parametrize(("options", "seats"), GAMES)
def test_every_variant_and_player_count(options, seats):
    answers, end = play(options, seats, seed=7)
    assert len(answers) > 10
    again, _ = play(options, seats, seed=7)
    assert again == answers
    assert KULLERN.load(KULLERN.dump(end)) == end


def test_a_game_to_its_end_in_which_marbles_frighten():
    answers, end = play(Options(), 3, seed=2)
    assert end.over.termination == "home"
    assert len(answers) > 60
    assert any(max(answer.front, default=0) >= 4 for answer in answers)


def test_a_start_made_by_hand():
    places, front = (9, 3, 12, 5), (2, 1, 3, 3)
    options = Options(turn_cap=1, marmots_for_two=2)
    setup = Setup(default_hill(), places, front, 6, first=0)
    answers, _ = play(options, 2, seed=1, setup=setup)
    first = answers[0]
    held = [place for _, place in first.resting]
    assert all(held.count(place) >= size for place, size in zip(places, front, strict=True))
    assert len(first.hut) + len(first.out) in (6, 7)


def test_a_hill_of_ones_own():
    hill = MarbleHill.example()
    answers, _ = play(
        Options(turn_cap=4, marmots_for_two=2), 2, 1, LiveMarbles(hill), Setup(hill_of(hill))
    )
    assert any(answer.out for answer in answers)


def test_a_pile_that_a_marmot_is_put_into_the_midst_of():
    """Those above lost their hold and slept on: the run never ended."""
    world = (
        (2, 32152, 27217, 0, 0, 0, 0, 0, -8),
        (2, 8525, 6274, 0, 0, 0, 0, 0, 18),
        (0, 0, 0, 0, 0, 0, 0, 0, 0),
        (2, 32150, 24124, 0, 0, 0, 0, 0, -8),
        (2, 4150, 15214, 0, 0, 0, 0, 0, 16),
        (0, 0, 0, 0, 0, 0, 0, 0, 0),
        (2, 7850, 7214, 0, 0, 0, 0, 0, 18),
        (2, 31849, 23608, 0, 0, 0, 0, 0, -8),
        (2, 31850, 25671, 0, 0, 0, 0, 0, -8),
        (2, 31848, 26702, 0, 0, 0, 0, 0, -8),
        (0, 0, 0, 0, 0, 0, 0, 0, 0),
        (2, 32152, 26187, 0, 0, 0, 0, 0, -8),
        (2, 32152, 25155, 0, 0, 0, 0, 0, -8),
        (0, 0, 0, 0, 0, 0, 0, 0, 0),
        (2, 12150, 7214, 0, 0, 0, 0, 0, 19),
        (0, 0, 0, 0, 0, 0, 0, 0, 0),
        (2, 11835, 6705, 0, 0, 0, 0, 0, 19),
        (2, 32151, 23091, 0, 0, 0, 0, 0, -8),
        (2, 8062, 6654, 0, 0, 0, 0, 0, 18),
        (2, 31849, 24641, 0, 0, 0, 0, 0, -8),
    )
    on = OnHill("right", (16, 18, -3, 13, 0, 15, 19, -8), world)
    request = PlaceMarmot(on, 4, 8)
    runs = [
        LiveMarbles(load_hill("galton"), asleep=asleep).resolve(request, random.Random(1))
        for asleep in (True, False)
    ]
    assert runs[0].front == runs[1].front == (1, 3, 0, 0, 0, 0, 2, 5)
    assert not runs[0].timed_out
