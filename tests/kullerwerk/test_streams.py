from __future__ import annotations

import numpy as np
from numpy.random import SeedSequence, default_rng

from kullerwerk.streams import Streams, physics_stream, python_stream


def test_throw_k_has_its_own_generator_whatever_happened_before():
    expected = [default_rng(SeedSequence(7, spawn_key=(1, k))).random(4) for k in range(5)]
    streams = Streams(7, 2)
    for k, row in enumerate(expected):
        streams.players[0].random()
        streams.chance.random()
        generator = next(streams.physics)
        assert np.array_equal(generator.random(4), row)
        assert np.array_equal(physics_stream(7, k).random(4), row)


def test_streams_differ_and_do_not_disturb_each_other():
    first, second = Streams(1, 4), Streams(1, 4)
    for _ in range(100):
        first.players[0].random()
    assert first.chance.random() == second.chance.random()
    assert first.players[1].random() == second.players[1].random()
    draws = {s.random() for s in (second.players[2], second.players[3], python_stream(2, 0))}
    assert len(draws) == 3


def test_a_python_stream_is_the_same_on_every_machine():
    assert python_stream(1, 0).random() == 0.5932722902072413
