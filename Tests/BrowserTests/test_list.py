"""The list of clauses and the search in their texts."""

import re

import pytest

from accessibility import violations
from test_clauses import DETAILS

pytestmark = pytest.mark.calm


def items(someone):
    return someone.page.evaluate("[...document.querySelectorAll('#list-items button')].map((b) => b.dataset.clause)")


def marked(someone, selector):
    return {text.lower() for text in someone.page.locator(f"{selector} mark").all_text_contents()}


def search(someone, words):
    someone.page.locator("#search").fill(words)
    someone.page.wait_for_function("(words) => (new URLSearchParams(location.hash.slice(1)).get('q') ?? '') === words", arg=words)
    someone.rest()


def test_on_a_desktop_the_list_is_beside_the_sheet_which_stays_whole(reader):
    someone = reader(1440, 900).open()
    someone.page.locator("#list-button").click()
    someone.rest()
    assert items(someone) == someone.shown
    sheet, box = someone.surface(), someone.page.locator("#list").bounding_box()
    assert sheet["x"] + sheet["width"] <= box["x"] + 1
    assert 6000 * someone.view.scale <= sheet["width"]
    someone.page.locator("#list-items [data-clause='39']").click()
    someone.page.wait_for_selector("#panel.open")
    someone.rest()
    assert someone.page.locator("#list").is_visible()
    assert someone.page.locator("#list-items [aria-current]").get_attribute("data-clause") == "39"
    assert someone.shown == ["39"]


def test_on_a_phone_the_list_covers_the_page(reader):
    someone = reader(390, 844).open("#category=church")
    someone.page.locator("#list-button").click()
    someone.rest()
    box = someone.page.locator("#list").bounding_box()
    assert box["width"] == 390
    assert someone.page.evaluate("document.getElementById('main').inert")
    assert items(someone) == ["1", "22", "27", "42", "46", "63"]
    someone.page.locator("#list-items [data-clause='22']").click()
    someone.page.wait_for_selector("#panel.open")
    assert someone.page.locator("#list").is_hidden()
    assert not someone.page.evaluate("document.getElementById('main').inert")


def test_list_entries_have_pictures_cut_from_the_scan_and_details_are_shown_whole(reader):
    someone = reader(1440, 900).open("#category=church")
    someone.page.locator("#list-button").click()
    someone.until("document.querySelector('#list-items img')?.naturalWidth > 0")
    # A static site has only certain widths.
    kept = "/clauses/1/image-" if someone.is_site else "/clauses/1/image.jpg?width="
    assert kept in someone.page.locator("#list-items img").first.get_attribute("src")
    someone.page.evaluate("location.hash = '#category=hidden-details'")
    fit = "getComputedStyle(document.querySelector('#list-items img')).objectFit"
    someone.until(f"document.querySelector('#list-items img')?.naturalWidth > 0 && {fit} === 'contain'")


def test_the_slash_key_opens_the_search_and_escape_clears_and_closes_it(reader):
    someone = reader(1180, 820).open()
    someone.page.keyboard.press("/")
    someone.until("document.activeElement.id === 'search'")
    search(someone, "judge")
    assert 5 < len(someone.shown) < 30
    someone.page.keyboard.press("Escape")
    someone.until("location.hash === ''")
    someone.rest()
    assert len(someone.shown) == 64
    someone.page.keyboard.press("Escape")
    someone.until("document.getElementById('list').hidden")
    assert someone.page.evaluate("document.activeElement.id") == "list-button"


def test_search_hits_are_shown_on_the_sheet_and_marked_in_the_texts(reader):
    someone = reader(1440, 900).open()
    someone.page.keyboard.press("/")
    search(someone, "peers equals")
    search(someone, "free man")
    hits = [clause["id"] for clause in someone.get("/api/documents/magna-carta/clauses?q=free%20man&lang=en")["clauses"]]
    assert "39" in hits
    assert someone.shown == items(someone) == hits
    assert {"free", "man"} <= marked(someone, "#list-items")
    assert str(len(hits)) in someone.page.locator("#list-count").inner_text()
    someone.page.locator("#list-items [data-clause='39']").click()
    someone.until("document.querySelector('#panel mark')")
    assert "free" in marked(someone, "#panel")


def test_search_runs_while_typing_and_ignores_accents_and_case(reader):
    someone = reader(1440, 900).open("#lang=fr")
    someone.page.keyboard.press("/")
    someone.page.keyboard.type("EGLI", delay=20)
    someone.until("location.hash.includes('q=EGLI')")
    someone.rest()
    assert "église" in {word[:4] + "se" for word in marked(someone, "#list-items")} or any(
        word.startswith("égli") for word in marked(someone, "#list-items")
    )
    assert 0 < len(items(someone)) < 30


def test_search_finds_words_of_titles_translations_and_contexts(reader):
    someone = reader(1440, 900).open()
    clauses = someone.get("/api/documents/magna-carta/clauses?category=all,hidden-details&lang=en")["clauses"]
    fields = ["title", "translation", "context", "transcription", "incipit"]
    words = [
        {(clause["id"], each): set(re.findall(r"[a-z]{6,}", (clause[each] or "").lower())) for each in fields}
        for clause in clauses
    ]
    places = {place: found for each in words for place, found in each.items()}
    everywhere = " ".join(" ".join(found) for found in places.values())
    someone.page.keyboard.press("/")
    for field in ["title", "translation", "context"]:
        # A word that occurs only once, not even within other words.
        word, clause = next(
            (word, place[0]) for place, found in places.items() if place[1] == field for word in sorted(found)
            if everywhere.count(word) == 1
        )
        search(someone, word)
        assert someone.shown == items(someone) == [clause], field


def test_search_finds_details_whatever_the_filter(reader):
    someone = reader(1440, 900).open("#category=church")
    title = someone.get("/api/documents/magna-carta/clauses/seal-marks")["title"]
    someone.page.keyboard.press("/")
    search(someone, title)
    assert "seal-marks" in someone.shown
    assert DETAILS & set(items(someone))
    search(someone, "")
    assert someone.shown == ["1", "22", "27", "42", "46", "63"]


def test_a_region_too_small_to_touch_can_be_opened_from_the_list(reader):
    someone = reader(390, 844).open("#category=hidden-details")
    sizes = someone.page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('#overlays .clause')].map((path) => {
            const { width, height } = path.getBoundingClientRect();
            return [path.dataset.clause, Math.min(width, height)];
        }))"""
    )
    smallest = min(sizes, key=sizes.get)
    assert sizes[smallest] < 24
    someone.page.locator("#list-button").click()
    entry = someone.page.locator(f"#list-items [data-clause='{smallest}']")
    assert entry.bounding_box()["height"] >= 43.9
    entry.click()
    someone.page.wait_for_selector("#panel.open")
    someone.rest()
    assert someone.shown == [smallest]


def test_a_search_without_hits_says_so(reader):
    someone = reader(390, 844).open()
    someone.page.locator("#list-button").click()
    search(someone, "xyzzy")
    assert "xyzzy" in someone.page.locator("#list-count").inner_text()
    assert items(someone) == []
    assert "0" in someone.page.locator("#live").inner_text()


def test_going_back_leaves_a_search_and_a_link_restores_it(reader):
    someone = reader(1440, 900).open()
    someone.page.keyboard.press("/")
    someone.page.keyboard.type("forest", delay=40)
    someone.until("location.hash === '#q=forest'")
    someone.rest()
    shown = someone.shown
    someone.page.go_back()
    someone.until("location.hash === ''")
    someone.rest()
    assert len(someone.shown) == 64
    assert someone.page.locator("#search").input_value() == ""
    someone.open("#q=forest")
    assert someone.shown == shown
    assert someone.page.locator("#search").input_value() == "forest"


def test_arrow_keys_move_from_the_search_through_the_list(reader):
    someone = reader(1440, 900).open("#category=church")
    someone.page.keyboard.press("/")
    for key in ["ArrowDown", "ArrowDown"]:
        someone.page.keyboard.press(key)
    assert someone.page.evaluate("document.activeElement.dataset.clause") == "22"
    for key in ["ArrowUp", "ArrowUp"]:
        someone.page.keyboard.press(key)
    assert someone.page.evaluate("document.activeElement.id") == "search"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=str)
def test_axe_finds_no_violations_in_the_search_results(reader, size, scheme):
    someone = reader(*size, color_scheme=scheme).open("#q=judge")
    assert violations(someone) == []


def test_a_clause_is_found_by_its_number(reader):
    someone = reader(1180, 820).open()
    someone.page.keyboard.press("/")
    for words in ["39", "clause 39", "cl. 39", "§ 39"]:
        search(someone, words)
        # Together with the texts that refer to it.
        assert "39" in items(someone) and len(items(someone)) < 10, words


def test_a_search_without_hits_suggests_a_similar_word(reader):
    someone = reader(390, 844).open()
    someone.page.locator("#list-button").click()
    search(someone, "widdow")
    suggestion = someone.page.locator("#list-count .suggestion button")
    suggestion.wait_for()
    assert suggestion.inner_text() == "widow"
    suggestion.click()
    someone.until("location.hash.includes('q=widow')")
    someone.rest()
    assert "7" in items(someone)
    search(someone, "xqzwvkj")
    assert "Nothing is said" in someone.page.locator("#list-count").inner_text()
    assert not someone.page.locator("#list-count .suggestion").count()


def test_the_list_has_page_headings_only_if_there_are_several_pages(reader):
    someone = reader(1180, 820).open(document="three-pages")
    someone.page.locator("#list-button").click()
    names = someone.page.locator("#list-items h2").all_inner_texts()
    assert names == ["Recto", "Dorse", "Leaf"]
    rows = someone.page.eval_on_selector_all(
        "#list-items > li", "(rows) => rows.map((row) => row.querySelector('[data-clause]')?.dataset.clause ?? '-')"
    )
    assert rows[0] == "-" and rows[rows.index("2.1") - 1] == "-" and rows[rows.index("3.1") - 1] == "-"
    someone.open()
    someone.page.locator("#list-button").click()
    assert not someone.page.locator("#list-items h2").count()


def test_pictures_in_the_list_share_one_scale(reader):
    someone = reader(1440, 900).open()
    someone.page.locator("#list-button").click()
    someone.until("document.querySelector('#list-items img.clause')?.naturalWidth > 0")
    regions = {
        clause["id"]: [x for region in clause["regions"] for x, _ in region["polygon"]]
        for clause in someone.get("/api/documents/magna-carta/clauses?lang=en&include=regions")["clauses"]
    }
    shown = someone.page.eval_on_selector_all(
        "#list-items img.clause",
        "(all) => all.map((one) => [one.closest('button').dataset.clause, parseFloat(one.style.width)])",
    )
    scales = {round(width / (max(regions[clause]) - min(regions[clause])), 3) for clause, width in shown}
    assert len(shown) > 50 and len(scales) == 1
    # The height of a picture is that of one line of writing.
    heights = someone.page.eval_on_selector_all("#list-items .picture.clause", "(all) => all.map((one) => one.offsetHeight)")
    assert set(heights) == {42}


def test_escape_closes_one_thing_at_a_time(reader):
    someone = reader(1440, 900).open()
    someone.page.keyboard.press("/")
    search(someone, "judge")
    someone.page.locator("#list-items button").first.click()
    someone.page.wait_for_selector("#panel.open")
    someone.page.locator("#about-button").click()
    someone.until("document.getElementById('about').open")
    state = """() => [document.getElementById('about').open, !!document.querySelector('#panel.open'),
        document.getElementById('search').value, !document.getElementById('list').hidden]"""
    seen = [someone.page.evaluate(state)]
    for _ in range(4):
        someone.page.keyboard.press("Escape")
        someone.rest()
        seen.append(someone.page.evaluate(state))
    assert seen == [
        [True, True, "judge", True],
        [False, True, "judge", True],
        [False, False, "judge", True],
        [False, False, "", True],
        [False, False, "", False],
    ]
