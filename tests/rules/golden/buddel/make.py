"""Makes the golden records of buddel: ``python tests/rules/golden/buddel/make.py``.

Whole games of players that look one step ahead now and then, and scripted ones for what seldom
happens. Run it only when the rules changed on purpose, together with ``Buddel.version``.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "support"))

from buddel_kit import LANE, POCKET, B, G, R, Y, seats, table
from making import Making, playthrough

from rules.buddel.options import Options
from rules.buddel.rules import BUDDEL
from rules.buddel.state import MoveFrame
from rules.core.run import pick
from rules.core.types import Draw, Over

HERE = Path(__file__).parent


class Table(Making):
    game, folder = BUDDEL, HERE


def best(s, seat, rng):
    """An action after which the seat stands well."""

    def worth(action):
        return BUDDEL.score(BUDDEL.apply(s, action).state, seat)

    return max(rng.sample(BUDDEL.actions(s), len(BUDDEL.actions(s))), key=worth)


def played(name, s, seed, aim):
    """A whole game; ``aim`` = how often the players look a step ahead."""
    game, rng = Table(name, s, seed), random.Random(seed)
    while not isinstance(pending := game.pending, Over):
        if isinstance(pending, Draw):
            game.answer(pick(pending.outcomes, rng))
        elif rng.random() < aim:
            game.answer(best(game.s, pending.seat, rng))
        else:
            game.answer(BUDDEL.random_action(game.s, rng))
    game.close()


def stuck():
    """Two carts that never move again: 300 turns that pass by themselves."""
    game = Table("stuck", table(2, carts=("a2", "b2"), board=POCKET, one=seats(n=Y)))
    rng = random.Random(1)
    while not isinstance(game.pending, Over):
        if isinstance(game.pending, Draw):
            game.answer(pick(game.pending.outcomes, rng))
        else:
            assert not isinstance(game.s.agenda[-1], MoveFrame)
            game.answer(BUDDEL.random_action(game.s, rng))
    game.close()


def rulings():
    """Four players in a short lane and all that happens in the mine, up to a shared win."""
    s = table(
        4, carts=("a2", "c1"), board=LANE, one=seats(n=Y, e=R, w=B), two=seats(s=G, w=Y),
        held=[("a3", G)], stones=(3, 2, 3, 2),
    )  # fmt: skip
    game = Table("rulings", s)
    # Yellow: a swap on b3's west side, a capture on its east side.
    game.do(2, "cart1 e1 n1", "turn-r")
    # Red: an opponent's captive is freed; green posts Gorgan elsewhere; blue: the chamber.
    game.do("gorgan")
    game.do(sorted(BUDDEL.format(game.s, a) for a in BUDDEL.actions(game.s))[0])
    game.do("gorgan")
    game.do(BUDDEL.format(game.s, BUDDEL.actions(game.s)[-1]))
    game.do(3, "cart1 n1", "turn-l", "home a1")
    rng = random.Random(4)
    while not isinstance(pending := game.pending, Over):
        if isinstance(pending, Draw):
            game.answer(pick(pending.outcomes, rng))
        else:
            game.answer(BUDDEL.random_action(game.s, rng))
    game.close()


def tie():
    """Too few treasures: front, left and right take the last three, and two share the win."""
    s = table(
        4, carts=("c8", "f2"), one=seats(n=Y, e=R, s=G, w=B), two=seats(n=Y, s=R),
        held=[("c5", G), ("g7", B)], gorgan="a4", stones=(4, 5, 4, 4),
    )  # fmt: skip
    game = Table("tie", s)
    # Front red, left yellow, right green, rear blue: the last one goes away with nothing.
    game.do(4, "cart1 e1 n1", "turn-l")
    game.close()


def last_rescue():
    """No free seat: the last treasure is paid for a mole that goes home."""
    s = table(
        4, one=seats(n=R, e=R, s=G, w=B), two=seats(n=G, e=G, s=B, w=Y),
        held=[("c5", Y), ("a7", R)], stones=(5, 5, 4, 5), first=3,
    )  # fmt: skip
    game = Table("last-rescue", s)
    game.do("gorgan", "goblin post a4", "gorgan", "goblin free c5 > treasure")
    game.close()


def sent():
    """Option ``send_own_mole``: sent from a seat and from above; Gorgan stays; the chamber."""
    s = table(
        2, carts=("b3", "c1"), board=LANE, one=seats(n=Y, e=Y, w=R), two=seats(n=R),
        held=[("c3", R)], gorgan="a3", stones=(9, 7), send_own_mole=True,
    )  # fmt: skip
    game = Table("sent", s)
    game.do("gorgan", "pass", 3, "cart2 n1 w1", "turn-r", "gorgan")
    game.do("goblin send cart1.n > c3 > cart1.s", "gorgan", "goblin send cart1.w > c3 > cart2.w")
    game.do(2, "cart1 n1", "turn-l")
    rng = random.Random(3)
    while not isinstance(pending := game.pending, Over):
        if isinstance(pending, Draw):
            game.answer(pick(pending.outcomes, rng))
        else:
            game.answer(BUDDEL.random_action(game.s, rng))
    game.close()


def main():
    played("win-2", BUDDEL.new(Options(), 2), 11, 0.6)
    played("win-3", BUDDEL.new(Options(), 3), 12, 0.6)
    played("win-4", BUDDEL.new(Options(), 4), 13, 0.6)
    played("simplified-3", BUDDEL.new(BUDDEL.options({"preset": "simplified"}), 3), 14, 0.4)
    played("one-gorgan-4", BUDDEL.new(Options(die="one-gorgan"), 4), 15, 0.6)
    played("rescue-choice-4", BUDDEL.new(Options(rescue_choice=True), 4), 16, 0.4)
    played("send-own-mole-3", BUDDEL.new(Options(send_own_mole=True), 3), 17, 0.4)
    played("cap-2", BUDDEL.new(Options(turn_cap=40), 2), 18, 0.0)
    stuck()
    rulings()
    tie()
    last_rescue()
    sent()
    for name in ("rulings", "win-4", "sent"):
        playthrough(HERE, name)


if __name__ == "__main__":
    main()
