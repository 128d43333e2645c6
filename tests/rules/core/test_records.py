"""Records: written line by line, read with a sentence for every kind of damage."""

import json
import os
from pathlib import Path

import pytest
from coin_game import COIN
from koenig_kit import race, settled
from rules_kit import CASES

from rules.core import records
from rules.core.errors import RecordError, UnknownGame
from rules.core.registry import game, names, register
from rules.core.types import Ask
from rules.koenig.rules import KOENIG


def coin_record(path, answers=("safe", "toss", "heads", "spoil", "safe", "safe")):
    s = COIN.new(None, 2)
    with records.Writer(path, COIN, records.header(COIN, s, seed=5, players=("a", "b"))) as out:
        for answer in answers:
            pending = COIN.pending(s)
            how = COIN.settle if answer in ("heads", "tails") else COIN.apply
            step = how(s, answer)
            out.add(s, pending, answer, step)
            s = step.state
    return s


def koenig_record(path):
    s = race(None, None)
    with records.Writer(path, KOENIG, records.header(KOENIG, s, engine={"name": "none"})) as out:
        for text in ("start 480,150,0", "pass", "pull 600,0", None, "tower 90.00"):
            pending = KOENIG.pending(s)
            if text is None:
                assert isinstance(pending, Ask)
                answer = settled(s, (700, 150))
                step = KOENIG.settle(s, answer)
            else:
                answer = KOENIG.parse(s, text)
                step = KOENIG.apply(s, answer)
            out.add(s, pending, answer, step)
            s = step.state
    return s


@pytest.fixture
def path(tmp_path):
    koenig_record(tmp_path / "race.jsonl")
    return tmp_path / "race.jsonl"


def lines_of(path):
    return path.read_text().splitlines()


def change(path, number, edit):
    """Rewrite one line (counted from 1) of a record."""
    lines = lines_of(path)
    data = json.loads(lines[number - 1])
    edit(data)
    lines[number - 1] = json.dumps(data)
    path.write_text("\n".join(lines) + "\n")


def test_the_header_says_what_was_played(path):
    head = json.loads(lines_of(path)[0])
    assert head["format"] == 1
    assert (head["game"], head["version"], head["seats"]) == ("koenig", KOENIG.version, 2)
    assert head["board"] == {"name": "rundkurs", "scene": ""}
    assert head["engine"] == {"name": "none"}
    assert head["setup"]["board"]["length"] == 120000


def test_lines_are_decisions_throws_and_draws(path, tmp_path):
    lines = [json.loads(line) for line in lines_of(path)]
    assert lines[1] == {"by": 0, "do": "start 480,150,0"}
    assert lines[4]["throw"] == "DieThrow"
    assert lines[4]["got"]["outcome"] == "rests"
    assert lines[5] == {"by": 0, "do": "tower 90.00", "n": 36000, "dig": lines[5]["dig"]}
    coin_record(tmp_path / "coin.jsonl")
    draws = [json.loads(line) for line in lines_of(tmp_path / "coin.jsonl")]
    assert draws[3] == {"draw": "coin", "got": "heads"}
    assert draws[4]["n"] == 2


def test_a_record_that_was_broken_off_replays_and_says_so(path, tmp_path):
    assert json.loads(lines_of(path)[-1])["stopped"] is True
    replay = records.replay(path)
    assert not replay.complete
    assert replay.lines == 5
    end = coin_record(tmp_path / "coin.jsonl")
    assert records.replay(tmp_path / "coin.jsonl").state == end


def test_every_line_is_on_disk_at_once(tmp_path):
    path = tmp_path / "coin.jsonl"
    s = COIN.new(None, 2)
    out = records.Writer(path, COIN, records.header(COIN, s))
    assert len(lines_of(path)) == 1
    out.add(s, COIN.pending(s), "safe", COIN.apply(s, "safe"))
    assert len(lines_of(path)) == 2
    with pytest.raises(RecordError, match="ends without a result"):
        records.replay(path)
    assert records.replay(path, partial=True).lines == 1
    out.close()
    out.close()
    assert len(lines_of(path)) == 3


def failure(path, **how):
    with pytest.raises(RecordError) as caught:
        records.replay(path, **how)
    error = caught.value
    assert error.file == str(path)
    assert "\n" not in str(error)
    return error


def test_a_cut_record(path):
    whole = path.read_bytes()
    rows = whole.splitlines(keepends=True)
    path.write_bytes(b"".join(rows[:-1]))
    assert "the last lines are missing" in str(failure(path))
    path.write_bytes(whole[:-20])
    error = failure(path)
    assert error.line == len(rows)
    assert (
        str(error) == f"{path}, line {len(rows)}: this line is cut off or damaged: it is not JSON"
    )
    path.write_bytes(whole[:-1])
    assert "the last line is cut off" in str(failure(path))
    path.write_bytes(b"".join((*rows[:3], *rows[4:])))
    assert "waits for a decision" in str(failure(path))
    # A cut anywhere at all is noticed, never a traceback of another kind.
    for at in range(0, len(whole) - 1, 97):
        path.write_bytes(whole[:at])
        failure(path)


TAMPERED = [
    (2, lambda d: d.update(do="start 481,150,0"), "a line was changed after the game", 7),
    (2, lambda d: d.update(do="start 100,150,0"), "the whole tower must stand in the start box", 2),
    (2, lambda d: d.update(do="hop"), "'hop' is no action of koenig", 2),
    (2, lambda d: d.update(by=1), "seat 1 decides, but it is for seat 0 to", 2),
    (2, lambda d: d.clear(), "no decision, draw or throw", 2),
    (3, lambda d: d.clear() or d.update(end="finish"), "more lines follow", 3),
    (5, lambda d: d["got"].update(face=9), "a d4 has no 9", 5),
    (5, lambda d: d["got"].pop("pose"), "the outcome in this line is damaged", 5),
    (5, lambda d: d.update(got=7), "the outcome in this line is damaged", 5),
    (5, lambda d: d["got"].update(time=901), "a line was changed after the game", 7),
    (5, lambda d: d["got"].update(time=float("nan")), "not JSON", 5),
    (5, lambda d: d["got"]["path"].insert(0, [65000, 15000]), "a line was changed", 7),
    (5, lambda d: d["got"].update(pose=[70000, 15000, 1]), "a line was changed", 7),
    (6, lambda d: d.update(n=35999), "35999 actions were legal here, and now 36000 are", 6),
    (6, lambda d: d.update(dig="0" * 16), "this line or one before it was changed", 6),
    (7, lambda d: d.update(lines=6), "says 6 lines, but holds 5", 7),
    (7, lambda d: d.update(dig="0" * 16), "ends differently than when it was recorded", 7),
    (7, lambda d: d.pop("stopped") and d.update(end="finish"), "the game has not ended", 7),
    (1, lambda d: d.update(version=99), "by version 99 of the rules of koenig", 1),
    (1, lambda d: d.update(format=2), "newer than 1", 1),
    (1, lambda d: d.update(format=0), "no record format 0", 1),
    (1, lambda d: d.pop("format"), "the first line is no header", 1),
    (1, lambda d: d.update(game="chess"), "there is no game named 'chess'; there are: ", 1),
    (1, lambda d: d.pop("setup"), "the header is damaged", 1),
    (1, lambda d: d.update(setup=[]), "setup is [], no object", 1),
    (1, lambda d: d["setup"].pop("board"), "this is no state of koenig", 1),
    (1, lambda d: d["setup"]["options"].update(round_cap=-1), "round_cap", 1),
    (1, lambda d: d.update(extra=1), "the header is damaged", 1),
    (1, lambda d: d.update(seats=3), "seats and setup do not agree", 1),
    (1, lambda d: d["options"].update(round_cap=7), "options and setup do not agree", 1),
    (1, lambda d: d["board"].update(name="x"), "board and setup do not agree", 1),
    (1, lambda d: d.update(seed=-1), "seed is -1, no whole number from 0 on", 1),
    (1, lambda d: d.update(seed=1.5), "seed is 1.5, no whole number from 0 on", 1),
    (1, lambda d: d.update(seed="x" * 99), f'seed is "{"x" * 59}..., no whole number', 1),
    (1, lambda d: d.update(engine=None), "engine is null, no object", 1),
    (1, lambda d: d.update(players=[[1], "a"]), 'players is [[1], "a"], no list of names', 1),
    (1, lambda d: d.update(players=["a"]), "it names 1 players for 2 seats", 1),
    (1, lambda d: d.update(timed=0), "timed is 0, no true or false", 1),
    (1, lambda d: d["setup"].pop("racers"), "this is no state of koenig: 'racers' is missing", 1),
]  # fmt: skip


@pytest.mark.parametrize(("number", "edit", "sentence", "line"), TAMPERED)
def test_a_changed_record(path, number, edit, sentence, line):
    change(path, number, edit)
    error = failure(path)
    assert sentence in str(error)
    assert error.line == line


def test_blanks_and_the_order_of_keys_do_not_matter(path):
    rows = [dict(reversed(json.loads(row).items())) for row in lines_of(path)]
    path.write_text("".join(json.dumps(row, indent=None) + "\n" for row in rows))
    assert records.replay(path).lines == 5


def test_a_newer_format_says_what_to_do(path):
    change(path, 1, lambda d: d.update(format=7))
    assert "update kullerwerk to replay it" in str(failure(path))


def test_a_changed_result(tmp_path):
    path = tmp_path / "coin.jsonl"
    coin_record(path, ("toss", "heads", "pass", "safe", "toss", "heads", "pass"))
    assert records.replay(path).complete
    number = len(lines_of(path))
    change(path, number, lambda d: d.update(ranking=[2, 1]))
    assert "the result is not what the game comes to" in str(failure(path))


@pytest.mark.parametrize(
    ("content", "sentence"),
    [(b"", "it is empty"), (b"\xff\xfe\x00", "it is not text"), (b"[1]\n", "a JSON object"),
     (b"hello\n", "this is no record: it is not JSON"), (b'{"a":1}\n', "is no header"),
     (b"[" * 100000 + b"\n", "not JSON")],
)  # fmt: skip
def test_a_file_that_is_no_record(tmp_path, content, sentence):
    path = tmp_path / "x.jsonl"
    path.write_bytes(content)
    assert sentence in str(failure(path))


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null"])
@pytest.mark.skipif(os.name == "nt", reason="devices")
def test_a_device_is_not_read_to_its_end(device):
    assert failure(Path(device)).why == "this is no record: it is a device"


def test_a_missing_file(tmp_path):
    error = failure(tmp_path / "no.jsonl")
    assert "cannot be read" in str(error)


def test_a_game_that_does_not_exist_is_named_with_those_that_do():
    known = ", ".join(names())
    assert "coin, " in known
    with pytest.raises(UnknownGame, match=f"no game named 'chess'; there are: {known}"):
        game("chess")
    assert set(names()) == {case.game.name for case in CASES}
    assert game("koenig") is KOENIG
    with pytest.raises(ValueError, match="registered already"):
        register(type(COIN)())
