"""Makes the golden records of hoehle: ``python tests/rules/golden/hoehle/make.py``.

Whole games: of players that look one action ahead, of players that play anyhow, and scripted ones
for what seldom happens. Run it only when the rules changed on purpose, together with
``Hoehle.version``.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "support"))

from hoehle_kit import FIELD, ISLANDS, TOUCHING, TWO_CAVES, game
from making import Making, playthrough

from rules.core.run import pick
from rules.core.types import Draw, Over
from rules.hoehle.options import Options
from rules.hoehle.rules import HOEHLE

HERE = Path(__file__).parent


class Table(Making):
    game, folder = HOEHLE, HERE

    def __init__(self, name, s, seed=None):
        super().__init__(name, s, seed)
        self.rng = random.Random(seed)

    def play(self, choose):
        """To the end, every decision by ``choose(s, rng)``."""
        while not isinstance(pending := self.pending, Over):
            if isinstance(pending, Draw):
                self.answer(pick(pending.outcomes, self.rng))
            else:
                self.answer(choose(self.s, self.rng))
        self.close()


def ahead(s, rng):
    """The action after which the seat stands best, one of the best by chance."""
    seat = HOEHLE.pending(s).seat
    others = [k for k in range(s.seats) if k != seat]

    def worth(action):
        after = HOEHLE.apply(s, action).state
        best = max(HOEHLE.score(after, k) for k in others)
        return HOEHLE.score(after, seat) - 0.9 * best + rng.random() * 0.05

    return max(HOEHLE.actions(s), key=worth)


def anyhow(s, rng):
    return HOEHLE.random_action(s, rng)


def garden(name, seats, seed, choose, **options):
    """A whole game on the default board."""
    Table(name, HOEHLE.new(Options(**options), seats), seed).play(choose)


def no_move():
    """Nobody can move but one tile, which may not go back; all pass."""
    table = Table("no-move", game("b6 c5 e6 g6 a1", "a5 b4 f7 f5", board=ISLANDS))
    table.do("a1 e", "b1 w")
    table.close()


def third_time():
    """There and back, until the position is there for the third time."""
    table = Table("third-time", game("e3 a4 b4 i4", "a6 b6 i6 h6", repetition="third_draws"))
    for _ in range(2):
        table.do("e3 n", "h6 n", "e4 s", "h7 s")
    table.close()


def no_repeat():
    """The way back is refused, for steps and for digs; then the game goes on."""
    table = Table("no-repeat", game("e4 a4 b4 i4", "a6 b6 i6 h6", move_cap=60), 21)
    table.do("e4 n", "dig e5 > a9", "h6 n", "dig a9 > e5", "e5 s", "h7 n")
    table.do("e4 w", "h8 s", "d4 n", "h7 s", "d5 e", "dig e5 > i1")
    table.play(ahead)


def nobody():
    """Each rings one of the two caves."""
    table = Table("nobody", game("b3 a4 b5 c5", "d4 e3 d2 b2", board=TWO_CAVES))
    table.do("c5 s", "b2 ne")
    table.close()


def spoiler():
    """North loses a tile and plays on with three."""
    table = Table("spoiler", game("b3 c4 d3 b1 h8", "f8 f7 f6 c3"), 22)
    table.do("b1 ne")
    table.play(ahead)


def resting():
    """Digs at the start of a turn close a ring, and its four tiles rest."""
    table = Table("resting", game("a1 c5 d4 c3 e1", "a5 a4 a3 a6", board=TOUCHING, move_cap=12), 23)
    table.do("dig a1 > b4", "dig c5 > g1", "dig c3 > a1", "e1 e")
    table.play(anyhow)


def entrances():
    """All entrances are taken, by three players: nobody can dig."""
    table = Table("entrances", game("e4 a4 b4 h7", "a1 a9 i1 i9", "h2 h3 h4 h5", move_cap=12), 24)
    table.do("e4 n", "a1 e")
    table.play(anyhow)


def in_caves():
    """A mover takes the place of the tile in a cave."""
    table = Table("in-caves", game("c4 a4 h8 h7", "c3 i4 i8 i7", move_cap=60), 25)
    table.do("c4 s")
    table.play(ahead)


def not_into_caves():
    """The same, where a mover may not: it pushes another tile in, and a row across the cave."""
    table = Table(
        "not-into-caves",
        game("c5 a4 h8 h7", "c4 c3 i8 i7", mover_enters_occupied_cave=False, move_cap=60),
        26,
    )
    table.do("c5 s")
    table.play(ahead)


def two_rings():
    """One push closes a ring of each, and the mover is first."""
    table = Table(
        "two-rings",
        game("e4 b3 c4 c2 g6 f5", "i8 h7 g8 f7", busy=("g3", "c7"), first=1, board=FIELD),
    )
    table.do("i8 sw")
    table.close()


def main():
    garden("win-2", 2, 11, ahead)
    garden("win-3", 3, 12, ahead)
    garden("win-4", 4, 13, ahead)
    garden("any-2", 2, 14, ahead, movers="any", move_cap=60)
    garden("no-entering-3", 3, 15, ahead, mover_enters_occupied_cave=False)
    garden("cap-4", 4, 16, anyhow, move_cap=60)
    no_move()
    third_time()
    no_repeat()
    nobody()
    spoiler()
    resting()
    entrances()
    in_caves()
    not_into_caves()
    two_rings()
    for name in ("no-move", "resting", "two-rings"):
        playthrough(HERE, name)


if __name__ == "__main__":
    main()
