"""What is shown one after the other: acts on slides, with and without motion."""

from kullerwerk.stage.motion import Acts, Slides
from kullerwerk.stage.settings import Settings
from kullerwerk.stage.surroundings import Surroundings


def made(*, reduced=False):
    slides = Slides(Surroundings(settings=Settings(reduced_motion=reduced)))
    return slides, Acts(slides, "start")


def test_acts_wait_for_each_other():
    slides, acts = made()
    acts.add("one", lambda: slides.add("a", (0, 0), (2, 0), 1.0))
    acts.add("two", lambda: slides.add("b", (0, 0), (0, 2), 1.0))
    acts.add("end")
    assert acts.shown == "one"
    acts.update(0.5)
    assert slides.place("a", (9, 9)) == (1, 0)
    assert not slides.has("b")
    acts.update(0.6)
    assert acts.shown == "two"
    assert slides.share("b") == 0
    assert slides.share("a") == 1
    assert acts.busy
    acts.update(1.1)
    assert acts.shown == "end"
    assert not acts.busy


def test_what_is_skipped_is_at_its_end():
    slides, acts = made()
    began: list[str] = []
    acts.add("one", lambda: slides.add("a", (0, 0), (2, 0), 1.0))
    acts.add("two", lambda: began.append("two"))
    acts.skip()
    assert acts.shown == "two"
    assert not acts.busy
    assert began == []


def test_with_reduced_motion_the_end_is_there_at_once():
    slides, acts = made(reduced=True)
    acts.add("one", lambda: slides.add("a", (0, 0), (2, 0), 1.0))
    acts.add("two", lambda: slides.grow("b"))
    assert acts.shown == "two"
    assert not acts.busy
