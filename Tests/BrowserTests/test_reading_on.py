"""Moving between clauses: swipes on the panel, the card at the pointer, and two languages side by side."""

import re

import pytest

from accessibility import violations
from support import ATTEMPTS, TAP_MILLISECONDS


def test_a_sideways_swipe_on_the_panel_opens_the_next_or_previous_clause(new_reader):
    reader = new_reader(390, 844).open("#clause=39")
    box = reader.page.locator("#panel").bounding_box()
    y = box["y"] + box["height"] - 60
    reader.swipe((320, y), (80, y + 8))
    reader.until("location.hash.includes('clause=40')")
    reader.until_idle()
    assert reader.shown == ["40"]
    assert reader.is_open("#panel")
    reader.swipe((80, y), (320, y + 8))
    reader.until("location.hash.includes('clause=39')")


def test_a_swipe_back_at_the_first_clause_does_nothing(new_reader):
    reader = new_reader(390, 844).open("#clause=preamble")
    box = reader.page.locator("#panel").bounding_box()
    reader.swipe((80, box["y"] + 150), (320, box["y"] + 155))
    reader.until_idle()
    assert reader.fragment["clause"] == "preamble"
    assert reader.is_open("#panel")


def test_the_sheet_moves_to_the_next_clause(new_reader):
    reader = new_reader(820, 1180).open("#clause=2&xywh=0,0,1500,2000")
    reader.page.locator("#panel-next").click()
    reader.until("location.hash.includes('clause=3')")
    reader.until_idle()
    path, panel = reader.page.locator("[data-clause='3']").bounding_box(), reader.page.locator("#panel").bounding_box()
    assert path["y"] >= reader.surface()["y"] - 1
    assert path["y"] + path["height"] <= panel["y"] + 1


def test_hovering_over_a_clause_shows_a_card(new_reader):
    reader = new_reader(1440, 900, has_touch=False).open()
    before = reader.view
    reader.page.mouse.move(*reader.point_inside("39"))
    reader.page.wait_for_selector("#peek:not([hidden])")
    clause = reader.get("/api/documents/magna-carta/clauses/39?lang=en")
    text = reader.page.locator("#peek").inner_text()
    assert clause["title"] in text
    assert clause["translation"][:60] in text
    assert reader.view == before
    assert not reader.is_open("#panel")
    reader.page.mouse.move(5, 800)
    reader.page.wait_for_selector("#peek", state="hidden")
    reader.page.mouse.move(*reader.point_inside("39"))
    reader.page.wait_for_selector("#peek:not([hidden])")
    reader.page.mouse.click(*reader.point_inside("39"))
    reader.page.wait_for_selector("#panel.open")
    assert reader.page.locator("#peek").is_hidden()


def long_press(reader, point):
    reader.touch("touchStart", [point])
    reader.page.wait_for_selector("#peek:not([hidden])")
    reader.touch("touchEnd", [])


def test_a_long_press_shows_the_card_and_a_tap_then_opens_the_panel(new_reader):
    reader = new_reader(390, 844).open()
    point = reader.point_inside("39")
    long_press(reader, point)
    reader.wait_for_timers(400)
    assert not reader.is_open("#panel")
    assert reader.page.locator("#peek").is_visible()
    reader.tap(point)
    reader.page.wait_for_selector("#panel.open")
    assert reader.fragment["clause"] == "39"


def test_sliding_up_on_the_card_shows_its_actions(new_reader):
    reader = new_reader(390, 844).open()
    long_press(reader, reader.point_inside("39"))
    actions = reader.page.locator("#peek .actions")
    assert actions.is_hidden()
    box = reader.page.locator("#peek").bounding_box()
    reader.swipe((box["x"] + 60, box["y"] + box["height"] - 20), (box["x"] + 60, box["y"] - 40))
    actions.wait_for()
    names = [name.strip() for name in actions.locator(".action").all_text_contents()]
    assert names == ["Copy link", "Copy citation", "Download this part"]
    reader.until_idle()
    for action in actions.locator(".action").all():
        assert action.bounding_box()["height"] >= 43.9
    assert violations(reader) == []


def test_a_drag_is_not_a_long_press(new_reader):
    reader = new_reader(390, 844).open()
    x, y = reader.point_inside("39")
    for _ in range(ATTEMPTS):
        reader.page.evaluate("window.touches = []")
        reader.touch("touchStart", [(x, y)])
        reader.touch("touchMove", [(x - 40, y)])
        was_quick = reader.lasted("pointerdown", "pointermove") < TAP_MILLISECONDS
        # A long press takes 500 ms.
        reader.wait_for_timers(700)
        is_peeking = reader.page.locator("#peek").is_visible()
        reader.touch("touchEnd", [])
        if was_quick:
            break
    assert was_quick and not is_peeking


@pytest.mark.calm
def test_the_actions_of_the_card_are_also_in_the_panel(new_reader):
    reader = new_reader(390, 844).open("#clause=39")
    reader.page.wait_for_selector("#panel-body .actions .glossary")
    actions = reader.page.locator("#panel-body .actions .action")
    assert [name.strip() for name in actions.all_text_contents()] == [
        "Listen", "Copy link", "Copy citation", "Download this part", "Bookmarks and notes", "Glossary",
    ]  # fmt: skip
    actions.nth(3).click()
    reader.page.wait_for_selector("#download[open]")
    reader.page.get_by_label("Format", exact=True).select_option("image")
    href = reader.page.locator("#download-file").get_attribute("href")
    assert href.endswith(f"/clauses/39/{'image' if reader.is_site else 'download'}.jpg")


@pytest.mark.calm
@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=str)
def test_two_languages_are_side_by_side_where_there_is_space(new_reader, size):
    reader = new_reader(*size).open("#clause=39&lang=en,fr")
    parts = reader.page.locator("#panel-body .words")
    assert [part.locator("p").last.get_attribute("lang") for part in parts.all()] == ["en", "fr"]
    english, french = (part.bounding_box() for part in parts.all())
    if size[0] > 900:
        assert english["x"] + english["width"] <= french["x"]
        assert english["y"] == french["y"]
    else:
        assert english["y"] + english["height"] <= french["y"]


@pytest.mark.calm
def test_a_clause_without_text_in_the_second_language_shows_only_the_first(new_reader):
    reader = new_reader(1440, 900).open("#clause=1.2&lang=en,de", document="three-pages")
    assert reader.page.locator("#panel-body .words").count() == 1


@pytest.mark.calm
def test_a_clause_without_text_in_the_chosen_language_says_so(new_reader):
    reader = new_reader().open("#clause=1.2&lang=de", document="three-pages")
    # The interface uses the language that was chosen for the texts.
    assert "nicht auf Deutsch" in reader.page.locator("#panel-body .aside").first.inner_text()
    assert reader.page.locator("#panel-body .words p").last.get_attribute("lang") == "en"
    assert reader.page.get_attribute("html", "lang") == "de"


def test_a_tap_on_the_card_opens_the_clause(new_reader):
    reader = new_reader(390, 844).open()
    long_press(reader, reader.point_inside("39"))
    card = reader.page.locator("#peek").bounding_box()
    reader.tap((card["x"] + 30, card["y"] + 20))
    reader.page.wait_for_selector("#panel.open")
    assert reader.fragment["clause"] == "39"


def test_sliding_up_during_the_long_press_shows_the_actions(new_reader):
    reader = new_reader(390, 844).open()
    before = reader.view
    x, y = reader.point_inside("39")
    reader.touch("touchStart", [(x, y)])
    reader.page.wait_for_selector("#peek:not([hidden])")
    for step in range(1, 8):
        reader.touch("touchMove", [(x, y - 8 * step)])
        reader.frame()
    reader.page.locator("#peek .actions").wait_for()
    reader.touch("touchEnd", [])
    reader.until_idle()
    assert reader.page.locator("#peek .actions").is_visible()
    assert reader.view == before
    assert not reader.is_open("#panel")


@pytest.mark.calm
@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=str)
def test_two_languages_are_aligned_paragraph_by_paragraph(new_reader, size):
    reader = new_reader(*size)

    def split(route):
        response = route.fetch()
        body = response.json()
        for clause in body.get("clauses", [body]):
            if clause.get("id") == "39":
                clause["translation"] = "\n\n".join(f"{clause['lang']} {number} " + "word " * 9 * number for number in (1, 2, 3))
        route.fulfill(response=response, json=body)

    reader.page.route(re.compile(r"/clauses(\?|/39)|/texts/\w+\.json"), split)
    reader.open("#clause=39&lang=en,fr")
    reader.until("document.querySelector('.words.second')")
    boxes = reader.page.eval_on_selector_all(
        "#panel-body .words p", "(all) => all.map((one) => [one.lang, one.textContent[3], one.getBoundingClientRect().y])"
    )
    assert [(lang, number) for lang, number, _ in boxes] == [(lang, number) for number in "123" for lang in ("en", "fr")]
    tops = [y for _, _, y in boxes]
    if size[0] > 900:
        assert tops[0::2] == pytest.approx(tops[1::2], abs=1)
    else:
        assert tops == sorted(tops)
