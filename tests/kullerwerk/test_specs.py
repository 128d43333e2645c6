from __future__ import annotations

import pytest

from kullerwerk.players.specs import Spec, SpecError, kinds_of, parse_player, parse_players


def test_players_are_read_in_seating_order():
    assert parse_players("greedy, aimer:skill=0.5:playouts=10,random") == (
        Spec("greedy"),
        Spec("aimer", skill=0.5, playouts=10),
        Spec("random"),
    )


@pytest.mark.parametrize("text", ["greedy", "aimer:skill=0.5", "aimer:skill=0:playouts=7"])
def test_a_player_writes_itself_as_it_is_read(text):
    assert str(parse_player(text)) == text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("wizard", "there is no player 'wizard'; expected random, greedy, aimer"),
        ("greedy,,random", "there is no player ''; expected random, greedy, aimer"),
        (" ", "no players given; expected for example greedy,aimer:skill=0.5"),
        (
            "greedy:skill=2",
            "player 'greedy:skill=2': skill is '2'; expected a number from 0 to 1",
        ),
        (
            "greedy:skill=nan",
            "player 'greedy:skill=nan': skill is 'nan'; expected a number from 0 to 1",
        ),
        (
            "greedy:playouts=3",
            "player 'greedy:playouts=3': unknown setting 'playouts=3'; greedy takes skill=0..1",
        ),
        (
            "aimer:luck",
            "player 'aimer:luck': unknown setting 'luck'; "
            "aimer takes skill=0..1 and playouts=1..10000",
        ),
    ],
)
def test_a_wrong_player_gets_one_sentence(text, sentence):
    with pytest.raises(SpecError) as refused:
        parse_players(text)
    assert str(refused.value) == sentence


def test_every_game_has_players_and_koenig_has_its_own_beside():
    assert kinds_of("hoehle") == ("random", "greedy", "search")
    assert kinds_of("koenig") == ("random", "greedy", "aimer", "search")


@pytest.mark.parametrize(
    "text", ["search", "search:playouts=500", "search:seconds=0.2", "search:playouts=9:plies=0"]
)
def test_a_search_writes_its_budget_as_it_is_read(text):
    spec = parse_player(text, kinds_of("hoehle"), hands=False)
    assert str(spec) == text
    assert spec.timed == ("seconds" in text)


def test_a_search_may_have_a_skill_where_players_have_hands():
    assert parse_player("search:skill=0.5", kinds_of("koenig")) == Spec("search", skill=0.5)
