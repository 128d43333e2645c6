"""Makes the golden records of kullern: ``python tests/rules/golden/kullern/make.py``.

Whole games without physics: sampled runs, or made ones for what seldom happens. Run it only when
the rules changed on purpose, together with ``Kullern.version``.
"""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "support"))

from kullern_kit import HILL, IN, OUT, drops, game, ran
from making import Making, playthrough

from rules.core.run import SeededStreams, pick
from rules.core.types import Ask, Draw, Over
from rules.kullern.board import library_hill
from rules.kullern.options import Options
from rules.kullern.rules import KULLERN
from rules.kullern.sampled import Sampled
from rules.kullern.state import Setup

HERE = Path(__file__).parent
TWO = Options(marmots_for_two=2)


class Table(Making):
    game, folder = KULLERN, HERE

    def do(self, *answers):
        """Texts, and ``dict`` for made runs."""
        for what in answers:
            if isinstance(what, dict):
                self.answer(ran(self.s, **what))
            else:
                self.answer(KULLERN.parse(self.s, what))

    def sample(self, seed, *, aim=True):
        """Play on with sampled runs; players walk far (``aim``), or anyhow."""
        rng, streams = random.Random(seed), SeededStreams.of(seed)
        provider = Sampled(self.s.board)
        while not isinstance(pending := self.pending, Over):
            if isinstance(pending, Ask):
                self.answer(provider.resolve(pending.request, next(streams.physics)))
            elif isinstance(pending, Draw):
                self.answer(pick(pending.outcomes, streams.chance))
            elif aim and pending.kind != "hatch":
                self.answer(max(KULLERN.actions(self.s), key=self.steps))
            else:
                self.answer(KULLERN.random_action(self.s, rng))

    def steps(self, action):
        """Steps that a marmot would walk."""
        told = KULLERN.apply(self.s, action).events if action.verb == "walk" else ()
        return getattr(told[0], "steps", 0) if told else -1


def sampled(name, seats, seed, options=None, setup=None, *, aim=True):
    """A whole sampled game."""
    table = Table(name, KULLERN.new(options, seats, setup), seed)
    table.sample(seed, aim=aim)
    table.close()


def cascade():
    """Three frights in a row in the turn of another, then alarms of both kinds, then a win."""
    s = game(25, 18, 23, 15, 5, -6, front=(0, 0, 3, 3, 3, 0))
    table = Table("cascade", s)
    table.do("hatch 1", {}, "hatch 2", {"to": 23}, {"move": {0: 15}}, {}, {"move": {3: 5}}, {})
    # Two steps of yellow over the taken 19, onto the horn 21: an alarm.
    table.do({}, {}, "hatch 3", {"to": IN}, "walk B", {}, {})
    # Red has one step and no horn, blue none.
    table.do(*drops(IN, OUT, IN), "walk B", {}, *drops(IN, IN, IN))
    # Yellow walks over the last space into its second chair.
    table.do(*drops(OUT, OUT, OUT), "walk B", {}, *drops(IN, IN, IN), *drops(IN, IN, IN))
    table.do(*drops(OUT, OUT, OUT), "walk B")
    table.close()


def knocked(name, counted):
    """A marble knocked free: with the option it counts, without it does not."""
    options = Options(dislodged_count=counted, marmots_for_two=2, turn_cap=12)
    table = Table(name, game(5, 12, -3, -4, options=options, hut=1))
    table.do("hatch 1", {"move": {0: OUT}, "to": IN}, *drops(IN, OUT), "walk B", {})
    while isinstance(table.pending, Ask):
        table.do({})
    table.sample(5)
    table.close()


def hollow(name, when):
    """The last turn empties the hollow: an alarm at its end, or none any more."""
    places, front = (7, 12, 18, 22, 1, 2, -7, -8), (3, 3, 3, 3, 2, 2, 1, 0)
    options = Options(hollow_alarm=when, turn_cap=1)
    table = Table(name, game(*places, seats=4, front=front, options=options))
    table.do(*drops(IN, IN, -8), "walk A", {"move": {0: -8, 1: -8, 2: -7}})
    table.do(*[{}] * (when == "end_of_turn"))
    table.close()


def no_marbles():
    """Twice nothing to drop: the alarm brings none, and the walk is with the steps so far."""
    places, front = (5, 12, 18, 22, 1, 2, -7, -8), (3, 3, 3, 3, 3, 2, 2, 0)
    table = Table("no-marbles", game(*places, seats=4, front=front))
    table.do(*drops(-8), {}, "walk B", {}, {})
    table.sample(8)
    table.close()


def chairs():
    """A hill with a single deck chair: the game ends when it is taken."""
    few = replace(HILL, name="one chair", chairs=1)
    table = Table("chairs", game(24, -2, 13, 12, options=TWO, on=few))
    table.do(*drops(OUT, IN, IN), "walk A")
    table.close()


def junior_touches():
    """Touches of all kinds: chains, repeated ones, a push, the last step of another wins."""
    options = Options(variant="junior", marmots_for_two=2)
    table = Table("junior-touches", game(12, 4, 23, -4, options=options))
    first = {"to": None, "touched": ((0, 0),)}
    table.do("hatch 2", first)
    table.do({"touched": ((0, 1),), "move": {0: None}}, {})
    table.do("hatch 2", {"to": IN}, {"touched": ((0, 2),), "move": {0: None}})
    table.do({"touched": ((0, 2),), "move": {0: None}}, {"move": {0: 24}})
    table.do("hatch 1", {"to": OUT, "lost": (1,), "timed_out": True})
    # Red: nobody walks, so a step is offered, and taken.
    table.do(*drops(OUT, OUT, OUT), "walk B", {})
    # Yellow: nobody walks; then its marble reaches the marmot of red that stands before the chairs.
    table.do(*drops(OUT, OUT, OUT), "pass")
    table.do("hatch 3", {"to": None, "touched": ((1, 2),)})
    table.close()


def tie():
    """Equal sums at the turn cap."""
    table = Table("tie", game(9, -2, 3, 6, 4, 5, options=Options(turn_cap=3)))
    for _ in range(3):
        table.do(*drops(IN, IN, IN))
    table.close()


def main():
    half = (16, 12, 9, 3, 17, 11, 8, 6)
    sampled("full-2", 2, 11, Options(turn_cap=60), Setup(HILL, half, hut=3))
    sampled("full-3", 3, 12, None, Setup(HILL, half[:6]))
    sampled("full-4", 4, 13, Options(turn_cap=60), Setup(HILL, half, (1, 0, 2, 3, 0, 0, 3, 1)))
    sampled("from-the-start-4", 4, 15, Options(turn_cap=12), aim=False)
    sampled("junior-2", 2, 21, Options(variant="junior"), Setup(HILL, half))
    options = Options(variant="junior", hollow_alarm="end_of_turn")
    sampled("junior-4", 4, 22, options, Setup(HILL, (*half[:6], -7, -8)))
    wild = Setup(library_hill("galton-wild"), (9, 3, 12, 5, 8, 15), (2, 1, 0, 3, 0, 1), 4)
    sampled("wild-3", 3, 14, Options(turn_cap=12), wild)
    cascade()
    knocked("knocked-free", True)
    knocked("knocked-free-own-only", False)
    hollow("hollow-on-drop", "on_drop")
    hollow("hollow-end-of-turn", "end_of_turn")
    no_marbles()
    chairs()
    junior_touches()
    tie()
    for name in ("cascade", "junior-touches"):
        playthrough(HERE, name)


if __name__ == "__main__":
    main()
