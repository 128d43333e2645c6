"""Hundreds of races: who beats whom, how long they last, and which rulings occurred.

``python -m benchmarks.races --games 200 [--out FOLDER] [--jobs 2] [--seed 1]`` plays a fixed
programme of games: game k is the same whatever the number of games. Records are kept in the
folder, a game that is there already is not played again, so a run that was stopped goes on; a
record of another seed or another engine is played anew. At the end every record is replayed by a
process in which pymunk and numpy cannot be imported. Exit code 0 = every goal that could be judged
is met, 1 = some are not (they are named).
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.coverage import missing, occurrences, table
from kullerwerk.shares import share

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "tests" / "rules" / "golden" / "koenig"
"""Hand-made games of the tests, with scripted outcomes: they count as hand-made starts."""
SETS = ("yellow", "red", "green", "blue")


@dataclass(frozen=True, slots=True)
class Cell:
    """One kind of game of the programme; ``weight`` of 20 games are of it."""

    name: str
    track: str
    players: tuple[str, ...]
    weight: int


CELLS = (
    Cell("greedy-random", "rundkurs", ("greedy", "random"), 3),
    Cell("aimer-greedy", "rundkurs", ("aimer", "greedy"), 7),
    Cell("skill", "rundkurs", ("greedy:skill=1", "greedy:skill=0.3"), 4),
    Cell("two-short", "kinderrunde", ("greedy", "greedy:skill=0.5"), 1),
    Cell("four-random", "rundkurs", ("random",) * 4, 1),
    Cell("four-random-short", "kinderrunde", ("random",) * 4, 1),
    Cell("three", "rundkurs", ("greedy", "random", "greedy:skill=0.5"), 1),
    Cell("three-short", "kinderrunde", ("greedy:skill=0.2", "greedy", "random"), 1),
    Cell("four-short", "kinderrunde", ("greedy", "random", "aimer:playouts=8", "greedy"), 1),
)
"""Twenty games in turn, then the next twenty; sets go round so that nobody keeps the best die."""


@dataclass(frozen=True, slots=True)
class Game:
    """Game ``number`` of the programme: the ``index``-th of its cell."""

    number: int
    cell: Cell
    index: int

    @property
    def sets(self) -> tuple[str, ...]:
        """The piece sets by seat: each pair of games swaps them, each next pair shifts them."""
        seats = len(self.cell.players)
        chosen = tuple(SETS[(self.index // 2 + k) % 4] for k in range(seats))
        return chosen[::-1] if self.index % 2 else chosen


def programme(games: int) -> Iterator[Game]:
    """Yield the first ``games`` games."""
    played: Counter[str] = Counter()
    number = 0
    while True:
        # Spread the kinds evenly over each twenty games.
        slots = sorted(
            ((k + 0.5) / cell.weight, i) for i, cell in enumerate(CELLS) for k in range(cell.weight)
        )
        for _, i in slots:
            if number == games:
                return
            cell = CELLS[i]
            yield Game(number, cell, played[cell.name])
            played[cell.name] += 1
            number += 1


def play_game(game: Game, seed: int, folder: Path) -> tuple[str, float]:
    """Play one game into its record; returns the record's name and the seconds it took."""
    from kullerwerk.players.specs import parse_player
    from kullerwerk.playing import begin, play
    from scenes.files import load_track

    target = folder / f"{game.number:05d}-{game.cell.name}.jsonl"
    at = begin("koenig", load_track(game.cell.track), game.sets)
    began = time.perf_counter()
    draft = target.with_suffix(".draft")
    play(at, [parse_player(text) for text in game.cell.players], seed + game.number, draft)
    draft.replace(target)
    return target.name, time.perf_counter() - began


def play_start(index: int, seed: int, folder: Path) -> tuple[str, float]:
    """Play one hand-made start into its record."""
    from benchmarks.starts import STARTS
    from kullerwerk.players.specs import parse_player
    from kullerwerk.playing import play

    start = STARTS[index]
    target = folder / f"start-{index}-{start.name.replace(' ', '-')}.jsonl"
    began = time.perf_counter()
    draft = target.with_suffix(".draft")
    play(start.begin(), [parse_player(text) for text in start.players], seed + index, draft)
    draft.replace(target)
    return target.name, time.perf_counter() - began


def play_all(games: int, seed: int, folder: Path, jobs: int) -> None:
    """Play every game whose record is not there yet, and say so line by line."""
    from benchmarks.starts import STARTS

    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.jsonl"):
        number = int(path.name.split("-")[1] if path.name.startswith("start") else path.name[:5])
        if not _of_this_run(path, seed + number):
            path.unlink()
    there = {path.name[:5] for path in folder.glob("*.jsonl")}
    todo = [g for g in programme(games) if f"{g.number:05d}" not in there]
    begun = {path.name.split("-")[1] for path in folder.glob("start-*.jsonl")}
    starts = [k for k in range(len(STARTS)) if str(k) not in begun]
    with ProcessPoolExecutor(jobs) as pool:
        waiting = [pool.submit(play_start, k, seed, folder) for k in starts]
        waiting += [pool.submit(play_game, game, seed, folder) for game in todo]
        for done, future in enumerate(as_completed(waiting), 1):
            name, seconds = future.result()
            print(f"{done}/{len(waiting)} {name} {seconds:.1f} s", flush=True)


def _of_this_run(path: Path, seed: int) -> bool:
    """Tell whether a record was played with this seed, and with the code that runs now."""
    from sim.provider import settings_hash

    with path.open(encoding="utf-8") as file:
        head = json.loads(file.readline())
    return head["seed"] == seed and head["engine"]["settings"] == settings_hash()


def judge(paths: list[Path]) -> list[dict[str, Any]]:
    """Replay records without physics; returns a row per record (run in a process of its own)."""
    from rules.core.records import replay
    from rules.koenig.events import TurnEnded, TurnSkipped

    rows: list[dict[str, Any]] = []
    for path in paths:
        played = replay(path)
        turns = Counter(
            event.seat
            for _, _, step in played.steps
            for event in step.events
            if isinstance(event, TurnEnded | TurnSkipped)
        )
        over = played.state.over
        rows.append(
            {
                "record": path.name,
                "digest": played.digest,
                "end": over.termination,
                "ranking": list(over.ranking),
                "turns": [turns[seat] for seat in range(played.header.seats)],
                "seen": dict(occurrences(played)),
            }
        )
    return rows


def replay_elsewhere(paths: list[Path]) -> list[dict[str, Any]]:
    """Run :func:`judge` where neither pymunk nor numpy can be imported."""
    program = (
        "import sys, json\n"
        "for name in ('pymunk', 'numpy', 'scipy'): sys.modules[name] = None\n"
        "from pathlib import Path\n"
        "from benchmarks.races import judge\n"
        "json.dump(judge([Path(line) for line in sys.stdin.read().splitlines()]), sys.stdout)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        input="\n".join(str(path.resolve()) for path in paths),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        raise SystemExit(f"a record does not replay: {ran.stderr.strip().splitlines()[-1]}")
    return json.loads(ran.stdout)


def report(rows: list[dict[str, Any]], made: list[dict[str, Any]]) -> list[str]:
    """Print the figures; returns what is not as it should be."""
    faults: list[str] = []
    print(f"\n{len(rows)} races, all replayed without physics")
    caps = share(sum(row["end"] == "round_cap" for row in rows), len(rows))
    print(f"round cap: {caps}")
    if caps.value >= 0.02 and len(rows) >= 100:
        faults.append(f"the round cap ended {caps.value:.1%} of the races; goal: fewer than 2 %")
    for cell in CELLS:
        own = [row for row in rows if row["record"][6:-6] == cell.name]
        if not own:
            continue
        # The turns of those who won tell how long a race is for a player.
        turns = [max(row["turns"]) for row in own]
        middle = statistics.median(turns)
        print(f"\n{cell.name}: {cell.track}, {len(own)} races, median {middle:g} turns a player")
        for seat, player in enumerate(cell.players):
            first = share(sum(_wins(row, seat) for row in own), len(own))
            print(f"  {player:<18} wins {first}")
        faults += _goals(cell, own, middle)
    played, hand = Counter[str](), Counter[str]()
    for row in rows:
        played.update(row["seen"])
    for row in made:
        hand.update(row["seen"])
    print()
    print("\n".join(table(played, hand)))
    faults += [f"never occurred: {name}" for name in missing(played + hand)]
    return faults


def _wins(row: dict[str, Any], seat: int) -> bool:
    return row["ranking"][seat] == 1 and row["ranking"].count(1) == 1


def _goals(cell: Cell, rows: list[dict[str, Any]], middle: float) -> list[str]:
    """Return which goals a kind of game misses; a dozen games judge nothing."""
    if len(rows) < 20:
        return []
    first = share(sum(_wins(row, 0) for row in rows), len(rows))
    faults: list[str] = []
    goals = {"greedy-random": 0.9, "aimer-greedy": 0.6, "skill": 0.5}
    if cell.name in goals and first.value < goals[cell.name]:
        faults.append(f"{cell.name}: {first}; goal: {goals[cell.name]:.0%}")
    if cell.name == "aimer-greedy" and first.low <= 0.5:
        faults.append(f"aimer-greedy: lower bound {first.low:.1%}; goal: above 50 %")
    if cell.name == "skill" and first.low <= 0.5:
        faults.append(f"skill: lower bound {first.low:.1%}; goal: above 50 %")
    if len(cell.players) == 2 and cell.track == "rundkurs" and not 9 <= middle <= 25:
        faults.append(f"{cell.name}: median {middle:g} turns a player; goal: 9 to 25")
    return faults


def main() -> int:
    """Play, replay, report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=200, help="how many races (default 200)")
    parser.add_argument("--out", type=Path, default=Path("out/races"), help="folder for records")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--seed", type=int, default=1, help="root seed of game 0 (default 1)")
    args = parser.parse_args()
    folder: Path = args.out
    play_all(args.games, args.seed, folder, args.jobs)
    races = sorted(folder.glob("[0-9]*.jsonl"))[: args.games]
    # The pro game, with its drafts and cards, is not what is raced here.
    golden = [path for path in sorted(GOLDEN.glob("*.jsonl")) if not path.name.startswith("pro-")]
    made = sorted(folder.glob("start-*.jsonl")) + golden
    faults = report(replay_elsewhere(races), replay_elsewhere(made))
    for fault in faults:
        print(f"MISSED: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
