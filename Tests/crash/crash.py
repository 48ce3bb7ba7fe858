#!/usr/bin/env python3
"""Kills the program with SIGKILL at random moments of an addition, a slice, a migration, a backup and a server's work, and
looks what is left: all that was acknowledged, nothing half-made that is served, and, once the program was started again,
nothing that is of no use.

Usage: crash.py PROGRAM [--kills N] [--seconds S] [--seed N]

A kill counts as one between the first write and the commit when something of the new state was on disk right after it (a
file being written, a new scan or pyramid, frames of the write-ahead log after the last commit), and what is read is
nevertheless the old state. At least a third of the kills must be of that kind. After each kill the program is started
again: as a server, whose answers and tiles are compared with those of an unharmed library, or with the same work; what the
kill had left must be gone then, and `explore verify` must find nothing.
"""

import argparse
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from documents import WORDS, write_source, write_version_1
from trials import Backup, Change, Serve, Slice


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=7200, help="end after so long, with fewer kills")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    options = parser.parse_args()
    chance = random.Random(options.seed)
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="explore-crash-") as name:
        folder = Path(name)
        for word, shade in zip(WORDS, (60, 200)):
            write_source(folder / word, word, shade)
        base = folder / "base"
        subprocess.run(
            [options.program, "add", folder / WORDS[0], "--library", base], check=True, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        write_version_1(base, folder / "version-1")
        program, scans = options.program, [folder / word / "scan.tif" for word in WORDS]
        trials = [
            Change("add", program, folder, base, chance, ["add", str(folder / WORDS[1])], "replaced"),
            Slice(program, folder, base, chance, *scans),
            Change("migration", program, folder, folder / "version-1", chance, ["list"], "charter"),
            Backup("backup", program, folder, base, chance),
            Serve("serve", program, folder, base, chance),
        ]
        # Twice as many additions as of each other kind.
        turns = [trials[number] for number in (0, 1, 2, 0, 3, 4)]
        turn = 0
        while (done := sum(trial.kills for trial in trials)) < options.kills:
            if done >= len(turns) and time.monotonic() - started > options.seconds:
                break
            turns[turn % len(turns)].kill()
            turn += 1
        seconds = time.monotonic() - started
    kills, between = (sum(getattr(trial, part) for trial in trials) for part in ("kills", "between"))
    parts = ", ".join(f"{trial.name} {trial.kills} ({trial.between}, {trial.after})" for trial in trials)
    verdict = between * 3 >= kills and all(trial.kills for trial in trials)
    print(
        f"crash: {kills} kills in {seconds:.0f} s, seed {options.seed}: {parts} (between first write and commit, after it); "
        f"{between} of {kills} between, expected at least a third; nothing acknowledged lost, nothing half-made served, "
        f"nothing left: {'holds' if verdict else 'short'}")
    return 0 if verdict else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except AssertionError as complaint:
        print(f"crash: {complaint}", file=sys.stderr)
        sys.exit(1)
