"""The games as environments pass the tests of the libraries that they are made for (C19)."""

import importlib
import random
import warnings

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="the extra rl is not installed")

from pettingzoo.test import api_test, seed_test

from kullerwerk.adapters.numbers import LENGTH, Codec, flat, vector
from kullerwerk.adapters.pettingzoo import env, rewards_of
from kullerwerk.adapters.vocabulary import vocabulary
from rules.core.errors import RulesError
from rules.core.registry import game as find_game
from rules.core.registry import names
from rules.core.run import SeededStreams, pick
from rules.core.types import Ask, Decide, Draw, Over

GAMES = [name for name in names() if name != "coin"]
PLAYED = [
    (name, preset, seats)
    for name in GAMES
    for preset in find_game(name).presets
    for seats in find_game(name).seats
]


def fits(name, preset, seats):
    """Whether a preset is for so many seats."""
    game = find_game(name)
    try:
        game.new(game.options({"preset": preset}), seats)
    except RulesError:
        return False
    return True


PLAYED = [case for case in PLAYED if fits(*case)]
each = pytest.mark.parametrize(("name", "preset", "seats"), PLAYED)


@each
def test_pettingzoos_own_api_test(name, preset, seats):
    with warnings.catch_warnings():
        # It would like a plain array as observation; with a mask there is a dictionary, as in
        # the card and board games of the library itself.
        warnings.filterwarnings("ignore", "Observation")
        api_test(env(name, seats, {"preset": preset}), num_cycles=150)


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoos_own_seed_test(name):
    seed_test(lambda: env(name), num_cycles=60)


def walk(name, preset, seats, seed, limit):
    """States of a random game."""
    game, rng, streams = find_game(name), random.Random(seed), SeededStreams.of(seed)
    s = game.new(game.options({"preset": preset}), seats)
    provider = game.sampled(s)
    for _ in range(limit):
        match pending := game.pending(s):
            case Over():
                return
            case Decide():
                yield game, s
                s = game.apply(s, game.random_action(s, rng)).state
            case Draw(outcomes=outcomes):
                s = game.settle(s, pick(outcomes, streams.chance)).state
            case Ask():
                s = game.settle(s, provider.resolve(pending.request, next(streams.physics))).state


@each
def test_every_legal_action_has_its_word(name, preset, seats):
    words = vocabulary(name)
    for game, s in walk(name, preset, seats, 5, 600):
        legal = Codec(game).legal(s, random.Random(1))
        assert legal
        assert list(legal) == sorted(legal)
        assert all(game.check(s, a).ok for a in legal.values())
        if words:
            texts = [game.format(s, a) for a in game.actions(s)]
            assert {Codec(game).text(k) for k in legal} == set(texts)


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_sees_fits_into_an_observation(name):
    longest = 0
    game = find_game(name)
    for _, s in walk(name, next(iter(game.presets)), game.seats[-1], 3, 400):
        for seat in range(game.seated(s)):
            seen = flat(game.observe(s, seat))
            longest = max(longest, len(seen))
            assert vector(game.observe(s, seat)).dtype == np.int32
    assert longest <= LENGTH


def test_rewards():
    assert rewards_of(Over("end", (1, 2, 2), (1.0, 0.0, 0.0))) == [1.0, -1.0, -1.0]
    assert rewards_of(Over("end", (1, 1, 3, 4), (0.5, 0.5, 0.0, 0.0))) == [0.0, 0.0, -1.0, -1.0]
    assert rewards_of(Over("end", (1, 1), (0.5, 0.5))) == [0.0, 0.0]


def test_an_illegal_action_is_refused_and_changes_nothing():
    table = env("hoehle")
    table.reset(seed=3)
    agent = table.agent_selection
    mask = table.observe(agent)["action_mask"]
    before = table.state().copy()
    with pytest.raises(ValueError, match="is not legal for player_"):
        table.step(int(np.flatnonzero(mask == 0)[0]))
    assert (table.state() == before).all()
    assert table.agent_selection == agent


SPIEL = [case for case in PLAYED if case[0] in ("buddel", "company", "hoehle")]


@pytest.mark.parametrize(("name", "preset", "seats"), SPIEL)
def test_openspiels_own_random_sim_test(name, preset, seats):
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    importlib.import_module("kullerwerk.adapters.openspiel")

    game = pyspiel.load_game(f"kullerwerk_{name}", {"players": seats, "preset": preset, "cap": 12})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
