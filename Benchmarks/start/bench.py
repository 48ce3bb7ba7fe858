#!/usr/bin/env python3
"""Measures the time from the start of `explore serve` to its first response, with an unchanged library.

    bench.py [--explore .build/release/explore] [--folder /tmp/at-bench] [--rounds 11]

There are two libraries: the sample document, and 10,000 documents of 100 clauses, the same as in Benchmarks/at, which is made
once and kept in the folder. Requests are sent as soon as the port is open, on a new connection each time: for a document, and in
other runs for /health/ready, which reads the list of all documents. Files are in the page cache, as after any earlier start.

One line is printed for each, as Benchmarks/README.md describes: ours and the limit are seconds, ours is the median of the rounds.
The exit status is the number of targets that fell short.
"""

import argparse
import importlib.util
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import measuring  # noqa: E402

PORT = 18097
LIMIT = 0.3


def first_answer(explore, library, path):
    """Returns the seconds from the start of the process until a complete response."""
    begin = time.monotonic()
    process = subprocess.Popen([explore, "serve", "--library", library, "--port", str(PORT)], stdout=subprocess.DEVNULL)
    try:
        while time.monotonic() < begin + 30:
            try:
                with socket.create_connection(("127.0.0.1", PORT), timeout=30) as link:
                    link.sendall(f"GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode())
                    answer = b""
                    while part := link.recv(1 << 16):
                        answer += part
            except ConnectionError:
                time.sleep(0.0005)
                continue
            taken = time.monotonic() - begin
            if not answer.startswith(b"HTTP/1.1 200"):
                sys.exit(f"bench: {path}: {answer[:200]}")
            return taken
        sys.exit(f"bench: nothing answers on port {PORT}")
    finally:
        process.terminate()
        process.wait(timeout=10)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--explore", type=Path, default=HERE.parents[1] / ".build/release/explore")
    parser.add_argument("--folder", type=Path, default=Path("/tmp/at-bench"))
    parser.add_argument("--rounds", type=int, default=11)
    options = parser.parse_args()
    explore, folder = options.explore.resolve(), options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    # The libraries of Benchmarks/at are made by its own program.
    spec = importlib.util.spec_from_file_location("at_bench", HERE.parent / "at/bench.py")
    at = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(at)
    at.make_library(explore, folder / "documents", (
        [(f"d{number:05}", 10, 10) for number in range(start, start + 500)] for start in range(0, 10_000, 500)))
    sample = folder / "sample"
    shutil.rmtree(sample, ignore_errors=True)
    subprocess.run([explore, "add", HERE.parents[1] / "data/magna-carta", "--library", sample], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    # A library of an older version is migrated first, which is not part of a start.
    subprocess.run([explore, "list", "--library", folder / "documents"], check=True, stdout=subprocess.DEVNULL)
    rows = []
    for name, library, path in [
        ("start, sample, s", sample, "/api/documents/magna-carta"),
        ("start, sample, ready, s", sample, "/health/ready"),
        ("start, 10,000 documents, s", folder / "documents", "/api/documents/d04242"),
        ("start, 10,000 documents, ready, s", folder / "documents", "/health/ready"),
    ]:
        first_answer(explore, library, path)
        seconds = [first_answer(explore, library, path) for _ in range(options.rounds)]
        print(f"{name}: {' '.join(f'{1000 * each:.0f}' for each in sorted(seconds))} ms", flush=True)
        rows.append((name, [(each, LIMIT) for each in seconds], 1.0, lambda ratio: ratio <= 1.0))
    measuring.report(rows)


if __name__ == "__main__":
    main()
