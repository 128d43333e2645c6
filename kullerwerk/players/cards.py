"""What ``greedy`` and ``aimer`` say when they are asked for a card of the pro game.

They look at the open attempt and their own hand, never at others': the active player plays what
lets its tower move, the others what stops a tower that would, always at the finish and now and
then elsewhere.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from rules.koenig.cards import DECKS, counting, with_card
from rules.koenig.state import Action, Pass, Play
from sim.settled import ON_TABLE

if TYPE_CHECKING:
    from rules.core.types import Knowledge
    from rules.koenig.hidden import ProView
    from rules.koenig.state import State
    from rules.koenig.view import View

SPITE = 0.25
"""How often a player spends a card on another's ordinary turn."""


def reply(knowledge: Knowledge[State, Action], rng: random.Random) -> Action:
    """Return a card that changes what happens for the better of this seat, or a pass."""
    view: View = knowledge.view
    pro = view.pro
    plays = [action for action in knowledge.actions if isinstance(action, Play)]
    if pro is None or pro.active is None or not plays:
        return Pass()
    own = pro.active == knowledge.seat
    moves = _moves(view, pro, None)
    wins = pro.result is not None and pro.result.wins
    if own == moves or (not own and not wins and rng.random() >= SPITE):
        return Pass()
    for play in plays:
        if _moves(view, pro, play) == own:
            return play
    return Pass()


def _moves(view: View, pro: ProView, play: Play | None) -> bool:
    """Tell whether the active tower will move, or throw, if no more than ``play`` is played."""
    deck = DECKS[pro.deck]
    played = pro.played
    if play is not None:
        played = with_card(played, play.card, -1, play.target)
    living = {one.card for one in played if one.alive}
    if pro.result is None:
        return "miss" not in living
    if "again" in living:
        return True
    pieces = view.racers[pro.active or 0].pieces
    assert pieces is not None, "nobody attempts anything before the draft has ended"
    numbers = counting(deck, played, pieces.hat)
    on_table = pro.result.outcome in ON_TABLE
    return on_table and (numbers is None or pro.result.face in numbers)
