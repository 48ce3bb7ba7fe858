"""Refused pictures on a third-party page in a browser: it learns the status and shows nothing."""

import pytest

from third_party_page import Visit, third_party_site

LOAD = """(url) => new Promise((done) => {
    const picture = new Image();
    picture.onload = () => done(`loaded: ${picture.naturalWidth}`);
    picture.onerror = () => done('failed');
    picture.src = url;
})"""
FETCH = "async (url) => { const answer = await fetch(url); return [answer.status, (await answer.json()).detail]; }"


@pytest.fixture
def visit(chromium):
    with third_party_site() as address, Visit.to(address, chromium) as opened:
        yield opened


@pytest.mark.parametrize(
    ("path", "status"),
    [
        # As Leaflet-IIIF requests when it may zoom past native: four times a region's size.
        ("/iiif/2/magna-carta-1/0,0,64,64/256,/0/default.jpg", 400),
        ("/iiif/3/magna-carta-1/0,0,64,64/256,256/0/default.jpg", 400),
        ("/iiif/3/magna-carta-1/0,0,64,64/%5E256,256/0/default.jpg", 400),
        ("/iiif/2/nobody-1/full/full/0/default.jpg", 404),
        ("/iiif/2/magna-carta-1/full/full/0/default.gif", 501),
        ("/tiles/magna-carta-1/99/0/0.jpg", 404),
        ("/dzi/magna-carta-1_files/99/0_0.jpg", 404),
        ("/api/documents/magna-carta/clauses/none/image.jpg", 404),
    ],
)
def test_a_refused_picture_has_its_status_and_is_not_blocked_by_the_browser(server, visit, path, status):
    url = server.url(path)
    assert visit.page.evaluate(LOAD, url) == "failed"
    # A blocked response has failed for the browser, without a status (net::ERR_BLOCKED_BY_ORB).
    assert f"{url}: {status}" in visit.errors
    assert not [error for error in visit.errors if "net::" in error]
    # A script that fetches it gets the reason.
    found, detail = visit.page.evaluate(FETCH, url)
    assert found == status and detail


def test_image_information_limits_sizes_to_twice_the_native_size(server, visit):
    read = "async (url) => (await fetch(url)).json()"
    older = visit.page.evaluate(read, server.url("/iiif/2/magna-carta-1/info.json"))
    assert "sizeAboveFull" not in older["profile"][1]["supports"]
    for info, limits in [
        (older, older["profile"][1]),
        (newer := visit.page.evaluate(read, server.url("/iiif/3/magna-carta-1/info.json")), newer),
    ]:
        assert limits["maxWidth"] == 2 * info["width"] and limits["maxHeight"] == 2 * info["height"]
