"""Refusals of the rules as the window says them."""

import random

import pytest
from sentences import refusals

from kullerwerk.stage.menu import GAMES
from kullerwerk.stage.refusals import GERMAN, refused
from rules.buddel.state import Free, Home, Post, Ransom, Sit, Turn
from rules.buddel.state import Move as Pull
from rules.company.net import CELLS
from rules.company.state import FLIP, PASS, Keep, Put
from rules.company.state import Move as Walk
from rules.core import registry
from rules.core.run import pick
from rules.core.types import Decide, Draw
from rules.hoehle.state import Dig
from rules.hoehle.state import Move as Push

TRIES = {
    "company": lambda rng: rng.choice(
        (
            Put(rng.randrange(CELLS)), FLIP, PASS, Keep(rng.randint(1, 4)),
            Walk(rng.randrange(CELLS), rng.randrange(6)),
        )
    ),
    "hoehle": lambda rng: rng.choice(
        (Push(rng.randrange(181), rng.randrange(8)), Dig(rng.randrange(181), rng.randrange(181)))
    ),
    "buddel": lambda rng: rng.choice(
        (
            Sit(rng.randrange(2), rng.randrange(4)), Turn(True), Home(rng.randrange(63)),
            Pull(rng.randrange(2), tuple(rng.choices(range(4), k=rng.randint(1, 5)))),
            Free(rng.randrange(8), rng.randrange(2), rng.randrange(4)), Ransom(rng.randrange(8)),
            Post(rng.randrange(8)),
        )
    ),
}  # fmt: skip


def test_what_to_type_in_a_terminal_is_left_out():
    assert refused("a disc must be turned over first ('flip')", "en") == (
        "a disc must be turned over first"
    )
    assert refused("a further disc may be turned over now ('flip'), or not ('pass')", "en") == (
        "a further disc may be turned over now, or not"
    )


def test_an_unknown_sentence_stays():
    assert refused("the moon is full", "de") == "the moon is full"


def test_names_and_numbers_are_kept():
    assert refused("e5 is occupied", "de") == "e5 ist besetzt"
    said = refused("the die allows 3 steps, not 4", "de")
    assert said == "der Würfel erlaubt 3 Schritte, nicht 4"
    assert refused("now the tile on b2 or c9 must dig", "de").endswith("auf b2 oder c9 graben")


def test_no_sentence_is_there_twice():
    english = [one for one, _ in GERMAN]
    assert len(set(english)) == len(english)


@pytest.mark.parametrize("name", TRIES)
@pytest.mark.parametrize("seats", [2, 4])
def test_all_that_is_refused_is_refused_in_german_too(name, seats):
    game, rng = registry.game(name), random.Random(seats)
    state = game.begin(None, seats).state
    met = set()
    for _ in range(250):
        pending = game.pending(state)
        if isinstance(pending, Draw):
            state = game.settle(state, pick(pending.outcomes, rng)).state
            continue
        if not isinstance(pending, Decide):
            break
        for _ in range(12):
            verdict = game.check(state, TRIES[name](rng))
            if not verdict.ok:
                assert refused(verdict.rule, "de") != verdict.rule
                met.add(verdict.code)
        state = game.apply(state, game.random_action(state, rng)).state
    assert len(met) > 5


def test_every_sentence_in_the_code_of_the_rules_has_a_german_one():
    found = list(refusals())
    assert len(found) > 110
    assert {game for game, _, _ in found} >= set(GAMES)
    left = [
        f"{game}, line {line}: {ways[0]}"
        for game, line, ways in found
        if all(refused(way, "de") == refused(way, "en") for way in ways)
    ]
    assert left == []


def test_a_card_is_called_what_it_is_called_at_the_table():
    assert refused("you do not hold the card 'all'", "en") == (
        "you do not hold the card “Anything goes”"
    )
    assert (
        refused("you do not hold the card 'all'", "de") == "die Karte „Alles zählt“ hast du nicht"
    )
