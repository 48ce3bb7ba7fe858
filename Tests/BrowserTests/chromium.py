"""The browser of the tests.

CHROMIUM         the program (by default /usr/bin/chromium-headless-shell, with which the tests take a quarter less)
"""

import contextlib
import os
import pathlib
from collections.abc import Iterator

from playwright.sync_api import Browser, sync_playwright


PROGRAM = os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell")


@contextlib.contextmanager
def launched() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=["--no-sandbox"])
        yield browser
        browser.close()


def with_camera(browser: Browser, film: pathlib.Path) -> Browser:
    """Another browser beside one, which takes a film in YUV4MPEG2 for its camera, over and over, and allows it to every page."""
    camera = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", f"--use-file-for-fake-video-capture={film}"]
    return browser.browser_type.launch(executable_path=PROGRAM, args=["--no-sandbox", *camera])
