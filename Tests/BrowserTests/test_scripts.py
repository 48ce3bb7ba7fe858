"""Four languages in three scripts, each in its own direction: on the sheet, in the list, in print and in plain HTML."""

import re
import urllib.parse

import pytest

from accessibility import violations
from four_languages import TEXTS
from test_list import items, marked, search
from test_sharing import open_share, print_page

pytestmark = pytest.mark.calm

WAYS = [("el", "ltr"), ("ar", "rtl"), ("zh", "ltr")]
FSI, PDI = "\u2068", "\u2069"

# Returns where the first of some words in an element's text is: [left, right] in CSS pixels.
PLACE = """
([selector, words]) => {
    const walker = document.createTreeWalker(document.querySelector(selector), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const start = walker.currentNode.data.indexOf(words);
        if (start < 0) continue;
        const range = document.createRange();
        range.setStart(walker.currentNode, start);
        range.setEnd(walker.currentNode, start + words.length);
        const box = range.getBoundingClientRect();
        return [box.left, box.right];
    }
    return null;
}
"""


# An Arabic browser would have an Arabic interface; most tests here are of texts in an interface of the opposite direction.
INTERFACE = """
if (location.protocol.startsWith('http')) {
    const kept = JSON.parse(localStorage.getItem('explore') ?? '{}');
    localStorage.setItem('explore', JSON.stringify({ ...kept, interface: 'TAG' }));
}
"""


def open_harbour(new_reader, fragment="", size=(1440, 900), interface="en", **options):
    reader = new_reader(*size, **options)
    if interface:
        reader.page.add_init_script(INTERFACE.replace("TAG", interface))
    return reader.open(fragment, document="four-languages")


def place(reader, selector, words):
    found = reader.page.evaluate(PLACE, [selector, words])
    assert found, f"{selector}: expected “{words}”"
    return found


def directions(reader, selector):
    """The language and the direction of each element."""
    return reader.page.evaluate(
        """(selector) => [...document.querySelectorAll(selector)].map(
            (element) => [element.lang, getComputedStyle(element).direction])""",
        selector,
    )


def unsupported_letters(reader):
    """Returns the letters that no font has: they are drawn as a box, like characters that Unicode will never assign."""
    reader.until("document.fonts.status === 'loaded'")
    count, boxes = reader.page.evaluate(
        """() => {
            const text = document.querySelector('.words p');
            const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
            const drawn = (letter) => {
                context.clearRect(0, 0, 300, 150);
                context.font = '40px ' + getComputedStyle(text).fontFamily;
                context.fillText(letter, 100, 80);
                return context.getImageData(0, 0, 300, 150).data.join();
            };
            const boxes = ['', ' ', '\\u0378', '\\uFDD0', '\\u{2FFFE}'].map(drawn);
            const letters = new Set(text.textContent.match(/\\p{L}/gu));
            return [letters.size, [...letters].filter((letter) => boxes.includes(drawn(letter)))];
        }"""
    )
    assert count > 10
    return boxes


def uses_only_our_fonts(reader):
    reader.cdp.send("DOM.enable")
    reader.cdp.send("CSS.enable")
    root = reader.cdp.send("DOM.getDocument")["root"]["nodeId"]
    node = reader.cdp.send("DOM.querySelector", {"nodeId": root, "selector": ".words p"})["nodeId"]
    fonts = reader.cdp.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    return {font["isCustomFont"] for font in fonts} == {True}


@pytest.mark.parametrize("language, way", WAYS)
@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=str)
def test_a_clause_is_shown_in_its_language_and_direction(new_reader, language, way, size):
    reader = open_harbour(new_reader, f"#clause=1&lang={language}", size)
    text = TEXTS[language]["1"]
    assert reader.page.locator("#panel-title").inner_text() == text["title"]
    assert reader.page.locator(".words p").inner_text() == text["translation"]
    for selector in ["#panel-title", ".words p", ".context p"]:
        assert directions(reader, selector) == [[language, way]]
    body = reader.page.locator(".words").bounding_box()
    left, right = place(reader, ".words p", text["translation"].split()[0])
    if way == "rtl":
        assert right == pytest.approx(body["x"] + body["width"], abs=2)
    else:
        assert left == pytest.approx(body["x"], abs=2)
    assert directions(reader, ".transcription p") == [["ar", "rtl"]]
    # The interface keeps its own language and direction.
    assert reader.page.get_attribute("html", "lang") == "en"
    number, title = (reader.page.locator(f"#panel-{part}").bounding_box() for part in ("number", "title"))
    assert number["x"] == pytest.approx(title["x"], abs=1)
    if size == (1440, 900):
        assert unsupported_letters(reader) == []
        assert language != "el" or uses_only_our_fonts(reader)


def test_two_languages_are_ordered_in_the_reading_direction_of_the_first(new_reader):
    reader = open_harbour(new_reader, "#clause=1&lang=ar,en")
    arabic, english = (part.bounding_box() for part in reader.page.locator("#panel-body .words").all())
    assert english["x"] + english["width"] <= arabic["x"]
    assert english["y"] == arabic["y"]
    assert directions(reader, ".second-title, .words.second p") == [["en", "ltr"]] * 2
    reader.open("#clause=1&lang=zh,ar", document="four-languages")
    chinese, arabic = (part.bounding_box() for part in reader.page.locator("#panel-body .words").all())
    assert chinese["x"] + chinese["width"] <= arabic["x"]
    assert directions(reader, ".second-title, .words.second p") == [["ar", "rtl"]] * 2


def test_words_of_the_opposite_direction_keep_their_place_in_a_text(new_reader):
    reader = open_harbour(new_reader, "#clause=3&lang=ar")
    # The Latin words are to the left of the Arabic before them, and run from left to right.
    oath, three = place(reader, "#panel-title", "Oath"), place(reader, "#panel-title", " 3")
    assert oath[1] <= place(reader, "#panel-title", "قسم")[0]
    assert oath[1] <= three[1]
    reader.open("#clause=3&lang=en", document="four-languages")
    before, behind = place(reader, "#panel-title", "oath ("), place(reader, "#panel-title", "ان)")
    assert before[1] <= place(reader, "#panel-title", "قسم القبطان")[0] + 1
    assert behind[1] > place(reader, "#panel-title", "قسم القبطان")[1]


def test_names_of_clauses_isolate_titles_of_the_opposite_direction(new_reader):
    reader = open_harbour(new_reader, "#clause=3&lang=ar")
    name = f"Clause 3: {FSI}{TEXTS['ar']['3']['title']}{PDI}"
    assert reader.page.locator("#overlays [data-clause='3']").get_attribute("aria-label") == name
    assert reader.page.title() == f"{name} · {FSI}قواعد الميناء{PDI}"
    # If everything has the same direction, nothing is added.
    reader.open("#clause=1&lang=el", document="four-languages")
    assert reader.page.title() == f"Clause 1: {TEXTS['el']['1']['title']} · Κανόνες του λιμανιού"


@pytest.mark.parametrize("language, way", WAYS)
def test_the_title_and_the_menu_are_in_the_chosen_language_and_direction(new_reader, language, way):
    reader = open_harbour(new_reader, f"#lang={language}")
    assert directions(reader, "#title") == [[language, way]]
    options = reader.page.locator("#language option").all_text_contents()
    assert options == ["English", "Ελληνικά", "العربية", "中文"]
    reader.page.locator("#menu-button").click()
    reader.until_idle()
    names = reader.page.locator("#menu .name[lang]")
    assert names.first.inner_text() == {"el": "Νύχτα", "ar": "الليل", "zh": "夜晚"}[language]
    assert directions(reader, "#menu .name[lang]")[0] == [language, way]
    # Each begins beside its icon, whatever its direction.
    icon = reader.page.locator("#menu [data-category='night'] .icon").bounding_box()
    left, _ = place(reader, "#menu [data-category='night'] .name", names.first.inner_text())
    assert 0 < left - icon["x"] - icon["width"] < 30


def test_a_label_missing_in_a_language_is_shown_in_english(new_reader):
    reader = open_harbour(new_reader, "#lang=zh")
    reader.page.locator("#menu-button").click()
    name = reader.page.locator("#menu [data-category='work'] .name")
    assert (name.inner_text(), name.get_attribute("lang")) == ("Work", "en")


def test_a_text_missing_in_a_language_is_reported_and_shown_in_english(new_reader):
    reader = open_harbour(new_reader, "#clause=4&lang=zh")
    assert reader.page.locator(".words .aside").inner_text() == "This text is not available in Chinese."
    assert directions(reader, ".words p") == [["en", "ltr"], ["en", "ltr"]]
    assert reader.page.locator("#panel-title").inner_text() == "Nets"


SEARCHES = {
    "el": [("λυχναρι", "1", {"λυχνάρι"}), ("ΚΑΠΕΤΑΝΙΟΣ", "3", {"καπετάνιος"}), ("ψωμ", "2", {"ψωμ"})],
    "ar": [("مصب", "1", {"مصب"}), ("مضاء", "1", {"مُضاءً"}), ("باب المين", "1", {"بـــاب", "المين"})],
    "zh": [("一盏", "1", {"一盏"}), ("面包", "2", {"面包"}), ("誓", "3", {"誓"})],
}


@pytest.mark.parametrize("language", SEARCHES)
def test_search_finds_words_of_every_script(new_reader, language):
    reader = open_harbour(new_reader, f"#lang={language}")
    reader.page.keyboard.press("/")
    for words, clause, hits in SEARCHES[language]:
        search(reader, words)
        assert items(reader) == reader.shown == [clause]
        reader.page.locator(f"#list-items [data-clause='{clause}']").click()
        reader.until("document.querySelector('#panel mark')")
        reader.until_idle()
        assert hits <= marked(reader, "#panel") | marked(reader, "#list-items")
        reader.page.keyboard.press("Escape")
        reader.until("!document.querySelector('#panel.open')")


def test_the_search_count_isolates_words_of_the_opposite_direction(new_reader):
    reader = open_harbour(new_reader, "#lang=ar")
    reader.page.keyboard.press("/")
    search(reader, "مصباح")
    count = reader.page.locator("#list-count")
    assert count.inner_text() == f"“{FSI}مصباح{PDI}”: 1 clause found"
    places = [place(reader, "#list-count", words) for words in ["“", "مصباح", "”", "1 clause found"]]
    assert [left for left, _ in places] == sorted(left for left, _ in places)


@pytest.mark.parametrize("language, way", WAYS)
def test_the_list_has_the_direction_of_its_titles(new_reader, language, way):
    reader = open_harbour(new_reader, f"#lang={language}&q={TEXTS[language]['2']['translation'][:4]}")
    reader.page.locator("#list-items .excerpt").wait_for()
    assert directions(reader, "#list-items .title") == directions(reader, "#list-items .excerpt") == [[language, way]]
    button = reader.page.locator("#list-items button").bounding_box()
    left, right = place(reader, "#list-items .title", TEXTS[language]["2"]["title"])
    margins = left - button["x"], button["x"] + button["width"] - right
    assert (margins[0] > margins[1]) == (way == "rtl")
    assert 10 < min(margins) < 40
    # The scan's own script begins on the right.
    picture = reader.page.locator("#list-items img")
    ends = "(picture) => [picture.getBoundingClientRect().right, picture.parentElement.getBoundingClientRect().right]"
    end, edge = picture.evaluate(ends)
    # It is not cut off there, and the only gap is the one before the first line.
    assert picture.evaluate("(picture) => getComputedStyle(picture.parentElement).direction") == "rtl" and end >= edge - 1


def test_the_card_at_the_pointer_keeps_words_of_both_directions_in_place(new_reader):
    reader = open_harbour(new_reader, "#lang=ar", has_touch=False)
    reader.page.mouse.move(*reader.point_inside("3"))
    reader.page.wait_for_selector("#peek:not([hidden])")
    assert place(reader, "#peek .name", "Clause 3: ")[0] < place(reader, "#peek .name", "قسم القبطان")[0]
    assert directions(reader, "#peek bdi") == [["ar", "rtl"]]
    assert directions(reader, "#peek p + p") == [["ar", "rtl"]]


@pytest.mark.parametrize("language, way", WAYS)
def test_prints_have_every_language_in_its_direction(new_reader, language, way):
    reader = open_harbour(new_reader, f"#lang={language}")
    print_page(reader)
    assert directions(reader, "#print h1") == [[language, way]]
    texts = {clause["id"]: clause for clause in reader.get(f"/api/documents/four-languages/clauses?lang={language}")["clauses"]}
    expected = {"en": "ltr", **dict(WAYS)}
    assert directions(reader, "#print h2") == [[clause["lang"], expected[clause["lang"]]] for clause in texts.values()]
    assert TEXTS[language]["1"]["context"] in reader.page.locator("#print").inner_text()


def test_a_citation_keeps_its_parts_in_order(new_reader):
    reader = open_harbour(new_reader, "#clause=1&lang=ar")
    open_share(reader)
    citation = reader.page.locator("#share-citation").input_value()
    parts = ["قواعد الميناء", f"Clause 1: {FSI}مصباح عند الباب{PDI}", "Archive of the tests (أرشيف)"]
    assert citation.startswith(". ".join(FSI + part + PDI for part in parts) + ". MS 7. ")
    assert re.search(r"CC BY 4\.0\. http://\S+\?version=1&clause=1&lang=ar \(accessed \d+ \w+ \d{4}\)$", citation)


def test_about_shows_each_fact_in_its_direction(new_reader):
    reader = open_harbour(new_reader, "#lang=ar")
    reader.page.locator("#about-button").click()
    assert directions(reader, "#about-title") == directions(reader, "#about .attribution") == [["ar", "rtl"]]
    facts = dict(zip(reader.page.locator("#about dt").all_text_contents(), reader.page.locator("#about dd").all()))
    assert facts["Held by"].inner_text() == "Archive of the tests (أرشيف)"
    assert facts["Translation (Arabic)"].evaluate("(dd) => getComputedStyle(dd).direction") == "rtl"


def test_a_library_card_has_the_direction_of_its_title(new_reader):
    reader = new_reader(1440, 900)
    reader.page.goto(reader.address)
    reader.page.wait_for_selector("body.ready")
    path = urllib.parse.urlsplit(reader.document_url("four-languages")).path
    card = reader.page.locator(f"#documents a[href='{path}']")
    assert "Rules of the harbour" in card.inner_text()
    assert "Archive of the tests (أرشيف)" in card.inner_text()
    # The closing bracket follows the Arabic instead of beginning the line.
    line = card.locator("p", has_text="Archive")
    assert line.evaluate("(p) => getComputedStyle(p).direction") == "ltr"


@pytest.mark.parametrize("language, way", [*WAYS, ("en", "ltr")])
def test_plain_html_has_the_direction_of_its_language(new_reader, language, way):
    reader = new_reader(820, 1180, java_script_enabled=False)
    reader.page.goto(reader.plain_url("four-languages", language))
    text = reader.page.locator("[id='1']")
    assert text.locator("h2").inner_text() == f"1. {TEXTS[language]['1']['title']}"
    assert reader.page.get_attribute("html", "lang") == language
    assert reader.page.get_attribute("html", "dir") == ("rtl" if way == "rtl" else None)
    own = text.locator("p").last
    assert (own.get_attribute("lang"), own.get_attribute("dir")) == ("ar", None if way == "rtl" else "rtl")
    links = reader.page.locator("a[hreflang]")
    assert links.all_text_contents() == ["English", "Ελληνικά", "العربية", "中文"]


@pytest.mark.parametrize("locale, language, page", [("el-GR", "el", "en"), ("ar-EG", "ar", "ar"), ("zh-CN", "zh", "en"), ("de-DE", "en", "de")])
def test_the_browsers_language_determines_the_texts_and_the_interface(new_reader, locale, language, page):
    reader = open_harbour(new_reader, "#clause=1", interface=None, locale=locale)
    assert reader.page.get_attribute("#panel-title", "lang") == language
    assert reader.page.get_attribute("html", "lang") == page


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=str)
def test_axe_finds_no_violations_in_arabic(new_reader, size, scheme):
    reader = open_harbour(new_reader, "#clause=1&lang=ar", size, interface="ar", color_scheme=scheme)
    found = [violations(reader)]
    reader.open("#lang=ar,zh&q=الميناء", document="four-languages")
    found.append(violations(reader))
    assert found == [[], []]
