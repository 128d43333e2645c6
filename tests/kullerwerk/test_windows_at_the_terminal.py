"""Hidden hands at one terminal: who is asked in windows that follow upon each other."""

from __future__ import annotations

import random
from contextlib import nullcontext

from kullerwerk.players.make import maker
from kullerwerk.players.specs import Spec
from kullerwerk.session import Session
from kullerwerk.text_play import Quit, Screen, Table
from rules.core.records import header
from rules.core.registry import game as find_game
from rules.core.types import Continuous


class Stop(Exception):
    """The test has seen enough."""


def pro(seed, answer):
    """A pro race of two people, and who is asked: ``answer`` gets the session and the prompt."""
    rules = find_game("koenig")
    first = rules.begin(rules.options({"variant": "pro"}), 2)
    head = header(
        rules, first.state, engine={"outcomes": "sampled"}, seed=seed, players=("human", "human")
    )
    session = Session(rules, head, rules.sampled(first.state))
    make = maker(rules, rules.sampled(session.first), None)

    def ask(prompt):
        return answer(session, prompt)

    screen = Screen(lambda line: None, ask, lambda: None, lambda what: nullcontext())
    return Table(session, (None, None), make, Spec("greedy"), screen), first.events


def test_after_a_missed_turn_everybody_is_asked_again():
    """The window of the next turn is of the same kind; it was taken for the one that had shut."""
    for seed in range(1, 40):
        missed = []

        def answer(session, prompt, missed=missed):
            kind, state, game = session.pending.kind, session.state, session.game
            if "Does anyone answer" in prompt:
                if missed:
                    if len(session.steps) > missed[0] + 1:
                        raise Stop
                    return ""
                return str(2 - session.pending.seat) if kind == "respond:before" else ""
            if "press Enter" in prompt:
                return ""
            if missed and len(session.steps) > missed[0] + 2:
                raise AssertionError("the window of the next turn went by in silence")
            space = game.space(state)
            chance = random.Random(len(session.steps))
            if isinstance(space, Continuous):
                return game.format(state, chance.choice(space.propose(chance, 2)))
            texts = [game.format(state, action) for action in space.actions]
            misses = [text for text in texts if "miss" in text]
            begun = sum(getattr(asked, "kind", "") == "pull" for asked, _, _ in session.steps)
            if misses and begun >= 2:
                missed.append(len(session.steps))
                return misses[0]
            return "pass" if "pass" in texts else chance.choice(texts)

        table, events = pro(seed, answer)
        try:
            table.play(events)
        except Stop:
            return
        except Quit:
            continue
    raise AssertionError("nobody was dealt such a card")
