"""OpenSeadragon on a third-party page opens and draws what we serve."""

import statistics

import pytest

from presentation import manifest, pictures, plain
from reference_image import NAME, colours
from serving import ROOT
from third_party_page import Visit, third_party_site

# The centre of every square of the validator's image has the colour of its square.
SQUARES = [((column + 0.5) / 10, (row + 0.5) / 10) for row in range(10) for column in range(10)]
# Allows for one JPEG compression and, if the view is smaller than the image, one more scaling.
TOLERANCE = 8


@pytest.fixture
def visit(chromium):
    with third_party_site() as address, Visit.to(address, chromium) as opened:
        yield opened
    assert opened.errors == []


def squares(places: list[tuple[float, float]]) -> list[tuple[int, ...]]:
    known = colours()
    return [known[int(x * 10)][int(y * 10)] for x, y in places]


def apart(ours: list, theirs: list) -> list[int]:
    return [max(abs(a - b) for a, b in zip(one, other)) for one, other in zip(ours, theirs)]


@pytest.mark.parametrize(
    "path",
    [
        "/iiif/3/{image}/info.json",
        "/iiif/2/{image}/info.json",
        "/dzi/{image}.dzi",
    ],
)
def test_openseadragon_draws_an_image_in_its_colours(server, visit, path):
    address = server.url(path.format(image=f"{NAME}-1"))
    visit.open(address)
    assert max(apart(visit.colours(SQUARES), squares(SQUARES))) <= TOLERANCE
    # At this size it is drawn from tiles of a lower level; zoomed in, from those of the native one.
    before = set(visit.requested)
    visit.zoom_to_native()
    middle = [place for place in SQUARES if all(0.4 < part < 0.6 for part in place)]
    assert max(apart(visit.colours(middle), squares(middle))) <= TOLERANCE
    assert set(visit.requested) - before != set()
    # Each tile came from our server, and none of them as a whole image.
    assert not [url for url in visit.requested if "/full/max/" in url or "/full/full/" in url]


@pytest.mark.parametrize("document", ["magna-carta", "harbour-book"])
def test_openseadragon_draws_the_image_of_every_canvas_of_a_manifest(server, visit, document):
    """Like a viewer of manifests: from the manifest to the service of each canvas's image, and no further."""
    for canvas in manifest(server.manifest(document)).items:
        body, *_ = pictures(plain(canvas.items[0]).items[0].body)
        service = next(plain(service) for service in body.service if plain(service).type == "ImageService3")
        visit.open(f"{plain(service.id)}/info.json")
        content = visit.page.evaluate("() => (({ x, y }) => [x, y])(viewer.world.getItemAt(0).getContentSize())")
        assert content == [canvas.width, canvas.height]
        # It shows paper with ink: neither white nor empty.
        places = [((column + 0.5) / 24, (row + 0.5) / 24) for row in range(24) for column in range(24)]
        seen = visit.colours(places)
        assert statistics.median(sum(colour) for colour in seen) < 3 * 252
        assert len(set(map(tuple, seen))) > 3
        visit.page.evaluate("() => viewer.destroy()")


def test_the_vendored_script_is_complete():
    script = (ROOT / ".vendor" / "interoperability" / "openseadragon.js").read_text(encoding="utf-8")
    assert script.startswith("//! openseadragon 6.1.1")
    assert "IIIFTileSource" in script and "DziTileSource" in script
