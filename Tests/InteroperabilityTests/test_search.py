"""Content Search 2.0: responses as read by iiif-prezi3, compared with what was stored."""

import re
import unicodedata
import urllib.parse

import pytest
from iiif_prezi3 import AnnotationPage

from presentation import address, content_of, get, manifest, plain
from stored import Stored

CONTEXT = "http://iiif.io/api/search/2/context.json"

# Words in one language or several, in the sample and in the book of the harbour.
SEARCHES = [
    ("magna-carta", "widow", "en"),
    ("magna-carta", "forêts", "fr"),
    ("magna-carta", "london", "en"),
    ("harbour-book", "lamp", "en"),
    ("harbour-book", "étranger", "fr"),
    ("harbour-book", "مصباح", "ar"),
    ("harbour-book", "锚", "zh"),
]


def folded(text: str) -> str:
    """Returns a text without case and accents."""
    plain_text = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in plain_text if not unicodedata.combining(character))


def clauses_containing(stored: Stored, word: str) -> set[str]:
    """Returns the clauses that contain a word, or one with this prefix, in any of their texts."""
    found = set()
    for clause in stored.clauses:
        texts = [text for _, _, text in stored.bodies_of(clause)]
        # Chinese does not separate its words.
        begins = "" if any("\u4e00" <= character for character in word) else r"(?<!\w)"
        if any(re.search(begins + re.escape(folded(word)), folded(text)) for text in texts):
            found.add(clause["id"])
    return found


def service(server, document: str) -> str:
    found = [plain(item) for item in plain(manifest(server.manifest(document)).service)]
    return next(address(item) for item in found if item.type == "SearchService2")


def pages(first: str) -> list[tuple[dict, AnnotationPage]]:
    """Returns a response and the pages that follow it, both raw and as read."""
    found, next_page = [], first
    while next_page:
        value = get(next_page)
        assert value["@context"] == CONTEXT
        found.append((value, AnnotationPage(**value)))
        next_page = value["next"]["id"] if "next" in value else None
    return found


@pytest.mark.parametrize(("document", "word", "language"), SEARCHES)
def test_a_search_finds_the_annotations_that_contain_a_word(server, document, word, language):
    stored = server.stored(document)
    expected = clauses_containing(stored, word)
    assert expected, f"'{word}' is a bad example"
    responses = pages(f"{service(server, document)}?q={urllib.parse.quote(word)}")
    read = [content_of(item) for _, page in responses for item in page.items]
    assert {item.clause for item in read} == expected
    clauses = {clause["id"]: clause for clause in stored.clauses}
    assert [plain(page.partOf[0]).total for _, page in responses] == [len(read)] * len(responses)
    for item in read:
        assert item.bodies == stored.bodies_of(clauses[item.clause])
        assert item.canvas.startswith(server.url(f"/iiif/presentation/3/{document}/canvas/"))


@pytest.mark.parametrize(("document", "word", "language"), SEARCHES)
def test_each_hit_quotes_the_stored_text(server, document, word, language):
    stored = server.stored(document)
    clauses = {clause["id"]: clause for clause in stored.clauses}
    for value, page in pages(f"{service(server, document)}?q={urllib.parse.quote(word)}"):
        items = {address(item) for item in page.items}
        hits = [AnnotationPage(**part) for part in value["annotations"]]
        quoted = set()
        for hit in (item for part in hits for item in part.items):
            target = plain(hit.target)
            selector = plain(target.selector[0] if isinstance(target.selector, list) else target.selector)
            annotation = address(target.source)
            assert annotation in items
            clause = urllib.parse.unquote(urllib.parse.urlsplit(annotation).path.rsplit("/", 1)[1])
            quotation = f"{selector.prefix or ''}{selector.exact}{selector.suffix or ''}"
            texts = [text for _, _, text in stored.bodies_of(clauses[clause])]
            flat = ["".join(text.split()) for text in texts]
            assert any("".join(quotation.split()) in text for text in flat), quotation
            if hit.motivation == "highlighting":
                assert folded(selector.exact).startswith(folded(word))
                quoted.add(annotation)
        assert quoted == items


def test_a_search_without_hits_is_an_empty_page(server):
    (value, page), = pages(f"{service(server, 'harbour-book')}?q=zzzz")
    assert page.items == [] and value["items"] == []


def test_ignored_parameters_are_named(server):
    value = get(f"{service(server, 'harbour-book')}?q=lamp&user=someone&date=2020")
    assert sorted(value["ignored"]) == ["date", "user"]


def test_autocompleted_words_are_found_at_most_as_often_as_stated(server):
    base = service(server, "magna-carta")
    terms = get(f"{base}/autocomplete?q=wid")
    assert (terms["type"], terms["@context"]) == ("TermPage", CONTEXT)
    assert terms["items"]
    for term in terms["items"]:
        assert folded(term["value"]).startswith("wid")
        if "service" in term:
            found = [item for _, page in pages(term["service"][0]["id"]) for item in page.items]
            # The count includes repetitions within a text.
            assert 0 < len(found) <= term["total"], term["value"]
