"""The log of a game at the window: every thing once, in a player's words, in both languages."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from kullerwerk.players.specs import Spec
from kullerwerk.stage.games import Plan, board_for, session_of
from kullerwerk.stage.match import Match
from kullerwerk.stage.settings import Settings
from kullerwerk.stage.surroundings import Surroundings
from kullerwerk.stage.views.koenig import KoenigBoard
from rules.core.types import Ask, Decide
from rules.koenig.state import Block, Pull, Start, Tower

PLANS = {
    "koenig": {"round_cap": 8, "reorient_after_blocked_turns": 1},
    "koenig pro": {"variant": "pro", "round_cap": 6},
    "kullern": {"turn_cap": 12},
    "kullern junior": {"variant": "junior", "turn_cap": 12},
    "company": {"turn_cap": 60},
    "company tournament": {"tournament": True, "turn_cap": 60},
    "hoehle": {"move_cap": 60},
    "buddel": {"turn_cap": 60, "rescue_choice": True, "send_own_mole": True},
}
PASSES = {
    "en": ("place no", "take no", "play no", "leave", "pass"),
    "de": ("keinen Blocker", "kein Tier", "keine Karte", "stehen lassen", "pass"),
}
"""What nothing but its own line can tell of."""
ENGLISH = re.compile(
    r"\b(the|and|to|of|from|turns?|die rolls|tower|moves|pass|card|mole|red|yellow|blue|green)\b"
)


@pytest.fixture(scope="module")
def played():
    """Whole games between random players, their throws sampled: by plan and language."""
    kept = {}

    def play(name, lang):
        if (name, lang) not in kept:
            game = name.partition(" ")[0]
            plan = Plan(game, (Spec("random"),) * 3, tuple(PLANS[name].items()), seed=5)
            session, _, opening = session_of(plan, None)
            around = Surroundings(replace(Settings(), language=lang))
            match = Match(around, session, plan.seats, None, opening=opening)
            while match.over is None:
                match.update()
                assert not match.trouble
            kept[name, lang] = match
        return kept[name, lang]

    return play


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("name", PLANS)
def test_no_decision_is_told_twice(played, name, lang):
    match = played(name, lang)
    own = [said.text for said in match.log if said.seat is not None and ": " in said.text]
    for text in own:
        decided = text.partition(": ")[0] in [match.name(k) for k in range(3)]
        assert not decided or any(word in text for word in PASSES[lang]), text


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("name", PLANS)
def test_no_line_has_fractions_poses_names_of_the_terminal_or_another_language(played, name, lang):
    for said in played(name, lang).log:
        text = said.text
        assert text
        assert not re.search(r"\d\.\d|\d,\d|\bmm/s\b|_|'[a-z0-9]+'|[A-Z]\w+\(", text), text
        if name.startswith("koenig"):
            assert "°" not in text, text
        if lang == "de":
            assert not ENGLISH.search(text), text


@pytest.mark.parametrize("name", PLANS)
def test_what_somebody_did_has_their_mark(played, name):
    match = played(name, "en")
    marked = [said for said in match.log if said.seat is not None]
    asked = [pending for pending, _, _ in match.session.steps if isinstance(pending, Decide)]
    assert len(marked) > 10
    assert len(marked) <= len(asked)


def test_a_throw_says_how_far_and_its_number_where_numbers_count(played):
    family = [said.text for said in played("koenig", "de").log if "bleibt nach" in said.text]
    assert family
    assert all(re.search(r"nach \d+ mm liegen$", text) for text in family)
    pro = [said.text for said in played("koenig pro", "en").log if "comes to rest" in said.text]
    assert pro
    assert all(re.search(r"\d+ mm away and shows \d+$", text) for text in pro)


def test_cards_are_told_by_what_they_are_called(played):
    text = "\n".join(said.text for said in played("koenig pro", "de").log)
    assert "bekommt die Karte „" in text
    assert re.search(r"spielt „[^“]+“", text)
    assert re.search(r"hebt „[^“]+“ von \w+ auf", text)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_hint_at_the_table_has_no_figures_of_places(lang):
    plan = Plan("koenig", (None, None), scene="kinderrunde", seed=2)
    session, scene, opening = session_of(plan, None)
    around = Surroundings(replace(Settings(), language=lang))
    match = Match(around, session, plan.seats, scene, opening=opening)
    board = board_for(match)
    assert isinstance(board, KoenigBoard)
    green = around.word("koenig.hint.place")
    for action in (Start((0, 0, 0)), Block((1, 2, 3)), Tower(4)):
        assert board.hint_words(action) == green
    said = board.hint_words(Pull(118_024, -19_034))
    assert "1180" in said
    assert "190" in said
    assert "." not in said
    assert not isinstance(match.pending, Ask)
