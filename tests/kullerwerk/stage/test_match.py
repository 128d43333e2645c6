"""Games at the window without a window: people, computers, chance, hidden hands, undo, records."""

from __future__ import annotations

import random
from concurrent.futures.process import BrokenProcessPool
from itertools import pairwise

import pytest

from kullerwerk.players.specs import Spec
from kullerwerk.seats import timed, written
from kullerwerk.session import Session
from kullerwerk.stage.background import Inline
from kullerwerk.stage.games import Plan, new_game, resumed
from kullerwerk.stage.match import PASS, Match
from kullerwerk.stage.settings import TEXT_SIZES, Settings
from kullerwerk.stage.surroundings import Surroundings, failed
from rules.core.errors import RulesError
from rules.core.records import Writer, header, replay
from rules.core.registry import game as find_game
from rules.core.types import Ask, Continuous, Decide, Over

RANDOM = Spec("random")


def match_of(game, seats, options=(), seed=1, record=None, background=None):
    """A match whose throws are sampled."""
    rules = find_game(game)
    first = rules.begin(rules.options(dict(options)), len(seats))
    head = header(
        rules, first.state, engine={"outcomes": "sampled"}, seed=seed, players=written(seats),
        timed=timed(seats),
    )  # fmt: skip
    around = Surroundings(background=background or Inline())
    return Match(around, Session(rules, head, record=record), seats, opening=first.events)


def some_action(match):
    """What a person does: the same at the same place of the same game."""
    chance = random.Random(len(match.session.steps))
    space = match.game.space(match.state)
    if isinstance(space, Continuous):
        return chance.choice([*space.listed, *space.propose(chance, 2)])
    return chance.choice(list(space.actions))


def until(match, wanted, most=5000):
    """Let the game go on until something is so; nobody at the screen does anything."""
    for _ in range(most):
        if wanted(match):
            return
        match.update()
    raise AssertionError("it never came to that")


def played(match, most=5000, wanted=lambda match: match.over is not None):
    """Play by what the screen offers."""
    for _ in range(most):
        if wanted(match):
            return match
        if match.curtain is not None:
            match.take_screen()
        elif match.asks_all:
            match.volunteer(None)
        elif match.waits is not None:
            assert match.act(some_action(match)).ok
        else:
            match.update()
        assert not match.trouble
    raise AssertionError("the game does not end")


def pro(seats=(None, None), seed=3):
    return match_of("koenig", seats, {"variant": "pro"}, seed)


# --- going on ---


def test_chance_and_computers_answer_until_a_person_is_asked():
    match = match_of("hoehle", (None, RANDOM))
    until(match, lambda m: m.waits is not None)
    assert match.waits.seat == match.turn == 0
    steps = len(match.session.steps)
    for _ in range(20):
        match.update()
    assert len(match.session.steps) == steps, "nobody decides for a person"
    assert match.act(some_action(match)).ok
    until(match, lambda m: m.waits is not None)
    assert any(asked.seat == 1 for asked, _, _ in match.session.steps if isinstance(asked, Decide))


def test_what_happens_is_queued_in_order():
    match = match_of("buddel", (RANDOM, RANDOM))
    until(match, lambda m: len(m.session.steps) >= 12)
    shown = list(match.happened)
    assert [(one.pending, one.answer) for one in shown] == [
        (pending, answer) for pending, answer, _ in match.session.steps
    ]
    for before, after in pairwise(shown):
        assert after.before == before.step.state


def test_a_refused_action_changes_nothing():
    match = match_of("hoehle", (None, None))
    until(match, lambda m: m.waits is not None)
    from rules.hoehle.state import Move

    before = match.state
    verdict = match.act(Move(0, 0))
    assert not verdict.ok
    assert verdict.rule
    assert match.state == before
    assert match.session.steps == [] or match.session.steps[-1][1] != Move(0, 0)


@pytest.mark.parametrize("game", ["hoehle", "buddel", "company", "kullern", "koenig"])
def test_every_game_ends_with_a_person_and_a_computer(game):
    options = {
        "hoehle": {"move_cap": 20}, "buddel": {"turn_cap": 20}, "company": {"turn_cap": 40},
        "kullern": {"turn_cap": 10}, "koenig": {"round_cap": 5},
    }[game]  # fmt: skip
    match = played(match_of(game, (None, RANDOM), options))
    assert isinstance(match.over, Over)
    assert len(match.over.ranking) == 2
    assert match.readable()
    assert match.turn is None
    assert match.waits is None
    match.update()


# --- trouble ---


class Failing(Inline):
    """Fails as often as it is told to."""

    def __init__(self, times):
        self.times = times

    def submit(self, work, *args, **kwargs):
        if self.times:
            self.times -= 1
            return super().submit(_fails)
        return super().submit(work, *args, **kwargs)


def _fails():
    raise MemoryError("too much was thought")


@pytest.mark.parametrize("game", ["hoehle", "kullern"])
def test_a_failure_in_the_background_stops_the_game_until_it_is_tried_again(game):
    match = match_of(game, (RANDOM, RANDOM), background=Failing(1))
    until(match, lambda m: m.trouble)
    assert "MemoryError: too much was thought" in match.trouble
    steps = len(match.session.steps)
    for _ in range(5):
        match.update()
    assert len(match.session.steps) == steps
    match.try_again()
    until(match, lambda m: len(m.session.steps) > steps)
    assert not match.trouble


def test_after_a_failure_the_same_comes_as_without_it():
    plain = match_of("kullern", (RANDOM, RANDOM), {"turn_cap": 6})
    failing = match_of("kullern", (RANDOM, RANDOM), {"turn_cap": 6}, background=Failing(3))
    until(plain, lambda m: m.over is not None)
    for _ in range(3):
        until(failing, lambda m: m.trouble)
        failing.try_again()
    until(failing, lambda m: m.over is not None)
    assert failing.state == plain.state


def test_a_hint_that_fails_is_said_and_the_person_can_go_on():
    match = match_of("hoehle", (None, RANDOM), background=Failing(0))
    until(match, lambda m: m.waits is not None)
    match.around.background.times = 1
    match.ask_hint()
    match.update()
    assert match.trouble
    match.try_again()
    assert match.act(some_action(match)).ok


# --- hints and undo ---


def test_a_hint_is_legal_and_forgotten_after_the_move():
    match = match_of("hoehle", (None, RANDOM))
    until(match, lambda m: m.waits is not None)
    match.ask_hint()
    assert match.hinting
    match.update()
    assert not match.hinting
    assert match.check(match.advice).ok
    match.act(some_action(match))
    assert match.advice is None


def test_a_hint_that_comes_after_an_undo_is_not_shown():
    match = match_of("hoehle", (None, None))
    until(match, lambda m: m.waits is not None)
    match.act(some_action(match))
    until(match, lambda m: m.waits is not None)
    match.ask_hint()
    assert match.undo() == ""
    match.update()
    assert match.advice is None
    assert not match.hinting


def test_undo_takes_back_to_the_last_decision_of_a_person():
    match = match_of("hoehle", (None, RANDOM))
    until(match, lambda m: m.waits is not None)
    assert match.undo(), "who begins was drawn: that cannot be taken back"
    before, log = match.state, list(match.log)
    match.act(some_action(match))
    until(match, lambda m: m.waits is not None)
    assert match.state != before
    assert match.undo() == ""
    assert match.state == before
    assert match.log == log
    assert not match.happened
    match.act(some_action(match))
    until(match, lambda m: m.waits is not None)


def test_undo_stops_at_chance():
    match = match_of("buddel", (None, None))
    played(match, wanted=lambda m: m.waits is not None and m.waits.kind == "move")
    assert match.undo() == match.around.word("undo.not")
    match = match_of("buddel", (None, None))
    assert match.undo() == match.around.word("undo.nothing")


# --- hidden hands at one screen ---


def test_a_game_in_the_open_has_no_curtain():
    match = match_of("koenig", (None, None), {"round_cap": 2})
    for _ in range(300):
        assert match.curtain is None
        assert not match.asks_all
        if match.over:
            break
        if match.waits is not None:
            match.act(some_action(match))
        else:
            match.update()
    assert match.over


def test_one_person_alone_needs_no_curtain_either():
    match = pro((None, RANDOM))
    played(match, wanted=lambda m: m.curtain is not None or len(m.session.steps) > 80)
    assert match.curtain is None


def test_the_screen_is_handed_over_before_anybody_decides():
    match = pro((None, None, RANDOM))
    handed = 0
    for _ in range(400):
        if match.over:
            break
        if match.curtain is not None:
            handed += 1
            seat = match.curtain
            assert match.waits is None
            assert seat == match.turn
            match.take_screen()
            assert match.at == seat
            assert match.curtain is None
            assert match.waits is not None
        elif match.asks_all:
            assert match.waits is None
            match.volunteer(None)
        elif match.waits is not None:
            assert match.at == match.turn or not match.hidden
            match.act(some_action(match))
        else:
            match.update()
    assert handed > 3


def test_nobody_reads_what_others_were_dealt():
    match = pro((None, None, None))
    secrets = 0
    for _ in range(500):
        if match.over:
            break
        lines = match.readable()
        private = [line for line in lines if line.to is not None]
        if match.curtain is not None or match.asks_all:
            assert private == [], "the screen is on its way"
        elif match.at is not None:
            assert all(match.at in line.to for line in private)
            secrets += len(private)
        else:
            assert private == []
        if match.curtain is not None:
            match.take_screen()
        elif match.asks_all:
            match.volunteer(None)
        elif match.waits is not None:
            match.act(some_action(match))
        else:
            match.update()
    assert secrets
    assert any(line.to is not None for line in match.log)


def test_when_nobody_wants_to_answer_all_pass_in_silence():
    match = pro((None, None, None))
    played(match, wanted=lambda m: m.asks_all)
    kind, steps = match.pending.kind, len(match.session.steps)
    match.volunteer(None)
    until(match, lambda m: m.turn is None or m.pending.kind != kind)
    assert not match.asks_all
    answers = match.session.steps[steps:]
    asked = [(p, a) for p, a, _ in answers if isinstance(p, Decide) and p.kind == kind]
    assert len(asked) == 3
    assert all(match.game.format(match.state, answer) == PASS for _, answer in asked)


def test_who_wants_to_answer_is_given_the_screen_and_the_others_pass():
    match = pro((None, None, None))
    played(match, wanted=lambda m: m.asks_all)
    seat = (match.turn + 1) % 3
    given(match, seat)
    assert match.waits.seat == seat


def given(match, seat):
    """Give the screen to somebody who wants to answer in the window that is open."""
    there = match.at == seat
    match.volunteer(seat)
    until(match, lambda m: m.curtain is not None or m.waits is not None)
    if not there:
        assert match.curtain == seat
        match.take_screen()
    assert match.waits.seat == seat


def playable(match, name=""):
    """The cards that can be played now, with this in their text."""
    texts = {a: match.game.format(match.state, a) for a in match.game.actions(match.state)}
    return [a for a, text in texts.items() if text != PASS and name in text]


def asked(match, kind):
    """At the first question of this kind to all, after as few others as there can be."""
    return played(match, wanted=lambda m: m.asks_all and m.pending.kind == kind)


def test_after_a_card_everybody_is_asked_again():
    """A person who plays one does not speak for the others."""
    for seed in range(1, 9):
        match = asked(pro((None, None, None), seed), "respond:before")
        given(match, match.turn)
        if found := playable(match):
            match.act(found[0])
            assert match.asks_all, "somebody may have an answer to that"
            match.volunteer(None)
            until(match, lambda m: m.pending.kind != "respond:before" or m.asks_all)
            assert not match.asks_all
            return
    raise AssertionError("nobody was dealt a card that fits")


def test_a_window_of_the_same_kind_after_a_missed_turn_is_asked_anew():
    """A turn that is missed leads straight to the first window of the next one."""
    for seed in range(1, 30):
        match = pro((None, None), seed)
        # Both towers stand: a later turn begins with its window.
        turns = [0]

        def second(m, turns=turns):
            turns[0] = sum(getattr(p, "kind", "") == "pull" for p, _, _ in m.session.steps)
            return m.over is not None or (
                m.asks_all and m.pending.kind == "respond:before" and turns[0] >= 2
            )

        played(match, wanted=second)
        if match.over is not None:
            continue
        active = match.turn
        given(match, 1 - active)
        missed = playable(match, "miss")
        if not missed:
            continue
        match.act(missed[0])
        steps = len(match.session.steps)
        match.volunteer(None)
        until(match, lambda m: m.asks_all or m.waits is not None or m.curtain is not None)
        assert match.asks_all
        assert match.pending.kind == "respond:before"
        assert match.turn == 1 - active
        assert len(match.session.steps) == steps + 2, "both have passed, and the turn is over"
        return
    raise AssertionError("nobody was dealt such a card")


# --- records ---


@pytest.mark.parametrize("cut", [1, 7, 23])
def test_a_game_that_was_left_goes_on_as_if_it_never_stopped(tmp_path, cut):
    plan = Plan("hoehle", (None, RANDOM), (("move_cap", 30),), seed=5)
    whole, parted = tmp_path / "whole.jsonl", tmp_path / "parted.jsonl"
    page = new_game(Surroundings(), plan, record=whole)
    played(page.match).close()
    page = new_game(Surroundings(), plan, record=parted)
    played(page.match, wanted=lambda m: len(m.session.steps) >= cut)
    page.closing()
    assert not replay(parted, partial=True).complete
    page = resumed(Surroundings(), parted, plan.seats)
    assert len(page.match.session.steps) >= cut
    assert page.match.readable()
    played(page.match)
    page.closing()
    assert parted.read_bytes() == whole.read_bytes()
    assert replay(whole).complete


def test_a_game_with_throws_that_was_left_goes_on_the_same(tmp_path):
    whole = played(match_of("kullern", (None, RANDOM), {"turn_cap": 8}, 2, tmp_path / "a.jsonl"))
    whole.close()
    assert any(isinstance(pending, Ask) for pending, _, _ in whole.session.steps)
    first = match_of("kullern", (None, RANDOM), {"turn_cap": 8}, 2, tmp_path / "b.jsonl")
    played(first, wanted=lambda m: len(m.session.steps) >= 20).close()
    page = resumed(Surroundings(), tmp_path / "b.jsonl", (None, RANDOM))
    played(page.match).close()
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()


def test_what_was_taken_back_is_not_in_the_record(tmp_path):
    plan = Plan("hoehle", (None, RANDOM), (("move_cap", 12),), seed=5)
    page = new_game(Surroundings(), plan, record=tmp_path / "a.jsonl")
    played(page.match).close()
    other = new_game(Surroundings(), plan, record=tmp_path / "b.jsonl")
    played(other.match, wanted=lambda m: len(m.session.steps) >= 6 and m.waits is not None)
    other.match.act(some_action(other.match))
    assert other.match.undo() == ""
    played(other.match).close()
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()


def test_a_copy_is_whole_while_the_game_goes_on(tmp_path):
    match = match_of("hoehle", (None, RANDOM), {"move_cap": 30})
    played(match, wanted=lambda m: len(m.session.steps) >= 9)
    match.save(tmp_path / "copy.jsonl")
    found = replay(tmp_path / "copy.jsonl", partial=True)
    assert found.lines == len(match.session.steps)
    assert found.state == match.state


def test_a_record_without_a_seed_can_be_gone_on_with(tmp_path):
    path = tmp_path / "a.jsonl"
    match = match_of("hoehle", (None, RANDOM), {"move_cap": 8}, 2, path)
    played(match, wanted=lambda m: len(m.session.steps) >= 3).close()
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join([lines[0].replace('"seed":2', '"seed":null'), *lines[1:-1]]))
    page = resumed(Surroundings(), path, (None, RANDOM))
    assert played(page.match).over


@pytest.mark.parametrize("game", ["hoehle", "koenig"])
def test_a_record_that_cannot_be_written_stops_the_game_until_it_can(tmp_path, monkeypatch, game):
    path = tmp_path / "game.jsonl"
    match = match_of(game, (None, RANDOM), record=path)
    put, full = Writer._put, [False]

    def put_or_not(writer, data):
        if full[0]:
            with writer._path.open("ab") as file:
                file.write(b'{"half')
            raise OSError(28, "No space left on device")
        put(writer, data)

    monkeypatch.setattr(Writer, "_put", put_or_not)
    for number in range(60):
        full[0] = number % 3 == 0
        before = len(match.session.steps)
        if match.waits is not None:
            verdict = match.act(some_action(match))
            assert verdict.ok != full[0]
        else:
            match.update()
        if match.trouble:
            assert full[0]
            assert str(path) in match.trouble
            assert "No space left" in match.trouble
            assert len(match.session.steps) == before
            assert len(replay(path, partial=True).steps) == before
            match.try_again()
    assert len(match.session.steps) > 5
    full[0] = False
    match.close()
    assert replay(path, partial=True).steps == tuple(match.session.steps)


def test_leaving_and_taking_back_do_not_fail_on_a_full_disk(tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    match = match_of("hoehle", (None, None), record=folder / "game.jsonl")
    while match.waits is None:
        match.update()
    match.act(some_action(match))
    (folder / "game.jsonl").unlink()
    folder.rmdir()
    assert match.undo() == ""
    assert match.trouble
    match.close()


def test_a_process_that_was_ended_is_told_of_in_words():
    around = Surroundings(settings=Settings(language="de"))
    assert failed(around, BrokenProcessPool("pending.")) == around.word("worker.gone")
    assert failed(around, OSError("no.")) == "OSError: no"


@pytest.mark.parametrize("size", [(800.0, 560.0), (1280.0, 800.0)])
@pytest.mark.parametrize("text", TEXT_SIZES)
def test_who_answers_can_be_pressed_in_any_window(text, size):
    page = new_game(Surroundings(Settings(text_size=text)), Plan("hoehle", (None,) * 4, (), "", 1))
    page.resize(*size)
    buttons = [page._over_board(f"volunteer:{k}", "North", k, 5) for k in range(5)]
    for above, below in pairwise(buttons):
        assert below.at.top <= above.at.y
    assert buttons[-1].at.y >= 0
    assert buttons[-1].at.h > 1.3 * page.around.sizes.text


def test_two_programs_do_not_write_one_record(tmp_path):
    path = tmp_path / "game.jsonl"
    first = match_of("hoehle", (RANDOM, RANDOM), record=path)
    until(first, lambda m: len(m.session.steps) == 4)
    second = resumed(Surroundings(), path, (RANDOM, RANDOM)).match
    until(second, lambda m: len(m.session.steps) == 6)
    until(first, lambda m: m.trouble)
    assert "another program" in first.trouble
    assert len(replay(path, partial=True).steps) == 6
    first.try_again()  # it is asked to: now the record is this one's
    until(first, lambda m: len(m.session.steps) == 7)
    until(second, lambda m: m.trouble)
    second.close()
    first.close()
    assert replay(path, partial=True).steps == tuple(first.session.steps)


@pytest.mark.parametrize("count", [1, 5])
def test_a_game_is_for_so_many_as_it_has_pieces_for(count):
    with pytest.raises(RulesError):
        new_game(Surroundings(), Plan("koenig", (None,) * count, (), "kinderrunde", 1))


def test_the_log_is_told_in_the_language_that_is_chosen_now():
    plan = Plan("kullern", (None, None), (), "", 3)
    page = new_game(Surroundings(), plan)
    german = new_game(Surroundings(settings=Settings(language="de")), plan)
    for one in (page, german):
        until(one.match, lambda m: m.waits is not None)
        one.match.act(some_action(one.match))
    assert page.match.log != german.match.log
    page.around.change(Settings(language="de"))
    assert page.match.readable() == german.match.readable()
    assert page.match.undo() == german.match.undo()
    assert page.match.log == german.match.log
