#!/usr/bin/env python3
"""Requests the largest images that a server with 512 MiB renders, many at once, in every format, also from slow readers, and
tiles at the same time: the server stays within its memory, renders most of them, and shuts down normally.

Usage: giants.py PROGRAM
"""

import argparse
import asyncio
import json
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

from memory_group import MemoryGroup
from wire import Connection, request

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "magna-carta"
MEMORY = 512 << 20
WIDTH, HEIGHT = 6000, 8000


async def fetch(port, path, is_slow=False):
    """Returns the status and the length of a response."""
    connection = await Connection.open(port)
    try:
        await connection.send(request(path))
        if is_slow:
            await asyncio.sleep(3)
        response = await connection.read_response(patience=300)
        return response.status, len(response.body)
    finally:
        connection.close()


def paths(side):
    """Returns regions of the largest area in every format, all different, and rotated ones, which may be refused."""
    found = []
    for number in range(12):
        x, y = number * 83 % (WIDTH - side), number * 131 % (HEIGHT - side)
        region = f"/iiif/3/magna-carta-1/{x},{y},{side},{side}/{side - number},"
        found += [(f"{region}/0/default.webp", False), (f"{region}/0/default.png", number % 4 == 0)]
    third = side // 3
    found += [(f"/iiif/3/magna-carta-1/{n * 50},9,{third},{third}/{third},/17/default.webp", False) for n in range(6)]
    return found


async def readers(port, side):
    """Returns the responses for the giant images, and the number of tiles served meanwhile."""
    giants = [asyncio.create_task(fetch(port, path, is_slow)) for path, is_slow in paths(side)]
    tiles = 0
    while not all(task.done() for task in giants):
        status, _ = await fetch(port, f"/dzi/magna-carta-1_files/13/{tiles % 20}_{tiles // 20 % 20}.jpg")
        if status != 200:
            raise AssertionError(f"a tile got {status}")
        tiles += 1
        await asyncio.sleep(0.02)
    return [task.result() for task in giants], tiles


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=lambda path: str(Path(path).resolve()))
    options = parser.parse_args()
    if reason := MemoryGroup.reason():
        print(f"giants: SKIPPED, since {reason}")
        return 0
    folder = Path(tempfile.mkdtemp(prefix="explore-giants-"))
    server = None
    try:
        library = folder / "library"
        subprocess.run([options.program, "add", SAMPLE, "--library", library], check=True, capture_output=True)
        with MemoryGroup(MEMORY) as group:
            # Late responses are not a fault on a busy machine.
            command = [options.program, "serve", "--library", library, "--port", "0", "--answer-seconds", "300"]
            server = subprocess.Popen(group.command(command), stdout=subprocess.PIPE, text=True)
            port = int(re.search(r":(\d+)/", server.stdout.readline())[1])
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/iiif/3/magna-carta-1/info.json", timeout=20) as response:
                area = json.load(response)["maxArea"]
            found, tiles = asyncio.run(readers(port, int(area ** 0.5)))
            server.send_signal(signal.SIGTERM)
            status = server.wait(30)
            peak, killed = int(group.peak.read_text()), group.killed_count()
        statuses = [status for status, _ in found]
        print(f"giants: {len(found)} images of up to {area >> 20} megapixels, {sum(size for _, size in found) >> 20} MiB, statuses "
              f"{sorted(set(statuses))}, beside {tiles} tiles; at most {peak >> 20} of {MEMORY >> 20} MiB, with what the system caches")
        if killed or status != 0:
            raise AssertionError(f"the server ended with {status}, the system has killed {killed}")
        # The queue is bounded, too: the widest images get 503.
        if not set(statuses) <= {200, 503} or statuses.count(200) < len(statuses) / 2:
            raise AssertionError(f"too few images were made: {statuses}")
        return 0
    except AssertionError as complaint:
        print(f"giants: {complaint}", file=sys.stderr)
        return 1
    finally:
        if server is not None and server.poll() is None:
            server.kill()
            server.wait()
        shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main())
