"""Runs the program under test: adds documents to a library, and serves it.

EXPLORE_BINARY     the program (by default .build/release/explore, else .build/debug/explore)
"""

from __future__ import annotations

import contextlib
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
START_SECONDS = 120
COMMAND_SECONDS = 300


def binary() -> pathlib.Path:
    named = os.environ.get("EXPLORE_BINARY")
    built = [ROOT / ".build" / kind / "explore" for kind in ("release", "debug")]
    candidates = [pathlib.Path(named)] if named else built
    for candidate in candidates:
        if candidate.is_file():
            return candidate
    raise pytest.UsageError(f"{candidates[0]}: not found; expected the built program (make build)")


def run(*arguments: object, environment: dict[str, str] | None = None) -> subprocess.CompletedProcess:
    """Runs a command of the program to its end; a failure shows the program's output."""
    command = [str(part) for part in (binary(), *arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=COMMAND_SECONDS, env={**os.environ, **(environment or {})})
    if done.returncode != 0:
        raise RuntimeError(f"explore {' '.join(command[1:])} ended with status {done.returncode}:\n{done.stderr}")
    return done


def add(library: pathlib.Path, *arguments: object) -> subprocess.CompletedProcess:
    return run("add", *arguments, "--library", library)


def wait_until_ready(process: subprocess.Popen, log: pathlib.Path) -> str:
    """Returns the address that the server prints, once it responds there."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"explore serve ended with status {process.returncode}:\n{log.read_text()}")
        if match := re.search(r"^open (http://\S+)/ ", log.read_text(), re.MULTILINE):
            with contextlib.suppress(urllib.error.URLError, OSError):
                urllib.request.urlopen(f"{match[1]}/health/ready", timeout=5).close()
                return match[1]
        time.sleep(0.1)
    raise RuntimeError(f"explore serve was not ready within {START_SECONDS} s:\n{log.read_text()}")


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@contextlib.contextmanager
def serving(library: pathlib.Path, *options: object) -> Iterator[str]:
    """Serves a library on a free port of this machine; yields the address, without a trailing slash."""
    descriptor, name = tempfile.mkstemp(prefix="serve-", suffix=".log", dir=library.parent)
    with open(descriptor, "w") as output:
        process = subprocess.Popen(
            [binary(), "serve", "--library", library, "--port", "0", *map(str, options)], stdout=output, stderr=output, cwd=ROOT
        )
    try:
        yield wait_until_ready(process, pathlib.Path(name))
    finally:
        end(process)


class Restartable:
    """A server that can be stopped and restarted on the same port."""

    def __init__(self, library: pathlib.Path, *options: str) -> None:
        self.library, self.options, self.process = library, options, None
        # The first start takes a free port.
        self.address, self.port = "", 0
        self.start()

    def start(self) -> None:
        log = self.library.parent / "restartable.log"
        with open(log, "w") as output:
            self.process = subprocess.Popen(
                [binary(), "serve", "--library", self.library, "--port", str(self.port), *self.options],
                stdout=output,
                stderr=output,
                cwd=ROOT,
            )
        self.address = wait_until_ready(self.process, log)
        self.port = int(self.address.rpartition(":")[2])

    def stop(self) -> None:
        end(self.process)


def end(process: subprocess.Popen) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(10)
