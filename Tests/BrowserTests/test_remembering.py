"""What is remembered and what can be chosen, that all of it can be forgotten, and the hints of a first visit."""

import pytest

from accessibility import violations
from test_sharing import open_options

pytestmark = pytest.mark.calm


def test_a_first_visit_shows_three_short_hints_once(new_reader):
    reader = new_reader(390, 844, is_new=True).open()
    marks = reader.page.locator("#welcome .marks li")
    assert marks.count() == 3
    for mark in marks.all():
        assert 4 <= len(mark.inner_text().split()) <= 6
        assert mark.locator(".icon").is_visible()
    assert violations(reader) == []
    reader.page.locator("#welcome button").click()
    assert reader.page.locator("#welcome").count() == 0
    reader.open()
    assert reader.page.locator("#welcome").count() == 0
    open_options(reader)
    reader.page.locator("#options .row button", has_text="Help").click()
    reader.page.wait_for_selector("#help[open]")
    assert reader.page.locator("#help .marks li").count() == 3


def test_escape_closes_the_hints_and_the_focus_stays_on_the_page(new_reader):
    reader = new_reader(1180, 820, is_new=True).open()
    reader.page.locator("#welcome button").focus()
    reader.page.keyboard.press("Escape")
    reader.until("!document.getElementById('welcome')")
    assert reader.page.evaluate("document.activeElement.id") == "menu-button"


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("has_touch", [True, False], ids=["touch", "mouse"])
def test_hints_have_four_to_six_words_in_each_language_for_touch_and_mouse(new_reader, locale, has_touch):
    reader = new_reader(820, 1180, is_new=True, has_touch=has_touch, is_mobile=has_touch, locale=locale).open()
    marks = reader.page.locator("#welcome .marks li").all_inner_texts()
    assert [4 <= len(mark.split()) <= 6 for mark in marks] == [True] * 3, marks


def test_hints_disappear_when_a_clause_opens_and_do_not_appear_at_a_linked_clause(new_reader):
    reader = new_reader(820, 1180, is_new=True).open()
    reader.tap(reader.point_inside("3"))
    reader.page.wait_for_selector("#panel.open")
    assert reader.page.locator("#welcome").count() == 0
    other = new_reader(820, 1180, is_new=True).open("#clause=39")
    assert other.page.locator("#welcome").count() == 0


def test_the_language_is_remembered(new_reader):
    reader = new_reader(1180, 820).open()
    reader.page.select_option("#language", "fr")
    reader.until("document.documentElement.lang === 'fr'")
    reader.until_idle()
    reader.open()
    assert reader.page.get_attribute("html", "lang") == "fr"
    assert reader.page.locator("#title").inner_text().startswith("La Grande Charte")


def test_the_interface_can_have_another_language_than_the_texts(new_reader):
    reader = new_reader(390, 844).open("#clause=39")
    announced = reader.page.text_content("#live")
    open_options(reader)
    reader.page.locator("#interface").focus()
    reader.page.select_option("#interface", "fr")
    reader.until("document.querySelector('#options h2')?.textContent === 'Plus'")
    reader.until_idle()
    assert reader.page.text_content("#live") == announced
    # The focus stays on the choice, and afterwards returns to what opened the options.
    assert reader.page.evaluate("document.activeElement.id") == "interface"
    reader.page.keyboard.press("Escape")
    reader.until("document.activeElement.id === 'options-button'")
    assert reader.page.get_attribute("#zoom-in", "aria-label") == "Agrandir"
    assert reader.page.locator("#panel-body .action", has_text="Copier le lien").count() == 1
    english = reader.get("/api/documents/magna-carta/clauses/39?lang=en")
    assert reader.page.locator("#panel-title").inner_text() == english["title"]
    assert reader.page.locator("#panel-title").get_attribute("lang") == "en"


def test_the_languages_of_the_texts_can_be_chosen_on_a_phone_too(new_reader):
    reader = new_reader(390, 844).open("#clause=39")
    open_options(reader)
    reader.page.select_option("#texts", "fr")
    reader.until("location.hash.includes('lang=fr')")
    reader.until_idle()
    reader.page.select_option("#beside", "en")
    reader.until("location.hash.includes('lang=fr,en')")
    reader.until_idle()
    assert reader.page.locator("#panel-body .words").count() == 2


@pytest.mark.parametrize("chosen", ["light", "dark"])
def test_light_or_dark_can_be_chosen_against_the_devices_setting(new_reader, chosen):
    reader = new_reader(820, 1180, color_scheme="dark" if chosen == "light" else "light").open("#clause=39")
    colour = "getComputedStyle(document.getElementById('panel')).color"
    before = reader.page.evaluate(colour)
    open_options(reader)
    reader.page.select_option("#appearance", chosen)
    reader.until_idle()
    assert reader.page.evaluate(colour) != before
    reader.open("#clause=39")
    assert reader.page.evaluate(colour) != before


def test_the_page_offers_to_resume_where_the_reader_left_off(new_reader):
    reader = new_reader(820, 1180).open("#category=church&clause=22")
    reader.until("localStorage.getItem('explore').includes('clause=22')")
    reader.open()
    assert len(reader.shown) == 64
    reader.page.get_by_role("alert").get_by_role("button", name="Resume reading").click()
    reader.page.wait_for_selector("#panel.open")
    reader.until_idle()
    assert reader.fragment == {"clause": "22", "category": "church"}


def test_one_button_forgets_everything(new_reader):
    reader = new_reader(1180, 820).open()
    reader.page.select_option("#language", "fr")
    reader.until("document.documentElement.lang === 'fr'")
    reader.until_idle()
    # Without the language in the address, the page is in the remembered one.
    reader.open()
    assert reader.page.get_attribute("html", "lang") == "fr"
    open_options(reader)
    reader.page.select_option("#appearance", "dark")
    assert reader.page.evaluate("Object.keys(JSON.parse(localStorage.getItem('explore'))).length") >= 3
    reader.page.locator("#options .forget button").click()
    reader.until("document.querySelector('#options .forget [role=status]').textContent !== ''")
    # The page does not remember its place again when it comes to rest.
    reader.until_idle()
    assert reader.page.evaluate("localStorage.getItem('explore')") is None
    # Everything is in the browser's language again.
    english = reader.get("/api/documents/magna-carta/clauses/39?lang=en")
    assert reader.page.get_attribute("html", "lang") == "en" and reader.page.input_value("#language") == "en"
    assert english["title"] in reader.page.get_attribute("#overlays [data-clause='39']", "aria-label")
    assert reader.page.evaluate("document.activeElement.id") == "forget"
    assert reader.page.evaluate("document.documentElement.dataset.appearance") is None


def test_the_page_works_without_local_storage(new_reader):
    reader = new_reader(820, 1180)
    reader.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });"
    )
    reader.open("#clause=39")
    assert reader.is_open("#panel")


@pytest.mark.parametrize("size", [(390, 844), (820, 1180), (1440, 900), (2560, 1440)], ids=str)
def test_hints_are_a_strip_below_the_sheet_that_disappears_at_the_first_touch(new_reader, size):
    reader = new_reader(*size, is_new=True).open()
    strip, sheet = (reader.page.locator(name).bounding_box() for name in ("#welcome", "#surface"))
    assert strip["y"] >= sheet["y"] + sheet["height"] - 0.5
    assert strip["height"] <= 110
    reader.tap(reader.middle())
    reader.until("!document.getElementById('welcome')")
    reader.until_idle()
    assert reader.page.locator("#surface").bounding_box()["height"] > sheet["height"]
    assert "isAcquainted" in reader.page.evaluate("localStorage.getItem('explore')")


def test_the_text_size_can_be_chosen_and_is_remembered(new_reader):
    reader = new_reader(820, 1180).open("#clause=39")
    size = "parseFloat(getComputedStyle(document.querySelector('#panel-body .words p')).fontSize)"
    usual = reader.page.evaluate(size)
    open_options(reader)
    reader.page.select_option("#text-size", "larger")
    reader.until_idle()
    assert reader.page.evaluate(size) == pytest.approx(usual * 1.45, rel=0.01)
    reader.open("#clause=39")
    assert reader.page.evaluate(size) == pytest.approx(usual * 1.45, rel=0.01)


def test_an_easier_typeface_can_be_chosen(new_reader):
    reader = new_reader(820, 1180).open("#clause=39")
    open_options(reader)
    reader.page.select_option("#typeface", "plain")
    faces = reader.page.eval_on_selector_all(
        "#panel-title, #panel-body p, #title", "(all) => all.map((one) => getComputedStyle(one).fontFamily)"
    )
    assert len(faces) > 2 and all("Hyperlegible" in face for face in faces)
    slanted = reader.page.eval_on_selector_all("body *", "(all) => all.filter((one) => getComputedStyle(one).fontStyle === 'italic').length")
    assert slanted == 0
    assert violations(reader) == []


def test_the_history_stores_the_view_of_each_clause_only_once_the_sheet_is_at_rest(new_reader):
    reader = new_reader(820, 1180).open()
    last = "JSON.parse(localStorage.getItem('explore')).history[0].hash"
    reader.page.evaluate(
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
        reader.page.evaluate("(id) => document.querySelector(`[data-clause='${id}']`).focus()", clause)
        reader.page.keyboard.press("Enter")
        reader.until(f"location.hash.includes('clause={clause}')")
        reader.until_idle()
        assert reader.page.evaluate(last) == reader.page.evaluate("location.hash")
        assert "xywh" in reader.page.evaluate(last)
        # Until the sheet is at rest, the view of the clause is not known.
        first = reader.page.evaluate("(id) => window.noted.find((hash) => hash.includes(`clause=${id}`))", clause)
        assert first == f"#clause={clause}"


def test_reading_can_be_resumed_from_the_library_page_and_the_history_deleted(new_reader):
    reader = new_reader(820, 1180).open("#clause=39")
    reader.page.locator("#panel-next").click()
    reader.until("location.hash.includes('clause=40')")
    reader.until_idle()
    reader.page.goto(reader.library)
    reader.page.wait_for_selector("body.ready")
    history = reader.page.locator("#history")
    assert "Clause 40" in history.locator("a").first.inner_text()
    assert violations(reader) == []
    history.locator("summary").click()
    assert "Clause 39" in history.locator("li a").first.inner_text()
    history.locator("a").first.click()
    reader.page.wait_for_selector("#panel.open")
    assert reader.page.locator("#panel-number").inner_text().lower() == "clause 40"
    reader.page.goto(reader.library)
    reader.page.locator("#history summary").click()
    reader.page.locator("#history button").click()
    assert "deleted" in history.inner_text()
    reader.page.reload()
    reader.page.wait_for_selector("body.ready")
    assert not history.count()
