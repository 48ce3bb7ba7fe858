"""Manifests and their annotations as read by iiif-prezi3, compared with what was stored."""

import math
import urllib.error
import urllib.request

import pytest
from iiif_prezi3 import Annotation, Collection

from pictures import fetch_image
from presentation import (
    Content,
    address,
    annotation_page,
    annotation_pages,
    bounds,
    content_of,
    get,
    language_map,
    manifest,
    pictures,
    plain,
    same_rings,
)
from shared_data import CHARTER, needs
from stored import Stored

DOCUMENTS = ["magna-carta", "harbour-book", "grant", pytest.param("auxerre-h2404", marks=needs(CHARTER))]
pytestmark = pytest.mark.parametrize("document", DOCUMENTS)


def as_language_map(value: object) -> dict[str, list[str]] | None:
    """Returns a value of a source folder as a IIIF language map."""
    if value is None:
        return None
    if isinstance(value, str):
        return {"none": [value]}
    return {"none" if language == "und" else language: [text] for language, text in value.items()}


def same_language_map(ours: object, stored: object) -> bool:
    """Returns whether a language map equals what was stored; a text that looks like HTML may be wrapped in a span."""
    found = {"none" if language == "und" else language: texts for language, texts in language_map(ours).items()}
    return found == as_language_map(stored)


def on_canvases(served, stored: Stored) -> dict[int, list[Content]]:
    """Returns the annotations of each page by its number, each once, in order."""
    found: dict[int, list[Content]] = {}
    for number, canvas in enumerate(served.items, 1):
        by_address: dict[str, Content] = {}
        for page in annotation_pages(canvas):
            for annotation in page.items:
                assert isinstance(annotation, Annotation)
                read = content_of(annotation)
                assert read.canvas == address(canvas)
                by_address.setdefault(read.id, read)
        found[number] = list(by_address.values())
    return found


def ranges_of_annotations(served) -> dict[str, list[dict]]:
    """Returns what each annotation is part of, by its address, which iiif-prezi3 does not read."""
    pages = [get(address(plain(page))) for canvas in served.items for page in canvas.annotations or []]
    return {item["id"]: item.get("partOf", []) for page in pages for item in page["items"]}


def test_a_manifest_has_the_properties_of_the_document(server, document):
    stored, served = server.stored(document), manifest(server.manifest(document))
    description = stored.document
    assert address(served) == server.manifest(document)
    assert same_language_map(served.label, description["title"])
    assert (served.summary is not None) == bool(description.get("summary"))
    if description.get("summary"):
        assert same_language_map(served.summary, description["summary"])
    if description.get("rights"):
        # https://iiif.io/api/presentation/3.0/#rights: the form of Creative Commons' addresses that is used in RDF.
        assert str(plain(served.rights)) == description["rights"].replace("https://creative", "http://creative")
    if description.get("attribution"):
        assert same_language_map(served.requiredStatement.value, description["attribution"])
    entries = [language_map(plain(entry).value) for entry in plain(served.metadata) or []]
    for key in ("shelfmark", "date"):
        if description.get(key):
            assert any(
                {"none" if language == "und" else language: texts for language, texts in entry.items()}
                == as_language_map(description[key])
                for entry in entries
            ), key
    if description.get("holder"):
        provider = plain(plain(served.provider)[0])
        assert same_language_map(provider.label, description["holder"])


def test_every_page_is_a_canvas_of_its_size_with_its_image(server, document):
    stored, served = server.stored(document), manifest(server.manifest(document))
    assert len(served.items) == len(stored.pages)
    for page, canvas in zip(stored.pages, served.items):
        if "width" in page:
            assert (canvas.width, canvas.height) == (page["width"], page["height"])
        if page.get("label"):
            assert same_language_map(canvas.label, page["label"])
        painting = plain(canvas.items[0]).items
        assert [annotation.motivation for annotation in painting] == ["painting"]
        assert str(plain(painting[0].target)) == address(canvas)
        bodies, captures = pictures(painting[0].body), page.get("captures", [])
        assert len(bodies) == max(1, len(captures))
        for body, capture in zip(bodies, captures):
            assert same_language_map(body.label, capture["label"])
        for body in bodies:
            assert (body.type, str(plain(body.format))) == ("Image", "image/jpeg")
            services = {plain(service).type: address(service) for service in body.service}
            information = get(services["ImageService3"] + "/info.json")
            assert information["id"] == services["ImageService3"]
            if body is bodies[0]:
                assert (information["width"], information["height"]) == (canvas.width, canvas.height)
            picture = fetch_image(address(body))
            assert picture.size == (body.width, body.height)


def test_thumbnails_have_their_stated_size(server, document):
    served = manifest(server.manifest(document))
    for resource in [served, *served.items]:
        assert resource.thumbnail
        for thumbnail in map(plain, resource.thumbnail):
            picture = fetch_image(address(thumbnail))
            assert picture.size == (thumbnail.width, thumbnail.height)
            assert max(picture.size) <= 1024


def test_every_link_to_this_server_has_its_stated_format(server, document):
    served = manifest(server.manifest(document))
    links = [plain(link) for name in ("rendering", "seeAlso", "homepage") for link in plain(getattr(served, name)) or []]
    assert links
    for link in links:
        if not address(link).startswith(server.address):
            continue
        request = urllib.request.Request(address(link), headers={"Accept": str(plain(link.format) or "*/*")})
        with urllib.request.urlopen(request, timeout=60) as response:
            if link.format:
                assert response.headers.get_content_type() == str(plain(link.format)), address(link)
            # Read to the end, because only two PDFs are generated at once, and an abandoned download is detected a little later.
            assert response.read() != b"", address(link)


def test_every_clause_is_an_annotation_with_the_stored_texts_and_outlines(server, document):
    stored, served = server.stored(document), manifest(server.manifest(document))
    found, ranges = on_canvases(served, stored), ranges_of_annotations(served)
    labels_as_stored = {category["id"]: category["label"] for category in stored.categories}
    labels = {name: as_language_map(label) for name, label in labels_as_stored.items()}
    for number in range(1, len(stored.pages) + 1):
        clauses = stored.clauses_on(number)
        assert [read.clause for read in found[number]] == [clause["id"] for clause in clauses]
        for clause, read in zip(clauses, found[number]):
            assert read.bodies == stored.bodies_of(clause), clause["id"]
            assert same_rings(read.rings, stored.rings_of(clause, number)), clause["id"]
            left, top, right, bottom = bounds(read.rings)
            x, y, width, height = read.box
            # The smallest enclosing box of whole pixels.
            assert (x, y) == (math.floor(left), math.floor(top)), clause["id"]
            assert (x + width, y + height) == (math.ceil(right), math.ceil(bottom)), clause["id"]
            categories = clause.get("categories", [])
            assert [item["id"].rsplit("/", 1)[1] for item in ranges[read.id]] == categories
            assert all(
                same_language_map(item["label"], labels_as_stored[item["id"].rsplit("/", 1)[1]]) for item in ranges[read.id]
            )
            names = [name for names in read.tags.values() for name in names]
            assert len(names) == len(categories)
            for language, name in names:
                assert any([name] == labels[category].get(language or "none") for category in categories), name
            if clause.get("number"):
                assert read.label == {"none": [clause["number"]]}
            styles = {category["id"]: category["style"] for category in stored.categories}
            outline = any(styles[category] == "outline" for category in clause.get("categories", []))
            assert read.style == ("outline" if outline else "filled")


def test_a_canvas_has_one_annotation_page_and_each_category_is_a_range(server, document):
    stored, served = server.stored(document), manifest(server.manifest(document))
    for number, canvas in enumerate(served.items, 1):
        assert len(canvas.annotations or []) == (1 if stored.clauses_on(number) else 0)
    tops = [plain(item) for item in plain(served.structures)]
    ranges = {address(item): plain(item) for top in tops for item in map(plain, top.items) if item.type == "Range"}
    for category in stored.categories:
        clauses = [clause for clause in stored.clauses if category["id"] in clause.get("categories", [])]
        found = [item for name, item in ranges.items() if name.endswith(f"/category/{category['id']}")]
        assert len(found) == (1 if clauses else 0), category["id"]
        for item in found:
            assert same_language_map(item.label, category["label"])
            assert len(item.items) == sum(len(stored.pages_of(clause)) for clause in clauses)


def test_an_annotation_page_can_be_fetched_from_its_own_address(server, document):
    stored = server.stored(document)
    for number in range(1, len(stored.pages) + 1):
        where = server.url(f"/iiif/presentation/3/{document}/annotations/{number}.json")
        page = annotation_page(where)
        assert address(page) == where
        assert [content_of(annotation).clause for annotation in page.items] == [
            clause["id"] for clause in stored.clauses_on(number)
        ]


def test_ranges_list_the_clauses_in_reading_order(server, document):
    stored, served = server.stored(document), manifest(server.manifest(document))
    canvases = [address(canvas) for canvas in served.items]

    def walk(item: object):
        yield item
        for inner in map(plain, getattr(item, "items", None) or []):
            yield from walk(inner)

    ranges = [item for top in map(plain, served.structures) for item in walk(top) if item.type == "Range"]
    order = [address(item).rsplit("/", 1)[1] for item in ranges if "/clause/" in address(item)]
    assert order == [clause["id"] for clause in stored.clauses]
    by_id = {clause["id"]: clause for clause in stored.clauses}
    for item in ranges:
        if "/clause/" not in address(item):
            continue
        clause = by_id[address(item).rsplit("/", 1)[1]]
        places = [address(getattr(plain(part), "source", part)).partition("#")[0] for part in item.items]
        assert places == [canvases[page - 1] for page in stored.pages_of(clause)]


def test_the_collection_lists_the_document(server, document):
    collection = Collection(**get(server.url("/iiif/presentation/3/collection.json")))
    stored = server.stored(document)
    found = {address(item): plain(item) for item in collection.items}
    assert found[server.manifest(document)].type == "Manifest"
    assert same_language_map(found[server.manifest(document)].label, stored.document["title"])


def test_a_missing_document_is_404(server, document):
    with pytest.raises(urllib.error.HTTPError, match="404"):
        get(server.manifest(f"no-{document}"))
