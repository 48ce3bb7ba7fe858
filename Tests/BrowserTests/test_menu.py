"""The menu of themes."""

import pytest


def entries(reader):
    return reader.page.evaluate("() => [...document.querySelectorAll('#menu button')].map((b) => b.dataset.category)")


@pytest.mark.calm
def test_the_menu_lists_all_none_and_each_category_with_hidden_details_last(new_reader):
    reader = new_reader().open()
    categories = [category["id"] for category in reader.get("/api/documents/magna-carta/categories")["categories"]]
    assert entries(reader) == ["all", "none", *categories]
    assert entries(reader)[-1] == "hidden-details"
    categories = reader.get("/api/documents/magna-carta/categories")["categories"]
    counts = reader.page.locator("#menu .count").all_text_contents()
    assert counts == ["64", *(str(category["count"]) for category in categories)]
    names = reader.page.locator("#menu .name").all_text_contents()
    assert names == ["All clauses", "No highlights", *(category["label"]["en"] for category in categories)]
    # All has a feather as its icon, and none a ban sign; every entry has an icon that the server has.
    for category, icon in [("all", "feather"), ("none", "ban")]:
        style = reader.page.get_attribute(f"#menu [data-category='{category}'] .icon", "style")
        assert icon in style
    missing = reader.page.evaluate(
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
def test_the_menu_button_and_the_documents_mark_are_at_the_top_left(new_reader, size):
    reader = new_reader(*size).open()
    button, mark = (reader.page.locator(selector).bounding_box() for selector in ("#menu-button", "#mark"))
    assert 0 <= button["x"] <= 12 and 0 <= button["y"] <= 12
    assert 0 <= mark["x"] - button["x"] - button["width"] <= 12
    icon = reader.get("/api/documents/magna-carta")["markURL"]
    # It is loaded from the folder of the viewer's version.
    assert icon.startswith("/viewer/")
    assert icon.removeprefix("/viewer") in reader.page.get_attribute("#mark", "style")


def test_the_button_opens_and_closes_the_menu(new_reader):
    reader = new_reader(820, 1180).open()
    button = reader.page.locator("#menu-button")
    assert button.get_attribute("aria-expanded") == "false"
    button.click()
    reader.until_idle()
    assert reader.is_open("#menu")
    width = reader.page.locator("#menu").bounding_box()["width"]
    assert width == pytest.approx(0.4 * 820, abs=1)
    button.click()
    reader.until_idle()
    assert not reader.is_open("#menu")
    assert not reader.page.locator("#menu").is_visible()


@pytest.mark.calm
def test_on_a_phone_the_menu_leaves_a_margin_and_hidden_details_are_below_the_fold(new_reader):
    reader = new_reader(390, 844).open()
    reader.page.locator("#menu-button").click()
    reader.until_idle()
    box = reader.page.locator("#menu").bounding_box()
    assert 300 <= box["width"] <= 0.8 * 390
    assert reader.page.locator("#menu [data-category='hidden-details']").bounding_box()["y"] + 44 > 844
    reader.page.mouse.move(box["x"] + 100, 500)
    reader.page.mouse.wheel(0, 2000)
    reader.until_idle()
    last = reader.page.locator("#menu [data-category='hidden-details']").bounding_box()
    assert last["y"] + last["height"] <= 844


def test_a_tap_outside_closes_the_menu_and_opens_no_clause(new_reader):
    reader = new_reader(820, 1180).open()
    target = reader.point_inside("39")
    reader.page.locator("#menu-button").click()
    reader.until_idle()
    reader.tap((780, target[1]))
    reader.until("!document.querySelector('#menu.open')")
    # A touch counts as a tap once no second one can follow, after 300 ms.
    reader.wait_for_timers(400)
    assert not reader.is_open("#panel")


def test_escape_closes_the_menu_and_returns_the_focus(new_reader):
    reader = new_reader().open()
    reader.page.locator("#menu-button").focus()
    reader.page.keyboard.press("Enter")
    reader.until("document.activeElement.dataset.category === 'all'")
    reader.page.keyboard.press("ArrowDown")
    reader.until("document.activeElement.dataset.category === 'none'")
    reader.page.keyboard.press("Escape")
    reader.until("document.activeElement.id === 'menu-button'")
    assert not reader.is_open("#menu")


def test_a_swipe_to_the_left_closes_the_menu_but_a_short_one_does_not(new_reader):
    reader = new_reader(390, 844).open()
    reader.page.locator("#menu-button").click()
    reader.until_idle()
    reader.touch("touchStart", [(250, 400)])
    for x in (240, 230, 225):
        reader.touch("touchMove", [(x, 400)])
    # The finger rests: a short, slow movement is no fling.
    reader.wait_for_timers(300)
    reader.touch("touchEnd", [])
    reader.until_idle()
    assert reader.is_open("#menu")
    reader.swipe((300, 400), (60, 410))
    reader.until_idle()
    assert not reader.is_open("#menu")


@pytest.mark.calm
@pytest.mark.parametrize("size", [(1000, 700), (1440, 900), (2560, 1440)], ids=str)
def test_on_a_desktop_the_menu_takes_two_fifths_of_the_width_up_to_a_maximum(new_reader, size):
    reader = new_reader(*size, has_touch=False).open()
    reader.page.locator("#menu-button").click()
    reader.until_idle()
    root = float(reader.page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)"))
    width = reader.page.locator("#menu").bounding_box()["width"]
    assert width == pytest.approx(min(0.4 * size[0], 28 * root), abs=1)


@pytest.mark.parametrize("milliseconds", [100, 700])
def test_a_slow_swipe_that_starts_on_an_entry_closes_the_menu_and_selects_nothing(new_reader, milliseconds):
    reader = new_reader(390, 844).open()
    reader.page.locator("#menu-button").click()
    reader.until_idle()
    box = reader.page.locator("#menu [data-category='forest']").bounding_box()
    x, y = box["x"] + 220, box["y"] + box["height"] / 2
    reader.touch("touchStart", [(x, y)])
    # First a movement small enough for a long press, then one too slow for a fling.
    for moved in (4, 6, 12, 60, 120, 180):
        reader.touch("touchMove", [(x - moved, y)])
        reader.wait_for_timers(milliseconds)
    reader.touch("touchEnd", [])
    reader.until("!document.querySelector('#menu.open')")
    reader.until_idle()
    assert reader.fragment == {}
    assert len(reader.shown) == 64


@pytest.mark.parametrize("start", [10, 125])
def test_a_swipe_from_the_left_third_opens_the_menu_only_while_the_whole_sheet_is_shown(new_reader, start):
    reader = new_reader(390, 844).open()
    reader.swipe((start, 500), (start + 150, 505))
    reader.until_idle()
    assert reader.is_open("#menu")
    reader.page.keyboard.press("Escape")
    reader.until_idle()
    reader.pinch(80, 300)
    reader.until_idle()
    reader.swipe((start, 500), (start + 150, 505))
    reader.until_idle()
    assert not reader.is_open("#menu")


def test_a_swipe_from_the_middle_does_not_open_the_menu(new_reader):
    reader = new_reader(390, 844).open()
    reader.swipe((140, 500), (340, 505))
    reader.until_idle()
    assert not reader.is_open("#menu")


def test_choosing_a_theme_marks_its_entry_closes_the_menu_and_fades_its_clauses_in(new_reader):
    reader = new_reader(820, 1180).open()
    reader.page.locator("#menu-button").click()
    reader.until_idle()
    reader.page.evaluate(
        "addEventListener('animationstart', ({ target, animationName }) => { window.faded = [target.nodeName, animationName]; })"
    )
    reader.page.locator("#menu [data-category='forest']").click()
    reader.until("window.faded")
    assert reader.page.evaluate("window.faded") == ["g", "fade-in"]
    reader.until_idle()
    assert not reader.is_open("#menu")
    chosen = reader.page.locator("#menu [aria-current='true']")
    assert [entry.get_attribute("data-category") for entry in chosen.all()] == ["forest"]
    assert reader.shown == ["44", "47", "48", "53"]


def test_opening_the_menu_closes_the_panel(new_reader):
    reader = new_reader(820, 1180).open("#clause=39")
    reader.page.locator("#menu-button").click()
    reader.until_idle()
    assert reader.is_open("#menu")
    assert not reader.is_open("#panel")


def test_a_menu_entry_changes_colour_while_pressed(new_reader):
    reader = new_reader(820, 1180, has_touch=False).open()
    reader.page.locator("#menu-button").click()
    reader.until_idle()
    entry = reader.page.locator("#menu [data-category='women']")
    entry.hover()
    reader.until_idle()
    colour = "(entry) => getComputedStyle(entry).backgroundColor"
    before = entry.evaluate(colour)
    reader.page.mouse.down()
    reader.until_idle()
    assert entry.evaluate(colour) != before
    reader.page.mouse.move(700, 600)
    reader.page.mouse.up()


@pytest.mark.calm
@pytest.mark.parametrize("way", ["Control", "Shift", "hold"])
def test_several_themes_can_be_chosen_and_their_clauses_are_counted(new_reader, way):
    reader = new_reader(820, 1180).open("#category=church")
    reader.page.locator("#menu-button").click()
    reader.until_idle()
    entry = reader.page.locator("#menu [data-category='women']")
    if way == "hold":
        box = entry.bounding_box()
        reader.touch("touchStart", [(box["x"] + 80, box["y"] + 20)])
        entry.and_(reader.page.locator(".held")).wait_for()
        reader.touch("touchEnd", [])
    else:
        entry.click(modifiers=[way])
    reader.until("location.hash === '#category=church,women'")
    reader.until_idle()
    expected = reader.get("/api/documents/magna-carta/clauses?category=church,women")["clauses"]
    assert reader.shown == [clause["id"] for clause in expected]
    assert reader.is_open("#menu")
    assert reader.page.locator("#menu [aria-current]").count() == 2
    assert f"The Church, Women: {len(expected)} clauses" in reader.page.locator("#filter").inner_text()
    reader.page.locator("#menu [data-category='church']").click(modifiers=["Control"])
    reader.until("location.hash === '#category=women'")


@pytest.mark.calm
def test_the_filter_is_named_on_the_sheet_and_can_be_removed_there(new_reader):
    reader = new_reader(390, 844).open("#category=forest")
    chip = reader.page.locator("#filter")
    assert "4 clauses" in chip.inner_text()
    assert chip.bounding_box()["height"] >= 43.9
    chip.press("Enter")
    reader.until("location.hash === ''")
    reader.until_idle()
    assert len(reader.shown) == 64
    assert chip.is_hidden()
    # The focus stays at the sheet.
    assert reader.page.evaluate("document.activeElement.id") == "overlays"
