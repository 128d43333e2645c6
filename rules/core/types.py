"""The types through which a game is asked and answered (see ``docs/rules.md``)."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from sim.settled import Request, Settled

Seat = int
"""0..n-1 in seating order."""

S = TypeVar("S")
A = TypeVar("A")
