#!/usr/bin/env python3
"""Kills the program with SIGKILL at random moments of an addition, a slice, a migration, a backup, a publication of edits and a
server's work, including edits and uploads, and checks what remains: everything that was acknowledged, nothing partial that is
served, and, once the program has been restarted, no leftovers.

Usage: crash.py PROGRAM [--kills N] [--seconds S] [--at-least N] [--patience S] [--seed N]

A kill counts as one between the first write and the commit if part of the new state was on disk right after it (a partial file, a
new scan or pyramid, frames of the write-ahead log after the last commit) although the old state is read; for edits, if one was
sent and is not in the journal. At least a third of the kills must be of that kind. After each kill the program is restarted: as a
server, whose responses and tiles are compared with those of an unharmed library, or with the same work. The leftovers of the kill
must then be gone, and `explore verify` must find nothing.

After `--seconds` fewer kills than `--kills` suffice, but not fewer than `--at-least`, a tenth of them of each kind of work: until
then the test continues, and it fails after `--patience` seconds. Too few kills prove nothing.
"""

import argparse
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from documents import WORDS, write_source, write_version_1
from edited import Edits, Publication, write_edited
from trials import Backup, Change, Serve, Slice
from uploaded import Uploads


def shortfalls(trials, least):
    """Returns what is missing for the kills to be conclusive, one sentence each."""
    kills, between = (sum(getattr(trial, part) for trial in trials) for part in ("kills", "between"))
    found = []
    if kills < least:
        found.append(f"{kills} kills, expected at least {least}")
    for trial in trials:
        if trial.kills < max(1, least // 10):
            found.append(f"{trial.kills} kills of {trial.name}, expected at least {max(1, least // 10)}")
    if between * 3 < kills:
        found.append(f"{between} of {kills} kills between the first write and the commit, expected at least a third")
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=7200, help="after so long --at-least kills are enough")
    parser.add_argument("--at-least", type=int, help="fewer kills prove nothing; by default all of --kills")
    parser.add_argument("--patience", type=float, help="fail after so long without them; by default six times --seconds")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    options = parser.parse_args()
    least = options.kills if options.at_least is None else min(options.at_least, options.kills)
    patience = 6 * options.seconds if options.patience is None else options.patience
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
        write_edited(options.program, base, folder / "edited")
        program, scans = options.program, [folder / word / "scan.tif" for word in WORDS]
        trials = [
            Change("add", program, folder, base, chance, ["add", str(folder / WORDS[1])], "replaced"),
            Slice(program, folder, base, chance, *scans),
            Change("migration", program, folder, folder / "version-1", chance, ["list"], "charter"),
            Backup("backup", program, folder, base, chance),
            Serve("serve", program, folder, base, chance),
            Edits("edits", program, folder, base, chance),
            Publication(program, folder, folder / "edited", chance),
            Uploads(program, folder, base, chance, scans[1]),
        ]
        # Twice as many additions and publications as of each other kind.
        turns = [trials[number] for number in (0, 1, 6, 2, 7, 0, 5, 3, 6, 4)]
        turn, started = 0, time.monotonic()
        while True:
            seconds = time.monotonic() - started
            lacking = shortfalls(trials, least)
            is_enough = sum(trial.kills for trial in trials) >= options.kills or seconds > options.seconds
            if is_enough and not lacking or seconds > patience:
                break
            turns[turn % len(turns)].kill()
            turn += 1
    kills, between = (sum(getattr(trial, part) for trial in trials) for part in ("kills", "between"))
    parts = ", ".join(f"{trial.name} {trial.kills} ({trial.between}, {trial.after})" for trial in trials)
    for sentence in lacking:
        print(f"crash: {sentence}, in {seconds:.0f} s: the machine is too slow or too busy, and nothing is proved",
              file=sys.stderr)
    print(
        f"crash: {kills} kills in {seconds:.0f} s, expected at least {least}, seed {options.seed}: {parts} (between first "
        f"write and commit, after it); {between} of {kills} between, expected at least a third; nothing acknowledged lost, "
        f"nothing half-made served, nothing left: {'short' if lacking else 'holds'}")
    return 1 if lacking else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except AssertionError as complaint:
        print(f"crash: {complaint}", file=sys.stderr)
        sys.exit(1)
