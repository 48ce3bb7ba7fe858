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

    def __init__(self, someone, preview: bool = True):
        self.someone = someone
        self.state: dict | None = {"fraction": 0.0, "rows": rows(0)}
        self.is_late = False
        self.asked_in_vain = []
        page = someone.page
        page.route("**/documents/magna-carta", self._page)
        page.route("**/api/documents/magna-carta", self._document)
        page.route("**/tiles/magna-carta-1.json", self._tiles)
        page.route(re.compile(r"/dzi/magna-carta-1_files/"), self._tile)
        page.route("**/tiles/magna-carta-1/preview.jpg", self._preview)
        self.preview = {"previewURL": "/tiles/magna-carta-1/preview.jpg"} if preview else {}

    def to(self, fraction: float) -> None:
        self.state = None if fraction == 1 else {"fraction": fraction, "rows": rows(fraction)}

    def _page(self, route):
        answer = route.fetch()
        # The page of an image without tiles has outlines but no picture.
        body, count = re.subn(r'(<div id="paper") data-page="1">.*?</div>', r"\1></div>", answer.text(), flags=re.DOTALL)
        assert count == 1
        route.fulfill(response=answer, body=body)

    def _document(self, route):
        answer = route.fetch().json()
        answer["pages"][0]["cut"] = {"fraction": 0.0, **self.preview}
        route.fulfill(json=answer)

    def _tiles(self, route):
        answer = route.fetch().json()
        route.fulfill(json=answer if self.state is None else {**answer, "cut": self.state})

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
        route.fulfill(response=route.fetch(url=f"{self.someone.address}/dzi/magna-carta-1_files/7/0_0.jpg"))


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


def until_ink(someone, expected: list[int]) -> None:
    someone.page.wait_for_function(f"() => JSON.stringify(({INK})()) === '{json.dumps(expected, separators=(',', ':'))}'")


@pytest.fixture
def cutting(reader):
    def make(**options):
        someone = reader(820, 1180)
        someone.is_forgiving = True
        return someone, Cut(someone, **options)

    return make


def test_a_page_being_cut_opens_at_once_with_preview_clauses_and_progress(cutting):
    someone, cut = cutting()
    someone.open()
    assert len(someone.shown) == 64
    preview = someone.page.locator("#paper img").last
    someone.until("document.querySelector('#paper img').naturalWidth > 0")
    paper = someone.page.locator("#paper").bounding_box()
    assert preview.bounding_box() == paper
    # Once the preview of the other capture has ended, no tile is drawn.
    until_ink(someone, [0, 0, 0])
    cut.to(0.42)
    someone.page.get_by_role("progressbar", name="being prepared").wait_for()
    someone.until("document.getElementById('cutting-bar').ariaValueNow === '42'")
    assert "42 %" in someone.page.locator("#cutting").inner_text()
    assert "being prepared" in someone.page.get_by_role("status").filter(has_text="prepared").inner_text()
    assert violations(someone) == []


def test_tiles_are_drawn_as_they_are_cut_without_a_reload_or_flash(cutting):
    someone, cut = cutting()
    someone.open()
    cut.to(0.3)
    until_ink(someone, [255, 0, 0])
    someone.page.evaluate(
        f"""() => {{
            const seen = window.seenAtTop = new Set();
            const look = () => {{ seen.add(({INK})()[0]); requestAnimationFrame(look); }};
            look();
        }}"""
    )
    cut.to(0.7)
    until_ink(someone, [255, 255, 0])
    cut.to(1)
    until_ink(someone, [255, 255, 255])
    someone.until("document.getElementById('cutting').hidden")
    assert "ready" in someone.page.locator("#live").inner_text()
    assert someone.page.evaluate("[...window.seenAtTop]") == [255]
    assert cut.asked_in_vain == []
    someone.to_largest()
    with someone.page.expect_response(lambda answer: f"_files/{NATIVE_LEVEL + 1}/" in answer.url):
        someone.swipe((600, 700), (200, 300))


def test_a_clause_can_be_read_while_the_image_is_cut_even_without_a_preview(cutting):
    someone, _ = cutting(preview=False)
    someone.open()
    assert someone.page.locator("#paper img").count() == 0
    someone.tap(someone.point_inside("39"))
    someone.page.wait_for_selector("#panel.open")


def test_a_late_tile_is_requested_again_without_a_message(cutting):
    someone, cut = cutting()
    cut.is_late = True
    cut.to(0.3)
    someone.open()
    until_ink(someone, [0, 0, 0])
    cut.is_late = False
    cut.to(1)
    until_ink(someone, [255, 255, 255])
    assert someone.page.locator("#notice.remark").count() == 0


def test_an_image_that_cannot_be_cut_shows_the_reason(cutting):
    someone, cut = cutting()
    someone.open()
    cut.state = {"error": "scan.jpg ends after 3 000 of 8 000 rows"}
    someone.page.wait_for_selector("#notice.remark")
    assert "scan.jpg ends after 3 000 of 8 000 rows" in someone.page.get_by_role("alert").inner_text()
    assert someone.page.locator("#cutting").is_hidden()
    assert len(someone.shown) == 64


def test_a_server_lost_while_cutting_is_reported_and_the_page_recovers(cutting):
    someone, cut = cutting()
    someone.open()
    someone.page.route("**/tiles/magna-carta-1.json", lambda route: route.abort())
    someone.page.wait_for_selector("#notice.remark")
    assert "does not answer" in someone.page.get_by_role("alert").inner_text()
    cut.to(1)
    someone.page.unroute("**/tiles/magna-carta-1.json")
    someone.until("document.getElementById('cutting').hidden")
    assert someone.page.locator("#notice.remark").count() == 0
    until_ink(someone, [255, 255, 255])


def test_the_library_page_shows_the_preview_of_an_image_being_cut(cutting):
    someone, _ = cutting()

    def documents(route):
        answer = route.fetch().json()
        page = next(made for made in answer["documents"] if made["id"] == "magna-carta")["pages"][0]
        page["cut"] = {"fraction": 0, "previewURL": "/tiles/magna-carta-1/preview.jpg"}
        route.fulfill(json=answer)

    someone.page.route("**/api/documents?*", documents)
    someone.page.goto(someone.address)
    someone.until("document.querySelector('#documents img.whole')?.naturalWidth > 0")
    assert someone.page.locator("#documents a[href$='magna-carta'] img").count() == 1
