"""The browser contexts of readers: a pool that tests reuse, and single ones for pictures, recordings and benchmarks."""

from __future__ import annotations

import contextlib
import json
import urllib.parse

from playwright.sync_api import Browser, BrowserContext, Error, Page

from support import INSTRUMENTATION, VIEWER_FOLDER, Reader

# What every page of a reader runs first.
SCRIPTS = [INSTRUMENTATION, VIEWER_FOLDER]
# The options of every context, unless others are given.
OPTIONS = {"locale": "en-GB", "color_scheme": "light"}


def acquainted(**settings: bool) -> str:
    """Returns a script for pages of a reader who has seen the hints of a first visit. It stores further settings too."""
    stored = json.dumps(json.dumps({"isAcquainted": True, **settings}))
    return f"""
        if (location.protocol.startsWith('http') && !localStorage.getItem('explore')) localStorage.setItem('explore', {stored});
    """


def new_context(browser: Browser, scripts: list[str], options: dict) -> BrowserContext:
    """Creates a context with these options that runs the scripts in every page."""
    context = browser.new_context(**options)
    for script in scripts:
        context.add_init_script(script)
    return context


def reader_in(context: BrowserContext, address: str) -> Reader:
    """Creates a reader with a page of its own in the context."""
    page = context.new_page()
    return Reader(page, context.new_cdp_session(page), address)


def reader_in_own_context(browser: Browser, address: str, script: str = acquainted(), **options) -> Reader:
    """Creates a reader in a new context with these options, whose pages run the script."""
    return reader_in(new_context(browser, [*SCRIPTS, script], {**OPTIONS, **options}), address)


class Contexts:
    """
    Hands out contexts with empty storage. A returned context is reused after its cookies and storage are cleared; its HTTP
    cache is kept, so that scripts, styles and fonts are not fetched and compiled again for each test. Contexts with service
    workers or permissions are not reused.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.kept: dict[str, list[BrowserContext]] = {}
        self.keys: dict[BrowserContext, str] = {}
        self.origins: dict[BrowserContext, set[str]] = {}

    def take(self, scripts: list[str], options: dict, is_cold: bool) -> BrowserContext:
        """Returns a context with these options that runs the scripts in every page. A cold one has an empty HTTP cache."""
        key = json.dumps([scripts, options], sort_keys=True)
        if not is_cold and self.kept.get(key):
            return self.kept[key].pop()
        context = new_context(self.browser, scripts, options)
        if not is_cold and options["service_workers"] == "block" and "permissions" not in options:
            self.keys[context] = key
            self.origins[context] = set()
            context.on("page", lambda page: self._note_origins(context, page))
        return context

    def _note_origins(self, context: BrowserContext, page: Page) -> None:
        page.on("framenavigated", lambda frame: self.origins[context].add(origin(frame.url)))

    def give_back(self, context: BrowserContext) -> None:
        if context not in self.keys or not context.pages:
            context.close()
            return
        first, *others = context.pages
        for page in others:
            page.close()
        # A timer of a page may write to storage until the page is left, and the browser stores it later.
        for frame in first.frames:
            with contextlib.suppress(Error):
                frame.evaluate("() => { Storage.prototype.setItem = () => {}; }")
        first.goto("about:blank")
        session = context.new_cdp_session(first)
        for visited in self.origins[context]:
            session.send("Storage.clearDataForOrigin", {"origin": visited, "storageTypes": "all"})
        context.clear_cookies()
        context.set_offline(False)
        first.close()
        self.kept.setdefault(self.keys[context], []).append(context)

    def close(self) -> None:
        for contexts in self.kept.values():
            for context in contexts:
                context.close()


def origin(url: str) -> str:
    parts = urllib.parse.urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
