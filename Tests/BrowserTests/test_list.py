"""The list of clauses and the search in their texts."""

import re

import pytest

from accessibility import violations
from test_clauses import DETAILS

pytestmark = pytest.mark.calm


def items(reader):
    return reader.page.evaluate("[...document.querySelectorAll('#list-items button')].map((b) => b.dataset.clause)")


def marked(reader, selector):
    return {text.lower() for text in reader.page.locator(f"{selector} mark").all_text_contents()}


def search(reader, words):
    reader.page.locator("#search").fill(words)
    reader.page.wait_for_function("(words) => (new URLSearchParams(location.hash.slice(1)).get('q') ?? '') === words", arg=words)
    reader.until_idle()


def test_on_a_desktop_the_list_is_beside_the_sheet_which_stays_whole(new_reader):
    reader = new_reader(1440, 900).open()
    reader.page.locator("#list-button").click()
    reader.until_idle()
    assert items(reader) == reader.shown
    sheet, box = reader.surface(), reader.page.locator("#list").bounding_box()
    assert sheet["x"] + sheet["width"] <= box["x"] + 1
    assert 6000 * reader.view.scale <= sheet["width"]
    reader.page.locator("#list-items [data-clause='39']").click()
    reader.page.wait_for_selector("#panel.open")
    reader.until_idle()
    assert reader.page.locator("#list").is_visible()
    assert reader.page.locator("#list-items [aria-current]").get_attribute("data-clause") == "39"
    assert reader.shown == ["39"]


def test_on_a_phone_the_list_covers_the_page(new_reader):
    reader = new_reader(390, 844).open("#category=church")
    reader.page.locator("#list-button").click()
    reader.until_idle()
    box = reader.page.locator("#list").bounding_box()
    assert box["width"] == 390
    assert reader.page.evaluate("document.getElementById('main').inert")
    assert items(reader) == ["1", "22", "27", "42", "46", "63"]
    # The menu covers the list too; the page stays covered once it is closed, and a key for the list closes it.
    for end in ["Escape", "/"]:
        reader.page.locator("#menu-button").click()
        assert reader.page.evaluate("document.getElementById('list').inert")
        reader.page.keyboard.press(end)
        assert reader.page.get_attribute("#menu-button", "aria-expanded") == "false"
        assert not reader.page.evaluate("document.getElementById('list').inert")
        assert reader.page.evaluate("document.getElementById('main').inert")
    assert reader.page.evaluate("document.activeElement.id") == "search"
    reader.page.locator("#list-items [data-clause='22']").click()
    reader.page.wait_for_selector("#panel.open")
    assert reader.page.locator("#list").is_hidden()
    assert not reader.page.evaluate("document.getElementById('main').inert")
    # "Back" to a clause shows it rather than the list.
    reader.page.locator("#panel-close").click()
    reader.page.locator("#list-button").click()
    reader.page.go_back()
    reader.page.wait_for_selector("#panel.open")
    assert reader.page.locator("#list").is_hidden()
    # After a search, too, a link to the clause and a reload show the clause rather than the list.
    reader.open("#clause=22&q=amerced")
    reader.page.wait_for_selector("#panel.open")
    assert reader.page.locator("#list").is_hidden()
    assert not reader.page.evaluate("document.getElementById('main').inert")


def test_list_entries_have_pictures_cut_from_the_scan_and_details_are_shown_whole(new_reader):
    reader = new_reader(1440, 900).open("#category=church")
    reader.page.locator("#list-button").click()
    reader.until("document.querySelector('#list-items img')?.naturalWidth > 0")
    # A static site has only certain widths.
    kept = "/clauses/1/image-" if reader.is_site else "/clauses/1/image.jpg?width="
    assert kept in reader.page.locator("#list-items img").first.get_attribute("src")
    reader.page.evaluate("location.hash = '#category=hidden-details'")
    fit = "getComputedStyle(document.querySelector('#list-items img')).objectFit"
    reader.until(f"document.querySelector('#list-items img')?.naturalWidth > 0 && {fit} === 'contain'")


def test_the_slash_key_opens_the_search_and_escape_clears_and_closes_it(new_reader):
    reader = new_reader(1180, 820).open()
    reader.page.keyboard.press("/")
    reader.until("document.activeElement.id === 'search'")
    search(reader, "judge")
    assert 5 < len(reader.shown) < 30
    reader.page.keyboard.press("Escape")
    reader.until("location.hash === ''")
    reader.until_idle()
    assert len(reader.shown) == 64
    reader.page.keyboard.press("Escape")
    reader.until("document.getElementById('list').hidden")
    assert reader.page.evaluate("document.activeElement.id") == "list-button"


def test_search_hits_are_shown_on_the_sheet_and_marked_in_the_texts(new_reader):
    reader = new_reader(1440, 900).open()
    reader.page.keyboard.press("/")
    search(reader, "peers equals")
    search(reader, "free man")
    hits = [clause["id"] for clause in reader.get("/api/documents/magna-carta/clauses?q=free%20man&lang=en")["clauses"]]
    assert "39" in hits
    assert reader.shown == items(reader) == hits
    assert {"free", "man"} <= marked(reader, "#list-items")
    assert reader.page.locator("#list-count").inner_text() == f"“free man”: {len(hits)} clauses found"
    reader.page.locator("#list-items [data-clause='39']").click()
    reader.until("document.querySelector('#panel mark')")
    assert "free" in marked(reader, "#panel")


def test_search_runs_while_typing_and_ignores_accents_and_case(new_reader):
    reader = new_reader(1440, 900).open("#lang=fr")
    reader.page.keyboard.press("/")
    reader.page.keyboard.type("EGLI", delay=20)
    reader.until("location.hash.includes('q=EGLI')")
    reader.until_idle()
    # Of a word matched by its beginning, only the letters typed are marked, as they are written in the text.
    assert marked(reader, "#list-items") == {"égli"}
    assert 0 < len(items(reader)) < 30


def test_search_finds_words_of_titles_translations_and_contexts(new_reader):
    reader = new_reader(1440, 900).open()
    clauses = reader.get("/api/documents/magna-carta/clauses?category=all,hidden-details&lang=en")["clauses"]
    fields = ["title", "translation", "context", "transcription", "incipit"]
    words = [
        {(clause["id"], each): set(re.findall(r"[a-z]{6,}", (clause[each] or "").lower())) for each in fields}
        for clause in clauses
    ]
    places = {place: found for each in words for place, found in each.items()}
    everywhere = " ".join(" ".join(found) for found in places.values())
    reader.page.keyboard.press("/")
    for field in ["title", "translation", "context"]:
        # A word that occurs only once, not even within other words.
        word, clause = next(
            (word, place[0]) for place, found in places.items() if place[1] == field for word in sorted(found)
            if everywhere.count(word) == 1
        )
        search(reader, word)
        assert reader.shown == items(reader) == [clause], field


def test_search_finds_details_whatever_the_filter(new_reader):
    reader = new_reader(1440, 900).open("#category=church")
    title = reader.get("/api/documents/magna-carta/clauses/seal-marks")["title"]
    reader.page.keyboard.press("/")
    search(reader, title)
    assert "seal-marks" in reader.shown
    assert DETAILS & set(items(reader))
    search(reader, "")
    assert reader.shown == ["1", "22", "27", "42", "46", "63"]


def test_a_region_too_small_to_touch_can_be_opened_from_the_list(new_reader):
    reader = new_reader(390, 844).open("#category=hidden-details")
    sizes = reader.page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('#overlays .clause')].map((path) => {
            const { width, height } = path.getBoundingClientRect();
            return [path.dataset.clause, Math.min(width, height)];
        }))"""
    )
    smallest = min(sizes, key=sizes.get)
    assert sizes[smallest] < 24
    reader.page.locator("#list-button").click()
    entry = reader.page.locator(f"#list-items [data-clause='{smallest}']")
    assert entry.bounding_box()["height"] >= 43.9
    entry.click()
    reader.page.wait_for_selector("#panel.open")
    reader.until_idle()
    assert reader.shown == [smallest]


def test_a_search_without_hits_says_so(new_reader):
    reader = new_reader(390, 844).open()
    reader.page.locator("#list-button").click()
    search(reader, "xyzzy")
    assert "xyzzy" in reader.page.locator("#list-count").inner_text()
    assert items(reader) == []
    assert reader.page.locator("#live").inner_text() == "“xyzzy”: 0 clauses found"


def test_going_back_leaves_a_search_and_a_link_restores_it(new_reader):
    reader = new_reader(1440, 900).open()
    reader.page.keyboard.press("/")
    reader.page.keyboard.type("forest", delay=40)
    reader.until("location.hash === '#q=forest'")
    reader.until_idle()
    shown = reader.shown
    reader.page.go_back()
    reader.until("location.hash === ''")
    reader.until_idle()
    assert len(reader.shown) == 64
    assert reader.page.locator("#search").input_value() == ""
    reader.open("#q=forest")
    assert reader.shown == shown
    assert reader.page.locator("#search").input_value() == "forest"


def test_arrow_keys_move_from_the_search_through_the_list(new_reader):
    reader = new_reader(1440, 900).open("#category=church")
    reader.page.keyboard.press("/")
    for key in ["ArrowDown", "ArrowDown"]:
        reader.page.keyboard.press(key)
    assert reader.page.evaluate("document.activeElement.dataset.clause") == "22"
    for key in ["ArrowUp", "ArrowUp"]:
        reader.page.keyboard.press(key)
    assert reader.page.evaluate("document.activeElement.id") == "search"
    # While an input method is composing a word, the keys are the method's.
    reader.page.keyboard.type("x")
    for key in ["ArrowDown", "Escape"]:
        options = f"{{ key: '{key}', isComposing: true, bubbles: true, cancelable: true }}"
        assert reader.page.evaluate(f"document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {options}))")
    assert reader.page.evaluate("document.activeElement.id") == "search"
    assert reader.page.locator("#search").input_value() == "x" and reader.page.locator("#list").is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=str)
def test_axe_finds_no_violations_in_the_search_results(new_reader, size, scheme):
    reader = new_reader(*size, color_scheme=scheme).open("#q=judge")
    assert violations(reader) == []


def test_a_clause_is_found_by_its_number(new_reader):
    reader = new_reader(1180, 820).open()
    reader.page.keyboard.press("/")
    for words in ["39", "clause 39", "cl. 39", "§ 39"]:
        search(reader, words)
        # Together with the texts that refer to it.
        assert "39" in items(reader) and len(items(reader)) < 10, words


def test_a_search_without_hits_suggests_a_similar_word(new_reader):
    reader = new_reader(390, 844).open()
    reader.page.locator("#list-button").click()
    search(reader, "widdow")
    suggestion = reader.page.locator("#list-count .suggestion button")
    suggestion.wait_for()
    assert suggestion.inner_text() == "widow"
    suggestion.click()
    reader.until("location.hash.includes('q=widow')")
    reader.until_idle()
    assert "7" in items(reader)
    search(reader, "xqzwvkj")
    assert "No clauses found" in reader.page.locator("#list-count").inner_text()
    assert not reader.page.locator("#list-count .suggestion").count()


def test_the_list_has_page_headings_only_if_there_are_several_pages(new_reader):
    reader = new_reader(1180, 820).open(document="three-pages")
    reader.page.locator("#list-button").click()
    names = reader.page.locator("#list-items h2").all_inner_texts()
    assert names == ["Recto", "Dorse", "Leaf"]
    rows = reader.page.eval_on_selector_all(
        "#list-items > li", "(rows) => rows.map((row) => row.querySelector('[data-clause]')?.dataset.clause ?? '-')"
    )
    assert rows[0] == "-" and rows[rows.index("2.1") - 1] == "-" and rows[rows.index("3.1") - 1] == "-"
    reader.open()
    reader.page.locator("#list-button").click()
    assert not reader.page.locator("#list-items h2").count()


def test_pictures_in_the_list_share_one_scale(new_reader):
    reader = new_reader(1440, 900).open()
    reader.page.locator("#list-button").click()
    reader.until("document.querySelector('#list-items img.clause')?.naturalWidth > 0")
    regions = {
        clause["id"]: [x for region in clause["regions"] for x, _ in region["polygon"]]
        for clause in reader.get("/api/documents/magna-carta/clauses?lang=en&include=regions")["clauses"]
    }
    shown = reader.page.eval_on_selector_all(
        "#list-items img.clause",
        "(all) => all.map((one) => [one.closest('button').dataset.clause, parseFloat(one.style.width)])",
    )
    scales = {round(width / (max(regions[clause]) - min(regions[clause])), 3) for clause, width in shown}
    assert len(shown) > 50 and len(scales) == 1
    # The height of a picture is that of one line of writing.
    heights = reader.page.eval_on_selector_all("#list-items .picture.clause", "(all) => all.map((one) => one.offsetHeight)")
    assert set(heights) == {42}


def test_escape_closes_one_thing_at_a_time(new_reader):
    reader = new_reader(1440, 900).open()
    reader.page.keyboard.press("/")
    search(reader, "judge")
    reader.page.locator("#list-items button").first.click()
    reader.page.wait_for_selector("#panel.open")
    reader.page.locator("#about-button").click()
    reader.until("document.getElementById('about').open")
    state = """() => [document.getElementById('about').open, !!document.querySelector('#panel.open'),
        document.getElementById('search').value, !document.getElementById('list').hidden]"""
    seen = [reader.page.evaluate(state)]
    for _ in range(4):
        reader.page.keyboard.press("Escape")
        reader.until_idle()
        seen.append(reader.page.evaluate(state))
    assert seen == [
        [True, True, "judge", True],
        [False, True, "judge", True],
        [False, False, "judge", True],
        [False, False, "", True],
        [False, False, "", False],
    ]
