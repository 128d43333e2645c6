"""The players, against throws without physics, which are quick enough to play whole races."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from kullerwerk.players.hand import carry_out, spreads
from kullerwerk.players.make import make_player, simulator
from kullerwerk.players.simple import bearing, contact, place_frame, target_of
from kullerwerk.players.specs import Spec, parse_players
from kullerwerk.playing import begin, play
from rules.core.errors import RulesError
from rules.core.types import Decide, Knowledge
from rules.koenig.board import default_board
from rules.koenig.options import Options
from rules.koenig.rules import KOENIG
from rules.koenig.sampled import Sampled
from rules.koenig.state import Pull, Racer, Setup, State, Tower
from scenes.files import load_track
from sim.settled import DieSettled

SETS = ("yellow", "red", "green", "blue")


@pytest.fixture(scope="module")
def rundkurs():
    return load_track("rundkurs")


def game(track, players, seed, sets=SETS):
    specs = parse_players(players)
    at = begin("koenig", track, sets[: len(specs)])
    return play(at, specs, seed, provider=Sampled(at.state.board))


@pytest.mark.parametrize("players", ["random,random", "greedy,greedy,greedy", "aimer,greedy"])
def test_a_race_ends_with_a_ranking(rundkurs, players):
    end = game(rundkurs, players, 5)
    assert end.over is not None
    assert 1 in end.over.ranking


def test_the_same_seed_gives_the_same_race(rundkurs):
    first, again, other = (game(rundkurs, "aimer:playouts=6,greedy", seed) for seed in (3, 3, 4))
    assert first == again
    assert first != other


def test_greedy_beats_random(rundkurs):
    """Sets and turns are swapped, so that no die decides; 40 races, at least 34 (p < 1e-5)."""
    wins = 0
    for seed in range(40):
        sets = ("red", "blue") if seed % 2 else ("blue", "red")
        end = game(rundkurs, "greedy,random", seed, sets)
        assert end.over is not None
        wins += end.over.ranking[0] == 1
    assert wins >= 34


def test_an_aimer_does_better_with_an_outcome_it_can_see(rundkurs):
    """Its simulation says that one heading wins and all others lose the die: it takes that one."""
    at = begin("koenig", rundkurs, ("red", "blue"))
    state = until(at, "place_tower", Sampled(at.state.board))
    wanted = contact(state, bearing(place_frame(state).die, target_of(state)) + 2800)

    class Oracle:
        def resolve(self, request, stream, /):
            settled = Sampled(state.board).resolve(request, stream)
            heading = (request.pose[2] - (wanted.angle + 18000)) % 36000
            if min(heading, 36000 - heading) < 600:
                return settled
            return type(settled)("off_table", settled.pose, 0, settled.path, (), (), 100)

    player = make_player(
        Spec("aimer", skill=1.0, playouts=64), random.Random(1), simulator(Oracle())
    )
    chosen = player.wish(Knowledge(at.game, state, seat_of(at, state)))
    assert isinstance(chosen, Tower)
    off = (chosen.angle - wanted.angle) % 36000
    assert min(off, 36000 - off) < 600


@pytest.mark.parametrize("playouts", [1, 2, 6, 16, 40])
def test_an_aimer_keeps_to_its_budget(rundkurs, playouts):
    """Counted where the throws are simulated: no decision spends more than it was given."""
    at = begin("koenig", rundkurs, ("red", "blue"))
    provider = Sampled(at.state.board)
    asked = []

    def simulate(request, seed, k):
        asked.append(request)
        return provider.resolve(request, random.Random(f"{seed}:{k}"))

    player = make_player(Spec("aimer", 0.8, playouts), random.Random(1), simulate)
    for kind in ("start", "block", "place_tower"):
        state = until(at, kind, provider)
        asked.clear()
        player.wish(Knowledge(at.game, state, seat_of(at, state)))
        assert len(asked) <= playouts
        assert playouts < 6 or kind == "block" or asked


def test_an_aimer_expects_its_own_hand_to_err(rundkurs):
    """A clumsy one tries each candidate with other errors, a steady one nearly as it is meant."""
    at = begin("koenig", rundkurs, ("red", "blue"))
    provider = Sampled(at.state.board)
    state = until(at, "place_tower", provider)

    def headings(skill):
        asked = []

        def simulate(request, seed, k):
            asked.append(request.pose[2])
            return provider.resolve(request, random.Random(f"{seed}:{k}"))

        player = make_player(Spec("aimer", skill, 56), random.Random(1), simulate)
        player.wish(Knowledge(at.game, state, seat_of(at, state)))
        return asked

    steady, clumsy = headings(1.0), headings(0.0)
    assert len(steady) == len(clumsy)
    # The first candidates are the same; their headings are 1 degree off at most against 40.
    apart = [abs((a - b + 18_000) % 36_000 - 18_000) for a, b in zip(steady, clumsy, strict=True)]
    assert sum(apart) / len(apart) > 1000


def test_a_steady_hand_errs_less(rundkurs):
    """The spread of the pull falls with skill; the mean stays."""
    at = begin("koenig", rundkurs, ("red", "blue"))
    state = until(at, "pull", Sampled(at.state.board))
    knowledge = Knowledge(at.game, state, seat_of(at, state))
    wish = Pull(60000, 0)
    widths = []
    for skill in (0.0, 0.5, 1.0):
        rng = random.Random(1)
        speeds = [carry_out(knowledge, wish, skill, rng).speed for _ in range(300)]
        assert abs(sum(speeds) / 300 / wish.speed - 1) < 0.1
        widths.append(max(speeds) - min(speeds))
    assert widths == sorted(widths, reverse=True)
    assert widths[0] > 4 * widths[2]


def test_a_hand_never_breaks_a_rule(rundkurs):
    """Clumsy hands at every decision of whole races: the rules would raise on the first."""
    ends = Counter(
        game(rundkurs, "random:skill=0,greedy:skill=0,random:skill=0", seed).over.termination
        for seed in range(4)
    )
    assert ends.total() == 4


def test_spreads_run_from_clumsy_to_steady():
    assert spreads(0).heading > spreads(0.3).heading > spreads(1).heading > 0


@pytest.mark.parametrize(
    ("name", "sets", "options", "words"),
    [
        ("chess", ("red", "blue"), {}, "there is no game named 'chess'"),
        ("koenig", ("red",), {}, "2 to 4 players"),
        ("koenig", ("red", "blue"), {"colour": 1}, "no option 'colour'"),
        ("koenig", ("red", "blue"), {"round_cap": 0}, "whole number from 1 to 1000"),
    ],
)
def test_a_game_that_cannot_be_is_refused(rundkurs, name, sets, options, words):
    with pytest.raises(RulesError, match=words):
        begin(name, rundkurs, sets, options)


def until(at, kind, provider) -> State:
    """The first state that asks for this kind of decision, with greedy players before it."""
    from kullerwerk.streams import Streams

    streams = Streams(1, len(at.state.racers))
    player = make_player(Spec("greedy"), streams.players[0], simulator(provider))
    state = at.state
    while True:
        pending = at.game.pending(state)
        if isinstance(pending, Decide):
            if pending.kind == kind:
                return state
            action = player.choose(Knowledge(at.game, state, pending.seat))
            state = at.game.apply(state, action).state
        else:
            state = at.game.settle(
                state, provider.resolve(pending.request, next(streams.physics))
            ).state


def seat_of(at, state) -> int:
    pending = at.game.pending(state)
    assert isinstance(pending, Decide)
    if pending.kind == "place_tower":
        assert place_frame(state).seat == pending.seat
    return pending.seat


# --- the pro game --------------------------------------------------------------


def pro_game(track, players, seed, **options):
    specs = parse_players(players)
    values = {"preset": "pro", **options}
    at = begin("koenig", track, SETS[: len(specs)], values)
    return play(at, specs, seed, provider=Sampled(at.state.board))


@pytest.mark.parametrize("players", ["random,random", "greedy,greedy,greedy,random"])
def test_a_pro_race_ends_with_a_ranking_and_cards_are_played(rundkurs, players):
    end = pro_game(rundkurs, players, 5, round_cap=40)
    assert end.over is not None
    assert 1 in end.over.ranking
    hands = sum(map(sum, end.pro.hands))
    dealt = 28 - sum(end.pro.undealt)
    assert hands < dealt


def test_the_aimer_plays_the_pro_game(rundkurs):
    end = pro_game(rundkurs, "aimer:playouts=4,greedy", 6, round_cap=4)
    assert end.over is not None


def after_a_throw(hands, face, wins=False):
    """The green tower has thrown ``face``: the state in the window after it."""
    place = (70000, 15000) if wins else (65000, 40000)
    done = Racer(0, (place[0] - 16000, place[1], 0), None, (1, 1, 1, 1, 0), 0)
    other = Racer(0, (30000, 65000, 0), None, (0,) * 5, 0)
    kits = (("green", "green", "yellow", "green", "green", "green"), ("red",) * 6)
    s = KOENIG.new(Options("pro"), 2, Setup(default_board(), (), (done, other), kits, hands))
    for text in ("pass", "pass", "pass", "pull 600,0"):
        s = KOENIG.apply(s, KOENIG.parse(s, text)).state
    x, y = place
    outline = ((x - 800, y - 800), (x + 800, y - 800), (x + 800, y + 800), (x - 800, y + 800))
    path = ((x - 15900, y), place)
    settled = DieSettled("rests", (*place, 0), face, path, outline, (), 900)
    return KOENIG.settle(s, settled).state


def said(s, seat):
    """What greedy says in the window, with a stream that is not spiteful by chance."""
    while KOENIG.pending(s).seat != seat:
        s = KOENIG.apply(s, KOENIG.parse(s, "pass")).state
    player = make_player(Spec("greedy"), random.Random(1), simulator(Sampled(s.board)))
    return KOENIG.format(s, player.choose(Knowledge(KOENIG, s, seat)))


@pytest.mark.parametrize(
    ("hands", "face", "wins", "seat", "word"),
    [
        ((("again", "all"), ()), 7, False, 0, "card again"),
        ((("all", "invalid"), ()), 7, False, 0, "card all"),
        ((("again", "all"), ()), 5, False, 0, "pass"),
        (((), ("only12",)), 5, True, 1, "card only12"),
        (((), ("only12",)), 1, True, 1, "pass"),
        (((), ("only12",)), 7, True, 1, "pass"),
    ],
)
def test_greedy_plays_a_card_that_changes_what_happens(hands, face, wins, seat, word):
    assert said(after_a_throw(hands, face, wins), seat) == word
