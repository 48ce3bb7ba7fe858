#!/usr/bin/env python3
"""Queries the same regions at the same points with Shapely and with ImageGeometry's index, in turns, and compares.

    bench.py [--program .build/release/IndexBenchmark] [--folder /tmp/index-bench] [--rounds 5]
             [--only page 10^4 10^6 clusters ...]

Needs the built program (`swift build -c release --product IndexBenchmark`), and Shapely and NumPy of requirements.txt.
Each data set of datasets.py is a million points and

    10^4, 10^6  disjoint regions of 20 vertices
    page        75 regions of about 250 vertices that share their borders
    clusters    10^5 overlapping regions of 8 to 32 vertices on 200 small parts of a page, and 20 large ones over all

Shapely is used in bulk: an STRtree finds the polygons whose boxes contain each point, and prepared polygons decide which of
these contain it. Its results are unordered; ours have the smallest region first. Ours are queried all at once (batch) and
one by one (single). Both use one thread, on core 0, and the same polygons in memory; building is the tree alone for Shapely,
and the whole index for ours. Bytes are those of the index per polygon, compared with 1.2 times the vertices' plus 64. The
results are compared first: every point must have the same regions.

One line is printed for each target, as Benchmarks/README.md describes. The exit status is the number of targets that fell
short, or 99 if results differ.
"""

import argparse
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import shapely

import datasets

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import measuring  # noqa: E402

DATA_SETS = {
    "page": datasets.page,
    "10^4": lambda: datasets.stars(10**4),
    "10^6": lambda: datasets.stars(10**6),
    "clusters": datasets.clusters,
}
# The targets for batches and single calls, as multiples of Shapely's speed.
TARGETS = {"page": (10, 10), "10^4": (15, 10), "10^6": (20, 3), "clusters": (3, 3)}
BUILD_TARGET = 3.0


class Program:
    """Runs IndexBenchmark, which responds to each line with a line."""

    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, *words):
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().split()
        if not answer:
            sys.exit(f"bench: IndexBenchmark ended at {words[0]!r}")
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def timed(body):
    begin = time.perf_counter()
    answer = body()
    return time.perf_counter() - begin, answer


def build_tree(polygons):
    """Builds Shapely's tree, which is lazy, by a first query."""
    tree = shapely.STRtree(polygons)
    tree.query(shapely.Point(0, 0))
    return tree


def find(tree, polygons, x, y):
    """Returns the pairs of a point and a polygon that contains it."""
    points, found = tree.query(shapely.points(x, y))
    holds = shapely.contains_xy(polygons[found], x[points], y[points])
    return points[holds], found[holds]


def read_answers(path, count):
    """Returns the pairs of a point and a region, as the program wrote them."""
    numbers = np.fromfile(path, np.uint32)
    return np.repeat(np.arange(count), numbers[:count]), numbers[count:]


def medians(pairs):
    mine, other = (statistics.median(pair[side] for pair in pairs) for side in (0, 1))
    return mine, other, statistics.median(pair[0] / pair[1] for pair in pairs)


def check(name, program, folder, tree, polygons, x, y):
    """Exits if the two results differ in the regions of any point, or in their order."""
    path = folder / "answers"
    program.ask("answers", path)
    points, found = read_answers(path, len(x))
    path.unlink()
    their_points, their_found = find(tree, polygons, x, y)
    areas = shapely.area(polygons)
    order = np.lexsort((their_found, areas[their_found].round(6), their_points))
    if not (np.array_equal(points, their_points[order]) and np.array_equal(found, their_found[order])):
        count = len(set(zip(points, found)) ^ set(zip(their_points, their_found)))
        print(f"index {name}: answers differ, {count} pairs of point and region on one side only")
        sys.exit(99)


def compare(name, program_path, folder, rounds):
    """Prints the lines of one data set; returns how many fell short."""
    data = DATA_SETS[name]()
    polygons = data.shapely()
    x, y = np.ascontiguousarray(data.points[:, 0]), np.ascontiguousarray(data.points[:, 1])
    program = Program(program_path)
    files = data.write(folder, "data")
    program.ask("load", *files)
    for file in files:
        file.unlink()
    _, byte_count = program.ask("build")
    tree = build_tree(polygons)
    shapely.prepare(polygons)
    check(name, program, folder, tree, polygons, x, y)
    batches, singles, builds = [], [], []
    for number in range(rounds):
        seconds = {}
        sides = ["ours", "theirs"] if number % 2 == 0 else ["theirs", "ours"]
        for side in sides:
            if side == "ours":
                seconds["batch"], seconds["single"], seconds["build"] = (
                    float(program.ask(command)[0]) for command in ("batch", "single", "build"))
            else:
                seconds["find"], _ = timed(lambda: find(tree, polygons, x, y))
                seconds["tree"], _ = timed(lambda: build_tree(polygons))
        rate = len(x) / 1e6
        batches.append((rate / seconds["batch"], rate / seconds["find"]))
        singles.append((rate / seconds["single"], rate / seconds["find"]))
        builds.append((seconds["build"], seconds["tree"]))
    program.close()
    short = 0
    for what, pairs, target in [("batch", batches, TARGETS[name][0]), ("single", singles, TARGETS[name][1])]:
        mine, other, ratio = medians(pairs)
        short += measuring.line(f"index {name} {what}, 10^6/s", mine, other, ratio, target, ratio >= target)
    if name == "10^6":
        mine, other, ratio = medians(builds)
        short += measuring.line(f"index {name} build, s", mine, other, ratio, BUILD_TARGET, ratio <= BUILD_TARGET)
    mine, allowed = int(byte_count) / len(data), 1.2 * 16 * len(data.vertices) / len(data) + 64
    return short + measuring.line(f"index {name} bytes a polygon", mine, allowed, mine / allowed, 1.0, mine <= allowed)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path, default=HERE.parents[1] / ".build/release/IndexBenchmark")
    parser.add_argument("--folder", type=Path, default=Path("/tmp/index-bench"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", nargs="*", choices=DATA_SETS, default=DATA_SETS)
    options = parser.parse_args()
    # One core for both, which run in turns.
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    options.folder.mkdir(parents=True, exist_ok=True)
    sys.exit(sum(compare(name, options.program, options.folder, options.rounds) for name in options.only))


if __name__ == "__main__":
    main()
