"""Links: the address states the view and restores it."""

import pytest

pytestmark = pytest.mark.calm


def test_a_link_restores_clause_filter_language_and_view(new_reader):
    reader = new_reader(820, 1180).open("#clause=39&category=justice&lang=fr&xywh=1500,4000,2400,3290")
    clause = reader.get("/api/documents/magna-carta/clauses/39?lang=fr")
    assert reader.page.locator("#panel-title").inner_text() == clause["title"]
    assert reader.page.locator("#panel-title").get_attribute("lang") == "fr"
    assert reader.page.get_attribute("html", "lang") == "fr"
    assert reader.page.locator("#menu [aria-current]").get_attribute("data-category") == "justice"
    assert reader.view.scale == pytest.approx(820 / 2400, rel=0.01)


def test_a_reload_restores_the_view_and_the_clause(new_reader):
    reader = new_reader(820, 1180).open("#category=women")
    reader.pinch(80, 320, middle=reader.point_inside("8"))
    reader.until_idle()
    reader.tap(reader.point_inside("8"))
    reader.page.wait_for_selector("#panel.open")
    reader.until_idle()
    before, fragment = reader.view, reader.fragment
    assert {"clause", "category", "xywh"} <= set(fragment)
    reader.page.reload()
    reader.page.wait_for_selector("body.ready")
    reader.until_idle()
    assert reader.view.scale == pytest.approx(before.scale, rel=0.002)
    assert reader.view.x == pytest.approx(before.x, abs=2)
    assert reader.view.y == pytest.approx(before.y, abs=2)
    assert reader.is_open("#panel")
    assert reader.shown == ["8"]


def test_a_reload_restores_the_view_of_a_clause_larger_than_the_screen(new_reader):
    reader = new_reader(820, 1180).open("#clause=39")
    reader.pinch(60, 360)
    reader.pinch(60, 360)
    x, y = reader.middle()
    reader.swipe((x + 150, y - 100), (x - 250, y - 100))
    reader.until_idle()
    before = reader.view
    reader.page.reload()
    reader.page.wait_for_selector("body.ready")
    reader.until_idle()
    assert reader.view.scale == pytest.approx(before.scale, rel=0.002)
    assert reader.view.x == pytest.approx(before.x, abs=3)
    assert reader.view.y == pytest.approx(before.y, abs=3)


def test_a_clause_that_its_link_would_put_behind_the_panel_is_shown_above_it(new_reader):
    reader = new_reader(820, 1180).open()
    box = reader.page.evaluate("(() => { const { x, y, width } = document.querySelector('#overlays [data-clause=\"39\"]').getBBox(); return [x, y, width]; })()")
    reader.open(f"#clause=39&xywh={box[0]:.0f},{box[1] - 2400:.0f},2000,2700")
    panel = reader.page.locator("#panel").bounding_box()
    assert reader.page.locator("#overlays [data-clause='39']").bounding_box()["y"] < panel["y"]


def test_back_and_forward_close_and_reopen_a_clause(new_reader):
    reader = new_reader(820, 1180).open()
    reader.tap(reader.point_inside("39"))
    reader.page.wait_for_selector("#panel.open")
    reader.until_idle()
    reader.page.go_back()
    reader.until("!document.querySelector('#panel.open')")
    reader.until_idle()
    assert len(reader.shown) == 64
    reader.page.go_forward()
    reader.page.wait_for_selector("#panel.open")
    reader.until_idle()
    assert reader.shown == ["39"]


def test_a_fragment_edited_by_hand_is_followed(new_reader):
    reader = new_reader().open()
    reader.page.evaluate("location.hash = '#category=forest'")
    reader.until("document.querySelectorAll('#overlays .clause').length === 4")


def test_zooming_adds_no_history_entry_and_the_whole_sheet_leaves_no_view_in_the_fragment(new_reader):
    reader = new_reader().open()
    entries = reader.page.evaluate("history.length")
    reader.pinch(80, 200)
    reader.until_idle()
    assert "xywh" in reader.fragment
    reader.page.locator("#zoom-whole").click()
    reader.until_idle()
    assert "xywh" not in reader.fragment
    assert reader.page.evaluate("history.length") == entries


def test_a_clause_outside_the_filter_is_shown_when_linked(new_reader):
    reader = new_reader().open("#clause=39&category=church")
    assert reader.shown == ["39"]
    reader.page.keyboard.press("Escape")
    reader.until("!document.querySelector('#panel.open')")
    reader.until_idle()
    assert reader.shown == ["1", "22", "27", "42", "46", "63"]


def test_the_language_menu_changes_the_texts_the_page_and_the_themes(new_reader):
    reader = new_reader(820, 1180).open("#clause=39")
    reader.page.select_option("#language", "fr")
    reader.until("document.documentElement.lang === 'fr'")
    reader.until_idle()
    french = reader.get("/api/documents/magna-carta/clauses/39?lang=fr")
    assert reader.page.locator("#panel-title").inner_text() == french["title"]
    assert reader.page.locator("#panel .words p").first.get_attribute("lang") == "fr"
    categories = reader.get("/api/documents/magna-carta/categories")["categories"]
    assert reader.page.locator("#menu .name").last.text_content() == categories[-1]["label"]["fr"]
    assert reader.page.locator("#zoom-in").get_attribute("aria-label") == "Agrandir"
    assert reader.fragment["lang"] == "fr"


def test_a_french_browser_gets_a_french_page(new_reader):
    reader = new_reader(locale="fr-FR").open()
    assert reader.page.get_attribute("html", "lang") == "fr"
    assert "lang" not in reader.fragment


def test_a_broken_link_shows_the_whole_sheet(new_reader):
    """Further invalid fragments are tested in Tests/ViewerTests/fragment.test.mjs."""
    reader = new_reader()
    for fragment in ["#page=9", "#lang=xx", "#%E0%A4%A&xywh=a,b"]:
        assert len(reader.open(fragment).shown) == 64, fragment
