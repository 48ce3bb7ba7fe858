"""The browser of the tests.

CHROMIUM         the program (by default /usr/bin/chromium-headless-shell, with which the tests take a quarter less)
"""

import contextlib
import os
from collections.abc import Iterator

from playwright.sync_api import Browser, sync_playwright


@contextlib.contextmanager
def launched() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell"), args=["--no-sandbox"]
        )
        yield browser
        browser.close()
