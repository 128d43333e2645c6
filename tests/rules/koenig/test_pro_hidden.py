"""What the pro game hides, what it tells, its data, and throws of any tower and die."""

import json
import random
from collections import Counter

import pytest
from kit import Case, walk
from koenig_kit import (
    BOARD,
    COLOURS,
    DONE,
    FULL_HANDS,
    do,
    passes,
    pro_race,
    pro_throw,
    racer,
)
from koenig_pro_kit import BLUE, GREEN, RED, asked, before_the_deal, draft, three

from rules.core.digest import canonical
from rules.core.errors import RecordError
from rules.core.run import SeededStreams
from rules.core.types import Decide, Draw
from rules.koenig.cards import DOCUMENTED
from rules.koenig.options import Options
from rules.koenig.pro_events import CardDealt
from rules.koenig.rules import KOENIG
from rules.koenig.sampled import Sampled
from rules.koenig.state import Pass, Play, Pull, Setup, Take
from rules.koenig.view import throw_from
from sim.settled import DieThrow

HANDS = (("invalid", "all", "again"), ("miss", "noblock", "invalid"), ("only12",))


def test_c16_the_questions_of_a_window_do_not_depend_on_hands():
    """Everybody is asked, in the same order, with or without a card to play."""
    worlds = [three(*hands) for hands in ((), HANDS, (("all",), (), ("miss",) * 3))]
    for _ in range(3):
        assert len({KOENIG.pending(s) for s in worlds}) == 1
        assert all(Pass() in KOENIG.actions(s) for s in worlds)
        worlds = [do(s, "pass")[0] for s in worlds]
    worlds = [pro_throw(s, (750, 400), face=7)[0] for s in worlds]
    for _ in range(3):
        assert len({KOENIG.pending(s) for s in worlds}) == 1
        worlds = [do(s, "pass")[0] for s in worlds]


def test_a_seat_sees_its_own_hand_and_how_many_others_hold():
    s = three(*HANDS)
    view = KOENIG.observe(s, RED).pro
    assert view.hand == ("invalid", "miss", "noblock")
    assert view.held == (3, 3, 1)
    assert view.undealt == 28 - 7
    assert KOENIG.observe(s, None).pro.hand is None
    assert "only12" not in repr(view)
    assert "only12" not in KOENIG.draw(s, RED)
    assert "your cards: invalid, miss, noblock" in KOENIG.draw(s, RED)
    assert "your cards" not in KOENIG.draw(s, None)


def test_what_is_open_is_seen_by_all():
    s = three(*HANDS)
    s, _ = do(s, "pass", "card miss", "pass", "cancel 1")
    for seat in (GREEN, RED, BLUE, None):
        view = KOENIG.observe(s, seat).pro
        assert [(one.card, one.by, one.alive) for one in view.played] == [
            ("miss", RED, False), ("invalid", GREEN, True),
        ]  # fmt: skip
        assert view.gone == (1, 0, 1, 0, 0, 0)
        assert (view.active, view.attempt, view.moment) == (GREEN, 1, "before")
        assert view.numbers == s.pieces(GREEN).hat
        text = KOENIG.draw(s, seat)
        assert "card 1 of red: miss (void)" in text
        assert "card 2 of green: cancels card 1" in text
    s, _ = passes(s)
    s, _ = pro_throw(s, (750, 400), face=5)
    view = KOENIG.observe(s, BLUE)
    assert view.pro.result.face == 5
    assert view.me().sets == ("blue", "blue", "blue")


def test_the_view_of_a_draft_names_no_pieces_yet():
    s = KOENIG.settle(KOENIG.new(Options("pro"), 2, Setup(BOARD)), 0).state
    s, _ = do(s, "take tower.red")
    view = KOENIG.observe(s, 0)
    assert view.me().pieces is None
    assert view.pro.kits[0] == (1, -1, -1, -1, -1, -1)
    assert view.pro.numbers is None
    with pytest.raises(ValueError, match="not all its parts"):
        throw_from(view, 0, (60000, 0), pose=(1, 2, 3))
    assert "red: tower red; 0 cards" in KOENIG.draw(s, 1)


def test_a_seat_has_its_number_until_it_has_its_tower():
    s = KOENIG.settle(KOENIG.new(Options("pro"), 2, Setup(BOARD)), 0).state
    s, events = do(s, "take tower.red")
    assert KOENIG.tell(s, events[0]) == "player 1 takes tower red"
    assert [KOENIG.seat_name(s, seat) for seat in (0, 1)] == ["red", "player 2"]
    s, _ = do(s, "take die.red", "take tower.blue")
    s, events = do(s, "take die.blue")
    assert KOENIG.tell(s, events[0]) == "red takes die blue"


def test_throw_from_names_the_drafted_sets():
    kits = (("blue", "yellow", "yellow", "green", "red", "red"), ("red",) * 6)
    kits = (kits[0], ("green", "red", "red", "red", "blue", "blue"))
    s = pro_race(racer((600, 400, 0)), racer((300, 650, 0)), kits=kits)
    s, _ = passes(s)
    mine = throw_from(KOENIG.observe(s, 0), 0, (60000, 0), blocker=(70000, 40000, 9000))
    s, _ = do(s, "block 700,400,90", "pull 600,0")
    assert KOENIG.pending(s).request == mine


def test_determinized_worlds_deal_what_is_unseen_by_equal_chance():
    """A card that is not in one's hand is anywhere else, by the number of places there."""
    s = three(*HANDS)
    rng, n, found = random.Random(3), 4000, Counter()
    for _ in range(n):
        world = KOENIG.determinize(s, RED, rng)
        assert world.pro.hands[RED] == s.pro.hands[RED]
        assert list(map(sum, world.pro.hands)) == [3, 3, 1]
        total = [sum(counts) for counts in zip(*world.pro.hands, world.pro.undealt, strict=True)]
        assert tuple(total) == DOCUMENTED.copies
        found[world.pro.hands[BLUE]] += 1
    unseen = [
        copies - mine for copies, mine in zip(DOCUMENTED.copies, s.pro.hands[RED], strict=True)
    ]
    chi2 = 0.0
    for kind, count in enumerate(unseen):
        one = tuple(int(k == kind) for k in range(6))
        expected = n * count / 25
        chi2 += (found[one] - expected) ** 2 / expected
    assert chi2 < 20.5  # 99.9 % quantile of chi-squared with five degrees of freedom


def test_worlds_come_of_what_is_known_alone():
    """Two games that look the same to a seat give it the same worlds, from the same numbers."""
    one, other = three(*HANDS), three(("only12", "miss", "all"), HANDS[1], ("again",))
    assert KOENIG.observe(one, RED) == KOENIG.observe(other, RED)
    for seed in range(5):
        worlds = [KOENIG.determinize(s, RED, random.Random(seed)) for s in (one, other)]
        assert worlds[0] == worlds[1]


def test_what_a_player_draws_from_says_nothing_of_the_hands():
    """The deal asks for a place in the stack, in every world the same."""
    s = before_the_deal()
    for place in (0, 27, 13, 5):
        s = KOENIG.settle(s, min(place, len(KOENIG.pending(s).outcomes) - 1)).state
        pending = KOENIG.pending(s)
        if not isinstance(pending, Draw):
            break
        for seat in (0, 1):
            assert KOENIG.pending(KOENIG.determinize(s, seat, random.Random(1))) == pending
    _, _, events = draft(3)
    for event in events:
        assert (event.seen_by is not None) == isinstance(event, CardDealt)


# --- words -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Take("blocker", "green"), "take blocker.green"),
        (Take("card", "4"), "take card.4"),
        (Play("only12"), "card only12"),
        (Play("invalid", 2), "cancel 2"),
        (Pass(), "pass"),
    ],
)
def test_the_texts_of_the_pro_game(action, text):
    s = three()
    assert KOENIG.format(s, action) == text
    assert KOENIG.parse(s, text) == action
    assert KOENIG.parse(s, f"  {text.replace(' ', '  ', 1).replace('card', 'CARD', 1)} ") == action


def test_a_pass_comes_first_and_cards_are_sorted():
    s = pro_race(*(racer((540, y, 0), DONE) for y in (120, 200, 280, 360)), hands=FULL_HANDS)
    assert [KOENIG.format(s, a) for a in KOENIG.actions(s)] == ["pass", "card all"]
    s, _ = do(s, "card all")
    assert [KOENIG.format(s, a) for a in KOENIG.actions(s)] == [
        "pass", "cancel 1", "card miss", "card noblock", "card only12",
    ]  # fmt: skip
    assert Pass() < Play("all") < Play("invalid", 1) < Play("invalid", 2)
    assert not Play("all") < Pass()
    assert Play("all") > Pass()


def test_actions_of_the_pro_game_in_words():
    s = KOENIG.settle(KOENIG.new(Options("pro"), 3, Setup(BOARD)), 0).state
    assert KOENIG.describe(s, Take("hat", "red")) == "take the red hat out of the game"
    assert KOENIG.describe(s, Take("card", "4")) == "take the selection card 4 out of the game"
    s = three()
    assert KOENIG.describe(s, Pass()) == "play no card"
    assert KOENIG.describe(s, Play("invalid", 2)) == "cancel card 2 of this attempt for good"
    assert KOENIG.describe(s, Play("miss")) == "play 'miss': no throw in this turn"
    assert str(KOENIG.check(s, Pull(60000, 0))) == "now you must play a card or pass"
    assert KOENIG.check(s, Play("miss", "1")).code == "not-a-name"


def test_every_event_of_the_pro_game_is_told_in_words():
    told = set()
    options = Options("pro", round_cap=8, cocked="reroll", cancel_targets_cancel=True)
    for seed in range(6):
        case = Case("", KOENIG, lambda: KOENIG.new(options, 4, Setup(BOARD)), Sampled(BOARD))
        for _, _, _, step in walk(case, seed, limit=700):
            for event in step.events:
                words = KOENIG.tell(step.state, event)
                assert words != repr(event)
                told.add(type(event).__name__)
    s, _ = passes(three(racers=(racer((540, 150, 0), DONE), None, None)))
    s, events = pro_throw(s, (700, 150), face=5)
    assert KOENIG.tell(s, events[-2]) == "green is over the finish line, if no card prevents it"
    assert {"CardPlayed", "CardDealt", "PartTaken", "TurnMissed", "BlockerDenied"} <= told
    assert {"OrderFixed", "StarterDrawn", "WindowOpened", "AttemptStarted"} <= told


# --- data --------------------------------------------------------------------


def _set(path, value):
    def change(data):
        *way, last = path
        for key in way:
            data = data[key]
        data[last] = value

    return change


IN_WINDOW = [
    _set(("pro",), None),
    _set(("options", "variant"), "family"),
    _set(("pro", "deck"), "tarot"),
    _set(("pro", "hands", 0, 0), 7),
    _set(("pro", "hands", 0, 0), -1),
    _set(("pro", "hands", 0), [0]),
    _set(("pro", "undealt", 0), 1.0),
    _set(("pro", "kits", 0, 0), 1),
    _set(("pro", "kits", 0, 0), -1),
    _set(("pro", "kits", 0), [0]),
    _set(("pro", "extra"), 1),
    _set(("order",), [1, 0, 2]),
    _set(("order",), []),
    _set(("racers", 0, "pieces"), 1),
    _set(("agenda", -1, "asked"), 3),
    _set(("agenda", -1, "passes"), -1),
    _set(("agenda", -1, "moment"), "after"),
    _set(("agenda", -1, "moment"), "never"),
    _set(("agenda", -1, "frame"), "AttemptFrame"),
    _set(("agenda", -2, "stage"), "after"),
    _set(("agenda", -2, "stage"), "open"),
    _set(("agenda", -2, "seat"), 9),
    _set(("agenda", -2, "played", 0, "alive"), True),
    _set(("agenda", -2, "played", 0, "card"), "joker"),
    _set(("agenda", -2, "played", 0, "by"), 5),
    _set(("agenda", -2, "played", 1, "target"), 2),
    _set(("agenda", -2, "played", 0, "target"), 1),
]


@pytest.mark.parametrize("k", range(len(IN_WINDOW)))
def test_a_pro_state_that_cannot_be_is_refused(k):
    s, _ = do(three(*HANDS), "pass", "card miss", "pass", "cancel 1")
    data = json.loads(canonical(KOENIG.dump(s)))
    assert KOENIG.load(data) == s
    IN_WINDOW[k](data)
    with pytest.raises(RecordError):
        KOENIG.load(data)


IN_DRAFT = [
    _set(("agenda", -1, "picks"), 3),
    _set(("agenda", -1, "picks"), 99),
    _set(("agenda", -1, "starter"), 2),
    _set(("agenda", -1, "removing"), True),
    _set(("pro", "kits", 0, 1), 2),
    _set(("pro", "removed", 0), 1),
    _set(("order",), [0, 1]),
    _set(("agenda",), [{"frame": "RaceFrame", "index": 0, "round": 1}]),
    _set(("agenda", -1), {"frame": "StarterFrame"}),
    _set(("agenda", -1), {"frame": "DealFrame", "starter": 0}),
]


@pytest.mark.parametrize("k", range(len(IN_DRAFT)))
def test_a_draft_that_cannot_be_is_refused(k):
    s = KOENIG.settle(KOENIG.new(Options("pro"), 2, Setup(BOARD)), 0).state
    s, _ = do(s, "take tower.red", "take tower.blue")
    data = json.loads(canonical(KOENIG.dump(s)))
    assert KOENIG.load(data) == s
    IN_DRAFT[k](data)
    with pytest.raises(RecordError):
        KOENIG.load(data)


# --- throws without physics ---------------------------------------------------


def medians():
    streams = SeededStreams.of(5)
    provider, found = Sampled(BOARD), {}
    for tower in COLOURS:
        for die in COLOURS:
            away = []
            for _ in range(400):
                request = DieThrow(tower, die, (30000, 40000, 0))
                settled = provider.resolve(request, next(streams.physics))
                if settled.outcome == "rests":
                    away.append(settled.pose[0] - 30000)
            found[tower, die] = sorted(away)[len(away) // 2] / 100
    return found


def test_sampled_throws_serve_any_tower_and_die():
    """A lower tower carries every die less far, and no two pairs of a die are the same."""
    found = medians()
    for die in COLOURS:
        low, high = found["blue", die], max(found["yellow", die], found["red", die])
        assert 0 < low < high
        assert len({found[tower, die] for tower in COLOURS}) == 4
    assert found["yellow", "red"] > found["red", "red"] > found["blue", "red"]


def test_a_pro_game_with_any_parts_is_played_to_its_end_by_sampled_throws():
    s, _, _ = draft(4, seed=9)
    assert any(len(set(kit[:2])) == 2 for kit in s.pro.kits)
    case = Case("", KOENIG, lambda: s, KOENIG.sampled(s))
    last = None
    for _, pending, _, step in walk(case, 2, limit=300):
        last = step.state
        assert isinstance(pending, Decide | Draw) or pending.request
    assert asked(last) or last.over
