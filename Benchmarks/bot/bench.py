#!/usr/bin/env python3
"""Measures how much a bot slows down readers: tile latency with and without a bot that requests regions.

    bench.py [--explore .build/release/explore] [--folder /tmp/serving-bench] [--rounds 7] [--seconds 4]

Needs Debian's wrk and libvips-tools, and the built program. The picture is that of ../slicing/make_picture.py. The server is
on core 0, readers and bot on core 1, each a wrk with one thread. The readers are 32 connections that request random tiles,
each 5 to 15 ms after the last response: about 2,500 a second, so that the latency is that of a response and not of a queue.
The bot is 64 connections that continuously request random regions, 200 to 4000 pixels wide and high, at up to 600 pixels.
Each has to be rendered, and most are refused or rendered while readers read. Readers are measured in turns, without and with
the bot.

A line is printed for the target: its name, with the bot, without, the ratio, the target, and `holds` or `short`; figures are
medians over the rounds, the ratio is the median of the rounds' ratios. The exit status is 1 if it fell short, or if a
reader's tile was refused.
"""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import measuring  # noqa: E402

SLICING = HERE.parent / "slicing"
PORT = 18098
WIDTH, HEIGHT, TILE = 12000, 16000, 256

READERS = """
math.randomseed({seed})
local levels = {{ {levels} }}
request = function()
    -- The finest levels have most of the tiles, and are read as often as the others.
    local level = levels[math.random(#levels)]
    return wrk.format("GET", string.format("/tiles/page-444-1/%d/%d/%d.jpg", level[1],
        math.random(0, level[2] - 1), math.random(0, level[3] - 1)))
end
delay = function() return math.random(5, 15) end
"""

BOT = """
math.randomseed({seed})
request = function()
    local w, h = math.random(200, 4000), math.random(200, 4000)
    return wrk.format("GET", string.format("/iiif/3/page-444-1/%d,%d,%d,%d/%d,/0/default.jpg",
        math.random(0, {width} - w), math.random(0, {height} - h), w, h, math.min(600, w)))
end
"""


def prepare(explore, folder):
    """Makes a library with the picture."""
    folder.mkdir(parents=True, exist_ok=True)
    picture, library = folder / "page-444.jpg", folder / "bot-library"
    if not picture.exists():
        subprocess.run([sys.executable, SLICING / "make_picture.py", folder], check=True)
    shutil.rmtree(library, ignore_errors=True)
    subprocess.run([explore, "add", picture, "--library", library, "--quality", "80", "--subsampling", "420"], check=True,
                   stdout=subprocess.DEVNULL)
    return library


def levels():
    """Returns the number, columns and rows of each level with more than one tile."""
    found, width, height = [], WIDTH, HEIGHT
    while max(width, height) > TILE:
        found.append((-(-width // TILE), -(-height // TILE)))
        width, height = -(-width // 2), -(-height // 2)
    return [(len(found) - place, *size) for place, size in enumerate(found)]


def read(folder, seconds, seed):
    """Returns the 99th percentile of the readers' tiles in milliseconds; exits if a tile was refused."""
    script = folder / "readers.lua"
    script.write_text(READERS.format(seed=seed, levels=", ".join(f"{{{z}, {x}, {y}}}" for z, x, y in levels())))
    _, p99, _ = measuring.load(PORT, script, seconds)
    return p99


def walk(folder, seconds, seed):
    """Starts the bot."""
    script = folder / "bot.lua"
    script.write_text(BOT.format(seed=seed, width=WIDTH, height=HEIGHT))
    return subprocess.Popen(
        ["taskset", "-c", "1", "wrk", "-t1", "-c64", f"-d{seconds}s", "--timeout", "30s", "-s", script,
         f"http://127.0.0.1:{PORT}"], stdout=subprocess.PIPE, text=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--explore", type=Path, default=HERE.parent.parent / ".build/release/explore")
    parser.add_argument("--folder", type=Path, default=Path("/tmp/serving-bench"))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=int, default=4)
    options = parser.parse_args()
    folder, explore = options.folder.resolve(), options.explore.resolve()
    for tool in ["wrk", "vips", "taskset"]:
        if shutil.which(tool) is None:
            sys.exit(f"bench: no {tool} here, expected Debian's wrk, libvips-tools and util-linux")
    library = prepare(explore, folder)
    server = subprocess.Popen(
        ["taskset", "-c", "0", explore, "serve", "--library", library, "--port", str(PORT)], stdout=subprocess.DEVNULL)
    try:
        measuring.wait_for(PORT, "/tiles/page-444-1/0/0/0.jpg")
        pairs = measuring.beside(
            "the bot", options.rounds, options.seconds, lambda seconds, seed: read(folder, seconds, seed),
            lambda seconds, seed: walk(folder, seconds, seed))
    finally:
        server.terminate()
        server.wait(timeout=10)
    measuring.report([("tiles beside a bot, p99 ms", pairs, 2.0, lambda ratio: ratio <= 2.0)])


if __name__ == "__main__":
    main()
