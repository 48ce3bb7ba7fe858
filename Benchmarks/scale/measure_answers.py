"""Measures what the server sends to a reader: opens the sample in Chromium, zooms, reads and searches, and writes the number of
responses of each cache policy, and their bytes, for each step. `simulate.py` uses only these numbers.

    python3 measure_answers.py LIBRARY [--program .build/release/explore] [--document magna-carta] > answers.json

The library must contain the document. Bytes are those on the wire, including headers, as Chromium counts them.
"""

import argparse
import json
import os
import socket
import sys
import urllib.parse
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "BrowserTests"))

from chromium import launched  # noqa: E402
from serving import serving  # noqa: E402

POLICIES = {"immutable": "immutable", "max-age=300": "minutes", "no-cache": "revalidate", "no-store": "never"}


class Recorder:
    """Records every response of a page, by the step that requested it."""

    def __init__(self, page):
        self.steps, self.answers, self.step = {}, {}, None
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.responseReceived", self.received)
        session.on("Network.loadingFinished", self.finished)

    def received(self, event):
        answer = event["response"]
        if answer["url"].startswith("http"):
            headers = {name.lower(): value for name, value in answer["headers"].items()}
            self.answers[event["requestId"]] = (self.step, answer["url"], headers.get("cache-control", ""))

    def finished(self, event):
        known = self.answers.pop(event["requestId"], None)
        if known is None or event["encodedDataLength"] == 0:
            return
        step, url, control = known
        policy = next((name for words, name in POLICIES.items() if words in control), None)
        assert policy, f"{url}: Cache-Control is {control!r}, which this script does not know"
        path = urllib.parse.urlsplit(url).path
        kind = "tiles" if path.startswith("/dzi/") else "files" if path.startswith("/viewer/") else "answers"
        count = self.steps.setdefault(step, {}).setdefault(f"{kind} {policy}", {"requests": 0, "bytes": 0})
        count["requests"] += 1
        count["bytes"] += int(event["encodedDataLength"])


def not_modified_bytes(address, path):
    """Returns the size of a 304 response on the wire, with its header."""
    host, port = urllib.parse.urlsplit(address).netloc.split(":")

    def ask(field):
        with socket.create_connection((host, int(port)), timeout=20) as connection:
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n{field}\r\n".encode())
            parts = []
            while part := connection.recv(1 << 16):
                parts.append(part)
        return b"".join(parts)

    head = ask("").split(b"\r\n\r\n")[0].decode()
    tag = next(line.split(": ", 1)[1] for line in head.split("\r\n") if line.lower().startswith("etag:"))
    answer = ask(f"If-None-Match: {tag}\r\n")
    assert answer.startswith(b"HTTP/1.1 304"), answer[:80]
    return len(answer)


def measure(address, document):
    with launched() as chromium:
        context = chromium.new_context(viewport={"width": 1440, "height": 900}, service_workers="block")
        page = context.new_page()
        recorder = Recorder(page)

        def step(name, action):
            recorder.step = name
            action()
            page.wait_for_load_state("networkidle")
            page.wait_for_timeout(1_500)

        step("open", lambda: page.goto(f"{address}/documents/{document}"))
        page.keyboard.press("Escape")
        box = page.locator("#tiles").bounding_box()
        for number in range(1, 5):
            # Two notches, each time at another point, as readers do.
            x, y = box["x"] + box["width"] * (0.3 + 0.1 * number), box["y"] + box["height"] * (0.7 - 0.1 * number)

            def zoom(x=x, y=y):
                page.mouse.move(x, y)
                page.mouse.wheel(0, -240)

            step(f"zoom {number}", zoom)
        step("read", lambda: page.goto(f"{address}/documents/{document}#clause=39"))
        step("search", lambda: page.evaluate(
            "document => fetch(`/api/documents/${document}/clauses?q=king&include=regions`).then((a) => a.text())",
            document))
        other = chromium.new_context(viewport={"width": 1440, "height": 900}, service_workers="block")
        page = other.new_page()
        recorder_of_list = Recorder(page)
        recorder_of_list.step = "library"
        page.goto(address)
        page.wait_for_selector("body.ready")
        page.wait_for_timeout(1_500)
        steps = {**recorder.steps, **recorder_of_list.steps}
    zooms = [counts for name, counts in steps.items() if name.startswith("zoom")]
    kinds = sorted({kind for counts in zooms for kind in counts})
    average = {
        kind: {
            part: round(sum(counts.get(kind, {}).get(part, 0) for counts in zooms) / 4, 1)
            for part in ("requests", "bytes")}
        for kind in kinds}
    return {
        "document": document,
        "steps": {name: counts for name, counts in steps.items() if not name.startswith("zoom")} | {"zoom": average},
        "notModifiedBytes": not_modified_bytes(address, f"/api/documents/{document}")}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library", type=Path)
    parser.add_argument("--program")
    parser.add_argument("--document", default="magna-carta")
    arguments = parser.parse_args()
    if arguments.program:
        os.environ["EXPLORE_BINARY"] = arguments.program
    with serving(arguments.library) as address:
        print(json.dumps(measure(address, arguments.document), indent=2))


if __name__ == "__main__":
    main()
