#!/usr/bin/env python3
"""Queries ten million difficult points with ImageGeometry's index and with GEOS (through Shapely), and compares.

    check.py [--program .build/release/IndexBenchmark] [--folder /tmp/index-check] [--points 10000000] [--seed 1]

The points are random; on vertices; on edges, as close as doubles get; one step of a double beside them; at the height of
vertices. The regions are stars, long lines that share their borders, overlapping clusters, rings with holes that others
fill, slivers, and triangles with coordinates up to the limit of 10^9.

Every region that contains a point according to GEOS must be found, and none that does not intersect it. In between are the
points exactly on a border, for which our own rule decides. If regions cover a surface without gaps, every point within it
must have exactly one, on borders too. The smallest region comes first. One line is printed for each kind; the exit status is
the number of kinds with a difference.
"""

import argparse
import math
import sys
from pathlib import Path

import numpy as np
import shapely

import datasets
from bench import Program

HERE = Path(__file__).resolve().parent
LIMIT = 1e9


def hard_points(numbers, data, count):
    """Returns points of all kinds, in equal numbers."""
    sizes = data.ring_sizes
    starts = np.cumsum(sizes) - sizes
    following = np.arange(len(data.vertices)) + 1
    following[starts + sizes - 1] = starts
    edges = numbers.integers(0, len(data.vertices), count)
    start, end = data.vertices[edges], data.vertices[following[edges]]
    share = numbers.choice([0.5, 0.25, 1 / 3, 0.0], count)[:, None]
    share = np.where(numbers.random((count, 1)) < 0.5, numbers.random((count, 1)), share)
    on_edges = start + share * (end - start)
    kind = numbers.integers(0, 8, count)
    points = np.where((kind == 0)[:, None], start, on_edges)
    for number, axis, direction in [(1, 0, math.inf), (2, 0, -math.inf), (3, 1, math.inf), (4, 1, -math.inf)]:
        points[:, axis] = np.where(kind == number, np.nextafter(points[:, axis], direction), points[:, axis])
    # The y of one vertex, but the x of another.
    points[:, 0] = np.where(kind == 5, numbers.permutation(points[:, 0]), points[:, 0])
    low, high = data.vertices.min(0), data.vertices.max(0)
    anywhere = low + numbers.random((count, 2)) * (high - low) * 1.02 - (high - low) * 0.01
    near = on_edges + numbers.normal(0, 1, (count, 2)) * np.abs(end - start)
    points = np.where((kind == 6)[:, None], anywhere, np.where((kind == 7)[:, None], near, points))
    return np.clip(points, -LIMIT, LIMIT)


def huge(numbers):
    vertices = numbers.uniform(-LIMIT, LIMIT, (300, 3, 2))
    vertices[::2] = vertices[::2].round()
    vertices[::5] = numbers.choice([-LIMIT, LIMIT, 0.1, -1 / 3], (60, 3, 2)) + numbers.integers(0, 2, (60, 3, 2)) * 1e-7
    vertices = np.clip(vertices, -LIMIT, LIMIT)
    (a, b), (c, d) = (vertices[:, 1] - vertices[:, 0]).T, (vertices[:, 2] - vertices[:, 0]).T
    vertices = vertices[np.abs(a * d - b * c) > 1]
    return datasets.DataSet(vertices.reshape(-1, 2), np.full(len(vertices), 3), np.empty((0, 2)))


def slivers(numbers):
    """Returns fans of triangles around one vertex each, a hundred thousand times as long as wide."""
    fans, count = 20, 100
    steps = np.arange(count + 1)
    rim = np.stack([1000 + steps * 0.001, steps * 0.0013], 1) + np.arange(fans)[:, None, None] * [0.1, 10]
    centres = np.broadcast_to((np.arange(fans)[:, None] * [1 / 3, 10] + [1 / 3, 2 / 7])[:, None], (fans, count, 2))
    vertices = np.stack([centres, rim[:, :-1], rim[:, 1:]], 2)
    return datasets.DataSet(vertices.reshape(-1, 2), np.full(fans * count, 3), np.empty((0, 2)))


def holes(numbers):
    """Returns squares with triangular holes, and triangles that fill the holes: together they cover everything."""
    rings, ring_counts = [], []
    for number in range(400):
        x, y = number % 20 * 100.0, number // 20 * 100.0
        square = np.array([[0, 0], [100, 0], [100, 100], [0, 100]]) + [x, y]
        triangles = [numbers.uniform(1, 48, (3, 2)) + [x + left, y + top] for left, top in [(1, 1), (51, 1), (1, 51)]]
        rings += [square, *triangles, *triangles]
        ring_counts += [4, 1, 1, 1]
    return datasets.DataSet(np.concatenate(rings), [len(ring) for ring in rings], np.empty((0, 2)), ring_counts)


def touching(numbers):
    """Returns squares and triangles on a small integer lattice, where nearly everything is a border."""
    vertices = numbers.integers(0, 33, (400, 3, 2)).astype(float)
    (a, b), (c, d) = (vertices[:, 1] - vertices[:, 0]).T, (vertices[:, 2] - vertices[:, 0]).T
    vertices = vertices[a * d != b * c]
    return datasets.DataSet(vertices.reshape(-1, 2), np.full(len(vertices), 3), np.empty((0, 2)))


# The kinds: the regions, their share of all points, and the rectangle that they cover without gaps.
KINDS = {
    "stars": (lambda numbers: datasets.stars(10**5, 0), 0.25, None),
    "page": (lambda numbers: datasets.page(0), 0.2, (3, 80, 2397, 3320)),
    "clusters": (lambda numbers: datasets.clusters(20_000, 600), 0.1, None),
    "holes": (holes, 0.15, (0, 0, 2000, 2000)),
    "slivers": (slivers, 0.15, None),
    "huge": (huge, 0.05, None),
    "touching": (touching, 0.1, None),
}


def differences(program, folder, data, points, whole):
    """Counts the points that lack a region, have one too many, or have them out of order; and the points on borders."""
    data.points = points
    files = data.write(folder, "check")
    program.ask("load", *files)
    program.ask("build")
    path = folder / "answers"
    program.ask("answers", path)
    numbers = np.fromfile(path, np.uint32).astype(np.int64)
    for file in [*files, path]:
        file.unlink()
    counts, found = numbers[:len(points)], numbers[len(points):]
    asked = np.repeat(np.arange(len(points)), counts)
    polygons = data.shapely()
    areas = shapely.area(polygons)
    is_disordered = np.diff(areas[found]) < -1e-9 * areas[found][1:]
    wrong = set(asked[1:][is_disordered & (np.diff(asked) == 0)])
    tree = shapely.STRtree(polygons)
    shapely.prepare(polygons)
    x, y = points[:, 0].copy(), points[:, 1].copy()
    near, polygon = tree.query(shapely.points(x, y))
    holds = shapely.contains_xy(polygons[polygon], x[near], y[near])
    meets = shapely.intersects_xy(polygons[polygon], x[near], y[near])

    def keys(points, polygons):
        return points * len(data) + polygons

    ours = keys(asked, found)
    missing = np.setdiff1d(keys(near[holds], polygon[holds]), ours)
    surplus = np.setdiff1d(ours, keys(near[meets], polygon[meets]))
    wrong |= set(missing // len(data)) | set(surplus // len(data))
    if whole:
        left, top, right, bottom = whole
        within = (x >= left) & (x < right) & (y >= top) & (y < bottom)
        wrong |= set(np.flatnonzero(within & (counts != 1)))
    return wrong, np.count_nonzero(meets & ~holds)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path, default=HERE.parents[1] / ".build/release/IndexBenchmark")
    parser.add_argument("--folder", type=Path, default=Path("/tmp/index-check"))
    parser.add_argument("--points", type=int, default=10**7)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    program = Program(options.program)
    failed = total = 0
    for name, (make, share, whole) in KINDS.items():
        numbers = np.random.default_rng([options.seed, len(name)])
        data = make(numbers)
        wrong, borders = [], 0
        count = left = int(options.points * share)
        while left > 0:
            points = hard_points(numbers, data, min(left, 500_000))
            found, on_borders = differences(program, options.folder, data, points, whole)
            wrong += [points[number].tolist() for number in sorted(found)]
            borders += on_borders
            left -= len(points)
        total += count
        print(f"{name:10} {count:9} points, {borders:9} pairs on borders, {len(wrong)} points differ {wrong[:3] or ''}",
              flush=True)
        failed += bool(wrong)
    print(f"{total} points, {'no differences' if not failed else f'differences in {failed} kinds'}")
    program.close()
    sys.exit(failed)


if __name__ == "__main__":
    main()
