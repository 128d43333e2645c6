"""Gamepads are keys."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from kullerwerk.window.gamepad import REPEAT, REPEAT_AFTER, Gamepads


@pytest.fixture
def pressed():
    return []


@pytest.fixture
def pads(pressed):
    return Gamepads(lambda key, mods: pressed.append((key, *sorted(mods))))


def pushed(x, y):
    return SimpleNamespace(x=x, y=y)


def test_buttons(pads, pressed):
    for button in ("a", "b", "back", "nothing"):
        pads.on_button_press(None, button)
    assert pressed == [("return",), ("escape",), ("z", "ctrl")]


def test_a_direction_comes_once_then_again_and_again(pads, pressed):
    pads.on_dpad_motion(None, pushed(0, 1))
    pads.update(0.01)
    assert pressed == [("up",)]
    pads.update(REPEAT_AFTER / 2)
    assert len(pressed) == 1
    pads.update(REPEAT_AFTER)
    pads.update(REPEAT)
    assert pressed == [("up",)] * 3
    pads.on_dpad_motion(None, pushed(0, 0))
    pads.update(10)
    assert len(pressed) == 3


@pytest.mark.parametrize(
    ("vector", "key"),
    [((0.9, 0.1), "right"), ((-0.9, 0.1), "left"), ((0.1, -0.8), "down"), ((0.2, 0.3), None)],
)
def test_the_left_stick(pads, pressed, vector, key):
    pads.on_stick_motion(None, "leftstick", pushed(*vector))
    pads.on_stick_motion(None, "rightstick", pushed(0, 1))
    pads.update(0.01)
    assert pressed == ([(key,)] if key else [])


def test_a_machine_without_any(pads, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pyglet.input", None)
    pads.find()
    pads.update(0.1)
