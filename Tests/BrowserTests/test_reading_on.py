"""Moving between clauses: swipes on the panel, the card at the pointer, and two languages side by side."""

import re

import pytest

from accessibility import violations
from support import ATTEMPTS, TAP_MILLISECONDS


def test_a_sideways_swipe_on_the_panel_opens_the_next_or_previous_clause(reader):
    someone = reader(390, 844).open("#clause=39")
    box = someone.page.locator("#panel").bounding_box()
    y = box["y"] + box["height"] - 60
    someone.swipe((320, y), (80, y + 8))
    someone.until("location.hash.includes('clause=40')")
    someone.rest()
    assert someone.shown == ["40"]
    assert someone.is_open("#panel")
    someone.swipe((80, y), (320, y + 8))
    someone.until("location.hash.includes('clause=39')")


def test_a_swipe_back_at_the_first_clause_does_nothing(reader):
    someone = reader(390, 844).open("#clause=preamble")
    box = someone.page.locator("#panel").bounding_box()
    someone.swipe((80, box["y"] + 150), (320, box["y"] + 155))
    someone.rest()
    assert someone.fragment["clause"] == "preamble"
    assert someone.is_open("#panel")


def test_the_sheet_moves_to_the_next_clause(reader):
    someone = reader(820, 1180).open("#clause=2&xywh=0,0,1500,2000")
    someone.page.locator("#panel-next").click()
    someone.until("location.hash.includes('clause=3')")
    someone.rest()
    path, panel = someone.page.locator("[data-clause='3']").bounding_box(), someone.page.locator("#panel").bounding_box()
    assert path["y"] >= someone.surface()["y"] - 1
    assert path["y"] + path["height"] <= panel["y"] + 1


def test_hovering_over_a_clause_shows_a_card(reader):
    someone = reader(1440, 900, has_touch=False).open()
    before = someone.view
    someone.page.mouse.move(*someone.point_inside("39"))
    someone.page.wait_for_selector("#peek:not([hidden])")
    clause = someone.get("/api/documents/magna-carta/clauses/39?lang=en")
    text = someone.page.locator("#peek").inner_text()
    assert clause["title"] in text
    assert clause["translation"][:60] in text
    assert someone.view == before
    assert not someone.is_open("#panel")
    someone.page.mouse.move(5, 800)
    someone.page.wait_for_selector("#peek", state="hidden")
    someone.page.mouse.move(*someone.point_inside("39"))
    someone.page.wait_for_selector("#peek:not([hidden])")
    someone.page.mouse.click(*someone.point_inside("39"))
    someone.page.wait_for_selector("#panel.open")
    assert someone.page.locator("#peek").is_hidden()


def long_press(someone, point):
    someone.touch("touchStart", [point])
    someone.page.wait_for_selector("#peek:not([hidden])")
    someone.touch("touchEnd", [])


def test_a_long_press_shows_the_card_and_a_tap_then_opens_the_panel(reader):
    someone = reader(390, 844).open()
    point = someone.point_inside("39")
    long_press(someone, point)
    someone.later(400)
    assert not someone.is_open("#panel")
    assert someone.page.locator("#peek").is_visible()
    someone.tap(point)
    someone.page.wait_for_selector("#panel.open")
    assert someone.fragment["clause"] == "39"


def test_sliding_up_on_the_card_shows_its_actions(reader):
    someone = reader(390, 844).open()
    long_press(someone, someone.point_inside("39"))
    actions = someone.page.locator("#peek .actions")
    assert actions.is_hidden()
    box = someone.page.locator("#peek").bounding_box()
    someone.swipe((box["x"] + 60, box["y"] + box["height"] - 20), (box["x"] + 60, box["y"] - 40))
    actions.wait_for()
    names = [name.strip() for name in actions.locator(".action").all_text_contents()]
    assert names == ["Copy link", "Copy citation", "Download this part"]
    someone.rest()
    for action in actions.locator(".action").all():
        assert action.bounding_box()["height"] >= 43.9
    assert violations(someone) == []


def test_a_drag_is_not_a_long_press(reader):
    someone = reader(390, 844).open()
    x, y = someone.point_inside("39")
    for _ in range(ATTEMPTS):
        someone.page.evaluate("window.touches = []")
        someone.touch("touchStart", [(x, y)])
        someone.touch("touchMove", [(x - 40, y)])
        was_quick = someone.lasted("pointerdown", "pointermove") < TAP_MILLISECONDS
        # A long press takes 500 ms.
        someone.later(700)
        is_peeking = someone.page.locator("#peek").is_visible()
        someone.touch("touchEnd", [])
        if was_quick:
            break
    assert was_quick and not is_peeking


@pytest.mark.calm
def test_the_actions_of_the_card_are_also_in_the_panel(reader):
    someone = reader(390, 844).open("#clause=39")
    someone.page.wait_for_selector("#panel-body .actions .glossary")
    actions = someone.page.locator("#panel-body .actions .action")
    assert [name.strip() for name in actions.all_text_contents()] == [
        "Listen", "Copy link", "Copy citation", "Download this part", "Bookmarks and notes", "Glossary",
    ]  # fmt: skip
    actions.nth(3).click()
    someone.page.wait_for_selector("#download[open]")
    someone.page.get_by_label("As", exact=True).select_option("image")
    href = someone.page.locator("#download-file").get_attribute("href")
    assert href.endswith(("/clauses/39/download.jpg", "/clauses/39/image.jpg"))


@pytest.mark.calm
@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=str)
def test_two_languages_are_side_by_side_where_there_is_space(reader, size):
    someone = reader(*size).open("#clause=39&lang=en,fr")
    parts = someone.page.locator("#panel-body .words")
    assert [part.locator("p").last.get_attribute("lang") for part in parts.all()] == ["en", "fr"]
    english, french = (part.bounding_box() for part in parts.all())
    if size[0] > 900:
        assert english["x"] + english["width"] <= french["x"]
        assert english["y"] == french["y"]
    else:
        assert english["y"] + english["height"] <= french["y"]


@pytest.mark.calm
def test_a_clause_without_text_in_the_second_language_shows_only_the_first(reader):
    someone = reader(1440, 900).open("#clause=1.2&lang=en,de", document="three-pages")
    assert someone.page.locator("#panel-body .words").count() == 1


@pytest.mark.calm
def test_a_clause_without_text_in_the_chosen_language_says_so(reader):
    someone = reader().open("#clause=1.2&lang=de", document="three-pages")
    # The interface uses the language that was chosen for the texts.
    assert "nicht auf Deutsch" in someone.page.locator("#panel-body .aside").first.inner_text()
    assert someone.page.locator("#panel-body .words p").last.get_attribute("lang") == "en"
    assert someone.page.get_attribute("html", "lang") == "de"


def test_a_tap_on_the_card_opens_the_clause(reader):
    someone = reader(390, 844).open()
    long_press(someone, someone.point_inside("39"))
    card = someone.page.locator("#peek").bounding_box()
    someone.tap((card["x"] + 30, card["y"] + 20))
    someone.page.wait_for_selector("#panel.open")
    assert someone.fragment["clause"] == "39"


def test_sliding_up_during_the_long_press_shows_the_actions(reader):
    someone = reader(390, 844).open()
    before = someone.view
    x, y = someone.point_inside("39")
    someone.touch("touchStart", [(x, y)])
    someone.page.wait_for_selector("#peek:not([hidden])")
    for step in range(1, 8):
        someone.touch("touchMove", [(x, y - 8 * step)])
        someone.frame()
    someone.page.locator("#peek .actions").wait_for()
    someone.touch("touchEnd", [])
    someone.rest()
    assert someone.page.locator("#peek .actions").is_visible()
    assert someone.view == before
    assert not someone.is_open("#panel")


@pytest.mark.calm
@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=str)
def test_two_languages_are_aligned_paragraph_by_paragraph(reader, size):
    someone = reader(*size)

    def split(route):
        answer = route.fetch()
        body = answer.json()
        for clause in body.get("clauses", [body]):
            if clause.get("id") == "39":
                clause["translation"] = "\n\n".join(f"{clause['lang']} {number} " + "word " * 9 * number for number in (1, 2, 3))
        route.fulfill(response=answer, json=body)

    someone.page.route(re.compile(r"/clauses(\?|/39)|/texts/\w+\.json"), split)
    someone.open("#clause=39&lang=en,fr")
    someone.until("document.querySelector('.words.second')")
    boxes = someone.page.eval_on_selector_all(
        "#panel-body .words p", "(all) => all.map((one) => [one.lang, one.textContent[3], one.getBoundingClientRect().y])"
    )
    assert [(lang, number) for lang, number, _ in boxes] == [(lang, number) for number in "123" for lang in ("en", "fr")]
    tops = [y for _, _, y in boxes]
    if size[0] > 900:
        assert tops[0::2] == pytest.approx(tops[1::2], abs=1)
    else:
        assert tops == sorted(tops)
