"""The program under test: built, given the sample document, and served for as long as the tests run.

EXPLORE_BINARY   the program (by default .build/release/explore, else .build/debug/explore)
EXPLORE_ADDRESS  a server that runs already and has the documents magna-carta, three-pages and four-languages, instead
CHROMIUM         the browser (by default /usr/bin/chromium)
"""

from __future__ import annotations

import os
import pathlib
import socket
import subprocess
import time
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import sync_playwright

import four_languages
import three_pages
from support import NOTES, Reader

ROOT = pathlib.Path(__file__).resolve().parents[2]
START_SECONDS = 120
ACQUAINTED = """
if (location.protocol.startsWith('http') && !localStorage.getItem('explore')) {
    localStorage.setItem('explore', '{"isAcquainted":true}');
}
"""


def binary() -> pathlib.Path:
    named = os.environ.get("EXPLORE_BINARY")
    built = [ROOT / ".build" / kind / "explore" for kind in ("release", "debug")]
    candidates = [pathlib.Path(named)] if named else built
    for candidate in candidates:
        if candidate.is_file():
            return candidate
    raise pytest.UsageError(f"{candidates[0]}: not found; expected the built program (make build)")


def wait_until_ready(address: str, process: subprocess.Popen, log: pathlib.Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"explore serve ended with status {process.returncode}:\n{log.read_text()}")
        try:
            urllib.request.urlopen(f"{address}/health/ready", timeout=5).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise RuntimeError(f"explore serve was not ready within {START_SECONDS} s:\n{log.read_text()}")


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory):
    if named := os.environ.get("EXPLORE_ADDRESS"):
        yield named.rstrip("/")
        return
    folder = tmp_path_factory.mktemp("explore")
    program, library, log = binary(), folder / "library", folder / "serve.log"
    three_pages.write(folder / "three-pages")
    four_languages.write(folder / "four-languages")
    for source in [ROOT / "data" / "magna-carta", folder / "three-pages", folder / "four-languages"]:
        subprocess.run([program, "add", source, "--library", library], check=True, capture_output=True, timeout=300)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with log.open("w") as output:
        process = subprocess.Popen(
            [program, "serve", "--library", library, "--port", str(port)], stdout=output, stderr=output, cwd=ROOT
        )
    try:
        wait_until_ready(f"http://127.0.0.1:{port}", process, log)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(10)


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"]
        )
        yield chromium
        chromium.close()


@pytest.fixture
def reader(browser, address):
    """Makes readers, each in a browser of their own; at the end none may have met an error on the console."""
    contexts, readers = [], []

    def make(width: int = 820, height: int = 1180, is_new: bool = False, **options) -> Reader:
        """A new one sees the marks of a first visit."""
        options = {
            "has_touch": True,
            "locale": "en-GB",
            "color_scheme": "light",
            "service_workers": "block",
            **options,
        }
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        context.add_init_script(NOTES)
        if not is_new:
            context.add_init_script(ACQUAINTED)
        page = context.new_page()
        readers.append(Reader(page, context.new_cdp_session(page), address))
        return readers[-1]

    yield make
    for context in contexts:
        context.close()
    complaints = [complaint for made in readers if not made.is_forgiving for complaint in made.complaints]
    assert complaints == []
