#!/usr/bin/env python3
"""Cuts the same picture with libvips' command and with `explore slice`, in turns, and compares.

    bench.py [--explore .build/release/explore] [--folder /tmp/slicing-bench] [--rounds 5] [--only NAME ...]

Needs Debian's libvips-tools and the built program. For each source (JPEG 4:4:4, JPEG 4:2:0, TIFF) every round runs

    vips dzsave    to a zip, tiles of 256 pixels, JPEG quality 80, 4:2:0
    vips tiffsave  tiled, pyramidal, JPEG quality 80
    explore slice  with the same settings as dzsave

in an order that rotates by one each round, after the files have been read once. Then the pyramids are compared: the tiles
must be the same, byte for byte. `view` starts `explore serve SCAN` with a new scan and waits until the whole page is
available, against dzsave's time. `sandbox` is `explore slice --sandbox`, which decodes in a child process, against `explore
slice`. Two more lines have no peer: `height`, the memory for a scan four times as high against that for the scan, and
`gigapixel`, the memory for 32000 x 32000 pixels against 500 MB. README.md beside this file describes how to repeat all of it
by hand. CPU is user and system time, memory the maximum resident set, both as the kernel reports them for the process.

One line is printed for each target, as Benchmarks/README.md describes. The exit status is the number of targets that fell
short, or 99 if tiles differ.

The targets are meant for two cores: use `taskset -c 0,1 bench.py` on machines with more.
"""

import argparse
import hashlib
import http.client
import json
import os
import statistics
import subprocess
import sys
import time
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import measuring  # noqa: E402

SOURCES = {"jpeg-444": "page-444.jpg", "jpeg-420": "page-420.jpg", "tiff": "page.tif"}
# The ratio to dzsave that must not be exceeded: wall, CPU, peak memory.
TARGETS = {"jpeg-444": (0.45, 0.5, 0.5), "jpeg-420": (0.30, 0.45, 0.5), "tiff": (0.60, 0.6, 0.9)}
# The maximum ratio of memory for a scan four times as high.
HEIGHT_TARGET = 1.15
# From the start of `explore serve SCAN` until all tiles are available, over dzsave's time.
FIRST_VIEW_TARGET = 0.5
PORT = 18089
# The memory limit for a gigapixel scan, in MiB.
GIGAPIXEL_LIMIT = 500e6 / (1 << 20)
# The maximum cost of decoding in a child: wall and CPU, over decoding in the program itself.
SANDBOX_TARGETS = {"jpeg-444": (1.15, 1.15), "tiff": (1.5, 1.25)}
PARTS = [*SOURCES, "view", "sandbox", "height", "gigapixel"]


def run(command):
    """Returns wall seconds, CPU seconds and peak MiB of a command."""
    # Ours syncs its archive, and must not wait for unrelated earlier writes.
    os.sync()
    begin = time.monotonic()
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE)
    complaint = process.stderr.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"bench: {' '.join(map(str, command))} ended with {process.returncode}: {complaint}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def commands(explore, source, folder):
    same = ["--quality", 80, "--subsampling", 420, "--tile-size", 256]
    return {
        "dzsave": ["vips", "dzsave", f"{source}[access=sequential]", folder / "theirs.zip", "--container", "zip",
                   "--tile-size", 256, "--overlap", 0, "--suffix", ".jpg[Q=80]"],
        "tiffsave": ["vips", "tiffsave", f"{source}[access=sequential]", folder / "theirs.tif", "--tile", "--pyramid",
                     "--tile-width", 256, "--tile-height", 256, "--compression", "jpeg", "--Q", 80, "--bigtiff"],
        "ours": [*explore, "slice", source, "-o", folder / "ours.szi", *same],
    }


def differing_tiles(one, other):
    """Returns the number of tiles that differ between two archives."""

    def names(archive):
        return {name.split("_files/")[1]: name for name in archive.namelist() if name.endswith(".jpg")}

    with zipfile.ZipFile(one) as first, zipfile.ZipFile(other) as second:
        ours, theirs = names(first), names(second)
        lone = ours.keys() ^ theirs.keys()
        both = ours.keys() & theirs.keys()
        return len(lone) + sum(first.read(ours[name]) != second.read(theirs[name]) for name in both)


def read_once(path):
    """Reads a file into the page cache, in parts, because a child's reported peak memory is never below ours."""
    with open(path, "rb") as file:
        while file.read(1 << 20):
            pass


def line(name, ours, theirs, ratio, target, unit):
    return measuring.line(f"{name}, {unit}", ours, theirs, ratio, target, ratio <= target)


def compare(name, explore, source, folder, rounds):
    """Prints the lines of one source; returns how many fell short."""
    steps = commands(explore, source, folder)
    results = {step: [] for step in steps}
    read_once(source)
    for number in range(rounds):
        order = list(steps)[number % len(steps):] + list(steps)[:number % len(steps)]
        for step in order:
            for former in folder.glob("theirs.*" if step != "ours" else "ours.*"):
                if former.suffix != ".zip" or step == "dzsave":
                    former.unlink()
            results[step].append(run(steps[step]))
    differing = differing_tiles(folder / "ours.szi", folder / "theirs.zip")
    if differing:
        print(f"slicing {name}: {differing} tiles differ")
        sys.exit(99)

    def median(step, index):
        return statistics.median(result[index] for result in results[step])

    def ratio(step, index):
        return statistics.median(a[index] / b[index] for a, b in zip(results["ours"], results[step]))

    short = 0
    for index, (what, unit) in enumerate([("wall", "s"), ("cpu", "s"), ("memory", "MiB")]):
        short += line(f"slicing {name} {what}", median("ours", index), median("dzsave", index), ratio("dzsave", index),
                      TARGETS[name][index], unit)
    short += line(f"slicing {name} wall, tiffsave", median("ours", 0), median("tiffsave", 0), ratio("tiffsave", 0),
                  1.0, "s")
    return short


def serve_until_whole(explore, source, folder):
    """Returns the seconds from the start of `explore serve SCAN` until it responds, and until every tile of the page is
    available.
    """
    os.sync()
    begin = time.monotonic()
    server = subprocess.Popen([*map(str, explore), "serve", source, "--port", str(PORT), "--quality", "80",
                               "--subsampling", "420", "--tile-size", "256"],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        link = http.client.HTTPConnection("127.0.0.1", PORT, timeout=10)
        answered = None
        while time.monotonic() - begin < 60:
            time.sleep(0.01)
            try:
                link.request("GET", f"/tiles/{source.stem}-1.json")
                answer = json.load(link.getresponse())
            except OSError:
                link.close()
                continue
            answered = answered or time.monotonic() - begin
            if "error" in answer.get("cut", {}):
                sys.exit(f"bench: {source} could not be cut: {answer['cut']['error']}")
            if "cut" not in answer:
                return answered, time.monotonic() - begin
        sys.exit(f"bench: {source} was not cut within a minute of serving it")
    finally:
        server.terminate()
        server.wait(timeout=10)


def first_view(explore, source, folder, rounds):
    """Serves a new scan and prints the time until the whole page is available, against dzsave's in the same round."""
    read_once(source)
    answered, whole, theirs = [], [], []
    for _ in range(rounds):
        (folder / "theirs.zip").unlink(missing_ok=True)
        theirs.append(run(commands(explore, source, folder)["dzsave"])[0])
        times = serve_until_whole(explore, source, folder)
        answered.append(times[0])
        whole.append(times[1])
    print(f"first view: the server answers after {statistics.median(answered):.2f} s")
    return line("first view, whole page", statistics.median(whole), statistics.median(theirs),
                statistics.median(a / b for a, b in zip(whole, theirs)), FIRST_VIEW_TARGET, "s")


def compare_sandbox(name, explore, source, folder, rounds):
    """Prints the cost of decoding in a child and checks that the bytes are the same; returns how many lines fell short."""
    plain = commands(explore, source, folder)["ours"]
    results = {False: [], True: []}
    archives = {}
    read_once(source)
    for number in range(rounds):
        for apart in (False, True) if number % 2 else (True, False):
            (folder / "ours.szi").unlink(missing_ok=True)
            results[apart].append(run([*plain, "--sandbox"] if apart else plain))
            archives[apart] = hashlib.sha256((folder / "ours.szi").read_bytes()).digest()
    if archives[False] != archives[True]:
        print(f"sandbox {name}: the archives differ")
        sys.exit(99)
    short = 0
    for index, (what, target) in enumerate(zip(("wall", "cpu"), SANDBOX_TARGETS[name])):
        medians = [statistics.median(result[index] for result in results[apart]) for apart in (True, False)]
        ratio = statistics.median(a[index] / b[index] for a, b in zip(results[True], results[False]))
        short += line(f"sandbox {name} {what}", *medians, ratio, target, "s")
    return short


def compare_heights(explore, folder, rounds):
    """Prints the memory for a scan four times as high, compared with that for the scan."""
    folder.mkdir(exist_ok=True)
    low, high = folder / "low.jpg", folder / "high.jpg"
    if not high.exists():
        subprocess.run(["vips", "crop", folder.parent / "page.tif", f"{low}[Q=80]", "0", "0", "6000", "8000"],
                       check=True)
        subprocess.run(["vips", "replicate", f"{low}[access=random]", f"{high}[Q=80]", "1", "4"], check=True)
    peaks = {
        path: statistics.median(
            run([*explore, "slice", path, "-o", folder / "ours.szi", "--quality", 80, "--subsampling", 420])[2]
            for _ in range(rounds))
        for path in (low, high)
    }
    return line("slicing memory, 4x the height", peaks[high], peaks[low], peaks[high] / peaks[low], HEIGHT_TARGET, "MiB")


def measure_gigapixel(explore, folder):
    """Prints the memory for 32000 x 32000 pixels, measured once because other work on the machine does not affect it."""
    folder.mkdir(exist_ok=True)
    part, scan, out = folder / "part.v", folder / "gigapixel.jpg", folder / "ours.szi"
    if not scan.exists():
        subprocess.run(["vips", "crop", folder.parent / "page.tif", part, "0", "0", "8000", "8000"], check=True)
        unfinished = folder / "unfinished.jpg"
        subprocess.run(["vips", "replicate", part, f"{unfinished}[Q=80]", "4", "4"], check=True)
        unfinished.rename(scan)
        part.unlink()
    peak = run([*explore, "slice", scan, "-o", out, "--quality", 80, "--subsampling", 420])[2]
    with zipfile.ZipFile(out) as archive:
        tiles = sum(name.endswith(".jpg") for name in archive.namelist())
    out.unlink()
    # 125 x 125 tiles of the native level, and those of the fifteen levels below it.
    if tiles != sum(max(1, -(-(-(-32000 // 2**n)) // 256)) ** 2 for n in range(16)):
        sys.exit(f"bench: the gigapixel has {tiles} tiles")
    return line("slicing gigapixel memory, 500 MB", peak, GIGAPIXEL_LIMIT, peak / GIGAPIXEL_LIMIT, 1.0, "MiB")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--explore", default=HERE.parents[1] / ".build/release/explore")
    parser.add_argument("--folder", type=Path, default=Path("/tmp/slicing-bench"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", nargs="*", choices=PARTS)
    options = parser.parse_args()
    subprocess.run([sys.executable, HERE / "make_picture.py", options.folder], check=True)
    work = options.folder / "work"
    work.mkdir(exist_ok=True)
    explore = [options.explore]
    chosen = options.only or PARTS
    short = 0
    for name, file in SOURCES.items():
        if name in chosen:
            short += compare(name, explore, options.folder / file, work, options.rounds)
    if "view" in chosen:
        short += first_view(explore, options.folder / SOURCES["jpeg-444"], work, options.rounds)
    if "sandbox" in chosen:
        for name in SANDBOX_TARGETS:
            short += compare_sandbox(name, explore, options.folder / SOURCES[name], work, options.rounds)
    if "height" in chosen:
        short += compare_heights(explore, work, options.rounds)
    if "gigapixel" in chosen:
        short += measure_gigapixel(explore, work)
    sys.exit(short)


if __name__ == "__main__":
    main()
