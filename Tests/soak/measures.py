"""The resources of a process: memory, and descriptors by kind."""

import os
import re
from collections import Counter


def memory(pid):
    """Returns the memory of a process in megabytes, in RAM or swap: all of it (RSS), and the anonymous part. Not PSS, in which a
    page of a shared library counts more as soon as another process that uses it ends.
    """
    with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
        sizes = dict(re.findall(r"^(\w+):\s+(\d+) kB", file.read(), re.MULTILINE))
    swapped = int(sizes["Swap"])
    return (int(sizes["Rss"]) + swapped) / 1024, (int(sizes["Anonymous"]) + swapped) / 1024


def descriptors(pid):
    """Returns the number of open descriptors of a process by kind: sockets, and files by name."""
    found = Counter()
    for name in os.listdir(f"/proc/{pid}/fd"):
        try:
            target = os.readlink(f"/proc/{pid}/fd/{name}")
        except FileNotFoundError:
            continue
        found[re.sub(r":\[\d+\]", "", target)] += 1
    return found


def slope(points):
    """Returns the growth of the second value per unit of the first: the slope of the least-squares line through the points."""
    count = len(points)
    mean_x, mean_y = (sum(point[axis] for point in points) / count for axis in (0, 1))
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / spread if spread else 0.0
