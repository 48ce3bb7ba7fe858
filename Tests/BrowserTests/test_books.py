"""Books: openings, the choice of one or two pages, turning without a flash, thumbnails, and right-to-left books."""

import pytest

import written_book
from accessibility import violations
from hosting import reading
from serving import add
from support import COUNT_FRAMES, TILE
from test_accessibility import CUT_OFF, SMALL
from test_pages import label

DESKTOP, PHONE, PHONE_ASIDE = (1280, 800), (390, 844), (844, 390)
LONG = 400

# Returns the colour on the canvas of tiles at a relative position in an element's box.
COLOUR = """
([selector, across, down]) => {
    const canvas = document.querySelector('#tiles canvas');
    const surface = document.getElementById('surface').getBoundingClientRect();
    const box = document.querySelector(selector).getBoundingClientRect();
    const density = canvas.width / surface.width;
    const at = [box.x - surface.x + across * box.width, box.y - surface.y + down * box.height].map((place) => Math.round(place * density));
    return [...canvas.getContext('2d').getImageData(...at, 1, 1).data.slice(0, 3)];
}
"""

# Counts the frames in which a page of the sheet has neither tiles nor an image in its place.
WATCH = """
() => {
    window.bare = 0;
    const isBare = (paper) => {
        const picture = paper.querySelector('img');
        if (picture?.complete && picture.naturalWidth > 0) return false;
        const canvas = document.querySelector('#tiles canvas');
        const surface = document.getElementById('surface').getBoundingClientRect();
        const box = paper.getBoundingClientRect();
        const density = canvas.width / surface.width;
        const at = [box.x - surface.x + box.width / 2, box.y - surface.y + box.height / 2].map((place) => Math.round(place * density));
        return canvas.getContext('2d').getImageData(...at, 1, 1).data[3] === 0;
    };
    const look = () => {
        if ([...document.querySelectorAll('#paper, .paper')].some(isBare)) window.bare += 1;
        requestAnimationFrame(look);
    };
    look();
}
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """Yields the address of a library with a book, a right-to-left book, and one of 400 pages."""
    folder = tmp_path_factory.mktemp("books")
    written_book.write(folder / "codex")
    odd = written_book.PAGES[:3] + written_book.PAGES[:2]
    written_book.write(folder / "mirrored", "mirrored", odd, viewingDirection="right-to-left")
    written_book.write_long(folder / "long", count=LONG)
    add(folder / "library", folder / "codex", folder / "mirrored", folder / "long")
    with reading(folder / "library") as served:
        yield served


@pytest.fixture
def open_book(new_reader, library):
    def make(fragment="", document="codex", size=DESKTOP, **options):
        reader = new_reader(*size, has_touch=size != DESKTOP, **options)
        reader.address = library
        return reader.open(fragment, document=document)

    return make


def until_label(reader, text):
    reader.until(f"document.getElementById('page-label').textContent === '{text}'")
    reader.until_idle()


def papers(reader):
    """The boxes of the visible pages, from left to right."""
    boxes = [paper.bounding_box() for paper in reader.page.locator("#paper, .paper").all()]
    return sorted(boxes, key=lambda box: box["x"])


def is_colour(seen, number):
    return all(abs(one - other) <= 6 for one, other in zip(seen, written_book.colour(number)))


@pytest.mark.calm
def test_a_book_shows_openings_and_turns_from_one_to_the_next(open_book):
    reader = open_book("#page=2")
    assert label(reader) == "Pages 2–3 of 11"
    left, right = papers(reader)
    # Page 3 has half the pixels and half the resolution.
    assert right["width"] == pytest.approx(left["width"], abs=0.5) and right["height"] == pytest.approx(left["height"], abs=0.5)
    assert right["x"] == pytest.approx(left["x"] + left["width"], abs=0.5)
    reader.until_tiles_loaded()
    assert reader.shown == ["p2", "p3"]
    for selector, number in [("#paper", 2), (".paper", 3)]:
        assert is_colour(reader.page.evaluate(COLOUR, [selector, 0.05, 0.05]), number)
    # A clause on the other page opens where it is clicked and sets the page in the fragment; the opening stays.
    x, y = reader.point_inside("p3")
    assert right["x"] < x < right["x"] + right["width"]
    reader.page.mouse.click(x, y)
    reader.page.wait_for_selector("#panel.open")
    reader.until_idle()
    assert reader.fragment["page"] == "3" and reader.fragment["clause"] == "p3" and label(reader) == "Pages 2–3 of 11"
    assert reader.page.locator("#panel-title").inner_text() == "Page 3"
    reader.page.keyboard.press("Escape")
    reader.until("!document.querySelector('#panel.open')")
    reader.until_idle()
    assert papers(reader)[0] == pytest.approx(left, abs=0.6)
    # Forwards past the slip, the single-image opening and the fold-out page to the end, and back.
    for expected, count in [("Pages 4–6 of 11", 2), ("Page 5 of 11", 1), ("Page 7 of 11", 1), ("Pages 8–9 of 11", 2), ("Pages 10–11 of 11", 2)]:
        reader.page.keyboard.press("PageDown")
        until_label(reader, expected)
        boxes = papers(reader)
        assert len(boxes) == count
        if expected.startswith("Pages 8"):
            assert boxes[1]["width"] == pytest.approx(1.8 * boxes[0]["width"], rel=0.01)
            assert boxes[1]["height"] == pytest.approx(boxes[0]["height"] * 13 / 14, rel=0.01)
    assert reader.page.get_attribute("#page-next", "aria-disabled") == "true"
    reader.page.locator("#page-previous").click()
    until_label(reader, "Pages 8–9 of 11")
    reader.page.go_back()
    until_label(reader, "Pages 10–11 of 11")


@pytest.mark.calm
def test_the_cover_is_shown_alone_and_a_filter_applies_to_both_pages(open_book):
    reader = open_book("#category=odd")
    assert label(reader) == "Page 1 of 11" and len(papers(reader)) == 1
    reader.page.locator("#page-next").click()
    until_label(reader, "Pages 2–3 of 11")
    assert reader.shown == ["p3"]
    # Both pages are dimmed except for the clauses shown.
    sheet, shade = papers(reader), reader.page.locator("#overlays .shade").bounding_box()
    assert shade["x"] == pytest.approx(sheet[0]["x"], abs=1)
    assert shade["width"] == pytest.approx(sheet[0]["width"] + sheet[1]["width"], abs=2)


@pytest.mark.calm
def test_an_opening_of_which_one_page_is_out_of_sight_requests_no_animation_frames(open_book):
    reader = open_book("#page=3&xywh=60,200,422,169", size=PHONE_ASIDE)
    reader.page.add_init_script(COUNT_FRAMES)
    reader.page.reload()
    reader.page.wait_for_selector("body.ready")
    reader.until_idle()
    left = papers(reader)[0]
    assert left["x"] + left["width"] < reader.surface()["x"]
    reader.until_at_rest()


@pytest.mark.calm
def test_a_view_of_an_opening_is_stored_in_pixels_of_the_page_that_it_shows(open_book):
    reader = open_book("#page=2")
    right = papers(reader)[1]
    middle = right["x"] + right["width"] / 2, right["y"] + right["height"] / 2
    reader.page.mouse.move(*middle)
    reader.page.mouse.wheel(0, -900)
    reader.until_idle()
    reader.until("new URLSearchParams(location.hash.slice(1)).get('page') === '3'")
    reader.until_idle()
    x, y, width, height = map(float, reader.fragment["xywh"].split(","))
    # The point under the pointer is the middle of page 3, in that page's pixels.
    surface = reader.surface()
    at = x + width * (middle[0] - surface["x"]) / surface["width"], y + height * (middle[1] - surface["y"]) / surface["height"]
    assert at == pytest.approx((250, 350), abs=2)
    before = papers(reader)
    reader.page.reload()
    reader.page.wait_for_selector("body.ready")
    reader.until_idle()
    assert label(reader) == "Pages 2–3 of 11"
    for old, new in zip(before, papers(reader), strict=True):
        assert new == pytest.approx(old, abs=2)
    # Zooming ends at twice the resolution of the coarser page.
    reader.page.mouse.move(*middle)
    for _ in range(6):
        reader.page.mouse.wheel(0, -900)
    reader.until_idle()
    assert papers(reader)[1]["width"] == pytest.approx(2 * 500, rel=0.01)
    assert reader.page.get_attribute("#zoom-in", "aria-disabled") == "true"


def test_the_previous_page_stays_until_the_next_one_has_loaded(open_book):
    reader = open_book("#page=1")
    reader.until_tiles_loaded()
    held, is_released = [], []
    reader.page.route(TILE, lambda route: route.continue_() if is_released else held.append(route))
    reader.page.evaluate(WATCH)
    # To an opening that was not preloaded.
    with reader.page.expect_request(TILE):
        reader.page.evaluate("location.hash = '#page=10'")
    reader.until("document.getElementById('page-label').textContent === 'Pages 10–11 of 11'")
    assert reader.shown == ["p1"] and is_colour(reader.page.evaluate(COLOUR, ["#paper", 0.05, 0.05]), 1)
    is_released.append(True)
    for route in held:
        route.continue_()
    reader.until("document.querySelector('[data-clause=p10]') !== null")
    reader.until_tiles_loaded()
    assert reader.shown == ["p10", "p11"]
    # The neighbouring openings have been preloaded by now.
    reader.page.keyboard.press("PageUp")
    until_label(reader, "Pages 8–9 of 11")
    assert reader.page.evaluate("window.bare") == 0


@pytest.mark.calm
def test_the_choice_between_one_page_and_two_is_remembered(open_book):
    reader = open_book("#page=3")
    button = reader.page.get_by_role("button", name="Two pages side by side")
    assert button.get_attribute("aria-pressed") == "true"
    button.click()
    until_label(reader, "Page 3 of 11")
    assert reader.fragment == {"page": "3", "view": "single"} and len(papers(reader)) == 1 and reader.shown == ["p3"]
    reader.page.keyboard.press("PageDown")
    until_label(reader, "Page 4 of 11")
    reader.open("#page=8", document="codex")
    assert label(reader) == "Page 8 of 11"
    # A link overrides the choice.
    reader.open("#page=8&view=opening", document="codex")
    assert label(reader) == "Pages 8–9 of 11"
    reader.open("#page=8", document="codex")
    button.click()
    until_label(reader, "Pages 8–9 of 11")
    assert "view" not in reader.fragment
    assert reader.page.evaluate("JSON.parse(localStorage.getItem('explore')).view") is None


@pytest.mark.calm
def test_a_phone_shows_one_page_in_portrait_and_two_in_landscape(open_book):
    reader = open_book("#page=2", size=PHONE)
    assert label(reader) == "Page 2 of 11" and len(papers(reader)) == 1
    assert reader.page.evaluate(CUT_OFF) == [] and reader.page.evaluate(SMALL) == []
    reader.page.set_viewport_size({"width": PHONE_ASIDE[0], "height": PHONE_ASIDE[1]})
    until_label(reader, "Pages 2–3 of 11")
    assert len(papers(reader)) == 2
    reader.swipe((600, 200), (300, 205))
    until_label(reader, "Pages 4–6 of 11")
    reader.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    until_label(reader, "Page 4 of 11")
    # Two pages side by side on request.
    reader.page.get_by_role("button", name="Two pages side by side").click()
    until_label(reader, "Pages 4–6 of 11")
    left, right = papers(reader)
    assert left["x"] >= 0 and right["x"] + right["width"] <= PHONE[0]


@pytest.mark.calm
def test_a_right_to_left_book_turns_in_the_opposite_direction(open_book):
    reader = open_book("#page=2", document="mirrored", size=PHONE_ASIDE)
    assert label(reader) == "Pages 2–3 of 5"
    reader.until_tiles_loaded()
    # The first of the two pages is on the right.
    assert reader.page.locator(".paper").bounding_box()["x"] < reader.page.locator("#paper").bounding_box()["x"]
    assert is_colour(reader.page.evaluate(COLOUR, ["#paper", 0.05, 0.05]), 2)
    back, on = (reader.page.locator(f"#page-{name}").bounding_box()["x"] for name in ("previous", "next"))
    assert on < back
    reader.swipe((400, 200), (700, 205))
    until_label(reader, "Pages 4–5 of 5")
    reader.swipe((700, 200), (400, 205))
    until_label(reader, "Pages 2–3 of 5")
    # With a mouse: on a busy machine, Chromium sometimes makes no click of a tap that follows a swipe.
    reader.page.get_by_role("button", name="Page thumbnails").click()
    strip = reader.page.get_by_role("navigation", name="Page thumbnails")
    first, second = (strip.get_by_role("link", name=f"page {number}").bounding_box() for number in (1, 2))
    assert second["x"] < first["x"]
    # The arrow key that points to the next page moves there.
    strip.get_by_role("link", name="page 2").focus()
    reader.page.keyboard.press("ArrowLeft")
    assert reader.page.evaluate("document.activeElement.getAttribute('aria-label')") == "page 3"


@pytest.mark.calm
def test_a_book_of_400_pages_loads_few_thumbnails_and_keys_reach_every_page(open_book):
    reader = open_book(document="long")
    requests = []
    reader.page.on("request", lambda request: requests.append(request.url))
    # The strip of thumbnails is hidden at first.
    assert reader.page.locator("#strip").count() == 0
    reader.page.get_by_role("button", name="Page thumbnails").click()
    strip = reader.page.get_by_role("navigation", name="Page thumbnails")
    reader.until("[...document.querySelectorAll('#strip img')].every(({ complete, naturalWidth }) => complete && naturalWidth > 0)")
    assert 10 < strip.get_by_role("listitem").count() < 40 and len(requests) < 80
    assert strip.get_by_role("listitem").first.get_attribute("aria-setsize") == str(LONG)
    assert strip.locator("[aria-current=page]").all_inner_texts() == ["1"]
    # Keys reach every thumbnail.
    assert strip.locator("a[tabindex='0']").count() == 1
    strip.locator("a[tabindex='0']").focus()
    reader.page.keyboard.press("ArrowRight")
    assert reader.page.evaluate("document.activeElement.getAttribute('aria-label')") == "page 2"
    reader.page.keyboard.press("End")
    assert reader.page.evaluate("document.activeElement.getAttribute('aria-label')") == f"page {LONG}"
    reader.page.keyboard.press("Enter")
    until_label(reader, f"Page {LONG} of {LONG}")
    assert strip.locator("[aria-current=page]").all_inner_texts() == [str(LONG)]
    assert strip.get_by_role("listitem").count() < 40
    # The strip scrolls to the current page, also after a jump from the table of contents.
    reader.page.locator("#contents-button").click()
    reader.page.get_by_role("link", name="Quire 11").click()
    until_label(reader, f"Pages 200–201 of {LONG}")
    current = [link.bounding_box() for link in strip.locator("[aria-current=page]").all()]
    assert len(current) == 2 and all(0 <= box["x"] and box["x"] + box["width"] <= DESKTOP[0] for box in current)
    assert violations(reader) == []
    # The strip is shown again next time, until it is closed.
    reader.open("#page=7", document="long")
    strip.wait_for()
    reader.page.get_by_role("button", name="Page thumbnails").click()
    assert strip.count() == 0


@pytest.mark.calm
def test_book_buttons_are_translated_and_accessible_on_a_phone(open_book):
    reader = open_book("#page=2", document="long", size=PHONE, locale="de-DE")
    assert reader.page.evaluate(CUT_OFF) == []
    reader.page.get_by_role("button", name="Vorschaubilder der Seiten").click()
    reader.page.get_by_role("navigation", name="Vorschaubilder der Seiten").wait_for()
    reader.page.get_by_role("button", name="Zwei Seiten nebeneinander").click()
    until_label(reader, f"Seiten 2–3 von {LONG}")
    assert violations(reader) == [] and reader.page.evaluate(SMALL) == []
    reader.page.locator("#options-button").click()
    reader.page.select_option("#options #interface", "fr")
    until_label(reader, f"Pages 2–3 sur {LONG}")
