#!/usr/bin/env python3
"""Fills a small disk to its last byte, and checks the behaviour of an addition, a slice, a backup and a server.

Usage: full_disk.py PROGRAM

Work that runs out of space ends with one line that names a file and the reason, and leaves everything unchanged; the same work is
repeated with more and more space until it succeeds, so that the disk is full at each of its stages. A server continues, even one
that has yet to write files derived from the database, and one that starts on a full disk.

The disk is a tmpfs in a separate mount namespace, which disappears with the test. If neither root nor a user namespace can create
one, the test is skipped visibly.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from documents import WORDS, write_source
from library_state import expect, file_digest, leftovers, names, state
from served import Served, checked_responses, point_paths

DISK_BYTES = 40 << 20
REASONS = ("No space left on device", "disk is full")


class Disk:
    """A small file system, and a file that occupies all but a given part of it."""

    def __init__(self, folder):
        self.folder = folder
        self.ballast = folder / "ballast"

    def leave(self, byte_count):
        """Fills the disk until no more than this many bytes are free."""
        self.free()
        with open(self.ballast, "wb") as file:
            while (free := self.free_bytes()) > byte_count:
                try:
                    os.write(file.fileno(), bytes(min(1 << 20, free - byte_count)))
                except OSError:
                    break

    def free_bytes(self):
        """Returns the number of bytes that can still be written."""
        status = os.statvfs(self.folder)
        return status.f_bavail * status.f_bsize

    def free(self):
        """Frees the space."""
        self.ballast.unlink(missing_ok=True)


class Work:
    """An operation that needs space on the disk."""

    def __init__(self, name, disk, program, arguments, is_old, is_new):
        self.name, self.disk, self.command = name, disk, [program, *map(str, arguments)]
        self.is_old, self.is_new = is_old, is_new

    def until_done(self, after_each=lambda: None):
        """Repeats the operation with more and more space; returns how often it ran out."""
        free, refusals = 0, 0
        while True:
            self.disk.leave(free)
            run = subprocess.run(self.command, capture_output=True, text=True, timeout=60)
            if run.returncode == 0:
                break
            refusals += 1
            where = f"{self.name} with {free} bytes free"
            lines = [line for line in run.stderr.splitlines() if not line.endswith(" %")]
            expect(run.returncode == 2, f"{where}: status {run.returncode}: {run.stderr}")
            expect(len(lines) == 1, f"{where}: expected one line, got {lines}")
            expect(str(self.disk.folder) in lines[0], f"{where}: no file is named: {lines[0]}")
            expect(any(reason in lines[0] for reason in REASONS), f"{where}: no reason is given: {lines[0]}")
            self.is_old(where)
            after_each()
            if self.disk.free_bytes() >= DISK_BYTES // 2 or refusals > 200:
                expect(False, f"{where}: still out of space: {lines[0]}")
            free += max(16 << 10, min(free // 2, 512 << 10))
        self.disk.free()
        self.is_new(self.name)
        expect(refusals >= 3, f"{self.name}: the disk was never full")
        return refusals


def check(program, disk, folder):
    """Runs all checks on an empty disk."""
    library, chance = disk.folder / "library", random.Random(1)
    sources = [folder / word for word in WORDS]
    for source, shade in zip(sources, (60, 200)):
        write_source(source, source.name, shade)
    subprocess.run([program, "add", sources[0], "--library", library], check=True, capture_output=True)
    old = state(library, WORDS)
    counts = {}

    def is_old(where):
        expect(state(library, WORDS) == old, f"{where}: the library has changed")
        left = leftovers(library)
        expect(not left, f"{where}: leftovers: {left}")

    with Served(program, library) as server:
        expected = checked_responses(server, library, chance)
        unchanged = lambda: expect(checked_responses(server, library, chance) == expected, "responses differ")  # noqa: E731

        target = disk.folder / "pyramid.szi"
        target.write_bytes(b"what was there before")
        before = file_digest(target)

        def is_old_pyramid(where):
            expect(file_digest(target) == before, f"{where}: the previous file has changed")
            left = [path.name for path in disk.folder.glob("pyramid.szi.*")]
            expect(not left, f"{where}: leftovers: {left}")

        def is_new_pyramid(where):
            expect(file_digest(target) != before, f"{where}: no pyramid")

        slicing = ["slice", sources[1] / "scan.tif", "-o", target]
        counts["slice"] = Work("slice", disk, program, slicing, is_old_pyramid, is_new_pyramid).until_done(unchanged)
        target.unlink()

        def is_no_copy(where):
            is_old(where)
            left = [path.name for path in disk.folder.glob("copy*")]
            expect(not left, f"{where}: leftovers: {left}")

        def is_copy(where):
            expect(state(disk.folder / "copy", WORDS) == old, f"{where}: the copy differs from the library")

        copying = ["backup", disk.folder / "copy", "--library", library]
        counts["backup"] = Work("backup", disk, program, copying, is_no_copy, is_copy).until_done(unchanged)
        shutil.rmtree(disk.folder / "copy")

    # Nothing derived exists yet, and nothing can be written.
    shutil.rmtree(library / "library.sqlite-indexes")
    for path in library.glob("library.sqlite-*"):
        path.unlink()
    with Served(program, library) as server:
        disk.leave(0)
        for _ in range(3):
            expect(checked_responses(server, library, chance) == expected, "the server's responses differ on a full disk")
        expect(not [name for name in names(library) if name.endswith(".index")], "the disk was not full")
        is_old("a server on a full disk")
    with Served(program, library) as server:
        disk.leave(0)
        expect(checked_responses(server, library, chance) == expected, "the responses differ if the server starts on a full disk")

    with Served(program, library) as server:
        def is_new(where):
            found = state(library, WORDS)
            expect(found != old and found.words[1] > 0, f"{where}: the new document is missing")

        adding = ["add", sources[1], "--library", library]
        counts["add"] = Work("add", disk, program, adding, is_old, is_new).until_done(
            lambda: expect(server.get(*point_paths()) == expected[1:], "the server's responses differ"))
    run = subprocess.run([program, "verify", "--library", library], capture_output=True, text=True)
    expect(run.returncode == 0, f"verify: {run.stdout}{run.stderr}")
    return counts


def namespace():
    """Returns a command prefix that creates a mount namespace; None if that is impossible."""
    for command in (["unshare", "-m"], ["unshare", "-rm"]):
        attempt = [*command, "sh", "-c", "mount -t tmpfs -o size=1m tmpfs /tmp"]
        try:
            if subprocess.run(attempt, capture_output=True, timeout=20).returncode == 0:
                return command
        except OSError:
            return None
    return None


def run_inside(name, file, program):
    """Runs a test's file again with `--inside FOLDER`, in a separate mount namespace; returns the exit status."""
    command = namespace()
    if command is None:
        print(f"{name}: SKIPPED, since neither root nor a user namespace may mount a tmpfs here")
        return 0
    with tempfile.TemporaryDirectory(prefix="explore-disk-") as folder:
        return subprocess.run([*command, sys.executable, "-B", file, program, "--inside", folder]).returncode


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside:
        folder = Path(options.inside)
        disk = folder / "disk"
        disk.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", disk], check=True)
        counts = check(options.program, Disk(disk), folder)
        print("full disk: " + ", ".join(f"{name} found no space {count} times" for name, count in counts.items())
              + "; each time one line with file and reason, nothing left, the library as it was, and the server went on: "
              "holds")
        return 0
    return run_inside("full disk", __file__, options.program)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except AssertionError as complaint:
        print(f"full disk: {complaint}", file=sys.stderr)
        sys.exit(1)
