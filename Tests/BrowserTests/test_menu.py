"""The menu of themes."""

import pytest


def entries(someone):
    return someone.page.evaluate("() => [...document.querySelectorAll('#menu button')].map((b) => b.dataset.category)")


@pytest.mark.calm
def test_the_menu_lists_all_none_and_each_category_with_hidden_details_last(reader):
    someone = reader().open()
    categories = [category["id"] for category in someone.get("/api/documents/magna-carta/categories")["categories"]]
    assert entries(someone) == ["all", "none", *categories]
    assert entries(someone)[-1] == "hidden-details"
    categories = someone.get("/api/documents/magna-carta/categories")["categories"]
    counts = someone.page.locator("#menu .count").all_text_contents()
    assert counts == ["64", *(str(category["count"]) for category in categories)]
    names = someone.page.locator("#menu .name").all_text_contents()
    assert names == ["All clauses", "No highlights", *(category["label"]["en"] for category in categories)]
    # All has a feather as its icon, and none a ban sign; every entry has an icon that the server has.
    for category, icon in [("all", "feather"), ("none", "ban")]:
        style = someone.page.get_attribute(f"#menu [data-category='{category}'] .icon", "style")
        assert icon in style
    missing = someone.page.evaluate(
        """async () => {
            const missing = [];
            for (const icon of document.querySelectorAll('#menu .icon, #mark')) {
                const url = /url\\("(.*)"\\)/.exec(icon.style.getPropertyValue('--icon'));
                if (!url || !(await fetch(url[1])).ok) missing.push(icon.parentElement.textContent);
            }
            return missing;
        }"""
    )
    assert missing == []


@pytest.mark.calm
@pytest.mark.parametrize("size", [(390, 844), (820, 1180), (1440, 900)], ids=str)
def test_the_menu_button_and_the_documents_mark_are_at_the_top_left(reader, size):
    someone = reader(*size).open()
    button, mark = (someone.page.locator(selector).bounding_box() for selector in ("#menu-button", "#mark"))
    assert 0 <= button["x"] <= 12 and 0 <= button["y"] <= 12
    assert 0 <= mark["x"] - button["x"] - button["width"] <= 12
    icon = someone.get("/api/documents/magna-carta")["markURL"]
    # It is loaded from the folder of the viewer's version.
    assert icon.startswith("/viewer/")
    assert icon.removeprefix("/viewer") in someone.page.get_attribute("#mark", "style")


def test_the_button_opens_and_closes_the_menu(reader):
    someone = reader(820, 1180).open()
    button = someone.page.locator("#menu-button")
    assert button.get_attribute("aria-expanded") == "false"
    button.click()
    someone.rest()
    assert someone.is_open("#menu")
    width = someone.page.locator("#menu").bounding_box()["width"]
    assert width == pytest.approx(0.4 * 820, abs=1)
    button.click()
    someone.rest()
    assert not someone.is_open("#menu")
    assert not someone.page.locator("#menu").is_visible()


@pytest.mark.calm
def test_on_a_phone_the_menu_leaves_a_margin_and_hidden_details_are_below_the_fold(reader):
    someone = reader(390, 844).open()
    someone.page.locator("#menu-button").click()
    someone.rest()
    box = someone.page.locator("#menu").bounding_box()
    assert 300 <= box["width"] <= 0.8 * 390
    assert someone.page.locator("#menu [data-category='hidden-details']").bounding_box()["y"] + 44 > 844
    someone.page.mouse.move(box["x"] + 100, 500)
    someone.page.mouse.wheel(0, 2000)
    someone.rest()
    last = someone.page.locator("#menu [data-category='hidden-details']").bounding_box()
    assert last["y"] + last["height"] <= 844


def test_a_tap_outside_closes_the_menu_and_opens_no_clause(reader):
    someone = reader(820, 1180).open()
    target = someone.point_inside("39")
    someone.page.locator("#menu-button").click()
    someone.rest()
    someone.tap((780, target[1]))
    someone.until("!document.querySelector('#menu.open')")
    # A touch counts as a tap once no second one can follow, after 300 ms.
    someone.later(400)
    assert not someone.is_open("#panel")


def test_escape_closes_the_menu_and_returns_the_focus(reader):
    someone = reader().open()
    someone.page.locator("#menu-button").focus()
    someone.page.keyboard.press("Enter")
    someone.until("document.activeElement.dataset.category === 'all'")
    someone.page.keyboard.press("ArrowDown")
    someone.until("document.activeElement.dataset.category === 'none'")
    someone.page.keyboard.press("Escape")
    someone.until("document.activeElement.id === 'menu-button'")
    assert not someone.is_open("#menu")


def test_a_swipe_to_the_left_closes_the_menu_but_a_short_one_does_not(reader):
    someone = reader(390, 844).open()
    someone.page.locator("#menu-button").click()
    someone.rest()
    someone.touch("touchStart", [(250, 400)])
    for x in (240, 230, 225):
        someone.touch("touchMove", [(x, 400)])
    # The finger rests: a short, slow movement is no fling.
    someone.later(300)
    someone.touch("touchEnd", [])
    someone.rest()
    assert someone.is_open("#menu")
    someone.swipe((300, 400), (60, 410))
    someone.rest()
    assert not someone.is_open("#menu")


@pytest.mark.calm
@pytest.mark.parametrize("size", [(1000, 700), (1440, 900), (2560, 1440)], ids=str)
def test_on_a_desktop_the_menu_takes_two_fifths_of_the_width_up_to_a_maximum(reader, size):
    someone = reader(*size, has_touch=False).open()
    someone.page.locator("#menu-button").click()
    someone.rest()
    root = float(someone.page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)"))
    width = someone.page.locator("#menu").bounding_box()["width"]
    assert width == pytest.approx(min(0.4 * size[0], 28 * root), abs=1)


@pytest.mark.parametrize("milliseconds", [100, 700])
def test_a_slow_swipe_that_starts_on_an_entry_closes_the_menu_and_selects_nothing(reader, milliseconds):
    someone = reader(390, 844).open()
    someone.page.locator("#menu-button").click()
    someone.rest()
    box = someone.page.locator("#menu [data-category='forest']").bounding_box()
    x, y = box["x"] + 220, box["y"] + box["height"] / 2
    someone.touch("touchStart", [(x, y)])
    # First a movement small enough for a long press, then one too slow for a fling.
    for moved in (4, 6, 12, 60, 120, 180):
        someone.touch("touchMove", [(x - moved, y)])
        someone.later(milliseconds)
    someone.touch("touchEnd", [])
    someone.until("!document.querySelector('#menu.open')")
    someone.rest()
    assert someone.fragment == {}
    assert len(someone.shown) == 64


@pytest.mark.parametrize("start", [10, 125])
def test_a_swipe_from_the_left_third_opens_the_menu_only_while_the_whole_sheet_is_shown(reader, start):
    someone = reader(390, 844).open()
    someone.swipe((start, 500), (start + 150, 505))
    someone.rest()
    assert someone.is_open("#menu")
    someone.page.keyboard.press("Escape")
    someone.rest()
    someone.pinch(80, 300)
    someone.rest()
    someone.swipe((start, 500), (start + 150, 505))
    someone.rest()
    assert not someone.is_open("#menu")


def test_a_swipe_from_the_middle_does_not_open_the_menu(reader):
    someone = reader(390, 844).open()
    someone.swipe((140, 500), (340, 505))
    someone.rest()
    assert not someone.is_open("#menu")


def test_choosing_a_theme_marks_its_entry_closes_the_menu_and_fades_its_clauses_in(reader):
    someone = reader(820, 1180).open()
    someone.page.locator("#menu-button").click()
    someone.rest()
    someone.page.evaluate(
        "addEventListener('animationstart', ({ target, animationName }) => { window.faded = [target.nodeName, animationName]; })"
    )
    someone.page.locator("#menu [data-category='forest']").click()
    someone.until("window.faded")
    assert someone.page.evaluate("window.faded") == ["g", "fade-in"]
    someone.rest()
    assert not someone.is_open("#menu")
    chosen = someone.page.locator("#menu [aria-current='true']")
    assert [entry.get_attribute("data-category") for entry in chosen.all()] == ["forest"]
    assert someone.shown == ["44", "47", "48", "53"]


def test_opening_the_menu_closes_the_panel(reader):
    someone = reader(820, 1180).open("#clause=39")
    someone.page.locator("#menu-button").click()
    someone.rest()
    assert someone.is_open("#menu")
    assert not someone.is_open("#panel")


def test_a_menu_entry_changes_colour_while_pressed(reader):
    someone = reader(820, 1180, has_touch=False).open()
    someone.page.locator("#menu-button").click()
    someone.rest()
    entry = someone.page.locator("#menu [data-category='women']")
    entry.hover()
    someone.rest()
    colour = "(entry) => getComputedStyle(entry).backgroundColor"
    before = entry.evaluate(colour)
    someone.page.mouse.down()
    someone.rest()
    assert entry.evaluate(colour) != before
    someone.page.mouse.move(700, 600)
    someone.page.mouse.up()


@pytest.mark.calm
@pytest.mark.parametrize("way", ["Control", "Shift", "hold"])
def test_several_themes_can_be_chosen_and_their_clauses_are_counted(reader, way):
    someone = reader(820, 1180).open("#category=church")
    someone.page.locator("#menu-button").click()
    someone.rest()
    entry = someone.page.locator("#menu [data-category='women']")
    if way == "hold":
        box = entry.bounding_box()
        someone.touch("touchStart", [(box["x"] + 80, box["y"] + 20)])
        entry.and_(someone.page.locator(".held")).wait_for()
        someone.touch("touchEnd", [])
    else:
        entry.click(modifiers=[way])
    someone.until("location.hash === '#category=church,women'")
    someone.rest()
    expected = someone.get("/api/documents/magna-carta/clauses?category=church,women")["clauses"]
    assert someone.shown == [clause["id"] for clause in expected]
    assert someone.is_open("#menu")
    assert someone.page.locator("#menu [aria-current]").count() == 2
    assert f"The Church, Women: {len(expected)} clauses" in someone.page.locator("#filter").inner_text()
    someone.page.locator("#menu [data-category='church']").click(modifiers=["Control"])
    someone.until("location.hash === '#category=women'")


@pytest.mark.calm
def test_the_filter_is_named_on_the_sheet_and_can_be_removed_there(reader):
    someone = reader(390, 844).open("#category=forest")
    chip = someone.page.locator("#filter")
    assert "4 clauses" in chip.inner_text()
    assert chip.bounding_box()["height"] >= 43.9
    chip.click()
    someone.until("location.hash === ''")
    someone.rest()
    assert len(someone.shown) == 64
    assert chip.is_hidden()
