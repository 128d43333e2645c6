"""The report's page in a real browser: replays play, keys work, nothing is fetched, dark is dark.

Where there is no Chromium with its driver these tests are skipped; with KULLERWERK_NEEDS_CHROMIUM
set, as in continuous integration, that is a failure.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Iterator

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

import kullerwerk as kw
from kullerwerk.lab.hills import measure_hill
from kullerwerk.lab.report.page import page_of
from kullerwerk.lab.report.replays import replays_of
from scenes.hill import MarbleHill

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
NEEDED = bool(os.environ.get("KULLERWERK_NEEDS_CHROMIUM"))
pytestmark = pytest.mark.skipif(
    not (CHROMIUM and DRIVER) and not NEEDED, reason="no Chromium with its driver here"
)
PATIENCE = 30.0
"""Seconds that a slow machine may need for a step."""
QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--window-size=1280,1000",
)  # fmt: skip


@pytest.fixture(scope="module")
def study():
    return kw.measure("kinderrunde", 120, seed=7)


@pytest.fixture(scope="module")
def browser(tmp_path_factory) -> Iterator[webdriver.Chrome]:
    assert CHROMIUM, "Chromium is needed here"
    assert DRIVER, "Chromium's driver is needed here"
    options = Options()
    options.binary_location = CHROMIUM
    for argument in (*QUIET, f"--user-data-dir={tmp_path_factory.mktemp('chromium')}"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    yield driver
    driver.quit()


class Page:
    """The page, open in the browser."""

    def __init__(self, browser: webdriver.Chrome, url: str) -> None:
        self.browser = browser
        self.url = url

    def open(self, **media: str) -> None:
        """Load the page anew; ``media`` are features such as prefers_color_scheme="dark"."""
        features = [{"name": k.replace("_", "-"), "value": v} for k, v in media.items()]
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        for log in ("browser", "performance"):
            self.browser.get_log(log)
        self.browser.get(self.url)
        self.until(lambda: self.text("status"))

    def until(self, question):
        return WebDriverWait(self.browser, PATIENCE, 0.05).until(lambda _: question())

    def find(self, name):
        return self.browser.find_element(By.ID, name)

    def text(self, name):
        return self.find(name).text

    def click(self, name):
        self.find(name).click()

    def picture(self):
        return self.browser.execute_script("return document.getElementById('stage').toDataURL()")

    def now(self):
        """Milliseconds since the first pull of the run."""
        return int(self.find("scrub").get_attribute("value"))

    def scrub(self, value):
        self.browser.execute_script(
            "const s = document.getElementById('scrub'); s.value = arguments[0];"
            "s.dispatchEvent(new Event('input'));",
            value,
        )

    def press(self, *keys, on="stage"):
        self.find(on).send_keys(*keys)


@pytest.fixture(scope="module")
def file(study, tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(page_of(study, replays_of(study)), encoding="utf-8")
    return path


@pytest.fixture
def page(browser, file) -> Page:
    page = Page(browser, file.as_uri())
    page.open()
    return page


def test_nothing_is_fetched_and_nothing_goes_wrong(page):
    page.click("play")
    page.until(lambda: page.now() > 0)
    assert [e for e in page.browser.get_log("browser") if e["level"] != "INFO"] == []
    messages = [json.loads(e["message"])["message"] for e in page.browser.get_log("performance")]
    asked = [
        m["params"]["request"]["url"]
        for m in messages
        if m["method"] == "Network.requestWillBeSent"
    ]
    assert [url for url in asked if not url.startswith("data:")] == [page.url]


def test_the_policy_lets_nothing_in(page):
    """A page with a request in it would show: the test above can fail."""
    page.browser.execute_script("const i = new Image(); i.src = 'https://example.org/x.png';")
    page.until(lambda: [e for e in page.browser.get_log("browser") if "violates" in e["message"]])


def test_play_and_pause(page):
    before = page.picture()
    page.click("play")
    assert page.text("play") == "Pause"
    page.until(lambda: page.now() > 300)
    page.click("play")
    assert page.text("play") == "Play"
    stopped, picture = page.now(), page.picture()
    assert picture != before
    time.sleep(0.3)
    assert page.now() == stopped
    assert page.picture() == picture


def test_a_run_plays_to_its_end(page):
    Select(page.find("speed")).select_by_value("4")
    end = int(page.find("scrub").get_attribute("max"))
    page.scrub(end - 2000)
    page.click("play")
    page.until(lambda: page.text("play") == "Play")
    assert page.now() == end
    assert "over the finish line" in page.text("status")
    # At the end, play begins anew.
    page.click("play")
    page.until(lambda: 0 < page.now() < end - 2000)


def test_one_throw_alone(page):
    page.click("only")
    Select(page.find("speed")).select_by_value("4")
    page.click("throw-on")
    page.click("play")
    page.until(lambda: page.text("play") == "Play")
    assert "throw 2 of" in page.text("status")
    assert "comes to rest" in page.text("status")


def test_step(page):
    before = page.picture()
    for _ in range(15):
        page.click("step-on")
    assert page.now() == 300
    assert page.picture() != before
    page.click("step-back")
    assert page.now() == 280
    assert page.text("clock").startswith("0.28 s of")


def test_scrub(page):
    page.scrub(0)
    begin = page.picture()
    assert "the die is on its way" in page.text("status")
    page.scrub(4000)
    assert page.picture() != begin
    assert "throw 1 " not in page.text("status")


def test_throws_and_runs_can_be_chosen(page, study):
    first = page.text("status")
    page.click("throw-on")
    assert "throw 2 of" in page.text("status")
    page.click("throw-back")
    assert page.text("status") == first
    Select(page.find("set")).select_by_value("blue")
    assert "of Blue" in page.text("status")
    runs = study.table.filter(study.table["set"] == "blue")["run"].unique().to_list()
    offered = {int(o.get_attribute("value")) for o in Select(page.find("run")).options}
    assert offered == set(runs)
    last = runs[-1]
    Select(page.find("run")).select_by_value(str(last))
    assert f"Run {last} of Blue" in page.text("status")
    count = study.table.filter(study.table["run"] == last).height
    assert f"throw 1 of {count}" in page.text("status")
    assert not page.find("run-on").is_enabled()
    page.click("run-back")
    assert f"Run {runs[-2]} of Blue" in page.text("status")


def test_status_and_words_are_those_of_the_table(page, study):
    row = study.table.filter(study.table["run"] == 3).row(1, named=True)
    Select(page.find("run")).select_by_value("3")
    page.click("throw-on")
    page.scrub(page.now() + round(row["time_s"] * 1000) + 60)
    assert f"shows {row['number']};" in page.text("status")
    assert f"{round(row['left'])} mm to go" in page.text("status")
    page.find("words").find_element(By.TAG_NAME, "summary").click()
    rows = page.find("words-rows").find_elements(By.TAG_NAME, "tr")
    assert len(rows) == study.table.filter(study.table["run"] == 3).height
    assert "now" in rows[1].get_attribute("class")
    cells = [cell.text for cell in rows[1].find_elements(By.XPATH, "./*")]
    assert cells[0] == "2"
    assert cells[2] == str(row["number"])
    x, y = (int(v) for v in cells[3].split(","))
    assert abs(x - row["rest_x"]) <= 1
    assert abs(y - row["rest_y"]) <= 1


def test_ghosts(page):
    page.scrub(2000)
    plain = page.picture()
    pictures = set()
    for kind in ("ends", "ways", "moving"):
        Select(page.find("ghosts")).select_by_value(kind)
        pictures.add(page.picture())
    assert len(pictures | {plain}) == 4
    Select(page.find("ghosts")).select_by_value("")
    assert page.picture() == plain


def test_keys(page):
    page.press(Keys.ARROW_RIGHT)
    page.press(Keys.ARROW_RIGHT)
    page.press(Keys.ARROW_LEFT)
    assert page.now() == 20
    page.press(Keys.SHIFT, Keys.ARROW_RIGHT)
    assert "throw 2 of" in page.text("status")
    page.press(Keys.END)
    assert page.now() == int(page.find("scrub").get_attribute("max"))
    page.press(Keys.HOME)
    assert page.now() == 0
    page.press(Keys.SPACE)
    page.until(lambda: page.now() > 0)
    assert page.text("play") == "Pause"
    page.press(Keys.SPACE)
    assert page.text("play") == "Play"
    # A button has its own space, and on the slider arrows step as elsewhere.
    before = page.now()
    page.press(Keys.SPACE, on="step-on")
    # To the next fiftieth of a second; the slider shows 199.7 as 200 already.
    assert before <= page.now() <= before + 20
    assert page.now() % 20 == 0
    page.scrub(1000)
    page.press(Keys.ARROW_RIGHT, on="scrub")
    assert page.now() == 1020


def test_every_control_is_reached_by_tab_and_has_a_name(page):
    page.browser.execute_script("document.activeElement.blur(); window.scrollTo(0, 0);")
    controls = page.browser.execute_script(
        "return [...document.querySelectorAll('#replay button, #replay select, #replay input, "
        "#replay canvas')].filter(e => !e.disabled).map(e => e.id)"
    )
    assert len(controls) >= 12
    for name in controls:
        assert page.find(name).accessible_name.strip(), name
    reached = []
    for _ in range(60):
        page.browser.switch_to.active_element.send_keys(Keys.TAB)
        reached.append(page.browser.switch_to.active_element.get_attribute("id"))
    # After the last thing on the page the first one comes again.
    assert [name for name in reached if name in controls][: len(controls)] == controls


def test_pictures_have_names(page):
    pictures = page.browser.find_elements(By.CSS_SELECTOR, "svg[role=img], canvas[role=img]")
    assert len(pictures) >= 5
    assert all(len(p.accessible_name) > 15 for p in pictures)


def test_dark_and_light(browser, file):
    page = Page(browser, file.as_uri())
    shown = {}
    for scheme in ("light", "dark"):
        page.open(prefers_color_scheme=scheme)
        paper = page.browser.execute_script(
            "return getComputedStyle(document.body).backgroundColor"
        )
        ink = page.browser.execute_script("return getComputedStyle(document.body).color")
        shown[scheme] = (brightness(paper), brightness(ink), page.picture())
    assert shown["light"][0] > 200 > 80 > shown["light"][1]
    assert shown["dark"][0] < 80 < 200 < shown["dark"][1]
    assert shown["light"][2] != shown["dark"][2]


def test_the_scheme_may_change_while_the_page_is_open(page):
    before = page.picture()
    page.browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"features": [{"name": "prefers-color-scheme", "value": "dark"}]},
    )
    page.until(lambda: page.picture() != before)


def test_who_wants_no_motion_gets_throw_after_throw(browser, file):
    page = Page(browser, file.as_uri())
    page.open(prefers_reduced_motion="reduce")
    page.click("play")
    first = page.now()
    assert "comes to rest" in page.text("status")
    assert page.now() == first
    page.until(lambda: "throw 2 of" in page.text("status"))
    assert "comes to rest" in page.text("status")


@pytest.mark.parametrize("width", [1280, 420])
def test_the_page_fits_its_window(page, width):
    size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    page.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        wide = page.browser.execute_script("return document.documentElement.scrollWidth")
        assert wide <= width
        page.until(lambda: 0 < page.find("stage").size["width"] <= width)
    finally:
        page.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def brightness(colour: str) -> float:
    """Mean of red, green and blue in rgb(r, g, b)."""
    return sum(float(v) for v in colour.strip("rgba()").split(",")[:3]) / 3


# --- hills -------------------------------------------------------------------


@pytest.fixture
def hill_page(browser, tmp_path) -> Page:
    path = tmp_path / "hill.html"
    measure_hill(MarbleHill.example(), 40, seed=7).report(path)
    page = Page(browser, path.as_uri())
    page.open()
    return page


def test_drops_play_and_tell(hill_page):
    assert "Marble " in hill_page.text("status")
    before = hill_page.picture()
    hill_page.press(Keys.END)
    assert "it rolls into the hollow; it fell above exit " in hill_page.text("status")
    ended = hill_page.picture()
    assert ended != before
    Select(hill_page.find("ghosts")).select_by_value("ways")
    assert hill_page.picture() != ended
    hill_page.press(Keys.HOME)
    hill_page.click("play")
    hill_page.until(lambda: hill_page.now() > 200)
    first = hill_page.text("status")
    hill_page.click("run-on")
    assert hill_page.text("status") != first
    Select(hill_page.find("set")).select_by_value("hatch 2")
    assert "into hatch 2" in hill_page.text("status")
    assert [e for e in hill_page.browser.get_log("browser") if e["level"] != "INFO"] == []
