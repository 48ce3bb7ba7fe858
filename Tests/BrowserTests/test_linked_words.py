"""Words of the transcription are shown on the sheet, and phrases that translate each other are highlighted together."""

import pytest

from accessibility import violations
from test_accessibility import CUT_OFF, SMALL

pytestmark = pytest.mark.calm
both_sizes = pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["desktop", "phone"])

# Returns the centre of some words in an element's text, after scrolling the panel to them.
PLACE = """
([selector, words]) => {
    const element = document.querySelector(selector);
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const start = node.data.indexOf(words);
        if (start < 0) continue;
        const range = document.createRange();
        range.setStart(node, start);
        range.setEnd(node, start + words.length);
        const body = document.getElementById('panel-body');
        body.scrollTop += range.getBoundingClientRect().top - body.getBoundingClientRect().top - 30;
        const { x, y, width, height } = range.getClientRects()[0];
        return [x + width / 2, y + height / 2];
    }
}
"""
TRANSCRIPTION, TRANSLATION = "details.transcription > p:not(.aside)", "#panel-body .words > p"


def highlighted(page, name):
    """The highlighted texts of the panel under a name, in order."""
    return page.evaluate("(name) => [...(CSS.highlights.get(name) ?? [])].map(String)", name)


def touch(reader, selector, words):
    place = reader.page.evaluate(PLACE, [selector, words])
    is_phone = reader.page.viewport_size["width"] < 600
    (reader.page.touchscreen.tap if is_phone else reader.page.mouse.click)(*place)


def until_highlighted(page, name, words):
    page.wait_for_function("([name, words]) => [...(CSS.highlights.get(name) ?? [])].map(String).join('|') === words", arg=[name, words])


def boxes(reader):
    """The centres of the boxes on the sheet in pixels of the page, and the boxes in pixels of the screen."""
    view, surface = reader.view, reader.surface()
    found = reader.page.evaluate("[...document.querySelectorAll('#word-marks > div')].map((mark) => { const { x, y, width, height } = mark.getBoundingClientRect(); return [x, y, width, height]; })")
    return [
        ((x + width / 2 - surface["x"] - view.x) / view.scale, (y + height / 2 - surface["y"] - view.y) / view.scale)
        for x, y, width, height in found
    ], found


def middle(word):
    x, y, width, height = word["box"]
    return x + width / 2, y + height / 2


def is_at(reader, place, word):
    reach = 2 / reader.view.scale
    return all(abs(one - other) <= reach for one, other in zip(place, middle(word)))


@both_sizes
def test_words_and_phrases_highlight_each_other_and_their_place_on_the_sheet(new_reader, size):
    reader = new_reader(*size, has_touch=size[0] < 600).open("#clause=40&lang=en")
    page = reader.page
    words = reader.get("/api/documents/magna-carta/clauses/40/words?lang=en")["words"]
    page.wait_for_selector(".linked", state="attached")
    page.evaluate("document.querySelector('details.transcription').open = true")
    # The glossary loads by itself, and its terms are set slightly wider.
    page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => name.includes('styles/glossary.css'))")
    reader.until_idle()
    assert highlighted(page, "linked-offer")[0] == "Nulli vendemus" and page.locator("#word-marks > div").count() == 0
    # A touched word is highlighted on the sheet and in the text, together with its phrase.
    touch(reader, TRANSCRIPTION, "negabimus")
    until_highlighted(page, "linked-word", "negabimus")
    reader.until_idle()
    assert highlighted(page, "linked-phrase") == ["nulli negabimus", "To no one will we refuse it"]
    assert page.inner_text("#linked-line") == "To no one will we refuse it"
    [place], [screen] = boxes(reader)
    assert is_at(reader, place, words[3])
    # It is visible beside the panel and large enough to make out.
    panel = page.locator("#panel").bounding_box()
    assert screen[3] >= 8 and (screen[0] + screen[2] <= panel["x"] or screen[1] + screen[3] <= panel["y"])
    assert page.evaluate(CUT_OFF) == [] and page.evaluate(SMALL) == []
    assert violations(reader) == []
    # A phrase of the translation whose words are separate in the transcription.
    touch(reader, TRANSLATION, "sell right")
    until_highlighted(page, "linked-phrase", "Nulli vendemus|quod justum est|To no one will we sell right or justice")
    reader.until_idle()
    assert page.inner_text("#linked-line") == "Nulli vendemus … quod justum est" and highlighted(page, "linked-word") == []
    assert [is_at(reader, place, words[index]) for place, index in zip(boxes(reader)[0], [0, 1, 6, 7, 8])] == [True] * 5
    # Words outside any phrase change nothing.
    touch(reader, "#panel-body .context > p", "Latin")
    assert page.locator("#word-marks > div").count() == 5
    # Elements that other features put around words do not interfere.
    page.evaluate("""() => {
        const [node] = document.querySelector('#panel-body .words > p').childNodes;
        const word = node.splitText(node.data.indexOf('refuse'));
        word.splitText('refuse'.length);
        const button = document.createElement('button');
        word.replaceWith(button);
        button.append(word);
    }""")
    touch(reader, TRANSLATION, " it.")
    until_highlighted(page, "linked-phrase", "nulli negabimus|To no one will we refuse it")
    # Another clause starts without highlights.
    page.click("#panel-next")
    page.wait_for_function("document.querySelectorAll('#word-marks > div').length === 0 && !CSS.highlights.has('linked-phrase')")
    assert page.locator("#linked-line").count() <= 1 and not page.locator("#linked-line").is_visible()


def test_each_text_is_one_tab_stop_and_arrow_keys_move_between_its_words(new_reader):
    reader = new_reader(1280, 800).open("#clause=39&lang=en")
    page = reader.page
    page.wait_for_selector(".linked", state="attached")
    page.evaluate("document.querySelector('details.transcription').open = true")
    assert page.locator("#panel-body [tabindex='0']").count() == 2
    page.focus(TRANSLATION)
    page.keyboard.press("ArrowRight")
    until_highlighted(page, "linked-phrase", "Nullus liber homo|No free man")
    assert page.inner_text("#live") == "No free man. Corresponds to: Nullus liber homo"
    page.keyboard.press("End")
    until_highlighted(page, "linked-phrase", "de terra sua ejiciatur|lose his land")
    page.focus(TRANSCRIPTION)
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    until_highlighted(page, "linked-word", "homo")
    assert page.inner_text("#live") == "homo, word 3 of 34, marked on the sheet. Translated as: No free man"
    assert reader.fragment["clause"] == "39"
    reader.until_idle()
    # The same words on the sheet: hovering over another word highlights it, and leaving restores the chosen one.
    words = reader.get("/api/documents/magna-carta/clauses/39/words?lang=en")["words"]
    view, surface = reader.view, reader.surface()
    x, y = middle(words[1])
    page.mouse.move(surface["x"] + view.x + x * view.scale, surface["y"] + view.y + y * view.scale)
    until_highlighted(page, "linked-word", "liber")
    page.mouse.move(1270, 790)
    until_highlighted(page, "linked-word", "homo")
    page.focus(TRANSCRIPTION)
    page.keyboard.press("Escape")
    page.wait_for_function("!CSS.highlights.has('linked-word')")
    assert reader.is_open("#panel")
    # Elsewhere, arrow keys still move to other clauses.
    page.focus("#panel-title")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("location.hash.includes('clause=40')")
