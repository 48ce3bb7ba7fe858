"""What is remembered and what can be chosen, that all of it can be forgotten, and the hints of a first visit."""

import pytest

from accessibility import violations
from test_sharing import open_options

pytestmark = pytest.mark.calm


def test_a_first_visit_shows_three_short_hints_once(reader):
    someone = reader(390, 844, is_new=True).open()
    marks = someone.page.locator("#welcome .marks li")
    assert marks.count() == 3
    for mark in marks.all():
        assert 4 <= len(mark.inner_text().split()) <= 6
        assert mark.locator(".icon").is_visible()
    assert violations(someone) == []
    someone.page.locator("#welcome button").click()
    assert someone.page.locator("#welcome").count() == 0
    someone.open()
    assert someone.page.locator("#welcome").count() == 0
    open_options(someone)
    someone.page.locator("#options .row button", has_text="Help").click()
    someone.page.wait_for_selector("#help[open]")
    assert someone.page.locator("#help .marks li").count() == 3


def test_escape_closes_the_hints_and_the_focus_stays_on_the_page(reader):
    someone = reader(1180, 820, is_new=True).open()
    someone.page.locator("#welcome button").focus()
    someone.page.keyboard.press("Escape")
    someone.until("!document.getElementById('welcome')")
    assert someone.page.evaluate("document.activeElement.id") == "menu-button"


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("has_touch", [True, False], ids=["touch", "mouse"])
def test_hints_have_four_to_six_words_in_each_language_for_touch_and_mouse(reader, locale, has_touch):
    someone = reader(820, 1180, is_new=True, has_touch=has_touch, is_mobile=has_touch, locale=locale).open()
    marks = someone.page.locator("#welcome .marks li").all_inner_texts()
    assert [4 <= len(mark.split()) <= 6 for mark in marks] == [True] * 3, marks


def test_hints_disappear_when_a_clause_opens_and_do_not_appear_at_a_linked_clause(reader):
    someone = reader(820, 1180, is_new=True).open()
    someone.tap(someone.point_inside("3"))
    someone.page.wait_for_selector("#panel.open")
    assert someone.page.locator("#welcome").count() == 0
    other = reader(820, 1180, is_new=True).open("#clause=39")
    assert other.page.locator("#welcome").count() == 0


def test_the_language_is_remembered(reader):
    someone = reader(1180, 820).open()
    someone.page.select_option("#language", "fr")
    someone.until("document.documentElement.lang === 'fr'")
    someone.rest()
    someone.open()
    assert someone.page.get_attribute("html", "lang") == "fr"
    assert someone.page.locator("#title").inner_text().startswith("La Grande Charte")


def test_the_interface_can_have_another_language_than_the_texts(reader):
    someone = reader(390, 844).open("#clause=39")
    open_options(someone)
    someone.page.select_option("#interface", "fr")
    someone.until("document.documentElement.lang === 'fr'")
    someone.rest()
    assert someone.page.locator("#options h2").inner_text() == "Plus"
    someone.page.keyboard.press("Escape")
    assert someone.page.get_attribute("#zoom-in", "aria-label") == "Agrandir"
    english = someone.get("/api/documents/magna-carta/clauses/39?lang=en")
    assert someone.page.locator("#panel-title").inner_text() == english["title"]
    assert someone.page.locator("#panel-title").get_attribute("lang") == "en"


def test_the_languages_of_the_texts_can_be_chosen_on_a_phone_too(reader):
    someone = reader(390, 844).open("#clause=39")
    open_options(someone)
    someone.page.select_option("#texts", "fr")
    someone.until("location.hash.includes('lang=fr')")
    someone.rest()
    someone.page.select_option("#beside", "en")
    someone.until("location.hash.includes('lang=fr,en')")
    someone.rest()
    assert someone.page.locator("#panel-body .words").count() == 2


@pytest.mark.parametrize("chosen", ["light", "dark"])
def test_light_or_dark_can_be_chosen_against_the_devices_setting(reader, chosen):
    someone = reader(820, 1180, color_scheme="dark" if chosen == "light" else "light").open("#clause=39")
    colour = "getComputedStyle(document.getElementById('panel')).color"
    before = someone.page.evaluate(colour)
    open_options(someone)
    someone.page.select_option("#appearance", chosen)
    someone.rest()
    assert someone.page.evaluate(colour) != before
    someone.open("#clause=39")
    assert someone.page.evaluate(colour) != before


def test_the_page_offers_to_resume_where_the_reader_left_off(reader):
    someone = reader(820, 1180).open("#category=church&clause=22")
    someone.until("localStorage.getItem('explore').includes('clause=22')")
    someone.open()
    assert len(someone.shown) == 64
    someone.page.get_by_role("alert").get_by_role("button", name="Go on there").click()
    someone.page.wait_for_selector("#panel.open")
    someone.rest()
    assert someone.fragment == {"clause": "22", "category": "church"}


def test_one_button_forgets_everything(reader):
    someone = reader(1180, 820).open()
    someone.page.select_option("#language", "fr")
    someone.until("document.documentElement.lang === 'fr'")
    open_options(someone)
    someone.page.select_option("#appearance", "dark")
    assert someone.page.evaluate("Object.keys(JSON.parse(localStorage.getItem('explore'))).length") >= 3
    someone.page.locator("#options .forget button").click()
    someone.until("document.querySelector('#options .forget [role=status]').textContent !== ''")
    assert someone.page.evaluate("localStorage.getItem('explore')") is None
    assert someone.page.evaluate("document.documentElement.dataset.appearance") is None


def test_the_page_works_without_local_storage(reader):
    someone = reader(820, 1180)
    someone.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });"
    )
    someone.open("#clause=39")
    assert someone.is_open("#panel")


@pytest.mark.parametrize("size", [(390, 844), (820, 1180), (1440, 900), (2560, 1440)], ids=str)
def test_hints_are_a_strip_below_the_sheet_that_disappears_at_the_first_touch(reader, size):
    someone = reader(*size, is_new=True).open()
    strip, sheet = (someone.page.locator(name).bounding_box() for name in ("#welcome", "#surface"))
    assert strip["y"] >= sheet["y"] + sheet["height"] - 0.5
    assert strip["height"] <= 110
    someone.tap(someone.middle())
    someone.until("!document.getElementById('welcome')")
    someone.rest()
    assert someone.page.locator("#surface").bounding_box()["height"] > sheet["height"]
    assert "isAcquainted" in someone.page.evaluate("localStorage.getItem('explore')")


def test_the_text_size_can_be_chosen_and_is_remembered(reader):
    someone = reader(820, 1180).open("#clause=39")
    size = "parseFloat(getComputedStyle(document.querySelector('#panel-body .words p')).fontSize)"
    usual = someone.page.evaluate(size)
    open_options(someone)
    someone.page.select_option("#text-size", "larger")
    someone.rest()
    assert someone.page.evaluate(size) == pytest.approx(usual * 1.45, rel=0.01)
    someone.open("#clause=39")
    assert someone.page.evaluate(size) == pytest.approx(usual * 1.45, rel=0.01)


def test_an_easier_typeface_can_be_chosen(reader):
    someone = reader(820, 1180).open("#clause=39")
    open_options(someone)
    someone.page.select_option("#typeface", "plain")
    faces = someone.page.eval_on_selector_all(
        "#panel-title, #panel-body p, #title", "(all) => all.map((one) => getComputedStyle(one).fontFamily)"
    )
    assert all("Hyperlegible" in face for face in faces)
    slanted = someone.page.eval_on_selector_all("body *", "(all) => all.filter((one) => getComputedStyle(one).fontStyle === 'italic').length")
    assert slanted == 0
    assert violations(someone) == []


def test_the_history_stores_the_view_of_each_clause_only_once_the_sheet_is_at_rest(reader):
    someone = reader(820, 1180).open()
    last = "JSON.parse(localStorage.getItem('explore')).history[0].hash"
    someone.page.evaluate(
        """() => {
            window.noted = [];
            const { setItem } = Storage.prototype;
            Storage.prototype.setItem = function (key, value) {
                const hash = JSON.parse(value).history?.[0]?.hash;
                if (hash) window.noted.push(hash);
                setItem.call(this, key, value);
            };
        }"""
    )
    for clause in ["39", "55"]:
        someone.page.evaluate("(id) => document.querySelector(`[data-clause='${id}']`).focus()", clause)
        someone.page.keyboard.press("Enter")
        someone.until(f"location.hash.includes('clause={clause}')")
        someone.rest()
        assert someone.page.evaluate(last) == someone.page.evaluate("location.hash")
        assert "xywh" in someone.page.evaluate(last)
        # Until the sheet is at rest, the view of the clause is not known.
        first = someone.page.evaluate("(id) => window.noted.find((hash) => hash.includes(`clause=${id}`))", clause)
        assert first == f"#clause={clause}"


def test_reading_can_be_resumed_from_the_library_page_and_the_history_deleted(reader):
    someone = reader(820, 1180).open("#clause=39")
    someone.page.locator("#panel-next").click()
    someone.until("location.hash.includes('clause=40')")
    someone.rest()
    someone.page.goto(someone.library)
    someone.page.wait_for_selector("body.ready")
    history = someone.page.locator("#history")
    assert "Clause 40" in history.locator("a").first.inner_text()
    assert violations(someone) == []
    history.locator("summary").click()
    assert "Clause 39" in history.locator("li a").first.inner_text()
    history.locator("a").first.click()
    someone.page.wait_for_selector("#panel.open")
    assert someone.page.locator("#panel-number").inner_text().lower() == "clause 40"
    someone.page.goto(someone.library)
    someone.page.locator("#history summary").click()
    someone.page.locator("#history button").click()
    assert "deleted" in history.inner_text()
    someone.page.reload()
    someone.page.wait_for_selector("body.ready")
    assert not history.count()
