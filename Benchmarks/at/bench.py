#!/usr/bin/env python3
"""Requests the clause at a point of a page with a million regions from `explore serve`, in turns with a minimal route, and
measures how long a library of ten thousand documents takes to open.

    bench.py [--explore .build/release/explore] [--bare .build/release/BareServer] [--folder /tmp/at-bench] [--rounds 5]

Needs Debian's wrk and util-linux, and the built programs. Both libraries are made once, which takes some minutes, and kept in the
folder: one document with a page of 1000 x 1000 hexagons, each a clause with a title; and 10,000 documents of 100 such clauses.

    bare      a Hummingbird route of the same path that returns the bytes of one of our responses: BareServer.swift
    explore   GET /api/documents/page/at?x=…&y=… at random points, none of which was requested before

Each server is on core 0, the load (wrk, one thread, 32 connections, keep-alive) on core 1. Both run at once and receive requests
in turns, a second at a time. Requests per second and the 99th percentile of the latency are medians of a round's seconds. The
first second is not counted. Before it, every clause of the page is requested in reading order, so that the server's cache is
warm: a quarter of it, which is 1 GiB here because a million clauses take 210 MB.

Opening: the time from the start of the process until /health/ready responds with 200, and its anonymous memory at that moment.

One line is printed for each target: its name, ours, theirs (or the limit), the ratio, the target, and `holds` or `short`; ours
and theirs are medians over the rounds, the ratio is the median of the rounds' ratios. The exit status is the number of targets
that fell short.
"""

import argparse
import http.client
import json
import math
import random
import re
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import measuring  # noqa: E402

PORT, BARE_PORT = 18095, 18096
SIDE = 12
ROWS = COLUMNS = 1000
CACHE_BYTES = 1 << 30
# More than are requested in a second, and few enough that the load generator does not dominate the CPU cache.
POINTS = 50_000

LOAD = """
local paths = {{}}
for line in io.lines("{points}") do paths[#paths + 1] = line end
local next = 0
request = function()
    next = next % #paths + 1
    return wrk.format("GET", paths[next])
end
"""


def hexagon(column, row):
    """Returns a hexagon of the grid with integer corners. Some overlap slightly, as drawn regions do."""
    x, y = column * SIDE, row * SIDE
    return [[x + round(6 + 6 * math.cos(angle)), y + round(6 + 6 * math.sin(angle))]
            for angle in (math.pi / 3 * corner for corner in range(6))]


def write_source(folder, columns, rows):
    """Writes a source folder: one page full of hexagons, each a clause with a title in English."""
    (folder / "texts").mkdir(parents=True)
    header = {"id": folder.name, "title": folder.name, "status": "published", "language": "la", "languages": ["en"],
              "pages": [{"width": columns * SIDE, "height": rows * SIDE}]}
    (folder / "document.json").write_text(json.dumps(header))
    clauses = [{"id": f"c{row * columns + column}", "number": str(row * columns + column), "categories": [],
                "regions": [{"page": 1, "polygon": hexagon(column, row)}]}
               for row in range(rows) for column in range(columns)]
    (folder / "clauses.json").write_text(json.dumps(clauses, separators=(",", ":")))
    texts = {clause["id"]: {"title": f"Clause {clause['number']}"} for clause in clauses}
    (folder / "texts/en.json").write_text(json.dumps(texts, separators=(",", ":")))


def make_library(explore, library, sources):
    """Makes a library of the documents that `sources` yields in groups: lists of name, columns, rows."""
    if (library / "whole").exists():
        return
    shutil.rmtree(library, ignore_errors=True)
    folder = library.with_name("sources")
    for group in sources:
        shutil.rmtree(folder, ignore_errors=True)
        for name, columns, rows in group:
            write_source(folder / name, columns, rows)
        subprocess.run([explore, "add", *sorted(folder.iterdir()), "--library", library], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        print(f"made {group[-1][0]}", flush=True)
    shutil.rmtree(folder)
    (library / "whole").touch()


def serve(explore, library, path, *options):
    """Returns the command that serves a library with `explore`."""
    return Server(explore, "serve", "--library", library, "--port", PORT, *options, port=PORT, path=path)


class Server:
    """A server on core 0."""

    def __init__(self, *command, port, path):
        begin = time.monotonic()
        self.port = port
        self.process = subprocess.Popen(["taskset", "-c", "0", *map(str, command)], stdout=subprocess.DEVNULL)
        while time.monotonic() < begin + 60:
            try:
                self.get(path)
                self.seconds_to_ready = time.monotonic() - begin
                return
            except OSError:
                time.sleep(0.002)
        self.end()
        sys.exit(f"bench: nothing answers on port {port}")

    def get(self, path):
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            link.request("GET", path)
            answer = link.getresponse()
            body = answer.read()
        finally:
            link.close()
        if answer.status != 200:
            sys.exit(f"bench: {path}: status {answer.status}, {body[:200]}")
        return body

    def load(self, points, seconds):
        """Returns requests per second and the 99th percentile of the latency in milliseconds."""
        script = points.with_name("load.lua")
        script.write_text(LOAD.format(points=points))
        rate, p99, _ = measuring.load(self.port, script, seconds)
        return rate, p99

    def anonymous_bytes(self):
        status = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        return int(re.search(r"Anonymous:\s+(\d+)", status)[1]) * 1024

    def end(self):
        self.process.terminate()
        self.process.wait(timeout=10)


def draw(folder, number):
    """Writes a file of addresses of random points; returns it and the first address."""
    numbers = random.Random(number)
    paths = [f"/api/documents/page/at?x={numbers.random() * 11_999:.1f}&y={numbers.random() * 11_999:.1f}"
             for _ in range(POINTS)]
    (folder / "points.txt").write_text("\n".join(paths) + "\n")
    return folder / "points.txt", paths[0]


def warm(server):
    """Requests every eighth clause of the page: a server reads the neighbouring ones too."""
    begin = time.monotonic()
    link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    try:
        for row in range(ROWS):
            for column in range(0, COLUMNS, 8):
                link.request("GET", f"/api/documents/page/at?x={column * SIDE + 6}&y={row * SIDE + 6}")
                link.getresponse().read()
    finally:
        link.close()
    print(f"warm after {time.monotonic() - begin:.1f} s", flush=True)


def at(explore, bare, folder, rounds):
    """Returns pairs of requests per second, and of 99th percentiles."""
    rates, latencies = [], []
    for number in range(rounds):
        _, first = draw(folder, number * 10)
        servers = [serve(explore, folder / "page", first, "--cache-bytes", CACHE_BYTES)]
        try:
            warm(servers[0])
            answer = folder / "answer.json"
            answer.write_bytes(servers[0].get(first))
            servers.append(Server(bare, BARE_PORT, answer, port=BARE_PORT, path=first))
            found = ([], [])
            for part in range(6):
                points, _ = draw(folder, number * 10 + part)
                for side, server in enumerate(servers):
                    measured = server.load(points, 1)
                    # The first second is for warming up.
                    if part > 0:
                        found[side].append(measured)
        finally:
            for server in servers:
                server.end()
        for place, pairs in enumerate([rates, latencies]):
            pairs.append(tuple(statistics.median(each[place] for each in side) for side in found))
        print(f"round {number + 1}: ours {rates[-1][0]:.0f}/s p99 {latencies[-1][0]:.2f} ms; bare {rates[-1][1]:.0f}/s "
              f"p99 {latencies[-1][1]:.2f} ms", flush=True)
    return rates, latencies


def opening(explore, folder, rounds):
    """Returns the seconds until ready, and the anonymous memory then, in MiB."""
    seconds, memory = [], []
    for number in range(rounds):
        server = serve(explore, folder / "documents", "/health/ready")
        try:
            seconds.append((server.seconds_to_ready, 1.0))
            memory.append((server.anonymous_bytes() / 2**20, 300.0))
            document = f"d{random.Random(number).randrange(10_000):05}"
            begin = time.monotonic()
            server.get(f"/api/documents/{document}/at?x=6&y=6")
            print(f"opening {number + 1}: ready after {seconds[-1][0]:.3f} s with {memory[-1][0]:.0f} MiB; the first answer "
                  f"took {1000 * (time.monotonic() - begin):.1f} ms more", flush=True)
        finally:
            server.end()
    return seconds, memory


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    release = HERE.parents[1] / ".build/release"
    parser.add_argument("--explore", type=Path, default=release / "explore")
    parser.add_argument("--bare", type=Path, default=release / "BareServer")
    parser.add_argument("--folder", type=Path, default=Path("/tmp/at-bench"))
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    for tool in ["wrk", "taskset"]:
        if shutil.which(tool) is None:
            sys.exit(f"bench: no {tool} here, expected Debian's wrk and util-linux")
    folder, explore = options.folder.resolve(), options.explore.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    make_library(explore, folder / "page", [[("page", COLUMNS, ROWS)]])
    make_library(explore, folder / "documents", (
        [(f"d{number:05}", 10, 10) for number in range(start, start + 500)] for start in range(0, 10_000, 500)))
    rates, latencies = at(explore, options.bare.resolve(), folder, options.rounds)
    seconds, memory = opening(explore, folder, options.rounds)
    measuring.report([
        ("at, requests/s", rates, 0.5, lambda ratio: ratio >= 0.5),
        ("at, p99 ms", latencies, 3.0, lambda ratio: ratio <= 3.0),
        ("opening 10,000 documents, s", seconds, 1.0, lambda ratio: ratio <= 1.0),
        ("opening, anonymous MiB", memory, 1.0, lambda ratio: ratio <= 1.0),
    ])


if __name__ == "__main__":
    main()
