"""The pages of the window: the menus, long ones that scroll, and what holds on every one."""

from __future__ import annotations

import pytest
from page_kit import around, click, focus, opened

from kullerwerk.players.specs import Spec
from kullerwerk.stage.games import Plan, new_game
from kullerwerk.stage.help import RulesPage
from kullerwerk.stage.lettering import width
from kullerwerk.stage.levels import level
from kullerwerk.stage.menu import GAMES, MenuPage, SavedPage, SettingsPage, SetupPage
from kullerwerk.stage.page import Back, Leave, Open
from kullerwerk.stage.pause import PausePage
from kullerwerk.stage.settings import TEXT_SIZES, Settings
from kullerwerk.stage.shapes import Layer, Text
from kullerwerk.stage.surroundings import Surroundings
from rules.core.registry import game as find_game

# --- every page ---


def table():
    page = new_game(around(), Plan("hoehle", (None, None), seed=3))
    for _ in range(50):
        page.update(0.1)
        if page.match.waits is not None:
            break
    return page


PAGES = {
    "menu": lambda tmp: MenuPage(around()),
    "menu, large letters": lambda tmp: MenuPage(around(1.45, "de")),
    "settings": lambda tmp: SettingsPage(around()),
    "saved": lambda tmp: SavedPage(around(), tmp),
    "table": lambda tmp: table(),
    "pause": lambda tmp: PausePage(table()),
    **{f"setup {game}": lambda tmp, game=game: opened(game) for game in GAMES},
    **{f"rules {game}": lambda tmp, game=game: RulesPage(around(), game) for game in GAMES},
}
ARROWS = ("left", "right", "up", "down")


@pytest.mark.parametrize("size", [(1280, 800), (900, 600)])
@pytest.mark.parametrize("name", PAGES)
def test_the_keyboard_reaches_everything_from_everywhere(name, size, tmp_path):
    """By arrows alone, except on pages where they scroll; by Tab on every one."""
    page = PAGES[name](tmp_path)
    page.resize(*map(float, size))
    names = [widget.id for widget in page.widgets()]
    assert len(set(names)) == len(names)
    keys = ("tab",) if name.startswith("rules") else ARROWS
    page.do = lambda what, value=None: None  # what is pressed on the way changes nothing
    for start in (names[0], names[-1], names[len(names) // 2]):
        reached, todo = {start}, [start]
        while todo:
            here = todo.pop()
            for key in keys:
                focus(page, here)
                page.key(key)
                if page.look.focus not in reached:
                    reached.add(page.look.focus)
                    todo.append(page.look.focus)
        assert reached == set(names)


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("scale", TEXT_SIZES)
@pytest.mark.parametrize("size", [(1280, 800), (900, 600), (800, 560)])
def test_widgets_stay_apart_and_on_the_page(size, scale, lang, tmp_path):
    setting = around(scale, lang)
    pages = [MenuPage(setting), SettingsPage(setting), SetupPage(setting, Plan("koenig"))]
    pages += [RulesPage(setting, "hoehle"), SavedPage(setting, tmp_path)]
    for page in pages:
        page.resize(*map(float, size))
        widgets = page.widgets()
        for widget in widgets:
            assert widget.at.x >= 0
            assert widget.at.right <= size[0]
            if page.visible is None:
                assert widget.at.y >= 0, (type(page), widget.id)
                assert widget.at.top <= size[1]
        for k, one in enumerate(widgets):
            for other in widgets[k + 1 :]:
                apart = (
                    one.at.right <= other.at.x + 0.01 or other.at.right <= one.at.x + 0.01
                    or one.at.top <= other.at.y + 0.01 or other.at.top <= one.at.y + 0.01
                )  # fmt: skip
                assert apart, (type(page), one.id, other.id)


# --- columns that scroll ---


@pytest.fixture
def column():
    page = opened("koenig")
    page.resize(900, 420)
    return page


def test_a_long_column_scrolls_by_wheel_keys_and_bar(column):
    first = column.widgets()[0].at.top
    assert first == column.room.top
    column.scroll(450, 200, -2)
    moved = column.widgets()[0].at.top
    assert moved > first
    column.key("pagedown")
    assert column.widgets()[0].at.top > moved
    column.key("end")
    assert column.widgets()[-1].at.y >= column.room.y
    column.scroll(450, 200, -50)
    assert column.widgets()[-1].at.y == pytest.approx(column.room.y + column.around.sizes.gap)
    column.key("home")
    assert column.widgets()[0].at.top == first
    bar = next(one for one in column.frame() if one.key == "scroll")
    x = bar.shapes[0].points[0][0] - 4
    column.press(x, column.room.top - 10)
    column.drag(x, column.room.y, 0, 0)
    column.release(x, column.room.y)
    assert column.widgets()[-1].at.y == pytest.approx(column.room.y + column.around.sizes.gap)


def test_what_is_scrolled_away_is_neither_seen_nor_pressed(column):
    column.key("end")
    gone = column.widgets()[0]
    assert gone.at.y > column.room.top
    column.move(*gone.middle)
    column.press(*gone.middle)
    column.release(*gone.middle)
    assert column.look.hover == ""
    assert column.go is None
    layer = next(one for one in column.frame() if one.key == "widgets")
    assert isinstance(layer, Layer)
    assert layer.clip is not None
    assert layer.clip.top < column.column.top - column.around.sizes.title


def test_the_keyboard_brings_what_it_is_at_into_sight(column):
    for _ in column.widgets():
        column.key("tab")
        column.update(0.02)
        at = column.find(column.look.focus).at
        assert at.y >= column.room.y - 1e-9
        assert at.top <= column.room.top + 1e-9
    column.key("tab")
    column.update(0.02)
    assert column.find("start").at.top == pytest.approx(column.room.top)


def test_a_column_that_fits_has_no_bar():
    page = SettingsPage(around())
    page.scroll(600, 400, -5)
    assert page.scrolled == 0
    assert not any(one.key == "scroll" for one in page.frame())


# --- the menus ---


def test_the_menu_leads_to_every_game_and_back():
    for k, game in enumerate(GAMES):
        page = MenuPage(around())
        page.key(str(k + 1))
        assert isinstance(page.go, Open)
        setup = page.go.page
        assert setup.heading() == page.find(f"game:{game}").label
        click(setup, "back")
        assert isinstance(setup.go, Back)
    page.key("q", frozenset({"ctrl"}))
    assert isinstance(page.go, Leave)


@pytest.mark.parametrize("scale", TEXT_SIZES)
@pytest.mark.parametrize("size", [(1280, 800), (900, 600), (800, 560), (1920, 700)])
def test_no_name_of_a_game_is_cut_within_a_word(size, scale):
    page = MenuPage(around(scale, "de"))
    page.resize(*map(float, size))
    ground = next(one for one in page.frame() if one.key == "ground")
    shown = " ".join(shape.text for shape in ground.shapes if isinstance(shape, Text))
    for game in GAMES:
        assert page.find(f"game:{game}").label in shown


def test_every_tile_of_the_menu_has_a_drawing():
    drawn = {one.key: one.shapes for one in MenuPage(around()).frame()}
    assert all(drawn[f"icon {game}"] for game in GAMES)


def test_a_computer_player_asked_for_by_name_stays_the_one_it_is():
    other = Spec("search", budget=5)
    page = SetupPage(around(), Plan("hoehle", (None, other)))
    seat = page.find("seat:1")
    assert seat.options[seat.index] == str(other)
    assert page.find("seat:0").options == seat.options
    page.do("seat:1", 0)
    assert page.find("seat:1").index == 0
    page.do("seat:1", len(seat.options) - 1)
    page.do("seats", 1)
    page.do("start")
    assert page.go.page.match.seats == (None, other, level("hoehle", "medium"))


def test_a_variant_stays_shown_when_single_rules_are_changed():
    page = SetupPage(around(), Plan("koenig"))
    page.do("preset", 1)
    page.do("option:hand_mode", True)
    page.do("option:round_cap", 60)
    assert page.find("preset").options[page.find("preset").index] == "pro"
    page.do("start")
    assert page.go.page.match.state.options.variant == "pro"


def test_every_variant_can_be_chosen_one_after_the_other():
    page = SetupPage(around(), Plan("kullern"))
    for number, _ in enumerate(page.find("preset").options):
        page.do("preset", number)
        assert page.find("preset").index == number


def test_the_variant_is_asked_for_once():
    ids = [widget.id for widget in opened("koenig").rows()]
    assert "preset" in ids
    assert "option:variant" not in ids
    assert "option:round_cap" in ids


def test_scenes_are_called_by_their_titles():
    page = SetupPage(around(), Plan("koenig", (), (), "my-track.toml"))
    assert page.find("scene").options == ("Kinderrunde", "Rundkurs", "my-track.toml")
    page.do("scene", 1)
    assert page.find("scene").index == 1


def test_numbers_of_the_rules_are_typed(tmp_path):
    page = SetupPage(around(), Plan("company"), tmp_path)
    page.do("rules")
    page.resize(1280, 800)
    click(page, "option:turn_cap")
    page.key("backspace", frozenset({"ctrl"}))
    page.text("9999")
    page.key("tab")
    assert page.find("option:turn_cap").shown == "9999"
    click(page, "option:turn_cap")
    page.text("9")
    page.key("return")
    assert "10000" in page.notice
    assert page.find("option:turn_cap").shown == "9999"


def test_the_rules_can_be_read_before_a_game():
    page = SetupPage(around(), Plan("buddel"))
    page.key("f1")
    assert isinstance(page.go, Open)
    assert isinstance(page.go.page, RulesPage)


def test_settings_change_at_once():
    page = SettingsPage(around())
    page.do("language", 1)
    page.do("text_size", 3)
    page.do("sounds", False)
    assert page.around.settings == Settings(
        language="de", text_size=1.45, reduced_motion=True, sounds=False
    )
    assert page.heading() == "Einstellungen"


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("size", [(800, 560), (1280, 800)])
@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_a_tile_of_the_menu_says_what_a_game_is_and_for_how_many(lang, size, scale):
    page = MenuPage(Surroundings(Settings(language=lang, text_size=scale)))
    page.resize(*size)
    said = [shape for layer in page.layers() for shape in layer.shapes if isinstance(shape, Text)]
    for widget in page.widgets()[: len(GAMES)]:
        game = find_game(widget.id.partition(":")[2])
        inside = [one for one in said if widget.at.holds(one.x, one.y)]
        text = " ".join(one.text for one in inside)
        for part in page.around.word(f"menu.{game.name}").split():
            assert part in text
        link = {"en": "to", "de": "bis"}[lang]
        assert f"{game.seats[0]} {link} {game.seats[-1]}" in text
        assert all(width(one.text, one.size) <= widget.at.w for one in inside)
        if game.name == "koenig":
            assert f"20 {link} 30 min" in text


def option_rows(game, seats=2, **options):
    page = SetupPage(around(), Plan(game, (None,) * seats, tuple(options.items())))
    click(page, "rules")
    return {row.id.removeprefix("option:") for row in page.rows() if row.id.startswith("option:")}


def test_only_options_that_count_for_what_is_chosen_are_shown():
    pro = {"predraft", "cocked", "cancel_targets_cancel"}
    assert option_rows("koenig") & pro == set()
    assert option_rows("koenig", 2, variant="pro") & pro == pro - {"predraft"}
    assert option_rows("koenig", 3, variant="pro") >= pro
    assert "round_cap" in option_rows("koenig")
    assert "marmots_for_two" in option_rows("kullern")
    assert "marmots_for_two" not in option_rows("kullern", 3)
    assert "dislodged_count" in option_rows("kullern")
    assert "dislodged_count" not in option_rows("kullern", 2, variant="junior")
    for game in ("company", "hoehle", "buddel"):
        assert option_rows(game) == set(find_game(game).choices)


def test_choosing_a_variant_shows_its_options():
    page = SetupPage(around(), Plan("koenig"))
    click(page, "rules")
    assert "option:cocked" not in [row.id for row in page.rows()]
    page.do("preset", 1)
    assert "option:cocked" in [row.id for row in page.rows()]
