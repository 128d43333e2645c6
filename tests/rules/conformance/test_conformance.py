"""The conformance kit: every registered game passes every contract (ids: docs/rules.md)."""

import json
import os
import random
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kit import step, walk
from rules_kit import CASES, FIXTURES

from rules.core import records, registry
from rules.core.digest import canonical, digest
from rules.core.errors import BadOutcome, IllegalAction, NotationError, OptionError
from rules.core.run import SeededStreams, pick, run
from rules.core.types import Ask, Continuous, Decide, Draw, Over

SUPPORT = Path(__file__).parents[1] / "support"
QUICK = settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

LANGUAGES = ("en", "de", "fr")
"""What is not known is English."""

every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.label)


def fixture_of(case):
    return FIXTURES[case.game.name]


def test_every_game_has_a_fixture():
    assert set(registry.names()) == set(FIXTURES)


@pytest.mark.parametrize("name", FIXTURES)
def test_every_preset_is_a_case_for_every_number_of_players(name):
    game = FIXTURES[name].cases[0].game

    def kind(s):
        """Options and seats, whatever the cap: that of a case may be low, to save time."""
        chosen = {key: v for key, v in asdict(s.options).items() if not key.endswith("_cap")}
        return chosen, game.seated(s)

    tried = [kind(case.start()) for case in FIXTURES[name].cases]
    for preset in game.presets:
        for seats in game.seats:
            try:
                s = game.new(game.options({"preset": preset}), seats)
            except OptionError:  # a preset for fewer players
                continue
            assert kind(s) in tried, preset


@every_case
def test_c1_pending_is_total_and_its_contracts_hold(case):
    game = case.game
    for seed in range(3):
        last = case.start()
        for s, pending, _, after in walk(case, seed):
            assert game.pending(s) == pending
            if isinstance(pending, Decide):
                assert 0 <= pending.seat < game.seated(s)
                space = game.space(s)
                if isinstance(space, Continuous):
                    assert game.actions(s) == ()
                    assert space.propose(random.Random(seed), 3)
                else:
                    assert space.actions
            else:
                assert game.actions(s) == ()
            last = after.state
        end = game.pending(last)
        if isinstance(end, Over):
            assert game.actions(last) == ()
            assert len(end.ranking) == len(end.scores) == game.seated(last)
            assert min(end.ranking) == 1
            if not fixture_of(case).points:
                assert sum(end.scores) == pytest.approx(1)
            with pytest.raises(BadOutcome):
                game.settle(last, None)


@every_case
def test_c2_actions_are_sorted_unique_and_their_texts_come_back(case):
    game = case.game
    for s, pending, answer, _ in walk(case, 11):
        actions = game.actions(s)
        assert type(actions) is tuple
        assert list(actions) == sorted(set(actions))
        if isinstance(pending, Decide):
            space = game.space(s)
            offered = {*actions, answer}
            if isinstance(space, Continuous):
                offered |= {*space.listed, *space.propose(random.Random(1), 4)}
            texts = {game.format(s, a) for a in offered}
            assert len(texts) == len(offered)
            for a in offered:
                assert game.parse(s, game.format(s, a)) == a
                assert all(game.describe(s, a, lang) for lang in LANGUAGES)
    for text in fixture_of(case).texts:
        with pytest.raises(NotationError):
            game.parse(s, text)


@every_case
def test_seats_are_told_apart_and_called_as_the_table_shows_them(case):
    game = case.game
    for s, _, _, after in walk(case, 12, limit=60):
        for state in (s, after.state):
            names = [game.seat_name(state, seat) for seat in range(game.seated(state))]
            assert len({name.lower() for name in names}) == len(names)
            assert all(name in game.draw(state, None) for name in names)
            for lang in LANGUAGES:
                spoken = {game.seat_name(state, seat, lang) for seat in range(len(names))}
                assert len(spoken) == len(names)


@every_case
def test_c3_c4_check_and_apply_agree_for_any_action(case):
    game, fixture = case.game, fixture_of(case)
    refused = accepted = 0
    for s, pending, answer, _ in walk(case, 21, limit=150):
        before = digest(game.dump(s))
        space = game.space(s)
        offered = list(game.actions(s))
        if isinstance(space, Continuous):
            offered += [*space.listed, *space.propose(random.Random(2), 3)]
        if isinstance(pending, Decide):
            offered.append(answer)
        for a in offered:
            assert game.check(s, a).ok
        for a in fixture.foreign(s, random.Random(before)):
            verdict = game.check(s, a)
            if verdict.ok:
                accepted += 1
                game.apply(s, a)
            else:
                refused += 1
                assert verdict.code
                assert verdict.rule
                with pytest.raises(IllegalAction) as caught:
                    game.apply(s, a)
                assert caught.value.verdict == verdict
            if not isinstance(space, Continuous):
                assert verdict.ok == (a in game.actions(s))
        assert digest(game.dump(s)) == before
    assert refused
    assert accepted


@every_case
def test_c5_earlier_states_never_change(case):
    game = case.game
    kept = []
    rng = random.Random(5)
    for s, _, _, after in walk(case, 31, limit=80):
        kept.append((s, hash(s), digest(game.dump(s))))
        if isinstance(game.pending(s), Decide):
            game.apply(s, game.random_action(s, rng))
            game.observe(s, 0)
        kept.append((after.state, hash(after.state), digest(game.dump(after.state))))
    for s, number, name in kept:
        assert hash(s) == number
        assert digest(game.dump(s)) == name


@every_case
def test_c6_dump_and_load_give_an_equal_state_on_every_step(case):
    game = case.game
    for s, _, _, after in walk(case, 41, limit=120):
        for state in (s, after.state):
            data = json.loads(canonical(game.dump(state)))
            again = game.load(data)
            assert again == state
            assert hash(again) == hash(state)
            assert digest(game.dump(again)) == digest(game.dump(state))
            assert game.pending(again) == game.pending(state)


TRACE = """
import sys; sys.path.insert(0, sys.argv[1])
from kit import walk
from rules_kit import CASES
from rules.core.digest import digest
for case in CASES:
    for s, _, _, after in walk(case, 5, limit=40):
        pass
    print(case.label, digest(case.game.dump(after.state)))
"""


def test_c6_c8_the_same_seed_gives_the_same_game_under_any_hash_seed():
    outputs = []
    for number in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", TRACE, str(SUPPORT)],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": number},
        )
        outputs.append(done.stdout)
    assert outputs[0] == outputs[1]
    assert len(outputs[0].splitlines()) == len(CASES)


class Random:
    def __init__(self, seed):
        self.rng = random.Random(seed)

    def choose(self, knowledge):
        return knowledge.random_action(self.rng)


def played(case, path, seed=3, players=(1, 2, 3, 4)):
    s = case.start()
    seats = [Random(f"{seed}:{k}") for k in players[: case.game.seated(s)]]
    with records.Writer(path, case.game, records.header(case.game, s, seed=seed)) as record:
        return run(case.game, s, seats, case.provider, SeededStreams.of(seed), record)


@every_case
def test_c7_a_record_replays_to_the_same_end(case, tmp_path):
    end = played(case, tmp_path / "game.jsonl")
    again = records.replay(tmp_path / "game.jsonl")
    assert again.complete
    assert again.state == end


@every_case
def test_c8_same_seed_same_record_and_no_global_random_numbers(case, tmp_path):
    random.seed(99)
    before = random.getstate()
    played(case, tmp_path / "one.jsonl")
    assert random.getstate() == before
    random.seed(100)
    played(case, tmp_path / "two.jsonl")
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()


@every_case
def test_c8_another_player_stream_leaves_the_dice_alone(case):
    """The k-th throw or draw takes the same numbers whatever the players' streams gave."""
    drawn = []
    for player in (1, 2):
        rng, streams, s = random.Random(player), SeededStreams.of(8), case.start()
        seen = {Ask: [], Draw: []}
        for _ in range(60):
            if isinstance(case.game.pending(s), Over):
                break
            if isinstance(case.game.pending(s), Ask):
                peek = next(streams.physics)
                seen[Ask].append(peek.random())
                s = case.game.settle(
                    s, case.provider.resolve(case.game.pending(s).request, peek)
                ).state
            elif isinstance(case.game.pending(s), Draw):
                peek = random.Random()
                peek.setstate(streams.chance.getstate())
                seen[Draw].append(peek.random())
                s = step(case, s, rng, streams)[2].state
            else:
                s = step(case, s, rng, streams)[2].state
        drawn.append(seen)
    # How many draws there are between two throws may depend on what the players do.
    shared = {kind: min(len(seen[kind]) for seen in drawn) for kind in (Ask, Draw)}
    assert any(shared.values())
    for kind, n in shared.items():
        assert drawn[0][kind][:n] == drawn[1][kind][:n]


@every_case
def test_c9_draws_list_every_outcome_with_a_weight(case):
    game = case.game
    for s, pending, _, _ in walk(case, 51):
        if not isinstance(pending, Draw):
            continue
        outcomes = [outcome for outcome, _ in pending.outcomes]
        assert len(set(outcomes)) == len(outcomes)
        assert all(type(weight) is int and weight > 0 for _, weight in pending.outcomes)
        for outcome in outcomes:
            assert game.settle(s, outcome).state != s
        with pytest.raises(BadOutcome):
            game.settle(s, "no such outcome")


def test_c9_pick_draws_by_the_weights():
    rng = random.Random(1)
    outcomes = (("a", 1), ("b", 2), ("c", 5))
    counts = {name: 0 for name, _ in outcomes}
    n = 8000
    for _ in range(n):
        counts[pick(outcomes, rng)] += 1
    chi2 = sum((counts[name] - n * w / 8) ** 2 / (n * w / 8) for name, w in outcomes)
    assert chi2 < 13.8  # 99.9 % quantile of chi-squared with two degrees of freedom


@every_case
@QUICK
@given(data=st.data())
def test_c10_valid_outcomes_lead_to_valid_states_and_others_are_refused(case, data):
    game, fixture = case.game, fixture_of(case)
    rng = random.Random(data.draw(st.integers(0, 10**6)))
    streams, s = SeededStreams.of(1), case.start()
    for _ in range(12):
        pending = game.pending(s)
        if isinstance(pending, Over):
            break
        if isinstance(pending, Decide):
            s = game.apply(s, game.random_action(s, rng)).state
            continue
        outcome = data.draw(fixture.outcomes(s))
        name = digest(game.dump(s))
        for bad in fixture.spoil(s, outcome):
            with pytest.raises(BadOutcome):
                game.settle(s, bad)
        assert digest(game.dump(s)) == name
        after = game.settle(s, outcome)
        s = after.state
        fixture.invariants(s)
        assert all(game.tell(s, e, lang) for e in after.events for lang in LANGUAGES)
        game.pending(s)
    del streams


@every_case
def test_c11_every_game_ends(case):
    for seed in (61, 62):
        s = case.start()
        for _, _, _, after in walk(case, seed, limit=6000):
            s = after.state
        assert isinstance(case.game.pending(s), Over)
        # What nobody has done shows at the end, too.
        assert all(case.game.draw(s, seat) for seat in (None, *range(case.game.seated(s))))


@every_case
def test_c12_invariants_hold_in_every_state(case):
    for seed in (71, 72):
        for s, _, _, after in walk(case, seed, limit=250):
            fixture_of(case).invariants(s)
            fixture_of(case).invariants(after.state)


@every_case
def test_c16_what_a_seat_sees_is_the_same_in_every_world_it_thinks_possible(case):
    game = case.game
    for s, _, _, _ in walk(case, 81, limit=60):
        for seat in range(game.seated(s)):
            seen = game.observe(s, seat)
            for number in range(2):
                world = game.determinize(s, seat, random.Random(number))
                assert game.observe(world, seat) == seen
                assert game.pending(world) == game.pending(s)
                # What another seat may do can depend on what it hides.
                if getattr(game.pending(s), "seat", seat) == seat:
                    assert game.actions(world) == game.actions(s)


def test_c20_rules_import_the_standard_library_scenes_and_settled_only():
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]);"
        "import rules.koenig.rules, rules.core.records;"
        "import rules.core.providers, rules.koenig.sampled;"
        "print(*sorted({m.partition('.')[0] for m in sys.modules} - set(sys.stdlib_module_names)),"
        "'|', *sorted(m for m in sys.modules if m.startswith(('sim', 'scenes'))))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(SUPPORT)], capture_output=True, text=True, check=True
    )
    outside, inner = done.stdout.split("|")
    assert not {"pymunk", "numpy", "scipy", "pyglet", "kullerwerk"} & set(outside.split())
    assert {name for name in inner.split() if name.startswith("sim")} == {"sim", "sim.settled"}
