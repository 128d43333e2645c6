"""A layer that only goes elsewhere is not built anew, and looks as if it were."""

import json
import subprocess
import sys

SCRIPT = """
import json
from kullerwerk.window.opening import NoDisplay, headless, open_window
headless()
window = open_window((200, 150), "shifted", visible=False)
import numpy as np
from kullerwerk.stage.shapes import Camera, Disc, Layer, Line, Polygon, Text
from kullerwerk.window.pictures import picture
from kullerwerk.window.renderer import Renderer

ink = (20, 30, 40, 255)
shapes = (
    Disc(0, 0, 2, (200, 80, 0, 255), ink, 2.0), Line(((-3, -2), (3, 2)), ink, 3.0, dash=(6, 4)),
    Polygon(((1, 1), (4, 1), (2, 4)), (0, 90, 200, 160)), Text(-2, -3, "Äg", 14, ink),
)
def drawn(renderer, *cameras):
    for camera in cameras:
        seen = picture(renderer, (Layer("one", shapes, camera),), (200, 150))
    return seen
def camera(x, y, scale=12.0):
    return Camera(scale, x, y)
one = Renderer(window)
there = drawn(one, camera(60, 60), camera(75, 40), camera(110, 70))
built = one.built
anew = drawn(Renderer(window), camera(110, 70))
larger = drawn(one, camera(110, 70, 15.0))
print(json.dumps({
    "same": bool((there == anew).all()), "built": built, "then": one.built,
    "larger": bool((larger == drawn(Renderer(window), camera(110, 70, 15.0))).all()),
}))
"""


def test_a_shifted_layer_looks_as_if_it_were_built_anew():
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["same"]
    assert found["larger"]
    # The last frame of each kind: a shifted layer is not built, one of another scale is.
    assert (found["built"], found["then"]) == (0, 1)
