#!/usr/bin/env python3
"""Two browsers edit one document continuously, while the server is killed, the network is cut and tabs crash at random.

Usage: edits.py PROGRAM [--edits N] [--pause MS] [--gap S] [--kills N] [--cuts N] [--crashes N] [--seconds S] [--seed N]

Each browser is a separate Chromium with a profile on disk, signed in as a different user. Its page makes edits of every kind
(texts as they are typed, outlines, numbers, themes, order, creation and deletion of clauses, undo and redo) through the editor's
own session, and resolves some of the conflicts (worker.js). The fate of each edit is recorded outside the editor: what was made,
what IndexedDB has stored, what the server has acknowledged. Meanwhile the server is killed with SIGKILL and restarted on the same
port, a browser is put offline, or its tab's process is crashed and the page opened again.

At the end every acknowledged edit must be in the server's journal, and every other in an outbox: waiting, refused, or held back
in a conflict. The only exceptions are edits made in the last seconds before a tab crashed and not yet stored on the device, whose
number is printed. The journal, replayed here over the published version, must yield the working copy field by field and in order;
both pages must show the same; and `explore verify` must find nothing.

The test fails if it takes longer than `--seconds`. If there were fewer kills, cuts and crashes than `--kills`, `--cuts` and
`--crashes`, it continues with them, and with edits, until there were enough.
"""

import argparse
import contextlib
import json
import os
import random
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(1, str(HERE.parent / "BrowserTests"))

from records import Records  # noqa: E402
from replay import Replay, normal  # noqa: E402

DOCUMENT = "edited"
NAMES = ("Ada", "Bertrand")
SETTLING_SECONDS = 60


def shortfalls(records, events, options):
    """Returns what is missing for the run to be conclusive, one sentence each."""
    found = [
        f"{record.made} edits of {record.name}, expected at least {options.edits}" for record in records
        if record.made < options.edits]
    for event in ("kills", "cuts", "crashes"):
        if events[event] < getattr(options, event):
            found.append(f"{events[event]} {event}, expected at least {getattr(options, event)}")
    if sum(len(record.acknowledged) for record in records) < options.edits:
        found.append(f"{sum(len(record.acknowledged) for record in records)} edits acknowledged, expected at least {options.edits}")
    return found


def write_document(folder):
    """Writes two blank pages, twelve clauses with texts in two languages, and two themes."""
    import source_folder

    def outline(number):
        x, y = 100 + 400 * (number % 4), 100 + 300 * (number // 4)
        return [[x, y], [x + 300, y], [x + 300, y + 200], [x, y + 200]]

    document = {
        "id": DOCUMENT, "title": {"en": "Much edited"}, "language": "la", "languages": ["en", "fr"], "status": "published",
        "pages": [{"label": {"en": name}, "width": 2000, "height": 1400} for name in ("Front", "Back")],
    }
    clauses = [
        {"id": f"c{number}", "number": str(number), "kind": "clause", "categories": ["even"] if number % 2 == 0 else [],
         "regions": [{"page": 1 + number % 2, "polygon": outline(number)}]} for number in range(12)]
    themes = [
        {"id": name, "label": {"en": name}, "icon": "sun", "style": "filled", "includedInAll": True}
        for name in ("even", "other")]
    texts = {clause["id"]: {"title": f"Clause {clause['number']}", "translation": "It says much."} for clause in clauses}
    source_folder.write(folder, document, themes, clauses, {"en": texts, "fr": {}})


class Browser:
    """A user's browser and its editor page."""

    def __init__(self, playwright, folder, server, name, token, seed, options):
        self.server, self.name, self.seed, self.options = server, name, seed, options
        self.records = Records(name)
        self.context = playwright.chromium.launch_persistent_context(
            folder, executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell"), args=["--no-sandbox", "--disable-gpu"],
            viewport={"width": 1180, "height": 820}, service_workers="block", reduced_motion="reduce", locale="en-GB")
        # Playwright receives no events while no page waits, and this one never crashes.
        self.spare_page = self.context.pages[0]
        self.context.add_cookies([{"name": "explore-access", "value": token, "url": server.address, "httpOnly": True, "sameSite": "Lax"}])
        self.context.expose_binding("note", lambda source, text: self.records.note(json.loads(text)))
        self.context.add_init_script(path=HERE / "worker.js")
        self.page, self.online_at, self.is_working, self.times_opened = None, None, False, 0

    def wait(self, seconds):
        self.spare_page.wait_for_timeout(seconds * 1000)

    def open(self):
        """Opens the editor, however often the server is killed meanwhile."""
        for attempt in range(20):
            self.page = self.context.new_page()
            try:
                self.page.goto(f"{self.server.address}/documents/{DOCUMENT}/edit", timeout=15_000)
                self.page.wait_for_selector("body.ready", timeout=15_000)
                self.page.wait_for_function("() => globalThis.session", timeout=15_000)
                self.times_opened += 1
                return
            except Exception as error:  # noqa: BLE001 - Playwright has many errors for an unreachable server
                if attempt == 19:
                    raise AssertionError(f"{self.name}: the editor does not open: {error}") from error
                self.page.close()
                self.wait(0.5)

    def work(self, count):
        """Makes this many further edits."""
        self.records.is_finished = False
        self.is_working = True
        settings = {
            "name": self.name, "seed": self.seed + self.times_opened, "first": self.records.made, "count": count,
            "shortest": self.options.pause // 3, "longest": self.options.pause * 5 // 3}
        self.page.evaluate("(settings) => { work(settings).catch((error) => console.error(error)); }", settings)

    def crash(self):
        """Crashes the page's process at any moment, and opens the editor again."""
        started, crashed = time.time(), []
        self.page.on("crash", lambda page: crashed.append(page))
        with contextlib.suppress(Exception):
            # This navigation never completes, and the page gets no event about its end.
            self.page.goto("chrome://crash", timeout=10_000)
        deadline = time.monotonic() + 10
        while not crashed and time.monotonic() < deadline:
            self.wait(0.02)
        assert crashed, f"{self.name}: the tab does not crash"
        self.records.crashed(started, time.time())
        self.page.close()

    def cut(self, seconds):
        self.context.set_offline(True)
        self.online_at = time.monotonic() + seconds

    def reconnect(self):
        self.context.set_offline(False)
        self.online_at = None

    def state(self):
        return self.page.evaluate("() => session.state")

    def stored(self):
        return {entry["id"]: entry for entry in self.page.evaluate("() => stored()")}


class Test:
    def __init__(self, options, folder, playwright):
        import serving

        self.options, self.folder, self.serving = options, folder, serving
        self.chance = random.Random(options.seed)
        self.events = Counter()
        source = folder / DOCUMENT
        write_document(source)
        self.library = folder / "library"
        serving.add(self.library, source)
        tokens = [self.token(name) for name in NAMES]
        self.server = serving.Restartable(self.library)
        self.first = self.get("?include=content", tokens[0])
        self.reader_token = tokens[0]
        self.browsers = [
            Browser(playwright, folder / name, self.server, name, token, self.chance.randrange(1 << 30), options)
            for name, token in zip(NAMES, tokens)]

    def token(self, name):
        done = self.serving.run(
            "token", "create", "--document", DOCUMENT, "--scope", "edit", "--label", name, "--library", self.library)
        return done.stdout.split()[0]

    def get(self, path, token):
        address = f"{self.server.address}/api/documents/{DOCUMENT}/working-copy{path}"
        request = urllib.request.Request(address, headers={"Authorization": f"Bearer {token}"})
        with urllib.request.urlopen(request, timeout=20) as response:
            return json.load(response)

    # Events

    def run(self):
        started = time.monotonic()
        for browser in self.browsers:
            browser.open()
            browser.work(self.options.edits)
        records = [browser.records for browser in self.browsers]
        next_event = time.monotonic() + self.chance.uniform(0.3, 1)
        while True:
            for browser in self.browsers:
                browser.wait(0.03)
                if browser.online_at and time.monotonic() > browser.online_at:
                    browser.reconnect()
            if time.monotonic() - started > self.options.seconds:
                break
            if time.monotonic() > next_event:
                self.disturb()
                next_event = time.monotonic() + self.chance.uniform(0.5, 1.5) * self.options.gap
            if all(record.is_finished for record in records):
                if not self.lacking():
                    break
                for browser in self.browsers:
                    browser.work(10)
        for browser in self.browsers:
            if browser.online_at:
                browser.reconnect()
        self.settle()
        return time.monotonic() - started

    def lacking(self):
        return shortfalls([browser.records for browser in self.browsers], self.events, self.options)

    def disturb(self):
        browser = self.chance.choice(self.browsers)
        # The least frequent kind first, or a random one.
        kinds = ["kills", "cuts", "crashes"]
        kind = self.chance.choice(kinds + [min(kinds, key=lambda kind: self.events[kind] / (getattr(self.options, kind) or 1))])
        if kind == "cuts" and browser.online_at:
            return
        self.events[kind] += 1
        if kind == "kills":
            self.server.process.kill()
            self.server.process.wait(10)
            browser.wait(self.chance.uniform(0, 1.5))
            self.server.start()
        elif kind == "cuts":
            browser.cut(self.chance.uniform(0.3, 3))
        else:
            browser.crash()
            if browser.online_at:
                browser.reconnect()
            left = max(0, self.options.edits - browser.records.made)
            browser.open()
            browser.work(max(1, left))

    def settle(self):
        """Waits until no page has anything left to send, as long as there is progress."""
        for browser in self.browsers:
            self.wait_for(browser, lambda browser=browser: browser.records.is_finished, "at work")
        for browser in self.browsers:
            browser.page.evaluate("() => { session.release(); session.retry(); }")
            self.wait_for(browser, lambda browser=browser: browser.state() in ("saved", "conflict", "refused"), "saving")
        revision = self.get("", self.reader_token)["revision"]
        for browser in self.browsers:
            browser.page.wait_for_function("(revision) => session.revision === revision", arg=revision, timeout=20_000)

    def wait_for(self, browser, is_done, what):
        progress, since = None, time.monotonic()
        while not is_done():
            browser.wait(0.1)
            now = [(len(one.records.acknowledged), one.records.made) for one in self.browsers]
            if now != progress:
                progress, since = now, time.monotonic()
            if time.monotonic() - since > SETTLING_SECONDS:
                states = [(one.name, one.state(), list(one.stored().values())[:2]) for one in self.browsers]
                raise AssertionError(f"{browser.name}: still {what}, without progress for {SETTLING_SECONDS} s: {states}")

    # Checks

    def journal(self):
        entries, since = [], 0
        while page := self.get(f"/edits?since={since}&limit=1000", self.reader_token)["edits"]:
            entries += page
            since = page[-1]["revision"]
        return entries

    def inspect(self):
        """Returns all faults, one line each, and where the edits are."""
        entries, last = self.journal(), self.get("?include=content", self.reader_token)
        replay = Replay(self.first["content"])
        for entry in entries:
            replay.apply(entry)
        faults = replay.faults + replay.differences(last["content"])
        by_id = {entry["id"]: entry for entry in entries}
        if len(by_id) != len(entries):
            faults.append("an edit is in the journal twice")
        places = Counter()
        for browser in self.browsers:
            records = browser.records
            outbox = browser.stored()
            places.update(records.whereabouts(by_id, outbox).values())
            faults += records.faults + self.differing(browser, by_id) + self.shown(browser, replay)
            places["refused by the server"] += sum(entry["state"] == "refused" for entry in outbox.values())
        self.server.stop()
        self.serving.run("verify", "--library", self.library)
        return faults, places, len(entries)

    def differing(self, browser, journal):
        """Returns edits that differ between the journal and what was made."""
        lines = []
        for edit in browser.records.edits.values():
            entry = journal.get(edit.id)
            for operation in entry["operations"] if entry else ():
                path = operation["path"]
                if path not in edit.operations or normal(path, edit.operations[path]) != normal(path, operation["after"]):
                    lines.append(f"{browser.name}: {edit.id} gave {path} {edit.operations.get(path)!r}, the journal has {operation['after']!r}")
            if entry and entry["editor"] != browser.name:
                lines.append(f"{browser.name}: {edit.id} is in the journal as an edit of {entry['editor']}")
        return lines

    def shown(self, browser, replay):
        """Returns fields that differ between a page and the journal."""
        expected = replay.shown()
        paths = sorted(path for path in replay.fields if replay.is_shown(path))
        values = browser.page.evaluate("(paths) => paths.map((path) => session.value(path))", paths)
        lines = []
        for path, value in zip(paths, values):
            actual, expected_value = replay.without_gone_themes(path, normal(path, value)), expected.get(path, normal(path, None))
            if actual != expected_value:
                lines.append(f"{browser.name}: the page shows {path} as {actual!r}, by the journal it is {expected_value!r}")
        ids = browser.page.evaluate("() => [session.clauses(), session.categories()].map((list) => list.map(({ id }) => id))")
        if ids != [replay.order("clauses"), replay.order("categories")]:
            lines.append(f"{browser.name}: the page shows other clauses or themes, or in another order, than the journal says")
        return lines


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("--edits", type=int, default=500, help="of each browser")
    parser.add_argument("--pause", type=int, default=250, help="milliseconds between two edits, on average")
    parser.add_argument("--gap", type=float, default=3, help="seconds between two disturbances, on average")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--cuts", type=int, default=20)
    parser.add_argument("--crashes", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=1800)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    options = parser.parse_args()
    os.environ["EXPLORE_BINARY"] = options.program
    from playwright.sync_api import sync_playwright

    print(f"edits: seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="explore-edits-", ignore_cleanup_errors=True) as name, sync_playwright() as playwright:
        test = Test(options, Path(name), playwright)
        try:
            seconds = test.run()
            faults, places, count = test.inspect()
        finally:
            test.server.stop()
            for browser in test.browsers:
                browser.context.close()
    lacking = test.lacking()
    for fault in faults[:20]:
        print(f"edits: {fault}", file=sys.stderr)
    for sentence in lacking:
        print(f"edits: {sentence}, in {seconds:.0f} s: the machine is too slow or too busy, and nothing is proved", file=sys.stderr)
    conflicts = sum(browser.records.conflicts for browser in test.browsers)
    acknowledged = sum(len(browser.records.acknowledged) for browser in test.browsers)
    what = ", ".join(f"{places[place]} {place}" for place in sorted(places) if places[place])
    print(
        f"edits: {sum(browser.records.made for browser in test.browsers)} steps of two browsers in {seconds:.0f} s, seed "
        f"{options.seed}: {test.events['kills']} kills of the server, {test.events['cuts']} cuts, {test.events['crashes']} crashes; "
        f"{acknowledged} edits acknowledged, {conflicts} conflicts, {count} entries in the journal; of all edits {what}: "
        f"{'FAILED' if faults else 'short' if lacking else 'holds'}")
    return 1 if faults or lacking else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except AssertionError as complaint:
        print(f"edits: {complaint}", file=sys.stderr)
        sys.exit(1)
