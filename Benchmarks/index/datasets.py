"""Generates regions and points for bench.py and check.py from fixed seeds, and writes the files that IndexBenchmark reads.

A data set consists of the rings of its polygons (lists of arrays of x and y) and of points. All coordinates are doubles.
"""

import math

import numpy as np
import shapely

POINT_COUNT = 10**6


class DataSet:
    """`rings` contains the concatenated vertices of all rings; `ring_sizes` and `ring_counts` give the vertices per ring and the
    rings per polygon.
    """

    def __init__(self, vertices, ring_sizes, points, ring_counts=None):
        self.vertices = np.ascontiguousarray(vertices, float)
        self.ring_sizes = np.asarray(ring_sizes, np.int64)
        self.ring_counts = np.ones(len(self.ring_sizes), np.int64) if ring_counts is None else np.asarray(ring_counts, np.int64)
        self.points = np.ascontiguousarray(points, float)

    def __len__(self):
        return len(self.ring_counts)

    def write(self, folder, name):
        """Writes the files that IndexBenchmark's `load` reads; returns the two paths."""
        polygons, points = folder / f"{name}.polygons", folder / f"{name}.points"
        with open(polygons, "wb") as file:
            for part in [np.array([len(self), len(self.ring_sizes)], np.int64), np.arange(len(self), dtype=np.int64),
                         self.ring_counts, self.ring_sizes, self.vertices]:
                file.write(part.tobytes())
        points.write_bytes(self.points.tobytes())
        return polygons, points

    def shapely(self):
        """Returns the polygons as Shapely's."""
        rings = shapely.linearrings(self.vertices, indices=np.repeat(np.arange(len(self.ring_sizes)), self.ring_sizes))
        if len(rings) == len(self):
            return shapely.polygons(rings)
        return shapely.polygons(rings, indices=np.repeat(np.arange(len(self)), self.ring_counts))


def stars(count, points=POINT_COUNT):
    """Returns disjoint regions of 20 vertices, one in each cell of a square grid; two thirds of the points hit one."""
    numbers = np.random.default_rng(1)
    side = math.ceil(math.sqrt(count))
    angles = np.sort(numbers.random((count, 20)) * 2 * np.pi, axis=1)
    radii = numbers.uniform(25, 48, (count, 20))
    x = (np.arange(count) % side)[:, None] * 100 + 50 + radii * np.cos(angles)
    y = (np.arange(count) // side)[:, None] * 100 + 50 + radii * np.sin(angles)
    # Coordinates as in real files, to a tenth of a pixel.
    return DataSet(np.stack([x, y], 2).reshape(-1, 2).round(1), np.full(count, 20), numbers.random((points, 2)) * side * 100)


def page(points=POINT_COUNT):
    """Returns 75 regions of about 250 vertices, in three columns of 25 bent lines that share their borders."""
    numbers = np.random.default_rng(5)
    rows, columns, width, height = 25, 3, 2400.0, 3400.0
    edges = np.linspace(0, width, columns + 1)

    def level(row, x):
        return 40 + row * (height - 80) / rows + 14 * np.sin(x / 310 + row * 0.13) + 6 * np.sin(x / 97 + row)

    borders = {}
    for row in range(rows + 1):
        for column in range(columns):
            x = np.linspace(edges[column], edges[column + 1], numbers.integers(45, 190))
            y = level(row, x)
            y[1:-1] += numbers.uniform(-1.2, 1.2, len(x) - 2)
            borders[row, column] = np.stack([x, y], 1)
    rings = []
    for row in range(rows):
        for column in range(columns):
            sides = []
            for x in (edges[column], edges[column + 1]):
                share = np.linspace(0, 1, 6)[1:-1]
                top, bottom = level(row, x), level(row + 1, x)
                sides.append(np.stack([x + 3 * np.sin(share * 6), top + (bottom - top) * share], 1))
            ring = np.concatenate([borders[row, column], sides[1], borders[row + 1, column][::-1], sides[0][::-1]])
            rings.append(ring if (row + column) % 2 else ring[::-1])
    return DataSet(np.concatenate(rings), [len(ring) for ring in rings], numbers.random((points, 2)) * [width, height])


def clusters(count=10**5, points=POINT_COUNT):
    """Returns overlapping pages, parts, lines and words on 200 small parts of one canvas, and 20 regions over all of it; a third
    of the points are between the small parts.
    """
    numbers = np.random.default_rng(9)
    canvas, parts, large = 200_000.0, 200, 20
    rings, places = [], []

    def add(x, y, width, height):
        size = int(numbers.integers(8, 33))
        angles = np.sort(numbers.random(size) * 2 * np.pi)
        cos, sin = np.cos(angles), np.sin(angles)
        reach = numbers.uniform(0.85, 1, size) / np.maximum(abs(cos), abs(sin)) / 2
        rings.append(np.stack([x + width * (0.5 + reach * cos), y + height * (0.5 + reach * sin)], 1))

    for number in range(large):
        add(number * 100, number * 100, canvas - number * 200, canvas - number * 200)
    each = (count - large) // parts
    for _ in range(parts):
        left, top = numbers.random(2) * (canvas - 3400)
        boxes = [(0, 0, 2400, 3400)]
        boxes += [(100 + 1150 * (part % 2), 100 + 650 * (part // 2), 1050, 600) for part in range(10)]
        for line in range(80):
            x, y, _, _ = boxes[1 + line % 10]
            boxes.append((x + 10, y + 10 + 70 * (line // 10), 1030, 62))
        for word in range(each - len(boxes)):
            x, y, _, _ = boxes[11 + word % 80]
            boxes.append((x + 10 + word // 80 % 7 * 145, y + 4, 130, 50))
        for x, y, width, height in boxes:
            add(left + x, top + y, width, height)
        places.append([left, top] + numbers.random((points * 2 // 3 // parts, 2)) * [2400, 3400])
    places.append(numbers.random((points - sum(map(len, places)), 2)) * canvas)
    return DataSet(np.concatenate(rings), [len(ring) for ring in rings], numbers.permutation(np.concatenate(places)))
