"""Makes the golden records of koenig: ``python tests/rules/golden/koenig/make.py``.

Whole games without physics: sampled outcomes, or scripted ones for what seldom happens. Run it
only when the rules changed on purpose, together with ``Koenig.version``.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "support"))

from koenig_kit import BOARD, DONE, OPEN, mm, pro_race, race, racer, settled
from making import Making, playthrough

from rules.core.run import SeededStreams, pick
from rules.core.types import Ask, Decide, Draw, Over
from rules.koenig.options import Options
from rules.koenig.rules import KOENIG
from rules.koenig.sampled import Sampled
from rules.koenig.state import BlockFrame, Pass, Pull, Setup
from sim.settled import Standing

HERE = Path(__file__).parent


class Table(Making):
    game, folder = KOENIG, HERE

    def throw(self, at, block="pass", **how):
        self.do(block, "pull 600,0")
        self.answer(settled(self.s, at, **how))

    def stay(self):
        x, y, _ = self.s.racers[self.pending.seat].pose
        self.throw((x / 100, y / 100), outcome="never_left_mouth")

    def passes(self):
        """Everybody passes until the window shuts."""
        left = len(self.s.racers) - self.s.agenda[-1].passes
        self.do(*["pass"] * left)

    def turn(self, at, *, before=(), after=(), block="pass", **how):
        """A turn of the pro game: cards, the throw, cards; ``block`` None = without a blocker."""
        self.do(*before)
        self.passes()
        self.do(*([block] if block else []), "pull 600,0")
        self.answer(settled(self.s, at, **how))
        self.do(*after)
        self.passes()


def sampled(name, seats, seed, options, *, aim):
    """A whole game of players that place their towers well (``aim``) or anyhow."""
    table = Table(name, KOENIG.new(options, seats, Setup(BOARD)), seed)
    rng, streams, provider = random.Random(seed), SeededStreams.of(seed), Sampled(BOARD)
    while not isinstance(pending := table.pending, Over):
        if isinstance(pending, Ask):
            table.answer(provider.resolve(pending.request, next(streams.physics)))
        elif isinstance(pending, Draw):
            table.answer(pick(pending.outcomes, streams.chance))
        elif pending.kind in ("draft", "remove") or pending.kind.startswith("respond"):
            table.answer(KOENIG.random_action(table.s, rng))
        elif isinstance(table.s.agenda[-1], BlockFrame) and rng.random() < 0.7:
            table.answer(Pass())
        elif pending.kind == "pull":
            table.answer(Pull(rng.randint(40000, 80000), 0))
        elif aim:
            table.answer(KOENIG.space(table.s).propose(rng, 1)[0])
        else:
            table.answer(KOENIG.random_action(table.s, rng))
    table.close()


def deadlock():
    """Two towers face each other, sixty rounds long (fig. 8 and the round cap)."""
    table = Table("deadlock", race(racer((500, 400, 0)), racer((504, 400, 180))))
    while isinstance(table.pending, Decide):
        table.stay()
    table.close()


def reorient():
    """The same two towers with the option: one turns, both get away, a cap of 30 rounds."""
    options = Options(reorient_after_blocked_turns=3, round_cap=30)
    table = Table("reorient", race(racer((500, 400, 0)), racer((504, 400, 180)), options=options))
    for _ in range(6):
        table.stay()
    table.do("turn 90")
    table.throw((455, 700))
    table.do("tower 270.00")
    table.do("pass")
    while isinstance(table.pending, Decide):
        if table.pending.kind == "reorient":
            table.do("pass")
        table.stay()
    table.close()


def tie():
    """Equal progress at a cap of 12 rounds."""
    table = Table(
        "tie", race(racer((700, 200, 0)), racer((700, 360, 0)), options=Options(round_cap=12))
    )
    while isinstance(table.pending, Decide):
        table.stay()
    table.close()


def hand_mode():
    """A tower put where it pushes a half-sphere goes back; then it finishes."""
    table = Table(
        "hand-mode",
        race(
            racer((120, 400, 0), DONE), racer((540, 150, 0), DONE), options=Options(hand_mode=True)
        ),
    )
    table.throw((300, 460))
    table.do("tower 90.00")
    table.throw((700, 150), via=((650, 150),))
    table.close()


def rulings():
    """Four seats and all that seldom happens, up to a win without a place for the tower."""
    table = Table(
        "rulings",
        race(
            racer((1000, 240, 90), rest=(1000, 230)),
            racer((520, 150, 0), DONE),
            racer((300, 700, 180), (1, 1, 0, 0, 0), rest=(310, 700)),
            None,
        ),
    )
    # Round 1: over the edge; over the line and back, the blocker pushed; leaning; no free spot.
    table.throw((1200, 500), via=((1000, 400),), outcome="off_table")
    moved = Standing("red", mm(700, 155, 80))
    table.throw((531, 150), block="block 680,150,90", via=((660, 150),), displaced=(moved,), face=3)
    table.do("tower 180.00")
    table.throw((150, 600), outcome="cocked", face=10)
    table.do("tower 45.00")
    # Round 2: stopped while moving; out at the back; never out; still no free spot.
    table.throw((1000, 330), outcome="timed_out")
    table.do("tower 270.00")
    table.throw((400, 150), outcome="out_at_back", face=0)
    table.stay()
    # Round 3: yellow goes back over the ray that it has done; red wins.
    table.throw((1000, 200), via=((1000, 340),))
    table.do("tower 180.00")
    table.throw((700, 150))
    table.close()


def no_place():
    """A die between two towers that leave it 40 mm; then a win from far away."""
    table = Table(
        "no-place",
        race(
            racer((950, 400, 180), (1, 1, 0, 0, 0), rest=(960, 400)),
            racer((650, 420, 270), DONE),
            racer((650, 380, 90)),
        ),
    )
    table.throw((650, 400))
    table.throw((700, 150), via=((560, 300), (560, 150)))
    table.close()


KITS = (
    ("green", "green", "yellow", "green", "green", "green"),
    ("red", "red", "red", "red", "red", "red"),
    ("blue", "blue", "blue", "blue", "blue", "blue"),
)


def pro_example():
    """The rulebook's long example, a leaning die, and a win."""
    racers = (racer((540, 150, 0), DONE), racer((300, 650, 0)), racer((900, 700, 180)))
    hands = (("invalid", "all", "again"), ("miss", "noblock", "invalid"), ("only12",))
    table = Table("pro-example", pro_race(*racers, hands=hands, kits=KITS))
    table.do("pass", "card miss", "pass", "cancel 1")
    table.do("pass", "card only12", "pass", "card noblock")
    table.passes()
    table.do("pull 600,0")
    table.answer(settled(table.s, (580, 400), via=((560, 300),), face=5))
    table.do("card all", "cancel 5", "pass", "card again")
    table.passes()
    table.turn((570, 300), face=4)
    table.do("tower 90.00")
    table.turn((500, 650), face=5, outcome="cocked")
    table.do("tower 180.00")
    table.turn((500, 700), face=1)
    table.turn((700, 150), via=((560, 150),), face=9)
    table.close()


def pro_prevented():
    """A finish made void by a card, one by its number, one off the table; then one that counts."""
    racers = [racer((540, y, 0), DONE) for y in (110, 180)]
    hands = (("all", "invalid"), ("only12", "invalid", "only12"))
    table = Table(
        "pro-prevented",
        pro_race(*racers, hands=hands, kits=KITS[:2]),
    )
    table.turn((700, 130), face=4, after=("pass", "card only12"))
    table.turn((700, 180), face=1)
    table.turn((700, 130), face=7, after=("card all", "cancel 1"))
    moved = Standing("red", mm(640, 180, 80))
    table.turn((700, 180), face=1, block="block 620,180,90", via=((610, 180),), displaced=(moved,))
    table.turn((1200, 130), via=((700, 130),), outcome="off_table")
    table.turn((540, 180), outcome="never_left_mouth")
    table.turn((700, 130), face=4, after=("pass", "card only12", "cancel 1"))
    table.close()


def pro_options():
    """A leaning die thrown again, and a cancel that is cancelled."""
    options = Options("pro", cocked="reroll", cancel_targets_cancel=True, round_cap=2)
    hands = (("invalid", "again"), ("miss", "invalid"))
    racers = (racer((600, 400, 0)), racer((300, 650, 0)))
    table = Table("pro-options", pro_race(*racers, hands=hands, kits=KITS[:2], options=options))
    table.do("pass", "card miss", "cancel 1", "cancel 2")
    table.passes()
    table.turn((500, 650), face=2)
    table.do("tower 180.00")
    table.passes()
    table.do("block 700,430,0", "pull 600,0")
    moved = Standing("green", mm(720, 440, 20))
    table.answer(settled(table.s, (650, 400), face=4, outcome="cocked", displaced=(moved,)))
    table.do("pull 600,0")
    table.answer(settled(table.s, (750, 400), face=7))
    table.do("card again")
    table.passes()
    table.turn((750, 400), face=4)
    table.do("tower 180.00")
    table.turn((600, 650), face=1)
    table.close()


def main():
    sampled("win-2", 2, 11, Options(), aim=True)
    sampled("win-3", 3, 12, Options(), aim=True)
    sampled("win-4", 4, 13, Options(), aim=True)
    sampled("cap-3", 3, 14, Options(round_cap=12), aim=False)
    deadlock()
    reorient()
    tie()
    hand_mode()
    rulings()
    no_place()
    open_track = Table("first-throw", race(None, None, on=OPEN))
    open_track.do("start 480,150,0")
    open_track.throw((700, 150))
    open_track.close()
    pro_example()
    pro_prevented()
    pro_options()
    for seats in (2, 3, 4):
        sampled(f"pro-draft-{seats}", seats, 20 + seats, Options("pro", round_cap=4), aim=True)
    plain = Options("pro", round_cap=3, predraft=False)
    sampled("pro-no-predraft", 3, 31, plain, aim=False)
    for name in ("rulings", "reorient", "pro-example", "pro-prevented", "pro-options"):
        playthrough(HERE, name)


if __name__ == "__main__":
    main()
