#!/usr/bin/env python3
"""Runs targets of the Makefile and prints how long each took.

    Tools/parts.py STAGE…

A stage is a list of targets, which run one after the other. A "," splits it into lanes that run in parallel, as in
"build , lint typecheck"; the output of each target is then printed when it ends. After a target fails, no other target starts, and
its last lines are repeated below the table.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[1]
# Few, because CI may show only the end of its log.
REPEATED_LINES = 12


@dataclass
class Part:
    """A finished target."""

    name: str
    seconds: float
    # The processor time of the target and its child processes.
    processor_seconds: float
    status: int
    # Nothing for a target that ran alone, whose output was printed as it came.
    output: bytes = b""


class Parts:
    def __init__(self) -> None:
        self.ended: list[Part] = []
        self.printing = threading.Lock()

    @property
    def has_failed(self) -> bool:
        return any(part.status for part in self.ended)

    def run(self, name: str, is_alone: bool) -> None:
        self.print(f"== {name}")
        start = time.monotonic()
        with tempfile.TemporaryFile() as output:
            process = subprocess.Popen(
                ["make", "--no-print-directory", name], cwd=ROOT, stdin=subprocess.DEVNULL,
                stdout=None if is_alone else output, stderr=None if is_alone else subprocess.STDOUT)
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            output.seek(0)
            part = Part(
                name, time.monotonic() - start, used.ru_utime + used.ru_stime, process.returncode, output.read())
            self.ended.append(part)
            if not is_alone:
                self.print(f"== {name}, after {clock(part.seconds)}", part.output)

    def print(self, line: str, output: bytes = b"") -> None:
        with self.printing:
            sys.stdout.buffer.write(line.encode() + b"\n" + output)
            sys.stdout.buffer.flush()

    def lane(self, names: list[str], is_alone: bool) -> None:
        for name in names:
            if self.has_failed:
                return
            self.run(name, is_alone)

    def stage(self, stage: str) -> None:
        lanes = [lane.split() for lane in stage.split(",")]
        threads = [threading.Thread(target=self.lane, args=(lane, len(lanes) == 1)) for lane in lanes]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


def clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def main(stages: list[str]) -> int:
    if not stages:
        sys.exit(__doc__)
    parts = Parts()
    start = time.monotonic()
    for stage in stages:
        if not parts.has_failed:
            parts.stage(stage)
    parts.print("\n    time  processors")
    for part in parts.ended:
        parts.print(f"{clock(part.seconds):>8}  {clock(part.processor_seconds):>10}  {part.name}" + (": FAILED" if part.status else ""))
    parts.print(f"{clock(time.monotonic() - start):>8}  {'':10}  in all")
    for part in parts.ended:
        if part.status and part.output:
            parts.print(f"\n{part.name} ended with:", b"".join(part.output.splitlines(keepends=True)[-REPEATED_LINES:]))
    return 1 if parts.has_failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
