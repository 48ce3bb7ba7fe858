#!/usr/bin/env python3
"""Reads a library on a read-only mount: one that was closed properly, and a snapshot of one that was in use.

Usage: read_only.py PROGRAM

Everything that only reads works as with a writable library; anything that would change it ends with one line that states so, and
changes nothing.

The mount is in a separate namespace, which disappears with the test. If neither root nor a user namespace can create one, the
test is skipped visibly.
"""

import argparse
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

from documents import WORDS, write_source
from full_disk import run_inside
from library_state import expect
from served import Served, checked_responses, point_paths


def files(library):
    """Returns all files in the folder, by name, with their time and length."""
    return {path.relative_to(library): (path.stat().st_mtime_ns, path.stat().st_size) for path in library.rglob("*")}


def mount(folder, target):
    target.mkdir()
    subprocess.run(["mount", "--bind", folder, target], check=True)
    subprocess.run(["mount", "-o", "remount,bind,ro", target], check=True)
    return target


class Program:
    def __init__(self, path, folder):
        self.path, self.folder = path, folder

    def run(self, library, *words):
        return subprocess.run([self.path, *map(str, words), "--library", library], capture_output=True, text=True, timeout=60,
                              stdin=subprocess.DEVNULL)

    def read(self, library, *words):
        done = self.run(library, *words)
        expect(done.returncode == 0, f"explore {words[0]} of {library.name}: status {done.returncode}: {done.stderr}")
        return done.stdout.replace(str(library), "LIBRARY")

    def everything(self, library):
        """Returns the output of the commands that read the library."""
        target = self.folder / f"export-{library.name}"
        commands = (
            ["list", "--json"], ["info", "charter", "--json"], ["at", "charter", "500", "400", "--json"],
            ["clauses", "charter", "--json"], ["clause", "charter", "c5", "--json"], ["history", "charter", "--json"],
            ["token", "list", "--json"], ["trash", "list", "--json"], ["verify", "--json"],
        )
        outputs = [self.read(library, *words) for words in commands]
        self.read(library, "export", "charter", target)
        outputs.append({path.relative_to(target): path.read_bytes() for path in target.rglob("*") if path.is_file()})
        backup = self.folder / f"backup-{library.name}"
        self.read(library, "backup", backup)
        outputs.append(self.read(backup, "list", "--json"))
        return outputs


def check(path, folder):
    program, chance = Program(path, folder), random.Random(1)
    library, source = folder / "library", folder / "source"
    write_source(source, WORDS[0], 60)
    program.read(library, "add", source)
    expected = program.everything(library)
    with Served(path, library) as server:
        served = checked_responses(server, library, chance)

    # Readers leave an empty log and the shared-memory file; the last writer removes them.
    for name in ("frozen-after-reading", "frozen"):
        if name == "frozen":
            database = sqlite3.connect(library / "library.sqlite")
            database.execute("SELECT count(*) FROM document").fetchall()
            database.close()
        has_log = (library / "library.sqlite-wal").exists()
        expect(has_log == (name != "frozen"), f"{name}: a log: {has_log}")
        frozen = mount(library, folder / name)
        before = files(library)
        outputs = program.everything(frozen)
        expect(outputs == expected, "the output of the commands differs for a read-only library")
        with Served(path, frozen) as server:
            expect(checked_responses(server, frozen if has_log else library, random.Random(1)) == served,
                   "the responses of a server of a read-only library differ")
        check_refusals(program, frozen, source)
        expect(files(library) == before or not has_log, "something was written")

    closed = frozen

    # A snapshot of a library in use has a log, which SQLite reads if the shared-memory file exists.
    snapshot = folder / "snapshot"
    database = sqlite3.connect(library / "library.sqlite")
    database.execute("SELECT count(*) FROM document").fetchall()
    database.execute("UPDATE document SET id = id")
    database.commit()
    shutil.copytree(library, snapshot, ignore=shutil.ignore_patterns("*-indexes"))
    database.close()
    expect((snapshot / "library.sqlite-wal").stat().st_size > 0, "the snapshot has no log")
    frozen = mount(snapshot, folder / "frozen-snapshot")
    expect(program.read(frozen, "list", "--json") == expected[0], "the list of a snapshot of a library in use differs")
    program.read(frozen, "verify")
    # Without that file the log cannot be read, and the database alone may lack acknowledged changes.
    torn = folder / "torn"
    shutil.copytree(snapshot, torn)
    (torn / "library.sqlite-shm").unlink()
    frozen = mount(torn, folder / "frozen-torn")
    done = program.run(frozen, "list")
    expect(done.returncode == 2 and len(done.stderr.splitlines()) == 1 and "library.sqlite" in done.stderr
           and "read-only" in done.stderr, f"a log that cannot be read: {done.returncode}: {done.stdout}{done.stderr}")
    check_changes(program, library, closed)


def check_changes(program, library, frozen):
    """Checks that a server of a read-only mount follows what a program changes where it may write."""
    paths = ["/api/documents/charter/clauses/c5?lang=en", "/api/documents/charter/clauses?lang=en", *point_paths()]
    with Served(program.path, frozen) as server:
        former = server.get(*paths)
        for number, word in enumerate((WORDS[1], WORDS[0], WORDS[1])):
            source = program.folder / f"source-{number}"
            write_source(source, word, 61 + number)
            program.read(library, "add", source, "--replace")
            deadline = time.monotonic() + 30
            while server.get(paths[0]) == former[:1]:
                expect(time.monotonic() < deadline, f"a server of a read-only library still shows what was replaced: {former[0][:200]}")
                time.sleep(0.05)
            with Served(program.path, library) as other:
                former = other.get(*paths)
            # For a second, a page's index of before may lead to a clause.
            while (found := server.get(*paths)) != former:
                expect(time.monotonic() < deadline, "a server of a read-only library shows neither the former nor the new state")
                time.sleep(0.05)
            expect(word in found[0].decode(), f"the clause lacks '{word}': {found[0][:200]}")


def check_refusals(program, frozen, source):
    """Checks that commands that would change the library report that they cannot."""
    for words in (["add", source], ["remove", "charter", "--yes"], ["token", "create", "--all", "--label", "a"], ["trash", "empty"]):
        done = program.run(frozen, *words)
        lines = done.stderr.splitlines()
        expect(done.returncode == 2 and len(lines) == 1 and "frozen" in lines[0],
               f"explore {words[0]} of a read-only library: {done.returncode}: {done.stdout}{done.stderr}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside:
        check(options.program, Path(options.inside))
        print("read-only: a library that was closed and a snapshot of one in use are listed, verified and served; nothing is "
              "written: holds")
        return 0
    return run_inside("read-only", __file__, options.program)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except AssertionError as complaint:
        print(f"read-only: {complaint}", file=sys.stderr)
        sys.exit(1)
