"""Links: the address states the view and restores it."""

import pytest

pytestmark = pytest.mark.calm


def test_a_link_restores_clause_filter_language_and_view(reader):
    someone = reader(820, 1180).open("#clause=39&category=justice&lang=fr&xywh=1500,4000,2400,3290")
    clause = someone.get("/api/documents/magna-carta/clauses/39?lang=fr")
    assert someone.page.locator("#panel-title").inner_text() == clause["title"]
    assert someone.page.locator("#panel-title").get_attribute("lang") == "fr"
    assert someone.page.get_attribute("html", "lang") == "fr"
    assert someone.page.locator("#menu [aria-current]").get_attribute("data-category") == "justice"
    assert someone.view.scale == pytest.approx(820 / 2400, rel=0.01)


def test_a_reload_restores_the_view_and_the_clause(reader):
    someone = reader(820, 1180).open("#category=women")
    someone.pinch(80, 320, middle=someone.point_inside("8"))
    someone.rest()
    someone.tap(someone.point_inside("8"))
    someone.page.wait_for_selector("#panel.open")
    someone.rest()
    before, fragment = someone.view, someone.fragment
    assert {"clause", "category", "xywh"} <= set(fragment)
    someone.page.reload()
    someone.page.wait_for_selector("body.ready")
    someone.rest()
    assert someone.view.scale == pytest.approx(before.scale, rel=0.002)
    assert someone.view.x == pytest.approx(before.x, abs=2)
    assert someone.view.y == pytest.approx(before.y, abs=2)
    assert someone.is_open("#panel")
    assert someone.shown == ["8"]


def test_a_reload_restores_the_view_of_a_clause_larger_than_the_screen(reader):
    someone = reader(820, 1180).open("#clause=39")
    someone.pinch(60, 360)
    someone.pinch(60, 360)
    x, y = someone.middle()
    someone.swipe((x + 150, y - 100), (x - 250, y - 100))
    someone.rest()
    before = someone.view
    someone.page.reload()
    someone.page.wait_for_selector("body.ready")
    someone.rest()
    assert someone.view.scale == pytest.approx(before.scale, rel=0.002)
    assert someone.view.x == pytest.approx(before.x, abs=3)
    assert someone.view.y == pytest.approx(before.y, abs=3)


def test_a_clause_that_its_link_would_put_behind_the_panel_is_shown_above_it(reader):
    someone = reader(820, 1180).open()
    box = someone.page.evaluate("(() => { const { x, y, width } = document.querySelector('#overlays [data-clause=\"39\"]').getBBox(); return [x, y, width]; })()")
    someone.open(f"#clause=39&xywh={box[0]:.0f},{box[1] - 2400:.0f},2000,2700")
    panel = someone.page.locator("#panel").bounding_box()
    assert someone.page.locator("#overlays [data-clause='39']").bounding_box()["y"] < panel["y"]


def test_back_and_forward_close_and_reopen_a_clause(reader):
    someone = reader(820, 1180).open()
    someone.tap(someone.point_inside("39"))
    someone.page.wait_for_selector("#panel.open")
    someone.rest()
    someone.page.go_back()
    someone.until("!document.querySelector('#panel.open')")
    someone.rest()
    assert len(someone.shown) == 64
    someone.page.go_forward()
    someone.page.wait_for_selector("#panel.open")
    someone.rest()
    assert someone.shown == ["39"]


def test_a_fragment_edited_by_hand_is_followed(reader):
    someone = reader().open()
    someone.page.evaluate("location.hash = '#category=forest'")
    someone.until("document.querySelectorAll('#overlays .clause').length === 4")


def test_the_whole_sheet_leaves_no_view_in_the_fragment(reader):
    someone = reader().open()
    someone.pinch(80, 200)
    someone.rest()
    assert "xywh" in someone.fragment
    someone.page.locator("#zoom-whole").click()
    someone.rest()
    assert "xywh" not in someone.fragment
    assert len(someone.page.evaluate("[history.length]")) == 1


def test_a_clause_outside_the_filter_is_shown_when_linked(reader):
    someone = reader().open("#clause=39&category=church")
    assert someone.shown == ["39"]
    someone.page.keyboard.press("Escape")
    someone.until("!document.querySelector('#panel.open')")
    someone.rest()
    assert someone.shown == ["1", "22", "27", "42", "46", "63"]


def test_the_language_menu_changes_the_texts_the_page_and_the_themes(reader):
    someone = reader(820, 1180).open("#clause=39")
    someone.page.select_option("#language", "fr")
    someone.until("document.documentElement.lang === 'fr'")
    someone.rest()
    french = someone.get("/api/documents/magna-carta/clauses/39?lang=fr")
    assert someone.page.locator("#panel-title").inner_text() == french["title"]
    assert someone.page.locator("#panel .words p").first.get_attribute("lang") == "fr"
    categories = someone.get("/api/documents/magna-carta/categories")["categories"]
    assert someone.page.locator("#menu .name").last.text_content() == categories[-1]["label"]["fr"]
    assert someone.page.locator("#zoom-in").get_attribute("aria-label") == "Agrandir"
    assert someone.fragment["lang"] == "fr"


def test_a_french_browser_gets_a_french_page(reader):
    someone = reader(locale="fr-FR").open()
    assert someone.page.get_attribute("html", "lang") == "fr"
    assert "lang" not in someone.fragment


def test_a_broken_link_shows_the_whole_sheet(reader):
    """Further invalid fragments are tested in Tests/ViewerTests/fragment.test.mjs."""
    someone = reader()
    for fragment in ["#page=9", "#lang=xx", "#%E0%A4%A&xywh=a,b"]:
        assert len(someone.open(fragment).shown) == 64, fragment
