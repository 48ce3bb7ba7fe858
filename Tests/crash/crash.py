#!/usr/bin/env python3
"""Kills the program at random moments while it replaces a document, or brings an older library up to date, and looks
whether the library is then in the old state or in the new one, and nothing in between.

Usage: crash.py PROGRAM [--kills N] [--seconds S] [--seed N]

A kill counts as one between the first write and the commit when, at that moment, something of the new state was on disk
(a file being written, a new scan or pyramid, frames of the write-ahead log after the last commit), and the library is in
the old state nevertheless. At least a third of the kills must be of that kind.
"""

import argparse
import json
import random
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from library_state import expect, names, state, uncommitted_frames

CLAUSES = 1500
WORDS = ("former", "latter")
SIZE = (1500, 1200)


def write_source(folder, word, shade):
    """A document with a scan, regions and texts; every text has the word of its version."""
    (folder / "texts").mkdir(parents=True)
    chance = random.Random(shade)
    width, height = SIZE
    header = {
        "id": "charter", "title": "Charter", "language": "la", "languages": ["en", "fr"], "status": "published",
        "pages": [{"image": "scan.tif"}],
    }
    clauses = []
    for number in range(CLAUSES):
        x, y = chance.randrange(50, width - 50), chance.randrange(50, height - 50)
        ring = [[x + 8 * step, y] for step in range(6)] + [[x + 40 - 8 * step, y + 20 + step] for step in range(6)]
        clauses.append({
            "id": f"c{number}", "number": str(number), "categories": ["one"] if number % 2 else [],
            "regions": [{"page": 1, "polygon": ring}],
        })
    (folder / "document.json").write_text(json.dumps(header))
    (folder / "categories.json").write_text(json.dumps([{"id": "one", "label": "One"}]))
    (folder / "clauses.json").write_text(json.dumps(clauses))
    for language in ("en", "fr"):
        texts = {
            clause["id"]: {
                "title": f"{word} {clause['id']}",
                "translation": " ".join(f"{language}{chance.randrange(5000)}" for _ in range(60)),
            } for clause in clauses
        }
        (folder / "texts" / f"{language}.json").write_text(json.dumps(texts))
    rows = bytearray(chance.randbytes(width * 3))
    with open(folder / "scan.tif", "wb") as scan:
        # A TIFF without compression, in one strip: TIFF 6.0, section 6.
        fields = [(256, 4, 1, width), (257, 4, 1, height), (258, 3, 3, 8), (259, 3, 1, 1), (262, 3, 1, 2),
                  (273, 4, 1, 146), (277, 3, 1, 3), (278, 4, 1, height), (279, 4, 1, width * height * 3)]
        scan.write(struct.pack("<2sHI4H", b"II", 42, 16, 8, 8, 8, 0))
        scan.write(struct.pack("<H", len(fields)) + b"".join(struct.pack("<HHII", *field) for field in fields))
        scan.write(b"\0" * (146 - scan.tell()))
        for row in range(height):
            rows[(row * 7) % len(rows)] = shade
            scan.write(rows)


def write_version_1(library, target):
    """Copies a library of one document as version 1 of the program would have left it."""
    shutil.copytree(library, target)
    for suffix in ("", "-wal", "-shm"):
        (target / f"library.sqlite{suffix}").unlink(missing_ok=True)
    database = sqlite3.connect(target / "library.sqlite", isolation_level=None)
    database.executescript((Path(__file__).parent / "version-1.sql").read_text())
    database.execute("ATTACH ? AS new", (str(library / "library.sqlite"),))
    database.execute("BEGIN")
    for table in ("version", "sourceFile", "image", "document", "page", "category", "clause", "clauseCategory",
                  "region", "text"):
        columns = ", ".join(row[1] for row in database.execute(f"PRAGMA main.table_info({table})"))
        database.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM new.{table}")
    database.execute("INSERT INTO main.regionBox SELECT key, minX, maxX, minY, maxY, page, page FROM main.region")
    database.execute("""INSERT INTO main.textIndex (rowid, title, translation, context, transcription)
                        SELECT key, title, translation, context, transcription FROM main.text""")
    database.execute("COMMIT")
    database.close()


class Trial:
    """One kind of work, to be killed again and again: from a library as it was before, to one as it is after."""

    def __init__(self, name, program, before, arguments, folder):
        self.name, self.program, self.before, self.folder = name, program, before, folder
        self.arguments = arguments
        self.library = folder / "library"
        self.old = state(before, WORDS)
        self.kills = self.within = self.finished = self.ends_new = 0
        started, first, ended = self.run(None)
        self.new = state(self.library, WORDS)
        expect(self.new != self.old, f"{name}: the work changes nothing that this test looks at")
        # Each step of a migration is a transaction of its own, and the first one makes what this test looks at.
        self.steps = [
            replace(self.new, migrations=self.new.migrations[:count])
            for count in range(len(self.old.migrations) + 1, len(self.new.migrations))]
        self.lead, self.length = first - started, ended - first

    def start(self):
        shutil.rmtree(self.library, ignore_errors=True)
        shutil.copytree(self.before, self.library)
        return subprocess.Popen(
            [self.program, *self.arguments, "--library", self.library], stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, start_new_session=True)

    def run(self, delay, from_start=False):
        """Runs the work, and kills it so many seconds after its first write, or after its start; without a delay, it
        runs to its end. Gives the times of start, first write and end."""
        process = self.start()
        started, first = time.monotonic(), None
        before = names(self.library)
        while process.poll() is None:
            now = time.monotonic()
            if first is None and names(self.library) != before:
                first = now
            origin = started if from_start else first
            if delay is not None and origin is not None and now - origin >= delay:
                process.send_signal(signal.SIGKILL)
                break
            expect(now - started < 120, f"{self.name}: still at work after two minutes")
            time.sleep(0.0005)
        complaint = process.communicate()[1].decode()
        expect(
            process.returncode in (0, -signal.SIGKILL), f"{self.name}: status {process.returncode}: {complaint}")
        self.was_killed = process.returncode == -signal.SIGKILL
        return started, first or started, time.monotonic()

    def kill(self, chance):
        """Kills the work once and looks at what is left."""
        kind = chance.random()
        early = kind < 0.1
        if early:
            delay = chance.uniform(0, self.lead)
        elif kind < 0.4:
            # Around the commit, which is near the end.
            delay = chance.uniform(0.75 * self.length, 1.02 * self.length)
        else:
            delay = chance.uniform(0, self.length)
        self.run(delay, from_start=early)
        if not self.was_killed:
            # Faster than before: the next delays are drawn from a shorter time.
            self.length *= 0.98
            self.finished += 1
            expect(self.look() == self.new, f"{self.name}: it ended, but not in the new state")
            return
        log = self.library / "library.sqlite-wal"
        left = set(names(self.library)) - set(names(self.before)) - {"library.sqlite-wal"}
        has_written = bool(left) or uncommitted_frames(log) > 0
        found = self.look()
        expect(found in (self.old, *self.steps, self.new), f"{self.name}: neither old nor new after {delay:.4f} s: {found}")
        self.kills += 1
        self.ends_new += found == self.new
        self.within += has_written and found == self.old
        if self.kills % 5 == 0:
            self.finish(delay)

    def look(self):
        """The library's state, and of a copy of its older database, which must be whole."""
        for copy in self.library.glob("library.sqlite.version-*"):
            if "partial" not in copy.name:
                kept = self.folder / "kept"
                shutil.rmtree(kept, ignore_errors=True)
                shutil.copytree(self.before, kept)
                shutil.copy(copy, kept / "library.sqlite")
                expect(state(kept, WORDS) in (self.old, *self.steps), f"{self.name}: the copy {copy.name} is not what it was")
        return state(self.library, WORDS)

    def finish(self, delay):
        """The work, done once more on what a kill has left, comes to its end."""
        run = subprocess.run(
            [self.program, *self.arguments, "--library", self.library], capture_output=True, text=True, timeout=120)
        expect(run.returncode == 0, f"{self.name}: after a kill at {delay:.4f} s: {run.stderr}")
        expect(self.look() == self.new, f"{self.name}: done again after a kill, it is not in the new state")
        left = [name for name in names(self.library) if "/" in name and "partial" in name]
        expect(not left, f"{self.name}: done again after a kill, it has left {left}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=3600, help="end after so long, with fewer kills")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    options = parser.parse_args()
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory(prefix="explore-crash-") as name:
        folder = Path(name)
        for word, shade in zip(WORDS, (60, 200)):
            write_source(folder / word, word, shade)
        base = folder / "base"
        subprocess.run(
            [options.program, "add", folder / WORDS[0], "--library", base], check=True, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        write_version_1(base, folder / "version-1")
        trials = [
            Trial("import", options.program, base, ["add", str(folder / WORDS[1])], folder),
            Trial("migration", options.program, folder / "version-1", ["list"], folder),
        ]
        started = time.monotonic()
        # Three imports to a migration.
        while (done := sum(trial.kills for trial in trials)) < options.kills:
            if done >= 8 and time.monotonic() - started > options.seconds:
                break
            trials[1 if done % 4 == 3 else 0].kill(chance)
        seconds = time.monotonic() - started
    kills, within = (sum(getattr(trial, part) for trial in trials) for part in ("kills", "within"))
    parts = ", ".join(
        f"{trial.name} {trial.kills} ({trial.within} between first write and commit, {trial.ends_new} after it)"
        for trial in trials)
    verdict = within * 3 >= kills
    print(
        f"crash: {kills} kills in {seconds:.0f} s, seed {options.seed}: {parts}; {within} of {kills} between, "
        f"expected at least a third: {'holds' if verdict else 'short'}")
    return 0 if verdict else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except AssertionError as complaint:
        print(f"crash: {complaint}", file=sys.stderr)
        sys.exit(1)
