"""The recipes of the IIIF cookbook with annotations: added to a library, and read as their authors wrote them."""

from __future__ import annotations

import json
import pathlib

from iiif_prezi3 import AnnotationPage, Manifest

from presentation import Content, content_of, plain
from serving import add
from shared_data import COOKBOOK

# The subject of each recipe.
RECIPES = {
    "0019-html-in-annotations": "HTML in bodies",
    "0021-tagging": "tags",
    "0022-linking-with-a-hotspot": "links to another canvas",
    "0033-choice": "a choice of images",
    "0045-css": "style classes",
    "0135-annotating-point-in-canvas": "a point",
    "0258-tagging-external-resource": "a tag with an address",
    "0261-non-rectangular-commenting": "polygons",
    "0266-full-canvas-annotation": "a whole canvas",
    "0326-annotating-image-layer": "layers",
    "0346-multilingual-annotation-body": "a choice of languages",
    "newspaper_issue_1": "523 annotations in pages of their own",
}
NEWSPAPER = "0068-newspaper"


def add_recipes(library: pathlib.Path) -> None:
    if not COOKBOOK.exists():
        return
    add(library, *(COOKBOOK / name / "manifest.json" for name in RECIPES if (COOKBOOK / name).exists()))
    folder = COOKBOOK / NEWSPAPER
    pages = [folder / f"newspaper_issue_1-anno_p{page}.json" for page in (1, 2)]
    options = [part for page in pages for part in ("--annotations", page)]
    add(library, folder / "newspaper_issue_1-manifest.json", *options, "--id", "newspaper_issue_1")


def read(path: pathlib.Path) -> dict:
    """Returns a recipe with addresses in place of the cookbook site's placeholders."""
    text = path.read_text(encoding="utf-8")
    base = f"https://iiif.io/api/cookbook/recipe/{path.parent.name}"
    for name, value in (("id.url", f"{base}/{path.name}"), ("id.path", base)):
        text = text.replace("{{ %s }}" % name, value).replace("{{%s}}" % name, value)
    return json.loads(text, object_hook=without_id)


def without_id(value: dict) -> dict:
    """Returns texts without their address, because iiif-prezi3 3.1.1 keeps nothing but the address of a body that has one."""
    if value.get("type") in ("TextualBody", "SpecificResource"):
        value.pop("id", None)
    return value


def manifest(recipe: str) -> Manifest:
    if recipe == "newspaper_issue_1":
        return Manifest(**read(COOKBOOK / NEWSPAPER / "newspaper_issue_1-manifest.json"))
    return Manifest(**read(COOKBOOK / recipe / "manifest.json"))


def annotations(recipe: str) -> list[tuple[int, Content]]:
    """Returns the annotations with the number of their page: those of the canvases, and those of images in a choice."""
    if recipe == "newspaper_issue_1":
        files = [COOKBOOK / NEWSPAPER / f"newspaper_issue_1-anno_p{page}.json" for page in (1, 2)]
        return [(page, content_of(item)) for page, file in enumerate(files, 1) for item in AnnotationPage(**read(file)).items]
    found = []
    for number, canvas in enumerate(manifest(recipe).items, 1):
        pages = [*(canvas.annotations or [])]
        for painting in canvas.items:
            for annotation in painting.items:
                for choice in getattr(plain(annotation.body), "items", None) or []:
                    pages += getattr(plain(choice), "annotations", None) or []
        found += [(number, content_of(item)) for page in map(plain, pages) for item in page.items]
    return found
