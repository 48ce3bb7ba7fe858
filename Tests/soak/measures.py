"""What a process takes: memory, and descriptors by what they are."""

import os
import re
from collections import Counter


def memory(pid):
    """The memory of a process in megabytes, in RAM or swap: all of it (RSS), and what is no file's (anonymous). Not PSS: a
    page of a shared library counts more there as soon as another process that has it ends."""
    with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
        sizes = dict(re.findall(r"^(\w+):\s+(\d+) kB", file.read(), re.MULTILINE))
    swapped = int(sizes["Swap"])
    return (int(sizes["Rss"]) + swapped) / 1024, (int(sizes["Anonymous"]) + swapped) / 1024


def descriptors(pid):
    """How many open descriptors a process has of each kind: sockets, and files by name."""
    found = Counter()
    for name in os.listdir(f"/proc/{pid}/fd"):
        try:
            target = os.readlink(f"/proc/{pid}/fd/{name}")
        except FileNotFoundError:
            continue
        found[re.sub(r":\[\d+\]", "", target)] += 1
    return found


def slope(points):
    """How much the second value grows with each unit of the first: the line through the points by least squares."""
    count = len(points)
    mean_x, mean_y = (sum(point[axis] for point in points) / count for axis in (0, 1))
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / spread if spread else 0.0
