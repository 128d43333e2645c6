"""Make the pictures that tests of the window hold theirs against.

Call from the folder of the project: ``python -m tests.data.window.make``.
"""

from __future__ import annotations

from pathlib import Path


def main() -> None:
    """Draw the frame with every shape, without a display."""
    from kullerwerk.window.opening import headless, open_window

    headless()
    window = open_window((320, 240), "pictures", visible=False)
    from kullerwerk.window.pictures import picture, save_png
    from kullerwerk.window.renderer import Renderer
    from tests.kullerwerk.support.all_shapes import SIZE, all_shapes

    save_png(picture(Renderer(window), all_shapes(), SIZE), Path(__file__).with_name("shapes.png"))


if __name__ == "__main__":
    main()
