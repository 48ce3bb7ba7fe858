"""Tours: steps with a view, highlighted clauses and a text; by buttons, keys, links, automatically, and across documents."""

import json

import pytest

import three_captures
from accessibility import violations
from serving import Restartable, add
from test_accessibility import CUT_OFF, SMALL

pytestmark = pytest.mark.calm
both_sizes = pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["desktop", "phone"])

# Shortens waits of seconds to an instant, records how long they would have been, and holds the tour at the step `heldAt`.
IMPATIENT = """
window.waits = [];
window.heldAt = null;
const wait = window.setTimeout;
window.setTimeout = (run, milliseconds, ...rest) => {
    // Not the half minute that a tile may take.
    const isLong = milliseconds > 2600 && milliseconds < 29_000;
    if (isLong) window.waits.push(milliseconds);
    if (isLong && document.getElementById('tour-place')?.textContent === window.heldAt) return 0;
    return wait(run, isLong ? 60 : milliseconds, ...rest);
};
"""


def until_step(reader, step, count=9):
    words = f"Step {step} of {count}"
    reader.page.locator("#tour-place", has_text=words).wait_for()
    reader.until_idle()


def shows_box(reader, box):
    """Whether all of a box of the page is on the surface."""
    x, y, width, height = box
    view, surface = reader.view, reader.surface()
    left, top, scale = view.x, view.y, view.scale
    return (
        left + x * scale >= -1 and top + y * scale >= -1
        and left + (x + width) * scale <= surface["width"] + 1 and top + (y + height) * scale <= surface["height"] + 1
    )  # fmt: skip


@both_sizes
def test_a_tour_is_followed_step_by_step_and_back(new_reader, size):
    reader = new_reader(*size, has_touch=size[0] < 600).open()
    page = reader.page
    steps = reader.get("/api/documents/magna-carta/tours")["tours"][0]["steps"]
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    assert page.inner_text("#tours-button") == "Ten minutes with Magna Carta"
    page.click("#tours-button")
    until_step(reader, 1)
    assert sum("/bundles/tours.js" in url for url in requests) == 1
    assert page.evaluate("document.activeElement.id") == "tour-title"
    assert page.inner_text("#tour-body").startswith("This is the whole of it")
    assert reader.shown == [] and shows_box(reader, (0, 0, 6000, 8000))
    assert page.get_attribute("#tour-back", "aria-disabled") == "true"
    assert page.evaluate(CUT_OFF) == [] and page.evaluate(SMALL) == []
    assert violations(reader) == []
    # By the button, and by keys wherever the focus is.
    page.click("#tour-next")
    until_step(reader, 2)
    page.keyboard.press("ArrowRight")
    until_step(reader, 3)
    assert page.get_attribute("#tour-progress", "aria-valuenow") == "3"
    assert reader.shown == ["12"] and shows_box(reader, steps[2]["box"])
    assert "Step 3 of 9. Clause 12" in page.inner_text("#live")
    assert reader.fragment["tour"] == "ten-minutes" and reader.fragment["step"] == "3"
    page.keyboard.press("ArrowLeft")
    until_step(reader, 2)
    assert sorted(reader.shown) == ["initial", "preamble"]
    # The list of all steps, and one of them.
    page.click("#tour-place")
    assert page.locator("#tour-body li").count() == 9
    assert violations(reader) == []
    page.click("#tour-body li:nth-child(9) button")
    until_step(reader, 9)
    assert page.evaluate("document.activeElement.id") == "tour-title"
    assert reader.fragment["capture"] == "uv" and shows_box(reader, steps[8]["box"])
    assert page.get_attribute("#tour-next", "aria-disabled") == "true"
    page.go_back()
    until_step(reader, 2)
    assert "capture" not in reader.fragment
    # In the language of the texts, which the interface uses, too.
    page.evaluate("location.hash += '&lang=fr'")
    page.locator("#tour-title", has_text="Dix minutes avec la Grande Charte").wait_for()
    assert page.inner_text("#tour-body").startswith("La grande lettre")
    page.keyboard.press("Escape")
    page.wait_for_selector("#tour", state="detached")
    assert page.evaluate("document.activeElement.id") == "tours-button"
    assert "tour" not in reader.fragment and len(reader.shown) > 60
    # The step is remembered on the device.
    page.click("#tours-button")
    page.get_by_role("button", name="Reprendre à l’étape 2").click()
    page.locator("#tour-place", has_text="Étape 2 sur 9").wait_for()


def test_a_link_opens_a_step_and_the_tour_plays_only_on_request(new_reader):
    reader = new_reader(1280, 800, has_touch=False)
    page = reader.page
    page.add_init_script(IMPATIENT)
    reader.open("#tour=ten-minutes&step=5")
    until_step(reader, 5)
    assert sorted(reader.shown) == ["39", "40"]
    assert page.get_attribute("#tour-play", "aria-pressed") == "false"
    # A clause that is opened meanwhile is outlined alone, until it is closed.
    page.evaluate("location.hash += '&clause=12'")
    page.wait_for_selector("#overlays .selected[data-clause='12']")
    page.keyboard.press("Escape")
    page.wait_for_selector("#overlays .clause[data-clause='12']", state="detached")
    assert sorted(reader.shown) == ["39", "40"]
    page.select_option("#tour-speed", "2")
    words = len(page.inner_text("#tour-body").split())
    assert not any(abs(wait - 1000 * (3 + words / 2.5) / 2) < 1 for wait in page.evaluate("window.waits"))
    page.click("#tour-play")
    until_step(reader, 9)
    assert any(abs(wait - 1000 * (3 + words / 2.5) / 2) < 1 for wait in page.evaluate("window.waits"))
    page.wait_for_selector("#tour-play[aria-pressed=false]")
    # From the end it starts again, and touching the sheet stops it.
    page.evaluate("window.heldAt = 'Step 1 of 9'")
    page.click("#tour-play")
    until_step(reader, 1)
    page.wait_for_selector("#tour-play[aria-pressed=true]")
    # Pausing and playing sets the timer again.
    page.evaluate("window.heldAt = 'Step 2 of 9'")
    page.click("#tour-play")
    page.click("#tour-play")
    until_step(reader, 2)
    page.wait_for_selector("#tour-play[aria-pressed=true]")
    page.mouse.move(*reader.middle())
    page.mouse.down()
    page.mouse.up()
    page.wait_for_selector("#tour-play[aria-pressed=false]")
    # A step number that is too large leads to the last step; an unknown tour is reported.
    page.evaluate("location.hash = '#tour=ten-minutes&step=77'")
    until_step(reader, 9)
    page.evaluate("location.hash = '#tour=none&step=2'")
    page.locator("#notice", has_text="Tour not found.").wait_for()
    page.wait_for_selector("#tour", state="detached")


def test_on_a_small_or_magnified_screen_a_clause_opened_during_a_tour_can_be_closed(new_reader):
    reader = new_reader(320, 512).open("#tour=ten-minutes&step=3&clause=12")
    until_step(reader, 3)
    page = reader.page
    page.wait_for_selector("#panel.open")
    bar, close = [page.locator(f"#{name}").bounding_box() for name in ("bar", "panel-close")]
    assert close["y"] >= bar["y"] + bar["height"]
    page.click("#panel-close")
    page.wait_for_selector("#panel:not(.open)", state="attached")


def test_a_tour_works_without_a_network_once_the_document_has_been_opened(new_reader):
    reader = new_reader(820, 1180, service_workers="allow").open()
    reader.allows_console_errors = True
    reader.until_cached()
    kept = "(await (await caches.open('explore-1')).keys()).map(({ url }) => url)"
    for file in ("/bundles/tours.js", "/styles/tours.css", "/magna-carta/tours", "/icons/route.svg"):
        reader.until_resolved(f"{kept}.some((url) => url.includes('{file}'))")
    reader.page.context.set_offline(True)
    reader.page.click("#tours-button")
    until_step(reader, 1)
    reader.page.click("#tour-next")
    until_step(reader, 2)
    assert reader.page.inner_text("#tour-body").startswith("The large letter")
    reader.page.context.set_offline(False)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tours")
    for name in ("first", "second"):
        three_captures.write(folder / name)
        file = folder / name / "document.json"
        file.write_text(json.dumps({**json.loads(file.read_text()), "id": name}))
    tours = [
        {"id": "both", "title": "Two documents", "steps": [
            {"page": 1, "text": "Here."},
            {"document": "second", "page": 1, "box": [900, 1200, 200, 200], "capture": "uv", "text": "There."},
            {"page": 1, "text": "Here again."}]},
        {"id": "more", "title": "Another", "steps": [{"page": 1, "text": "Only this."}]},
        {"id": "none", "title": "Nothing yet", "steps": []},
    ]  # fmt: skip
    (folder / "first" / "tours.json").write_text(json.dumps(tours))
    add(folder / "library", folder / "first", folder / "second")
    server = Restartable(folder / "library")
    yield server
    server.stop()


@pytest.mark.server("the documents are made for a server of its own")
def test_a_tour_continues_in_another_document_and_a_document_can_have_several_tours(new_reader, server):
    reader = new_reader(1280, 800, has_touch=False)
    reader.address = server.address
    page = reader.page
    reader.open(document="first")
    page.click("#tours-button")
    page.wait_for_selector(".tour-entry")
    assert page.locator(".tour-entry h3").all_inner_texts() == ["Two documents", "Another"]
    assert violations(reader) == []
    page.select_option("#language", "fr")
    page.locator(".tour-entry").first.get_by_role("button", name="Commencer").wait_for()
    page.select_option("#language", "en")
    page.locator(".tour-entry").first.get_by_role("button", name="Start").click()
    until_step(reader, 1, 3)
    page.click("#tour-next")
    page.wait_for_url("**/documents/second#**")
    until_step(reader, 2, 3)
    assert page.inner_text("#tour-body") == "There."
    assert reader.fragment["tour"] == "first%2Fboth" and reader.fragment["capture"] == "uv"
    page.click("#tour-next")
    page.wait_for_url("**/documents/first#**")
    until_step(reader, 3, 3)
    assert reader.fragment["tour"] == "both"
    page.go_back()
    page.wait_for_url("**/documents/second#**")
    until_step(reader, 2, 3)
