"""Providers without physics, and the driver."""

import random
from dataclasses import replace

import pytest
from koenig_kit import BOARD, do, race, racer, settled

from rules.core.providers import Scripted, Table
from rules.core.run import SeededStreams, run
from rules.koenig.rules import KOENIG
from rules.koenig.state import Pass, Pull


def rolling():
    s = race(racer((540, 150, 0), (1, 1, 1, 1, 0)), racer((300, 600, 0)), on=BOARD)
    return do(s, "pass", "pull 600,0")[0]


def test_a_script_answers_in_order_and_says_when_it_ends():
    s = rolling()
    request = KOENIG.pending(s).request
    first, second = settled(s, (700, 150)), settled(s, (560, 150))
    script = Scripted([first, second])
    assert script.resolve(request, None) is first
    assert script.resolve(request, None) is second
    with pytest.raises(LookupError, match="DieThrow is asked for"):
        script.resolve(request, None)


def test_a_table_draws_a_row_of_the_class_and_fits_it():
    s = rolling()
    request = KOENIG.pending(s).request
    rows = [settled(s, (700, 150), face=face) for face in (1, 2, 3, 4)]
    table = Table(
        {"yellow/yellow": rows},
        lambda r: f"{r.tower}/{r.die}",
        lambda r, o: replace(o, time=r.pull[0]),
    )
    stream = random.Random(1)
    faces = [table.resolve(request, stream).face for _ in range(400)]
    assert {face: faces.count(face) > 60 for face in (1, 2, 3, 4)} == dict.fromkeys(
        (1, 2, 3, 4), True
    )
    assert table.resolve(request, stream).time == 60000


class Quiet:
    def choose(self, knowledge):
        return Pass() if knowledge.pending.kind == "block" else Pull(60000, 0)


def test_the_driver_tells_every_step_and_ends():
    s = race(racer((540, 150, 0), (1, 1, 1, 1, 0)), racer((300, 600, 0)))
    told = []
    win = settled(rolling(), (700, 150))
    end = run(
        KOENIG, s, [Quiet(), Quiet()], Scripted([win]), SeededStreams.of(1),
        on_step=lambda pending, answer, step: told.append((pending, answer, step)),
    )  # fmt: skip
    assert [type(answer).__name__ for _, answer, _ in told] == ["Pass", "Pull", "DieSettled"]
    assert told[-1][2].state == end
    assert KOENIG.pending(end).ranking == (1, 2)


def test_streams_of_a_seed_are_the_same_again_and_every_throw_has_its_own():
    one, two = SeededStreams.of(5), SeededStreams.of(5)
    first = [next(one.physics).random() for _ in range(3)]
    assert first == [next(two.physics).random() for _ in range(3)]
    assert len(set(first)) == 3
    assert one.chance.random() == two.chance.random()
