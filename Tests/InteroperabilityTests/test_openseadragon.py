"""OpenSeadragon on someone else's page opens what we serve, and draws it."""

import pytest
from PIL import Image

from serving import ROOT
from shared_data import REFERENCE_IMAGE, needs
from third_party_page import Visit, someone_elses_site

# The middle of every square of the validator's image has the colour of its square.
SQUARES = [((column + 0.5) / 10, (row + 0.5) / 10) for row in range(10) for column in range(10)]
# On the way are one JPEG and, where the view is smaller than the image, one more scaling.
TOLERANCE = 8


@pytest.fixture
def someone(chromium):
    with someone_elses_site() as address, Visit.to(address, chromium) as visit:
        yield visit
    assert visit.complaints == []


def squares(picture: Image.Image, places: list[tuple[float, float]]) -> list[tuple[int, ...]]:
    width, height = picture.size
    return [picture.convert("RGB").getpixel((int(x * width), int(y * height))) for x, y in places]


def apart(ours: list, theirs: list) -> list[int]:
    return [max(abs(a - b) for a, b in zip(one, other)) for one, other in zip(ours, theirs)]


@needs(REFERENCE_IMAGE)
@pytest.mark.parametrize(
    "path",
    [
        "/dzi/{image}.dzi",
    ],
)
def test_an_image_is_drawn_in_its_colours(server, someone, path):
    address = server.url(path.format(image=f"{REFERENCE_IMAGE.stem}-1"))
    someone.open(address)
    colours = squares(Image.open(REFERENCE_IMAGE), SQUARES)
    assert max(apart(someone.colours(SQUARES), colours)) <= TOLERANCE
    # Tiles of a lower level show it so small; near, those of the native one do.
    before = set(someone.requested)
    someone.zoom_to_native()
    middle = [place for place in SQUARES if all(0.4 < part < 0.6 for part in place)]
    assert max(apart(someone.colours(middle), squares(Image.open(REFERENCE_IMAGE), middle))) <= TOLERANCE
    assert set(someone.requested) - before != set()
    # Each tile came from our server, and none of them as a whole image.
    assert not [url for url in someone.requested if "/full/max/" in url or "/full/full/" in url]


def test_the_vendored_script_is_the_whole_one():
    script = (ROOT / ".vendor" / "interoperability" / "openseadragon.js").read_text(encoding="utf-8")
    assert script.startswith("//! openseadragon 6.1.1")
    assert "IIIFTileSource" in script and "DziTileSource" in script
