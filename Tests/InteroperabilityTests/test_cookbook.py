"""Annotation recipes of the IIIF cookbook: added, served, and read back as their authors wrote them."""

import json
from html.parser import HTMLParser

import pytest

import cookbook
from presentation import Content, annotation_pages, bounds, content_of, get, language_map, manifest, same_rings
from serving import add, run
from shared_data import COOKBOOK, needs
from stored import Stored

pytestmark = [needs(COOKBOOK), pytest.mark.parametrize("recipe", cookbook.RECIPES)]

# Our own tolerance of half a pixel: curves are flattened, and a point becomes a small box.
PIXELS = 0.5


def served(server, recipe: str) -> list[tuple[int, Content]]:
    found = {}
    for number, canvas in enumerate(manifest(server.manifest(recipe)).items, 1):
        for page in annotation_pages(canvas):
            for annotation in page.items:
                read = content_of(annotation)
                found.setdefault(read.id, (number, read))
    return list(found.values())


def without_markup(text: str) -> str:
    """Returns the words of a text, which is HTML if it begins and ends with angle brackets, as IIIF defines."""
    if not (text.startswith("<") and text.endswith(">")):
        return " ".join(text.split())

    class Text(HTMLParser):
        def __init__(self):
            super().__init__()
            self.text = ""

        def handle_data(self, data):
            self.text += data

    reader = Text()
    reader.feed(text)
    return " ".join(reader.text.split())


def test_the_canvases_have_the_sizes_and_the_label_of_the_recipe(server, recipe):
    theirs, ours = cookbook.manifest(recipe), manifest(server.manifest(recipe))
    assert [(canvas.width, canvas.height) for canvas in ours.items] == [
        (canvas.width, canvas.height) for canvas in theirs.items
    ]
    assert language_map(ours.label) == language_map(theirs.label)


def test_the_annotations_have_the_texts_and_places_of_the_recipe(server, recipe):
    theirs, ours = cookbook.annotations(recipe), served(server, recipe)
    assert len(ours) == len(theirs)
    canvases = cookbook.manifest(recipe).items
    for (their_page, their), (our_page, our) in zip(theirs, ours):
        assert our_page == their_page
        # Texts regardless of their purpose here: some of them have become titles too.
        texts = {(language or "und", text) for _, language, text in our.bodies}
        texts |= {(language or "und", text) for names in our.tags.values() for language, text in names}
        wanted = {(language or "und", text) for _, language, text in their.bodies}
        wanted |= {(language or "und", text) for names in their.tags.values() for language, text in names}
        for language, text in wanted:
            # A picture within HTML has become its alternative text, at the end of the only text that has one.
            texts_here = [" ".join(our_text.split()) for our_language, our_text in texts if our_language == language]
            assert any(our_text.startswith(without_markup(text)) for our_text in texts_here), text
        named = {tag for tag in their.tags if tag}
        assert named <= {text for _, text in texts}
        # Places: a drawing has the same corners, a box the same box, and the whole page all of it.
        if their.rings:
            assert same_rings(our.rings, their.rings)
        elif their.box:
            x, y, width, height = their.box
            assert bounds(our.rings) == pytest.approx((x, y, x + width, y + height), abs=PIXELS)
        elif recipe == "0266-full-canvas-annotation":
            assert bounds(our.rings) == (0, 0, canvases[0].width, canvases[0].height)
        elif recipe == "0135-annotating-point-in-canvas":
            assert bounds(our.rings)[0] <= 3385 <= bounds(our.rings)[2]


def test_a_served_manifest_can_be_added_again_unchanged(server, recipe, tmp_path):
    """The manifest as a file, with the annotation pages that it references embedded: the same document."""
    address = server.manifest(recipe)
    value = get(address)
    for canvas in value["items"]:
        canvas["annotations"] = [
            page if "items" in page else get(page["id"]) for page in canvas.get("annotations", [])
        ]
    (tmp_path / "manifest.json").write_text(json.dumps(value), encoding="utf-8")
    library = tmp_path / "library"
    add(library, tmp_path / "manifest.json", "--id", recipe)
    run("export", recipe, tmp_path / "again", "--format", "folder", "--library", library)
    again, stored = Stored.read(tmp_path / "again"), server.stored(recipe)
    assert again.clauses == stored.clauses
    assert again.texts == stored.texts
    assert again.categories == stored.categories
