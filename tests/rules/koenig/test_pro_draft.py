"""The set-up of the pro game, sentence by sentence: draft, deal, and what one plays with."""

import pytest
from koenig_kit import BOARD, do, mm, only, passes, pro_race, racer, settled
from koenig_pro_kit import THREE_KITS, asked, attempt, before_the_deal, draft, refused, three

from rules.core.errors import IllegalAction, OptionError
from rules.core.types import Draw
from rules.koenig.board import GROUPS, make_board
from rules.koenig.cards import DECKS, DOCUMENTED
from rules.koenig.draft import drafter
from rules.koenig.events import TurnStarted
from rules.koenig.options import Options
from rules.koenig.pro_events import CardDealt, HandDealt
from rules.koenig.rules import KOENIG
from rules.koenig.state import Setup
from sim.settled import Standing


def test_28_cards_all_told_and_the_deck_is_marked_as_assumed():
    """Set-up: 28 Maulwurf cards; which ones is our own guess (GAMES.md 1.2)."""
    assert sum(DOCUMENTED.copies) == 28
    assert {kind.name: kind.copies for kind in DOCUMENTED.kinds} == {
        "invalid": 6, "again": 6, "miss": 4, "noblock": 4, "only12": 4, "all": 4,
    }  # fmt: skip
    assert all(deck.assumed for deck in DECKS.values())
    assert KOENIG.dump(three())["pro"]["deck"] == "documented"


def test_each_player_receives_one_part_from_each_group_by_turns():
    """Set-up: clockwise, the last takes two, back, the starter takes two, and so on."""
    assert [drafter(2, k, 4) for k in range(24)] == [2, 3, 0, 1, 1, 0, 3, 2] * 3
    assert [drafter(1, k, 3) for k in range(18)] == [1, 2, 0, 0, 2, 1] * 3
    assert [drafter(0, k, 2) for k in range(12)] == [0, 1, 1, 0] * 3
    for seats in (2, 4):
        s, asked, _ = draft(seats)
        starter = asked[0][1]
        picks = [pending.seat for pending, _ in asked if getattr(pending, "kind", "") == "draft"]
        assert picks == [drafter(starter, k, seats) for k in range(6 * seats)]
        for group in zip(*s.pro.kits, strict=True):
            assert len(set(group)) == seats


@pytest.mark.parametrize(("seats", "left"), [(2, 12), (3, 6), (4, 0)])
def test_how_many_parts_are_left_over(seats, left):
    """Set-up: four players share out all parts, three leave 6, two leave 12."""
    s, _, _ = draft(seats, options=Options("pro", predraft=False))
    parts = len(GROUPS) * len(BOARD.sets)
    assert parts - sum(map(len, s.pro.kits)) == left
    assert s.pro.removed == (-1,) * 6


def test_three_players_first_take_one_part_of_each_group_out_of_the_game():
    """Set-up: the recommended variant, by the same procedure; the same seat starts both."""
    s, asked, _ = draft(3)
    starter = asked[0][1]
    kinds_asked = [pending.kind for pending, _ in asked]
    assert kinds_asked[1:25] == ["remove"] * 6 + ["draft"] * 18
    assert [p.seat for p, _ in asked[1:7]] == [drafter(starter, k, 3) for k in range(6)]
    assert [p.seat for p, _ in asked[7:25]] == [drafter(starter, k, 3) for k in range(18)]
    assert -1 not in s.pro.removed
    for g, out in enumerate(s.pro.removed):
        assert {kit[g] for kit in s.pro.kits} == {0, 1, 2, 3} - {out}
    _, asked, _ = draft(2)
    assert "remove" not in {pending.kind for pending, _ in asked}


def test_no_player_may_take_two_parts_of_a_group():
    """Set-up: no more than one part from the same group."""
    s = KOENIG.settle(KOENIG.new(Options("pro"), 2, Setup(BOARD)), 0).state
    s, _ = do(s, "take tower.red", "take tower.blue")
    assert refused(s, "take tower.green") == "same-group"
    assert refused(s, "take hat.pink") == "no-such-part"
    s, _ = do(s, "take die.red")
    assert refused(s, "take die.red") == "taken"
    assert refused(s, "take tower.green") == "same-group"
    texts = [KOENIG.format(s, a) for a in KOENIG.actions(s)]
    assert len(texts) == 3 + 4 * 4
    assert "take card.4" in texts
    with pytest.raises(IllegalAction, match="one part of each group: you have one already"):
        do(s, "take tower.green")


def test_a_group_of_the_pre_draft_is_done_with_one_part():
    s = KOENIG.settle(KOENIG.new(Options("pro"), 3, Setup(BOARD)), 1).state
    assert asked(s) == (1, "remove")
    s, _ = do(s, "take hat.green")
    assert asked(s) == (2, "remove")
    assert refused(s, "take hat.red") == "same-group"
    s, _ = do(s, "take die.red", "take card.7", "take tower.blue", "take face.blue")
    assert asked(s) == (1, "remove")
    s, _ = do(s, "take blocker.red")
    assert asked(s) == (1, "draft")
    assert refused(s, "take hat.green") == "taken"
    assert refused(s, "take card.7") == "taken"


def test_the_starter_is_drawn():
    """The youngest chooses first: a random seat."""
    s = KOENIG.new(Options("pro"), 3, Setup(BOARD))
    assert KOENIG.pending(s) == Draw("starter", ((0, 1), (1, 1), (2, 1)))
    assert asked(KOENIG.settle(s, 2).state) == (2, "remove")


def test_each_player_receives_the_number_of_cards_of_his_selection_card():
    """Set-up: as many action cards as the selection card names, kept secret."""
    s, asked, events = draft(4)
    dealt = [event for event in events if isinstance(event, CardDealt)]
    assert len(dealt) == 4 + 5 + 6 + 7
    assert sum(s.pro.undealt) == 28 - 22
    for seat in range(4):
        cards = s.pieces(seat).cards
        assert sum(s.pro.hands[seat]) == cards
        assert HandDealt(seat, cards) in events
    starter = asked[0][1]
    whole = [event.seat for event in events if isinstance(event, HandDealt)]
    assert starter != 0
    assert whole == [(starter + k) % 4 for k in range(4)]
    for event in dealt:
        assert event.seen_by == (event.seat,)
    draws = [pending for pending, _ in asked if getattr(pending, "kind", "") == "card"]
    assert [len(draw.outcomes) for draw in draws] == list(range(28, 6, -1))


def test_a_card_is_any_of_those_left_with_equal_chance():
    """A place of the sorted stack: each kind comes as often as it has copies left."""
    s = before_the_deal()
    got = {kind.name: 0 for kind in DOCUMENTED.kinds}
    for outcome, weight in KOENIG.pending(s).outcomes:
        step = KOENIG.settle(s, outcome)
        got[only(step.events, CardDealt).card] += weight
    assert list(got.values()) == list(DOCUMENTED.copies)


def test_a_tower_another_die_another_blocker():
    """Each player's own equipment: tower, die, face, hat and blocker of different sets."""
    kits = (
        ("blue", "yellow", "red", "green", "yellow", "yellow"),
        ("red", "blue", "yellow", "blue", "blue", "red"),
    )
    s = pro_race(racer((600, 400, 0)), racer((300, 650, 0)), kits=kits)
    assert s.order == (1, 0)
    mine = s.pieces(0)
    assert (mine.name, mine.die, mine.start_number) == ("blue", "d4", 2)
    assert mine.hat == BOARD.sets[2].hat
    assert (mine.blocker_length, mine.cards) == (3000, 4)
    s, _ = passes(s)
    s, _ = do(s, "block 450,650,90", "pull 600,0")
    request = KOENIG.pending(s).request
    assert (request.tower, request.die) == ("red", "blue")
    assert request.towers == (Standing("blue", mm(600, 400, 0)),)
    assert request.blockers == (Standing("blue", mm(450, 650, 90)),)
    # A d12 shows a 12, which the red tower's own die does not have.
    s = KOENIG.settle(s, settled(s, (480, 300), face=12)).state
    assert attempt(s).result.face == 12


def test_who_begins_is_told_by_the_drafted_faces():
    s, _, events = draft(4, seed=5)
    face = GROUPS.index("face")
    numbers = [BOARD.sets[s.pro.kits[seat][face]].start_number for seat in s.order]
    assert numbers == [1, 2, 3, 4]
    assert only(events, TurnStarted).seat == s.order[0]


@pytest.mark.parametrize(
    ("setup", "sentence"),
    [
        (
            Setup(BOARD, (), (racer((600, 400, 0)), None)),
            "a prepared race of the pro game must say who has which parts",
        ),
        (Setup(BOARD, kits=(("red",) * 6,)), "each of 2 players must have 6 parts"),
        (Setup(BOARD, kits=(("red",) * 6,) * 2), "must have a tower of its own, not red, red"),
        (Setup(BOARD, kits=(("red",) * 6, ("pink",) * 6)), "a tower of its own, not red, pink"),
        (
            Setup(BOARD, kits=THREE_KITS[:2], hands=(("joker",), ())),
            "there is no card 'joker'; there are invalid, again",
        ),
        (
            Setup(BOARD, kits=THREE_KITS[:2], hands=(("miss",) * 3, ("miss",) * 2)),
            "more cards miss are in hands than the deck has",
        ),
        (Setup(BOARD, kits=THREE_KITS[:2], hands=((),)), "must name 2 hands, not 1"),
    ],
)
def test_a_pro_race_that_cannot_be_gets_a_sentence(setup, sentence):
    with pytest.raises(OptionError) as caught:
        KOENIG.new(Options("pro"), 2, setup)
    assert sentence in str(caught.value)


def test_a_board_without_enough_parts_or_cards_gets_a_sentence():
    def with_sets(sets):
        names = ("name", "scene", "length", "width", "spheres", "posts", "rays", "start_box")
        return make_board(**{name: getattr(BOARD, name) for name in names}, sets=sets)

    from dataclasses import replace

    few = with_sets(BOARD.sets[:2])
    with pytest.raises(OptionError, match="must have 3 piece sets or more"):
        KOENIG.new(Options("pro"), 3, Setup(few))
    rich = with_sets(tuple(replace(one, cards=10) for one in BOARD.sets))
    with pytest.raises(OptionError, match="give 30 action cards, and there are 28"):
        KOENIG.new(Options("pro"), 3, Setup(rich))
    # Equal selection cards go by the names of their sets.
    s = KOENIG.settle(KOENIG.new(Options("pro"), 2, Setup(rich)), 0).state
    assert KOENIG.check(s, KOENIG.parse(s, "take card.green")).ok
    assert refused(s, "take card.10") == "no-such-part"
