"""``kullerwerk replay`` for games other than races (those: ``test_race_command.py``)."""

from __future__ import annotations

import json
import random
import re

import pytest
from coin_game import COIN
from whisper_game import WHISPER

from kullerwerk import cli
from rules.core import records, registry
from rules.core.run import SeededStreams, run


class Anyhow:
    def __init__(self, seed):
        self.rng = random.Random(seed)

    def choose(self, knowledge):
        return knowledge.random_action(self.rng)


class Stops(Anyhow):
    """Leaves the game after some decisions."""

    def __init__(self, seed, after):
        super().__init__(seed)
        self.after = after

    def choose(self, knowledge):
        self.after -= 1
        if self.after < 0:
            raise KeyboardInterrupt
        return super().choose(knowledge)


pytestmark = pytest.mark.usefixtures("small_games")


def recorded(path, game, players):
    start = game.new(game.options({}), 2)
    head = records.header(game, start, seed=1, players=("random", "random"))
    with records.Writer(path, game, head) as record:
        run(game, start, players, None, SeededStreams.of(1), record)


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "game.jsonl"
    recorded(path, COIN, [Anyhow(1), Anyhow(2)])
    return path


@pytest.mark.parametrize("how", ["--turns", "--tell"])
def test_a_game_is_checked_and_told(record, tmp_path, capsys, how):
    data = tmp_path / "a.json"
    assert cli.main(["replay", str(record), how, "--board", "--json", str(data)]) == 0
    *lines, board, end, _ = capsys.readouterr().out.splitlines()
    played = records.replay(record)
    decisions = [line for line in records.read(record).lines if "do" in line]
    assert [line for line in lines if line.startswith("player")] == [
        f"player {line['by'] + 1}: {line['do']}" for line in decisions
    ]
    events = [event for _, _, step in played.steps for event in step.events]
    assert [line for line in lines if line.startswith("  ")] == [
        f"  player {event.seat + 1} has {event.points} points" for event in events
    ]
    assert board == COIN.draw(played.state, None)
    assert re.fullmatch(
        rf"{record}: {played.lines} answers replay to digest {played.digest}; "
        r"player \d( and player \d share the win| wins) \((goal|turns)\)",
        end,
    )
    told = json.loads(data.read_text())
    assert told["told"] == lines
    assert (told["game"], told["complete"], told["answers"]) == ("coin", True, played.lines)
    assert told["ranking"] == list(COIN.pending(played.state).ranking)


def test_one_sentence_unless_more_is_asked_for(record, capsys):
    assert cli.main(["replay", str(record)]) == 0
    assert capsys.readouterr().out.count("\n") == 1
    assert cli.main(["replay", str(record), "--quiet"]) == 0
    assert capsys.readouterr().out == ""


def test_a_record_that_breaks_off_needs_partial(record, capsys):
    record.write_bytes(record.read_bytes()[: record.stat().st_size // 2])
    assert cli.main(["replay", str(record)]) == 2
    err = capsys.readouterr().err
    assert err.endswith("(--partial replays what is there).\n")
    assert cli.main(["replay", str(record), "--partial"]) == 0
    assert re.search(r"; broken off after \d+ answers$", capsys.readouterr().out, re.M)


def test_a_changed_line_is_named(record, capsys):
    lines = record.read_text().splitlines(keepends=True)
    lines[1] = lines[1].replace('"safe"', '"to"').replace('"toss"', '"safe"').replace("to", "toss")
    record.write_text("".join(lines))
    assert cli.main(["replay", str(record)]) == 2
    err = capsys.readouterr().err
    assert re.match(rf"Error: {record}, line \d+: .*\.\n$", err)


def test_a_picture_is_of_a_race(record, tmp_path, capsys):
    picture = tmp_path / "a.png"
    assert cli.main(["replay", str(record), "--picture", str(picture)]) == 2
    assert "holds a game of coin, not a race." in capsys.readouterr().err
    assert not picture.exists()


def test_secrets_are_told_once_the_game_is_over(tmp_path, capsys):
    """A game that was left may be gone on with, so its secrets stay secret."""
    left, done = tmp_path / "left.jsonl", tmp_path / "done.jsonl"
    with pytest.raises(KeyboardInterrupt):
        recorded(left, WHISPER, [Stops(1, 3), Anyhow(2)])
    recorded(done, WHISPER, [Anyhow(1), Anyhow(2)])
    assert cli.main(["replay", str(left), "--turns"]) == 0
    out = capsys.readouterr().out
    assert "is dealt" not in out
    assert "Owl: " not in out
    assert re.search(r"seat 0 (hushes|shows)", out)
    assert cli.main(["replay", str(done), "--turns"]) == 0
    out = capsys.readouterr().out
    assert out.count("is dealt") == 2
    assert "Owl: " in out


def test_a_race_can_be_told_event_by_event(tmp_path, capsys):
    path = tmp_path / "race.jsonl"
    koenig = registry.game("koenig")
    start = koenig.new(koenig.options({"round_cap": 2}), 2)
    head = records.header(koenig, start, seed=1, players=("random", "random"))
    with records.Writer(path, koenig, head) as record:
        provider = koenig.sampled(start)
        run(koenig, start, [Anyhow(1), Anyhow(2)], provider, SeededStreams.of(1), record)
    assert cli.main(["replay", str(path), "--tell", "--board"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("yellow: start ")
    assert lines[1].startswith("  yellow starts at ")
    assert "round 2" not in lines[0]
    assert "  round 2: yellow's turn" in lines
    assert koenig.draw(records.replay(path).state, None) in "\n".join(lines)
    assert "replay to digest" in lines[-1]
