"""Starts one server for all of these tests: a library with the sample, a charter, a book, and third-party images and recipes.

EXPLORE_BINARY   the program (by default .build/release/explore, else .build/debug/explore)
CHROMIUM         the browser, see chromium.py
"""

from __future__ import annotations

import pathlib
from dataclasses import dataclass

import pytest

import cookbook
import harbour_book
import lined_page
import reference_image
from chromium import launched
from serving import ROOT, add, run, serving
from shared_data import CHARTER, STARFISH
from skips import pytest_collectreport, pytest_runtest_logreport, pytest_sessionfinish, pytest_terminal_summary  # noqa: F401
from stored import Stored


@dataclass
class Server:
    """A running server."""

    # Without a trailing slash.
    address: str
    library: pathlib.Path
    # The source folders of documents that have one; the others are exported.
    sources: dict[str, pathlib.Path]

    def url(self, path: str) -> str:
        return self.address + path

    def manifest(self, document: str) -> str:
        return self.url(f"/iiif/presentation/3/{document}/manifest.json")

    def stored(self, document: str) -> Stored:
        if document not in self.sources:
            folder = self.library.parent / "exported" / document
            run("export", document, folder, "--format", "folder", "--library", self.library)
            self.sources[document] = folder
        return Stored.read(self.sources[document])


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("interoperability")
    library = folder / "library"
    sources = {"magna-carta": ROOT / "data" / "magna-carta", "harbour-book": folder / "harbour-book"}
    harbour_book.write(sources["harbour-book"])
    add(library, *sources.values(), reference_image.write(folder))
    add(library, lined_page.draw(folder), "--alto", lined_page.ALTO)
    if STARFISH.exists():
        # With quality 85, no encoder reaches more than 36.1 decibels for this photograph at half its size, or 34.5 at a quarter.
        add(library, STARFISH / "testimages" / "starfish.jpg", "--quality", 90)
    if CHARTER.exists():
        add(library, CHARTER / "auxerre-h2404.jpg", "--alto", CHARTER / "auxerre-h2404.xml")
    cookbook.add_recipes(library)
    with serving(library) as address:
        yield Server(address, library, sources)


@pytest.fixture(scope="session")
def chromium():
    with launched() as browser:
        yield browser
