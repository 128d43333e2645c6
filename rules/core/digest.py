"""Short names of states: equal states have equal digests, on every machine and in every process."""

from __future__ import annotations

import json
from hashlib import blake2b

from rules.core.types import JSON


def canonical(data: object) -> bytes:
    """JSON with sorted keys, no blanks and no NaN, so that equal data give equal bytes."""
    return json.dumps(
        data, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False
    ).encode("ascii")


def digest(dump: JSON) -> str:
    """The name of a dumped state: 8 bytes of BLAKE2b over its canonical JSON, in hex."""
    return blake2b(canonical(dump), digest_size=8).hexdigest()
