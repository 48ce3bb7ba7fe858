"""Using the page of a document by keyboard."""


def focused(someone):
    return someone.page.evaluate("document.activeElement.dataset.clause ?? document.activeElement.id")


def test_the_sheet_is_a_single_tab_stop(reader):
    someone = reader(1180, 820).open()
    someone.page.wait_for_selector("#captures-button")
    stops = []
    for _ in range(12):
        someone.page.keyboard.press("Tab")
        stops.append(focused(someone))
        if stops[-1] == "zoom-whole":
            break
    assert stops == [
        "menu-button", "list-button", "language", "about-button", "options-button", "preamble", "tours-button",
        "captures-button", "tools-button", "zoom-in", "zoom-out", "zoom-whole",
    ]  # fmt: skip


def test_arrow_keys_move_between_clauses_in_reading_order_and_enter_opens_one(reader):
    someone = reader(1180, 820).open("#category=church")
    someone.page.locator("#overlays [tabindex='0']").focus()
    walked = [focused(someone)]
    for key in ["ArrowRight", "ArrowDown", "ArrowLeft", "End", "ArrowRight", "Home"]:
        someone.page.keyboard.press(key)
        walked.append(focused(someone))
    assert walked == ["1", "22", "27", "22", "63", "63", "1"]
    someone.page.keyboard.press("ArrowRight")
    assert someone.page.locator("#overlays [tabindex='0']").count() == 1
    someone.page.keyboard.press("Enter")
    someone.page.wait_for_selector("#panel.open")
    assert someone.fragment["clause"] == "22"


def test_the_focused_clause_is_moved_into_view(reader):
    someone = reader(820, 1180).open("#xywh=0,0,1500,2000")
    someone.page.locator("#overlays [tabindex='0']").focus()
    someone.page.keyboard.press("End")
    someone.rest()
    box, surface = someone.page.locator("[data-clause='63']").bounding_box(), someone.surface()
    assert box["x"] >= surface["x"] - 1 and box["y"] >= surface["y"] - 1
    assert box["x"] + box["width"] <= surface["x"] + surface["width"] + 1
    assert box["y"] + box["height"] <= surface["y"] + surface["height"] + 1


def test_plus_minus_and_zero_change_the_zoom(reader):
    someone = reader(1180, 820).open()
    someone.page.locator("#overlays [tabindex='0']").focus()
    home = someone.view.scale
    someone.page.keyboard.press("+")
    someone.rest()
    enlarged = someone.view.scale
    assert enlarged > home
    someone.page.keyboard.press("-")
    someone.rest()
    assert someone.view.scale < enlarged
    someone.page.keyboard.press("+")
    someone.page.keyboard.press("0")
    someone.rest()
    assert someone.view.scale == home


def test_space_opens_a_clause_and_the_panel_scrolls_by_keyboard(reader):
    someone = reader(390, 844).open()
    someone.page.evaluate("document.querySelector('[data-clause=\"39\"]').focus()")
    someone.page.keyboard.press(" ")
    someone.page.wait_for_selector("#panel.open")
    someone.rest()
    someone.page.locator("#panel-body").focus()
    someone.page.keyboard.press("PageDown")
    someone.until("document.getElementById('panel-body').scrollTop > 0")


def test_the_focused_clause_has_a_thick_outline(reader):
    someone = reader(1180, 820).open()
    someone.page.keyboard.press("Tab")
    someone.page.locator("#overlays [tabindex='0']").focus()
    someone.page.keyboard.press("ArrowRight")
    someone.until("getComputedStyle(document.activeElement).strokeWidth === '4px'")
