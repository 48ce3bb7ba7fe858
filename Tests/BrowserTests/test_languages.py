"""Languages of the interface: which one is used, that its texts fit, and that Arabic mirrors everything except the sheet."""

import re

import pytest
from test_accessibility import violations

PHONE, DESKTOP = (390, 844), (1280, 800)
LANGUAGES = ["en", "de", "es", "fr", "it", "nl", "ar"]

# Finds controls, labels and headings that are cut off or extend past the side of the screen.
OVERFLOWING = """
() => {
    const scope = document.querySelector('dialog[open]') ?? document.body;
    const faults = [...scope.querySelectorAll('button, a.action, select, label, h2')]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.visually-hidden, [inert], svg'))
        .map((element) => [element, element.getBoundingClientRect()])
        .filter(([element, box]) => box.left < -1 || box.right > innerWidth + 1 || element.scrollWidth > element.clientWidth + 1
            && getComputedStyle(element).display !== 'inline' && getComputedStyle(element).overflowX !== 'visible')
        .map(([element]) => `${element.id} ${element.textContent.trim().slice(0, 60)}`);
    if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is wider than the screen');
    return faults;
}
"""


def box(reader, selector: str) -> dict[str, float]:
    return reader.page.locator(selector).bounding_box()


def html(reader) -> tuple[str, str]:
    root = reader.page.locator("html")
    return root.get_attribute("lang"), root.get_attribute("dir")


@pytest.mark.calm
def test_the_interface_uses_the_browsers_language_and_loads_no_other(new_reader):
    reader = new_reader(*DESKTOP, locale="de-AT")
    loaded = []
    reader.page.on("request", lambda request: loaded.extend(re.findall(r"/strings/([a-z-]+/\w+)\.js", request.url)))
    reader.open("#clause=39")
    assert html(reader) == ("de", "ltr")
    assert reader.page.get_attribute("#menu-button", "aria-label") == "Ein Thema wählen"
    assert reader.page.locator("#panel-number").inner_text().lower() == "artikel 39"
    # The document has no German texts: they stay in English and are marked as English.
    assert reader.page.get_attribute("#panel-title", "lang") == "en"
    # The sample has two captures, a glossary and linked words, whose phrases are separate files.
    for part in ["glossary", "linked"]:
        reader.page.wait_for_function(f"() => performance.getEntriesByType('resource').some(({{ name }}) => name.endsWith('/de/{part}.js'))")
    assert set(loaded) == {"de/phrases", "de/captures", "de/glossary", "de/linked"}


@pytest.mark.calm
def test_the_interface_language_is_chosen_in_the_options_and_remembered(new_reader):
    reader = new_reader(*DESKTOP).open()
    reader.page.click("#options-button")
    names = reader.page.locator("#options #interface option").all_text_contents()
    assert names == ["Automatic", "English", "Deutsch", "Español", "Français", "Italiano", "Nederlands", "العربية"]
    reader.page.select_option("#options #interface", "ar")
    reader.until("document.documentElement.dir === 'rtl'")
    reader.until("document.querySelector('#options h2')?.textContent === 'المزيد'")
    reader.page.goto(reader.library)
    reader.page.wait_for_selector("#documents a")
    assert html(reader) == ("ar", "rtl")


@pytest.mark.calm
def test_a_new_interface_language_reaches_every_part_of_the_page_and_the_sheet_stays(new_reader):
    reader = new_reader(*DESKTOP).open("#category=church&tour=ten-minutes&step=2")
    page = reader.page
    page.locator("#tour-place", has_text="Step 2 of 9").wait_for()
    page.wait_for_selector("#captures-button")
    page.click("#list-button")
    reader.until_idle()
    before = reader.view
    count = reader.get("/api/documents/magna-carta/clauses?category=church&lang=en")["total"]
    page.click("#options-button")
    page.select_option("#options #interface", "de")
    page.locator("#tour-place", has_text="Schritt 2 von 9").wait_for()
    reader.until("document.getElementById('captures-button').getAttribute('aria-label') === '2 Aufnahmen'")
    reader.until_idle()
    # The texts stay in English.
    shown = f"The Church: {count} Artikel angezeigt"
    assert page.text_content("#filter-text") == shown and page.text_content("#list-count") == shown
    assert page.text_content("#list-items .number").startswith("Artikel ")
    assert page.get_attribute("#overlays [data-clause='initial']", "aria-label").startswith("Verstecktes Detail: ")
    # Its name includes what the filter shows.
    assert page.get_attribute("#overlays", "aria-label").endswith(shown)
    after = reader.view
    assert (after.x, after.y, after.scale) == pytest.approx((before.x, before.y, before.scale), abs=0.5)


@pytest.mark.calm
@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_of_every_language_fit_on_a_phone(new_reader, language):
    reader = new_reader(*PHONE, locale=language)
    reader.page.goto(reader.library)
    reader.page.wait_for_selector("#documents a")
    faults = {"library": reader.page.evaluate(OVERFLOWING)}
    reader.open()
    assert html(reader) == (language, "rtl" if language == "ar" else "ltr")
    faults["document"] = reader.page.evaluate(OVERFLOWING)
    for state, press in {"options": "#options-button", "share": "#options .row button >> nth=0"}.items():
        reader.page.click(press)
        reader.page.wait_for_selector(f"#{state}[open]")
        reader.until_idle()
        faults[state] = reader.page.evaluate(OVERFLOWING)
    assert faults == {state: [] for state in faults}


@pytest.mark.calm
def test_in_arabic_the_bar_menu_panel_and_buttons_are_mirrored_but_the_sheet_is_not(new_reader):
    width, height = DESKTOP
    english, arabic = new_reader(*DESKTOP).open("#clause=39"), new_reader(*DESKTOP, locale="ar").open("#clause=39")
    for selector in ("#menu-button", "#options-button", "#panel", "#panel-close", "#zoom"):
        one, other = box(english, selector), box(arabic, selector)
        assert other["x"] == pytest.approx(width - one["x"] - one["width"], abs=1.5), selector
        assert other["width"] == pytest.approx(one["width"], abs=1.5), selector
    # The panel's text keeps its own direction, and the clause is visible beside the panel at the same scale.
    assert arabic.page.locator("#panel-body").evaluate("(body) => getComputedStyle(body).direction") == "ltr"
    panel, clause = box(arabic, "#panel"), arabic.place_of("39")
    assert clause["x"] > panel["x"] + panel["width"]
    assert clause["x"] + clause["width"] < width
    before = english.place_of("39")
    assert (clause["width"], clause["height"]) == pytest.approx((before["width"], before["height"]), rel=0.02)
    # Arrow keys follow the buttons.
    arabic.page.locator("#panel-title").focus()
    arabic.page.keyboard.press("ArrowLeft")
    arabic.until("location.hash.includes('clause=40')")
    arabic.page.keyboard.press("ArrowRight")
    arabic.until("location.hash.includes('clause=39')")
    arabic.page.keyboard.press("Escape")
    arabic.until_idle()
    arabic.page.click("#menu-button")
    arabic.until_idle()
    menu = box(arabic, "#menu")
    assert menu["x"] + menu["width"] == pytest.approx(width, abs=1)


def test_in_arabic_swipes_are_mirrored(new_reader):
    reader = new_reader(*PHONE, locale="ar").open()
    top = box(reader, "#surface")["y"]
    reader.swipe((380, top + 60), (200, top + 64))
    reader.until("document.querySelector('#menu.open')")
    reader.until_idle()
    menu = box(reader, "#menu")
    assert menu["x"] + menu["width"] == pytest.approx(390, abs=1)
    reader.swipe((150, 500), (370, 505))
    reader.until("!document.querySelector('#menu.open')")
    reader.open("#page=1", document="three-pages")
    reader.swipe((120, 400), (300, 404))
    reader.until("location.hash.includes('page=2')")
    reader.until_idle()
    # From the middle, so that the swipe does not open the menu.
    reader.swipe((240, 400), (60, 404))
    reader.until("!location.hash.includes('page=2')")


@pytest.mark.calm
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=str)
def test_axe_finds_no_violations_on_arabic_pages(new_reader, size):
    reader = new_reader(*size, locale="ar").open("#clause=39")
    found = [violations(reader)]
    reader.open()
    reader.page.click("#menu-button")
    reader.until_idle()
    found.append(violations(reader))
    reader.page.goto(reader.library)
    reader.page.wait_for_selector("#documents a")
    found.append(violations(reader))
    assert found == [[], [], []]
