"""A page whose image is still being cut into tiles opens at once, with progress, and shows tiles as they become available."""

import json
import re

import pytest

from accessibility import violations


NATIVE_LEVEL = 13
TILE_SIZE = 256

pytestmark = pytest.mark.server("an image that is being cut")


def rows(fraction: float) -> list[int]:
    """The number of rows of tiles in each level after a fraction of the scan has been read."""
    heights = [-(-8000 // 2 ** (NATIVE_LEVEL - level)) for level in range(NATIVE_LEVEL + 1)]
    total = [-(-height // TILE_SIZE) for height in heights]
    return total if fraction == 1 else [int(height * fraction) // TILE_SIZE for height in heights]


class Cut:
    """Simulates a server that is cutting an image, in front of a real one: the state it reports and the tiles available so far.
    """

    def __init__(self, reader, preview: bool = True):
        self.reader = reader
        self.state: dict | None = {"fraction": 0.0, "rows": rows(0)}
        self.is_late = False
        self.asked_in_vain = []
        page = reader.page
        page.route("**/documents/magna-carta", self._page)
        page.route("**/api/documents/magna-carta", self._document)
        page.route("**/tiles/magna-carta-1.json", self._tiles)
        page.route(re.compile(r"/dzi/magna-carta-1_files/"), self._tile)
        page.route("**/tiles/magna-carta-1/preview.jpg", self._preview)
        self.preview = {"previewURL": "/tiles/magna-carta-1/preview.jpg"} if preview else {}

    def to(self, fraction: float) -> None:
        self.state = None if fraction == 1 else {"fraction": fraction, "rows": rows(fraction)}

    def _page(self, route):
        response = route.fetch()
        # The page of an image without tiles has outlines but no picture.
        body, count = re.subn(r'(<div id="paper") data-page="1">.*?</div>', r"\1></div>", response.text(), flags=re.DOTALL)
        assert count == 1
        route.fulfill(response=response, body=body)

    def _document(self, route):
        response = route.fetch().json()
        response["pages"][0]["cut"] = {"fraction": 0.0, **self.preview}
        route.fulfill(json=response)

    def _tiles(self, route):
        response = route.fetch().json()
        route.fulfill(json=response if self.state is None else {**response, "cut": self.state})

    def _tile(self, route):
        level, row = (int(part) for part in re.search(r"_files/(\d+)/\d+_(\d+)\.", route.request.url).groups())
        is_cut = self.state is None or (level <= NATIVE_LEVEL and row < self.state["rows"][level])
        if not is_cut:
            self.asked_in_vain.append(route.request.url)
        if is_cut and not self.is_late:
            route.continue_()
        else:
            route.fulfill(status=503, headers={"Retry-After": "1", "Cache-Control": "no-store"})

    def _preview(self, route):
        route.fulfill(response=route.fetch(url=f"{self.reader.address}/dzi/magna-carta-1_files/7/0_0.jpg"))


INK = """
() => {
    const canvas = document.querySelector('#tiles canvas');
    const scale = canvas.width / canvas.clientWidth;
    const paper = document.getElementById('paper').getBoundingClientRect();
    const top = document.getElementById('tiles').getBoundingClientRect().top;
    return [0.02, 0.5, 0.98].map((share) => canvas.getContext('2d').getImageData(
        (paper.x + paper.width / 2) * scale, (paper.y - top + paper.height * share) * scale, 1, 1).data[3]);
}
"""
"""The opacity of the canvas at the top, in the middle and at the foot of the sheet: 0 or 255."""


def until_ink(reader, expected: list[int]) -> None:
    reader.page.wait_for_function(f"() => JSON.stringify(({INK})()) === '{json.dumps(expected, separators=(',', ':'))}'")


@pytest.fixture
def cutting(new_reader):
    def make(**options):
        reader = new_reader(820, 1180)
        reader.allows_console_errors = True
        return reader, Cut(reader, **options)

    return make


def test_a_page_being_cut_opens_at_once_with_preview_clauses_and_progress(cutting):
    reader, cut = cutting()
    reader.open()
    assert len(reader.shown) == 64
    preview = reader.page.locator("#paper img").last
    reader.until("document.querySelector('#paper img').naturalWidth > 0")
    paper = reader.page.locator("#paper").bounding_box()
    assert preview.bounding_box() == paper
    # Once the preview of the other capture has ended, no tile is drawn.
    until_ink(reader, [0, 0, 0])
    cut.to(0.42)
    reader.page.get_by_role("progressbar", name="Preparing the picture").wait_for()
    reader.until("document.getElementById('cutting-bar').ariaValueNow === '42'")
    assert "42%" in reader.page.locator("#cutting").inner_text()
    assert "Preparing the picture" in reader.page.get_by_role("status").filter(has_text="Preparing").inner_text()
    assert violations(reader) == []


def test_tiles_are_drawn_as_they_are_cut_without_a_reload_or_flash(cutting):
    reader, cut = cutting()
    reader.open()
    cut.to(0.3)
    until_ink(reader, [255, 0, 0])
    reader.page.evaluate(
        f"""() => {{
            const seen = window.seenAtTop = new Set();
            const look = () => {{ seen.add(({INK})()[0]); requestAnimationFrame(look); }};
            look();
        }}"""
    )
    cut.to(0.7)
    until_ink(reader, [255, 255, 0])
    cut.to(1)
    until_ink(reader, [255, 255, 255])
    reader.until("document.getElementById('cutting').hidden")
    assert "ready" in reader.page.locator("#live").inner_text()
    assert reader.page.evaluate("[...window.seenAtTop]") == [255]
    assert cut.asked_in_vain == []
    reader.to_largest()
    with reader.page.expect_response(lambda response: f"_files/{NATIVE_LEVEL + 1}/" in response.url):
        reader.swipe((600, 700), (200, 300))


def test_a_clause_can_be_read_while_the_image_is_cut_even_without_a_preview(cutting):
    reader, _ = cutting(preview=False)
    reader.open()
    assert reader.page.locator("#paper img").count() == 0
    reader.tap(reader.point_inside("39"))
    reader.page.wait_for_selector("#panel.open")


def test_a_late_tile_is_requested_again_without_a_message(cutting):
    reader, cut = cutting()
    cut.is_late = True
    cut.to(0.3)
    reader.open()
    until_ink(reader, [0, 0, 0])
    cut.is_late = False
    cut.to(1)
    until_ink(reader, [255, 255, 255])
    assert reader.page.locator("#notice.remark").count() == 0


def test_an_image_that_cannot_be_cut_shows_the_reason(cutting):
    reader, cut = cutting()
    reader.open()
    cut.state = {"error": "scan.jpg ends after 3 000 of 8 000 rows"}
    reader.page.wait_for_selector("#notice.remark")
    assert "scan.jpg ends after 3 000 of 8 000 rows" in reader.page.get_by_role("alert").inner_text()
    assert reader.page.locator("#cutting").is_hidden()
    assert len(reader.shown) == 64


def test_a_server_lost_while_cutting_is_reported_and_the_page_recovers(cutting):
    reader, cut = cutting()
    reader.open()
    reader.page.route("**/tiles/magna-carta-1.json", lambda route: route.abort())
    reader.page.wait_for_selector("#notice.remark")
    assert "is not responding" in reader.page.get_by_role("alert").inner_text()
    cut.to(1)
    reader.page.unroute("**/tiles/magna-carta-1.json")
    reader.until("document.getElementById('cutting').hidden")
    assert reader.page.locator("#notice.remark").count() == 0
    until_ink(reader, [255, 255, 255])


def test_the_library_page_shows_the_preview_of_an_image_being_cut(cutting):
    reader, _ = cutting()

    def documents(route):
        response = route.fetch().json()
        page = next(made for made in response["documents"] if made["id"] == "magna-carta")["pages"][0]
        page["cut"] = {"fraction": 0, "previewURL": "/tiles/magna-carta-1/preview.jpg"}
        route.fulfill(json=response)

    reader.page.route("**/api/documents?*", documents)
    reader.page.goto(reader.address)
    reader.until("document.querySelector('#documents img.whole')?.naturalWidth > 0")
    assert reader.page.locator("#documents a[href$='magna-carta'] img").count() == 1
