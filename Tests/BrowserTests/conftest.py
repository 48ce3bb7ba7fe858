"""Fixtures: a server with the sample documents, which runs as long as the tests do, and simulated readers.

EXPLORE_BINARY   the program (default: .build/release/explore, then .build/debug/explore)
EXPLORE_ADDRESS  a running server to use instead; it must have the documents magna-carta, three-pages and four-languages
CHROMIUM         the browser, see chromium.py
EXPLORE_SITE     `all` tests a static site of the same documents; see hosting.py
"""

from __future__ import annotations

import contextlib
import os

import pytest

import four_languages
import three_pages
from chromium import launched
from contexts import OPTIONS, SCRIPTS, Contexts, acquainted, reader_in
from hosting import reading
from serving import ROOT, add, serving
from skips import pytest_collectreport, pytest_runtest_logreport, pytest_sessionfinish, pytest_terminal_summary  # noqa: F401
from support import Reader
from variants import deselect


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--variants", choices=["one", "others", "all"], default="all", help="see variants.py")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Selects variants; skips, with the reason, tests that need a server when a static site is tested."""
    config.hook.pytest_deselected(items=deselect(items, config.getoption("variants")))
    if os.environ.get("EXPLORE_SITE") != "all":
        return
    compresses = os.environ.get("EXPLORE_SITE_HOST") == "nginx"
    for item in items:
        for mark in item.iter_markers("server"):
            item.add_marker(pytest.mark.skip(reason=f"takes a server: {mark.args[0]}"))
        if not compresses and item.get_closest_marker("compression"):
            item.add_marker(pytest.mark.skip(reason="python's host compresses nothing"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo):
    """Adds what each reader sees to the report of a failed test."""
    report = yield
    if report.when == "call" and report.failed:
        for number, reader in enumerate(getattr(item, "readers", [])):
            report.sections.append((f"Reader {number + 1}", reader.description()))
    return report


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory):
    if named := os.environ.get("EXPLORE_ADDRESS"):
        yield named.rstrip("/")
        return
    folder = tmp_path_factory.mktemp("explore")
    library = folder / "library"
    three_pages.write(folder / "three-pages")
    four_languages.write(folder / "four-languages")
    for source in [ROOT / "data" / "magna-carta", folder / "three-pages", folder / "four-languages"]:
        add(library, source)
    with reading(library) as served:
        yield served


@pytest.fixture(scope="session")
def browser():
    with launched() as chromium:
        yield chromium


@pytest.fixture(scope="session")
def contexts(browser):
    every = Contexts(browser)
    yield every
    every.close()


@pytest.fixture
def serve():
    """Returns a function that serves a library until the test has ended and its readers have left their pages."""
    with contextlib.ExitStack() as servers:
        yield lambda library, *options: servers.enter_context(serving(library, *options))


@pytest.fixture
def new_reader(contexts, address, request, serve):
    """
    Returns a function that creates readers, each with separate browser storage. The test fails if any of them logged an error
    to the console. Tests marked `cold` start with an empty HTTP cache. In tests marked `calm`, readers prefer reduced motion,
    which saves the browser a third of its work.
    """
    is_cold = request.node.get_closest_marker("cold") is not None
    is_calm = request.node.get_closest_marker("calm") is not None
    used, readers = [], []
    request.node.readers = readers

    def make(width: int = 820, height: int = 1180, is_new: bool = False, **options) -> Reader:
        """Creates a reader; one that is new sees the hints of a first visit."""
        options = {
            **OPTIONS,
            "has_touch": True,
            "service_workers": "block",
            **({"reduced_motion": "reduce"} if is_calm else {}),
            **options,
        }
        scripts = SCRIPTS + ([] if is_new else [acquainted()])
        context = contexts.take(scripts, options, is_cold)
        used.append(context)
        reader = reader_in(context, address)
        reader.page.set_viewport_size({"width": width, "height": height})
        readers.append(reader)
        return reader

    yield make
    for context in used:
        contexts.give_back(context)
    complaints = [complaint for made in readers if not made.allows_console_errors for complaint in made.console_errors]
    assert complaints == []
