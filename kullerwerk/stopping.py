"""Ctrl-C, and the SIGTERM of a system that ends a program: both end the work in good order.

The physics calls back from C, where an exception is lost; so a signal also leaves a note that the
work asks for between two throws.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Generator
from types import FrameType


@contextlib.contextmanager
def stop_signals(*, raising: bool) -> Generator[Callable[[], bool]]:
    """Yield ``asked()``: whether somebody asked to stop.

    ``raising`` True interrupts at once with KeyboardInterrupt as well; False lets the work come to
    a good place by itself, and only a second signal interrupts. Outside the main thread, where
    Python gives no signals, nobody ever asks.
    """
    count = 0

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal count
        del number, frame
        count += 1
        if raising or count > 1:
            raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = [(number, signal.signal(number, note)) for number in numbers]
    try:
        yield lambda: count > 0
    finally:
        for number, handler in before:
            signal.signal(number, handler)
