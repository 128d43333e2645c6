"""Seeds of random numbers: numpy's `SeedSequence` in compiled code, number for number.

numpy's own way to a seeded generator would take a noticeable share of a throw. It promises that the
algorithm stays as it is (NEP 19): M. E. O'Neill's, "Developing a seed_seq alternative" (2015).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.random.bit_generator import ISeedSequence
from numpy.typing import NDArray

from sim.compiled import Ints, compiled

_LOW = 0xFFFFFFFF
"""Numbers are held to 32 bits."""
_POOL = 4


@compiled
def _hashed(word: int, turn: int) -> int:
    """Hash a word in the ``turn`` that goes on to the next one."""
    word = ((word ^ turn) * _next(turn)) & _LOW
    return word ^ (word >> 16)


@compiled
def _next(turn: int) -> int:
    return (turn * 0x931E8875) & _LOW


@compiled
def _mixed(word: int, other: int) -> int:
    word = (0xCA01F9DD * word - 0x4973F715 * other) & _LOW
    return word ^ (word >> 16)


@compiled
def _spread(entropy: Ints, pool: Ints, state: NDArray[np.uint32]) -> None:
    """Mix 32-bit words, at least as many as the pool has, into the pool, and draw a state."""
    size = pool.shape[0]
    turn = 0x43B0D7E5
    for k in range(size):
        pool[k] = _hashed(int(entropy[k]), turn)
        turn = _next(turn)
    for k in range(entropy.shape[0]):
        for into in range(size):
            if into == k:
                continue
            word = int(pool[k]) if k < size else int(entropy[k])
            pool[into] = _mixed(int(pool[into]), _hashed(word, turn))
            turn = _next(turn)
    turn = 0x8B51F9DD
    for k in range(state.shape[0]):
        word = int(pool[k % size]) ^ turn
        turn = (turn * 0x58F38DED) & _LOW
        word = (word * turn) & _LOW
        state[k] = word ^ (word >> 16)


def _words(number: int) -> list[int]:
    """32-bit words of a number, the lowest first; 0 has one."""
    words = [number & _LOW]
    while number := number >> 32:
        words.append(number & _LOW)
    return words


class Seeds(ISeedSequence):
    """Stands for ``SeedSequence(seed, spawn_key=key)`` where a bit generator is made."""

    def __init__(self, seed: int, key: tuple[int, ...]) -> None:
        """Take numbers from 0 on, of any size; raises ``ValueError`` for one below."""
        if min((seed, *key)) < 0:
            raise ValueError(f"seeds count from 0, got {seed} with {key}")
        words = _words(seed)
        words += [0] * (_POOL - len(words))
        for number in key:
            words += _words(number)
        self.words = words

    def generate_state(self, n_words: int, dtype: Any = np.uint32) -> NDArray[Any]:
        """Return ``n_words`` numbers of a type, `numpy.uint32` or `numpy.uint64`."""
        state = np.empty(n_words * np.dtype(dtype).itemsize // 4, np.uint32)
        _spread(np.array(self.words), np.empty(_POOL, np.int64), state)
        return state.view(dtype)
