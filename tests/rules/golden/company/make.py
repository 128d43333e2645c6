"""Makes the golden records of company: ``python tests/rules/golden/company/make.py``.

Whole games: played by seats that prefer holes, at random, or scripted for what seldom happens. Run
it only when the rules changed on purpose, together with ``Company.version``.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "support"))

from company_kit import ABOVE, HILL, SMALL, stand
from making import Making, playthrough

from rules.company.options import Options
from rules.company.rules import COMPANY
from rules.company.state import FLIP, PASS, Setup
from rules.core.run import SeededStreams, pick
from rules.core.types import Decide, Over

HERE = Path(__file__).parent
TOURNAMENT = Options(tournament=True)


class Table(Making):
    game, folder = COMPANY, HERE


def wanted(s, seat, rng):
    """The action after which the seat stands best; passing where it may."""
    actions = COMPANY.actions(s)
    if actions == (FLIP, PASS):
        return FLIP if COMPANY.pending(s).kind == "bonus" else PASS

    def worth(action):
        return COMPANY.score(COMPANY.apply(s, action).state, seat), rng.random()

    return max(actions, key=worth)


def played(name, s, seed, *, aim):
    """A whole game of seats that prefer holes (``aim``) or move anyhow."""
    table = Table(name, s, seed)
    rng, streams = random.Random(seed), SeededStreams.of(seed)
    while not isinstance(pending := table.pending, Over):
        if isinstance(pending, Decide):
            anyhow = not aim or rng.random() < 0.1
            table.answer(
                COMPANY.random_action(table.s, rng)
                if anyhow
                else wanted(table.s, pending.seat, rng)
            )
        else:
            table.answer(pick(pending.outcomes, streams.chance))
    table.close()


def grass_to_shovel():
    """Three small layers: a further move, passes, a forfeit, two lifts, a reshuffle, the goal."""
    table = Table("grass-to-shovel", COMPANY.new(None, 2, Setup(HILL, each=2)))
    table.do(0, 0, "put e4", "put e6", "put d4", "put d6")
    table.do("flip", 1, "e4 w", "flip", 1, "d6 ne", 0)
    table.do("flip", 3, "e3 e", "flip", 2, "c7 se", "pass", "flip", 2, "e7 sw", "pass")
    table.do("flip", 3, "g5 nw", 0, "flip", 2, "e6 w", "flip", 3, "flip", 2, "e4 e")
    table.do("flip", 4, "flip", 3, "flip", 1, "d5 se")
    table.close()


def survivor():
    """A further move of the brown layer fills its last hole: two seats are out, one has won."""
    s = stand("d3 e2 f5 c8 g3", "f4 d5", "e8", layer=3, options=Options())
    table = Table("survivor", s)
    table.do("flip", 1, "e2 e", "flip", 2, "f5 e")
    table.close()


def deadlock():
    """Nothing moves on the lowest layer: all shuffle, then a draw among the two that are left."""
    s = stand("e6", "e4 f5", "", layer=2, board=SMALL, discs=((0, 0, 2, 1),) * 3)
    table = Table("deadlock", s)
    table.do(*("flip", 3) * 4, "flip", 3, "flip", 4)
    table.close()


def standstill():
    """The same on a layer above: it is lifted with the holes as they are, and play goes on."""
    s = stand("e6 f5", "d5", "e4 d6", board=SMALL, discs=((0, 0, 2, 1),) * 3)
    table = Table("standstill", s)
    table.do(*("flip", 3) * 6, *("flip", 4) * 3, 2)
    table.do("flip", 1, "e6 w")
    table.close()


def everybody_passes():
    """All moles sit in holes of a layer that is not full; then one sits in a hole below, too."""
    table = Table("everybody-passes", stand("e3", "e7", board=ABOVE))
    table.do("pass", "pass", 0, "flip", 1, "e3 e", "pass", "flip", 4, "pass", "flip", 2, "e4 ne")
    table.do("pass", "flip", 3, "c6 sw", "pass", "flip", 3, "f3 ne", "pass", "flip", 2, "c6 sw")
    table.do("pass", "flip", 1, "e4 w", "pass", "flip", 2, "e3 ne", 0, "flip", 2, "e7 w")
    table.close()


def falls():
    """A layer is full as soon as it lies open, and is lifted too."""
    table = Table("falls", stand("e7 g4", "e3 d4", board=ABOVE, starter=None))
    table.do(0, "flip", 1, "g4 e", 3, 0, "flip", 2, "e3 e")
    table.close()


def two_discs():
    """Tournament: two equal discs, one that cannot be moved, neither, the last one."""
    s = stand("i1", "h1 h2 a5 i3 d4", "e3", options=Options(tournament=True, turn_cap=60))
    table = Table("two-discs", s)
    table.do("flip", 1, 2, "keep 1", "i1 e")
    rng, streams = random.Random(5), SeededStreams.of(5)
    while not isinstance(pending := table.pending, Over):
        if isinstance(pending, Decide):
            table.answer(COMPANY.random_action(table.s, rng))
        else:
            table.answer(pick(pending.outcomes, streams.chance))
    table.close()


def main():
    for seats in (2, 3, 4):
        played(f"standard-{seats}", COMPANY.new(None, seats), 20 + seats, aim=True)
        played(f"tournament-{seats}", COMPANY.new(TOURNAMENT, seats), 30 + seats, aim=True)
    played("plain-3", COMPANY.new(Options(bonus_moves=False), 3), 43, aim=True)
    played("cap-4", COMPANY.new(Options(turn_cap=60), 4), 44, aim=False)
    grass_to_shovel()
    survivor()
    deadlock()
    standstill()
    everybody_passes()
    falls()
    two_discs()
    for name in ("grass-to-shovel", "everybody-passes", "survivor", "standstill"):
        playthrough(HERE, name)


if __name__ == "__main__":
    main()
