"""Using the page of a document by keyboard."""


def focused(reader):
    return reader.page.evaluate("document.activeElement.dataset.clause ?? document.activeElement.id")


def test_the_sheet_is_a_single_tab_stop(new_reader):
    reader = new_reader(1180, 820).open()
    reader.page.wait_for_selector("#captures-button")
    stops = []
    for _ in range(12):
        reader.page.keyboard.press("Tab")
        stops.append(focused(reader))
        if stops[-1] == "zoom-whole":
            break
    assert stops == [
        "menu-button", "list-button", "language", "about-button", "options-button", "preamble", "tours-button",
        "captures-button", "tools-button", "zoom-in", "zoom-out", "zoom-whole",
    ]  # fmt: skip


def test_arrow_keys_move_between_clauses_in_reading_order_and_enter_opens_one(new_reader):
    reader = new_reader(1180, 820).open("#category=church")
    reader.page.locator("#overlays [tabindex='0']").focus()
    walked = [focused(reader)]
    for key in ["ArrowRight", "ArrowDown", "ArrowLeft", "End", "ArrowRight", "Home"]:
        reader.page.keyboard.press(key)
        walked.append(focused(reader))
    assert walked == ["1", "22", "27", "22", "63", "63", "1"]
    reader.page.keyboard.press("ArrowRight")
    assert reader.page.locator("#overlays [tabindex='0']").count() == 1
    reader.page.keyboard.press("Enter")
    reader.page.wait_for_selector("#panel.open")
    assert reader.fragment["clause"] == "22"


def test_the_focused_clause_is_moved_into_view(new_reader):
    reader = new_reader(820, 1180).open("#xywh=0,0,1500,2000")
    reader.page.locator("#overlays [tabindex='0']").focus()
    reader.page.keyboard.press("End")
    reader.until_idle()
    box, surface = reader.page.locator("[data-clause='63']").bounding_box(), reader.surface()
    assert box["x"] >= surface["x"] - 1 and box["y"] >= surface["y"] - 1
    assert box["x"] + box["width"] <= surface["x"] + surface["width"] + 1
    assert box["y"] + box["height"] <= surface["y"] + surface["height"] + 1


def test_plus_minus_and_zero_change_the_zoom(new_reader):
    reader = new_reader(1180, 820).open()
    reader.page.locator("#overlays [tabindex='0']").focus()
    home = reader.view.scale
    reader.page.keyboard.press("+")
    reader.until_idle()
    enlarged = reader.view.scale
    assert enlarged > home
    reader.page.keyboard.press("-")
    reader.until_idle()
    assert reader.view.scale < enlarged
    reader.page.keyboard.press("+")
    reader.page.keyboard.press("0")
    reader.until_idle()
    assert reader.view.scale == home


def test_space_opens_a_clause_and_the_panel_scrolls_by_keyboard(new_reader):
    reader = new_reader(390, 844).open()
    reader.page.evaluate("document.querySelector('[data-clause=\"39\"]').focus()")
    reader.page.keyboard.press(" ")
    reader.page.wait_for_selector("#panel.open")
    reader.until_idle()
    reader.page.locator("#panel-body").focus()
    reader.page.keyboard.press("PageDown")
    reader.until("document.getElementById('panel-body').scrollTop > 0")


def test_the_focused_clause_has_a_thick_outline(new_reader):
    reader = new_reader(1180, 820).open()
    reader.page.keyboard.press("Tab")
    reader.page.locator("#overlays [tabindex='0']").focus()
    reader.page.keyboard.press("ArrowRight")
    reader.until("getComputedStyle(document.activeElement).strokeWidth === '4px'")
