"""Make the pool of runs out of which tests draw small studies: ``run_pool.parquet``.

A few thousand runs of the Rundkurs, some minutes of work; only what figures are made of is kept.
Call from the folder of the project: ``python -m tests.data.make_run_pool [FOLDER]``; pieces that a
FOLDER holds are not made again.
"""

from __future__ import annotations

import sys
from pathlib import Path

import polars as pl

from kullerwerk.lab.runs import Runs, sets_of
from kullerwerk.lab.study import gather, open_shelf
from kullerwerk.players.specs import Spec
from scenes.files import load_track

PIECES = 100
SEED = 1
FILE = Path(__file__).parent / "run_pool.parquet"
COLUMNS = ("run", "set", "outcome", "stays", "rays", "gain", "finished")


def main() -> None:
    """Make the pool."""
    track = load_track("rundkurs")
    job = Runs(track, sets_of(track), Spec("greedy"), SEED)
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    frames = gather(job, open_shelf(folder, job), range(PIECES))
    words = pl.Enum(sorted({w for f in frames for c in ("outcome", "stays") for w in f[c]}))
    pool = pl.concat(frames).select(
        pl.col("run").cast(pl.Int32),
        pl.col("set").cast(pl.Enum(job.sets)),
        pl.col("outcome", "stays").cast(words),
        pl.col("rays").cast(pl.UInt8),
        # Tenths of a millimetre.
        (10 * pl.col("gain")).round().cast(pl.Int32).alias("gain"),
        "finished",
    )
    pool.write_parquet(FILE, compression="zstd", compression_level=19)


if __name__ == "__main__":
    main()
