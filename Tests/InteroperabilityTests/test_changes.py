"""Change Discovery 1.0: the activity stream of a library, read by a harvester from its last page backwards."""

import datetime

import pytest
from iiif_prezi3 import Manifest, Reference

import harbour_book
from presentation import address, get
from serving import add, run, serving

CONTEXT = "http://iiif.io/api/discovery/1/context.json"
STREAM = "/iiif/discovery/1/activity.json"


def harvest(base: str) -> list[dict]:
    """Returns all activities, newest first, checking every rule of the specification's processing algorithm."""
    stream = get(base + STREAM)
    assert (stream["@context"], stream["type"], stream["id"]) == (CONTEXT, "OrderedCollection", base + STREAM)
    found, page_id, following = [], stream["last"]["id"], None
    while page_id:
        page = get(page_id)
        assert (page["@context"], page["type"], page["id"]) == (CONTEXT, "OrderedCollectionPage", page_id)
        assert page["partOf"]["id"] == stream["id"]
        assert page.get("next", {}).get("id") == following
        found += reversed(page["orderedItems"])
        following, page_id = page_id, page.get("prev", {}).get("id")
    assert following == stream["first"]["id"]
    assert len(found) == stream["totalItems"]
    for activity in found:
        assert Reference(**activity["object"]).type == "Manifest"
    times = [datetime.datetime.fromisoformat(activity["endTime"]) for activity in found]
    assert times == sorted(times, reverse=True)
    assert all(time.tzinfo is not None for time in times)
    return found


def test_every_added_document_is_in_the_activity_stream_and_can_be_fetched(server):
    latest = {}
    for activity in harvest(server.address):
        latest.setdefault(activity["object"]["id"], activity["type"])
    for document in ("magna-carta", "harbour-book"):
        assert latest[server.manifest(document)] == "Create"
    for manifest in latest:
        value = get(manifest)
        assert address(Manifest(**value)) == manifest


@pytest.fixture
def library(tmp_path):
    source = tmp_path / "harbour-book"
    harbour_book.write(source)
    add(tmp_path / "library", source)
    return tmp_path / "library"


def test_an_update_and_a_removal_are_listed_in_order(library):
    source = library.parent / "harbour-book"
    text = source / "texts" / "en.json"
    text.write_text(text.read_text(encoding="utf-8").replace("A lamp", "The lamp"), encoding="utf-8")
    add(library, source)
    add(library, source)
    run("remove", "harbour-book", "--yes", "--library", library)
    with serving(library) as base:
        found = harvest(base)
        manifest = f"{base}/iiif/presentation/3/harbour-book/manifest.json"
        assert [(activity["type"], activity["object"]["id"]) for activity in found] == [
            ("Delete", manifest),
            ("Update", manifest),
            ("Create", manifest),
        ]
