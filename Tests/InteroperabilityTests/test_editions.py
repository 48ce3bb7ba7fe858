"""TEI editions as read by lxml: valid by the schema of docs/editions.rng, linked as EVT and TEI Publisher expect, and with
everything that was stored.
"""

import pytest
from lxml import etree

from serving import ROOT, run
from shared_data import CHARTER, needs
from stored import Stored

DOCUMENTS = ["magna-carta", "harbour-book", "grant", pytest.param("auxerre-h2404", marks=needs(CHARTER))]
TEI = {"t": "http://www.tei-c.org/ns/1.0"}
XML = "{http://www.w3.org/XML/1998/namespace}"


@pytest.fixture(scope="module")
def schema():
    return etree.RelaxNG(etree.parse(ROOT / "docs" / "editions.rng"))


@pytest.fixture(params=DOCUMENTS)
def edition(request, server, tmp_path):
    path = tmp_path / "edition.xml"
    run("export", request.param, path, "--format", "tei", "--library", server.library)
    # Nothing outside the file is read.
    return server.stored(request.param), etree.parse(path, etree.XMLParser(resolve_entities=False, no_network=True))


def text_of(element: etree._Element) -> str:
    """Returns the words of an element as TEI defines them: `lb` is a line break, other white space is not."""
    keeps = element.get(XML + "space") == "preserve"
    lines = [element.text or ""]
    for child in element:
        assert etree.QName(child).localname == "lb"
        lines.append(child.tail or "")
    # Only XML's own white space: other white-space characters are text.
    return "\n".join(line if keeps else " ".join(line.translate(dict.fromkeys(map(ord, "\t\r\n"), " ")).split(" ")).strip(" ") for line in lines)


def paragraphs(elements: list[etree._Element]) -> str | None:
    return "\n\n".join(map(text_of, elements)) if elements else None


def ring(points: str) -> list[tuple[float, float]]:
    return [tuple(float(number) for number in point.split(",")) for point in points.split()]


def test_an_edition_is_valid_and_its_pointers_have_targets(edition, schema):
    _, tree = edition
    schema.assertValid(tree)
    # Every pointer has a target, which no schema can verify.
    ids = set(tree.xpath("//@xml:id"))
    for name in ("facs", "corresp", "ana"):
        for value in tree.xpath(f"//@{name}"):
            assert {pointer.removeprefix("#") for pointer in value.split()} <= ids


def test_zones_and_texts_are_those_of_the_stored_document(edition):
    stored, tree = edition
    language = stored.document["language"]
    blocks = tree.xpath("//t:div[@type='transcription']/t:ab", namespaces=TEI)
    assert [block.get(XML + "id") for block in blocks] == [f"clause-{clause['id']}" for clause in stored.clauses]
    zones = {zone.get(XML + "id"): zone for zone in tree.iterfind(".//t:zone", TEI) if zone.get(XML + "id")}
    for clause, block in zip(stored.clauses, blocks, strict=True):
        # Like TEI Publisher and Transkribus: from the text to its zones.
        found = [zones[pointer.removeprefix("#")] for pointer in block.get("facs").split()]
        for zone, region in zip(found, clause["regions"], strict=True):
            # Like EVT: from the zone to its text, and from the surface to its page break.
            assert zone.get("corresp") == "#" + block.get(XML + "id")
            assert zone.get("rendition") in ("Line", "HotSpot")
            page = zone.getparent()
            assert page.get(XML + "id") == f"page-{region['page']}"
            (turn,) = tree.xpath("//t:pb[@xml:id=$id]", namespaces=TEI, id=page.get("corresp").removeprefix("#"))
            assert turn.get("facs") == "#" + page.get(XML + "id")
            outlines = [region["polygon"], *region.get("holes", [])]
            rings = [ring(part.get("points")) for part in [zone, *zone.iterfind("t:zone", TEI)]]
            assert rings == [[tuple(map(float, point)) for point in outline] for outline in outlines]
            across, down = zip(*rings[0])
            assert [float(zone.get(side)) for side in ("ulx", "uly", "lrx", "lry")] == [min(across), min(down), max(across), max(down)]
        assert block.get("n") == clause.get("number")
        transcription = stored.texts.get(language, {}).get(clause["id"], {}).get("transcription")
        assert text_of(block) == (transcription or "")
        themes = [pointer.removeprefix("#category-") for pointer in (block.get("ana") or "").split()]
        assert themes == clause.get("categories", [])
    for part in tree.iterfind(".//t:div[@type='translation']", TEI):
        for entry in part.iterfind("t:div", TEI):
            text = stored.texts[part.get(XML + "lang")][entry.get("corresp").removeprefix("#clause-")]
            head = entry.find("t:head", TEI)
            assert (None if head is None else text_of(head)) == text.get("title")
            assert paragraphs(entry.findall("t:p", TEI)) == text.get("translation")
            assert paragraphs(entry.findall("t:note/t:p", TEI)) == text.get("context")
    stored_entries = {
        (tag, clause)
        for tag, texts in stored.texts.items()
        for clause, text in texts.items()
        if any(text.get(field) is not None for field in ("title", "translation", "context"))
    }
    exported_entries = {
        (part.get(XML + "lang"), entry.get("corresp").removeprefix("#clause-"))
        for part in tree.iterfind(".//t:div[@type='translation']", TEI)
        for entry in part.iterfind("t:div", TEI)
    }
    assert stored_entries <= exported_entries


def test_images_and_categories_have_their_stored_names(edition):
    stored, tree = edition
    for surface, page in zip(tree.iterfind(".//t:surface", TEI), stored.pages, strict=True):
        names = [capture["image"] for capture in page.get("captures", [])] or [page["image"]] * bool(page.get("image"))
        assert [graphic.get("url") for graphic in surface.iterfind(".//t:graphic", TEI)] == names
    labels = [
        {label.get(XML + "lang"): label.text for label in category.iterfind("t:catDesc", TEI)}
        for category in tree.iterfind(".//t:taxonomy/t:category", TEI)
    ]
    expected = [category["label"] for category in stored.categories]
    assert labels == [{None: label} if isinstance(label, str) else label for label in expected]
