"""Launches the browser.

CHROMIUM         the program (default: /usr/bin/chromium-headless-shell, which is a quarter faster than chromium)
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
    """Launches a second browser whose camera shows a YUV4MPEG2 film in a loop, and which grants every page access to it."""
    camera = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", f"--use-file-for-fake-video-capture={film}"]
    return browser.browser_type.launch(executable_path=PROGRAM, args=["--no-sandbox", *camera])
