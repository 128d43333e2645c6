"""What the screen offers, as a file: for scripts that play, and for tests.

Where the environment variable ``KULLERWERK_OFFERS`` names a file, the window keeps it up to date:
a JSON object with the page, its notice, and everything that answers with its place in pixels from
the upper left corner of the window.
"""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Any

from kullerwerk.stage.page import Page

VARIABLE = "KULLERWERK_OFFERS"


class Offers:
    """Writes the file; does nothing where nobody wants it."""

    def __init__(self) -> None:
        name = os.environ.get(VARIABLE, "")
        self._path = Path(name) if name else None
        self._last = ""

    def tell(self, page: Page) -> None:
        """Write what a page offers, if that has changed."""
        if self._path is None:
            return
        text = json.dumps(offered(page), ensure_ascii=False)
        if text == self._last:
            return
        self._last = text
        beside = self._path.with_name(f"{self._path.name}.new")
        with contextlib.suppress(OSError):
            beside.write_text(text, encoding="utf-8")
            beside.replace(self._path)


def offered(page: Page) -> dict[str, Any]:
    """What a page offers, as JSON data."""
    high = page.size[1]
    return {
        "page": type(page).__name__,
        "notice": page.notice,
        "refused": page.bad,
        "focus": page.look.focus if page.look.ring else "",
        "widgets": [
            {
                "id": widget.id,
                "kind": widget.kind,
                "label": widget.spoken,
                "enabled": widget.enabled,
                "chosen": widget.chosen,
                "x": round(widget.middle[0]),
                "y": round(high - 1 - widget.middle[1]),
            }
            for widget in page.widgets()
        ],
    }
