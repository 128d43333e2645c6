"""Tables for programs and notebooks: rows of plain values as CSV or Parquet files."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from kullerwerk.console import write_bytes


def write_table(
    path: Path, columns: Mapping[str, type], rows: Sequence[Mapping[str, object]]
) -> None:
    """Write rows into ``path``, as Parquet if it ends in ``.parquet`` and as CSV otherwise.

    ``columns`` gives the columns in their order, each with ``int`` (64 bits), ``float`` or ``str``;
    every row has a value for each. The file appears whole or not at all; raises OSError.
    """
    write_frame(path, pl.DataFrame([dict(row) for row in rows], schema=_schema(columns)))


def write_frame(path: Path, frame: pl.DataFrame) -> None:
    """Write a frame as Parquet or CSV, by the suffix; whole or not at all. Raises OSError."""
    # Into memory first: what goes wrong on the disk is then an OSError that names itself.
    out = io.BytesIO()
    if path.suffix.lower() == ".parquet":
        # Pieces that came one by one make the same file as the whole.
        frame.rechunk().write_parquet(out)
    else:
        frame.write_csv(out)
    write_bytes(path, out.getvalue())


def _schema(columns: Mapping[str, type]) -> dict[str, Any]:
    kinds: dict[type, Any] = {int: pl.Int64, float: pl.Float64, str: pl.String}
    return {name: kinds[kind] for name, kind in columns.items()}
