"""The tiles of a reader's browser come from the tile lane, according to the server's counters."""

import re
import urllib.request

import pytest

from support import TILE

pytestmark = pytest.mark.server("counts what a server answers")


def counters(address):
    """The server's counters, by name and labels."""
    with urllib.request.urlopen(f"{address}/metrics", timeout=30) as response:
        lines = response.read().decode().splitlines()
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))}


def growth(before, after, pattern):
    """The total growth of the counters that match."""
    return sum(after[name] - before.get(name, 0) for name in after if re.match(pattern, name))


PREVIEW = re.compile(r"/full/\d+,\d+/0/default\.webp")
SERVED = r"explore_tile_lane_answers_total\{"
PASSED = r"explore_tile_lane_passed_total"
BY_ROUTES = r'explore_requests_total\{.*route="/(tiles/\{image\}/|dzi/\{image\}_files/|iiif/\d/\{\w+\}/\{region)'


@pytest.mark.cold
def test_the_tile_lane_serves_every_tile_that_a_page_requests(new_reader, address):
    # No view is larger than native size, because tiles of the 2× level are rendered on request.
    views = ["", "#xywh=2000,3000,1600,2300", "#xywh=500,5000,2400,3000"]
    # Another reader comes first: tiles that the system must read from a busy disk are served by the routes.
    other = new_reader(820, 1180)
    for view in views:
        other.open(view)
        other.until_tiles_loaded()
    reader = new_reader(820, 1180)
    loaded, previews = set(), []
    reader.page.on("requestfinished", lambda request: TILE.search(request.url) and loaded.add(request.url))
    # The preview of the sheet is rendered on request, and its address looks like that of a tile.
    reader.page.on("requestfinished", lambda request: PREVIEW.search(request.url) and previews.append(request.url))
    before = counters(address)
    for view in views:
        reader.open(view)
        reader.until_tiles_loaded()
    after = counters(address)
    assert len(loaded) > 20
    # On a busy machine a request may arrive after the last byte of a response of the routes and before its end was recorded.
    few = 0.05 * len(loaded)
    assert growth(before, after, SERVED) >= len(loaded) - few
    assert growth(before, after, PASSED) <= len(previews) + few
    assert growth(before, after, BY_ROUTES) <= len(previews) + few


@pytest.mark.cold
def test_revalidated_tiles_get_a_304_from_the_tile_lane(new_reader, address):
    """The response to a browser that has a tile and validates it."""
    reader = new_reader(820, 1180).open()
    reader.until_tiles_loaded()
    before = counters(address)
    fetched = reader.page.evaluate(
        """async () => {
            const tiles = performance.getEntriesByType('resource').map((entry) => entry.name)
                .filter((name) => !name.includes('.webp') && /_files\\/|\\/iiif\\/3\\/[^/]+\\/(full|[0-9,]+)\\/[0-9]+,[0-9]+\\/0\\//.test(name));
            const answers = await Promise.all(tiles.map((tile) => fetch(tile, { cache: 'no-cache' })));
            return [tiles.length, answers.filter((answer) => answer.ok).length];
        }"""
    )
    after = counters(address)
    assert fetched[0] == fetched[1] > 3
    assert growth(before, after, r'explore_tile_lane_answers_total\{source="not_modified"\}') == fetched[0]
    assert growth(before, after, PASSED) == 0
    assert growth(before, after, BY_ROUTES) == 0
