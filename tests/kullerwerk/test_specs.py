from __future__ import annotations

import pytest

from kullerwerk.players.specs import Spec, SpecError, parse_player, parse_players


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
