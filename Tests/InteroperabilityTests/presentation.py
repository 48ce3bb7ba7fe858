"""Responses as iiif-prezi3 reads them, and their content."""

from __future__ import annotations

import json
import math
import re
import urllib.parse
import urllib.request
import xml.etree.ElementTree
from collections.abc import Iterator
from dataclasses import dataclass

from iiif_prezi3 import Annotation, AnnotationPage, Choice, Manifest, SpecificResource, TextualBody

SVG = "{http://www.w3.org/2000/svg}"
# No outline in the tests has finer details; more digits than this are written.
PIXELS = 0.001

Ring = list[tuple[float, float]]


def get(address: str, accept: str = "application/ld+json, application/json") -> dict:
    request = urllib.request.Request(address, headers={"Accept": accept})
    with urllib.request.urlopen(request, timeout=60) as response:
        assert response.headers["Access-Control-Allow-Origin"] == "*", address
        kind = response.headers.get_content_type()
        assert kind in ("application/ld+json", "application/json"), f"{address} is {kind}"
        return json.load(response)


def manifest(address: str) -> Manifest:
    return Manifest(**get(address))


def annotation_page(address: str) -> AnnotationPage:
    return AnnotationPage(**get(address))


def language_map(value: object) -> dict[str, list[str]]:
    """Returns a language map from any of iiif-prezi3's wrappers."""
    root = getattr(value, "root", value)
    return {language: list(texts) for language, texts in root.items()}


def plain(value: object) -> object:
    return getattr(value, "root", value)


def pictures(body: object) -> list:
    """Returns the images of a body: one, or those of a choice, the first of which is the default."""
    body = plain(body)
    return [plain(item) for item in body.items] if body.type == "Choice" else [body]


def address(value: object) -> str:
    """Returns the address of a resource, a reference or an address."""
    value = plain(value)
    return str(plain(getattr(value, "id", value)))


@dataclass
class Content:
    """The content of an annotation: texts by purpose and language, tags, and the place."""

    id: str
    # Purpose, language and text.
    bodies: set[tuple[str, str | None, str]]
    # Each tag's address, with its names by language; the key of names without an address is None.
    tags: dict[str | None, set[tuple[str | None, str]]]
    canvas: str
    rings: list[Ring]
    box: tuple[float, float, float, float] | None
    label: dict[str, list[str]]
    style: str | None

    @property
    def clause(self) -> str:
        """Returns the clause of one of our annotations: the end of its address."""
        path = urllib.parse.urlsplit(self.id).path
        return urllib.parse.unquote(path.rstrip("/").rsplit("/", 1)[1])


def content_of(annotation: Annotation) -> Content:
    motivation = annotation.motivation
    if isinstance(motivation, list):
        motivation = motivation[0]
    bodies, tags, tag = set(), {}, None
    for purpose, body in parts(annotation.body, motivation or "commenting"):
        if isinstance(body, TextualBody) and purpose != "tagging":
            bodies.add((purpose, body.language, body.value))
            tag = None
        elif isinstance(body, TextualBody):
            tags.setdefault(tag, set()).add((body.language, body.value))
        elif purpose in ("tagging", "classifying"):
            # The names of a tag with an address follow it.
            tag = str(body)
            tags.setdefault(tag, set())
    canvas, rings, box = place(plain(annotation.target))
    label = language_map(annotation.label) if annotation.label else {}
    style = getattr(plain(annotation.target), "styleClass", None)
    return Content(address(annotation), bodies, tags, canvas, rings, box, label, style)


def parts(body: object, purpose: str) -> Iterator[tuple[str, object]]:
    """Yields the bodies of an annotation with their purpose, each item of a choice separately."""
    body = plain(body)
    if isinstance(body, list):
        for part in body:
            yield from parts(part, purpose)
    elif isinstance(body, Choice):
        for part in body.items:
            yield from parts(part, purpose)
    elif isinstance(body, SpecificResource):
        yield from parts(body.source, body.purpose or purpose)
    elif isinstance(body, TextualBody):
        yield body.purpose or purpose, body
    elif body is not None:
        yield purpose, body


def place(target: object) -> tuple[str, list[Ring], tuple | None]:
    """Returns the target canvas, the rings of its drawing, and the box."""
    target = plain(target)
    if isinstance(target, list):
        assert len(target) == 1, target
        return place(target[0])
    if not isinstance(target, SpecificResource):
        canvas, _, fragment = str(target).partition("#")
        return canvas, [], box(fragment) if fragment else None
    selectors = target.selector if isinstance(target.selector, list) else [target.selector]
    rings, found = [], None
    for selector in map(plain, selectors):
        kind = getattr(selector, "type", None)
        if kind == "SvgSelector":
            rings = rings_of_svg(selector.value)
        elif kind == "FragmentSelector":
            found = box(selector.value)
        elif kind == "ImageApiSelector":
            found = tuple(float(part) for part in selector.region.split(","))
    return address(target.source).partition("#")[0], rings, found


def box(fragment: str) -> tuple[float, float, float, float]:
    """Parses `xywh=x,y,w,h`, in pixels."""
    match = re.fullmatch(r"xywh=(?:pixel:)?([-\d.]+),([-\d.]+),([-\d.]+),([-\d.]+)", fragment)
    assert match, f"the fragment is '{fragment}', expected xywh=x,y,w,h"
    return tuple(float(part) for part in match.groups())


def rings_of_svg(svg: str) -> list[Ring]:
    """Returns the rings of a drawing whose paths consist of straight lines in absolute coordinates, with the single root that
    W3C's model requires.
    """
    root = xml.etree.ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg", root.tag
    rings: list[Ring] = []
    for path in root.iter(f"{SVG}path"):
        for part in re.findall(r"M[^M]*", path.attrib["d"]):
            assert not re.search(r"[^MLZz\d\s.,-]", part), f"'{part}' is more than straight lines"
            numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", part)]
            ring = list(zip(numbers[::2], numbers[1::2]))
            rings.append(ring[:-1] if ring[0] == ring[-1] else ring)
    return rings


def bounds(rings: list[Ring]) -> tuple[float, float, float, float]:
    xs, ys = zip(*(point for ring in rings for point in ring))
    return min(xs), min(ys), max(xs), max(ys)


def same_rings(ours: list[Ring], theirs: list[Ring]) -> bool:
    return [len(ring) for ring in ours] == [len(ring) for ring in theirs] and all(
        math.dist(a, b) <= PIXELS for one, other in zip(ours, theirs) for a, b in zip(one, other)
    )


def annotation_pages(of: object) -> list[AnnotationPage]:
    """Returns the annotation pages of a canvas or a manifest, each from its own address."""
    pages = []
    for page in of.annotations or []:
        page = plain(page)
        pages.append(page if isinstance(page, AnnotationPage) and page.items else annotation_page(address(page)))
    return pages
