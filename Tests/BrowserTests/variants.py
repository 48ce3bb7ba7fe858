"""
Selects among the variants of a test, which differ in the reader's device or in how the pages are hosted.

`--variants one`     runs one variant of each test; which one alternates from test to test in a file. With several such
                     parameters, it runs as many variants as parameters, which differ in each of them
`--variants others`  runs those that `one` leaves out
`--variants all`     runs all (default)
"""

from __future__ import annotations

import collections

import pytest

# The names of parameters whose values make variants.
PARAMETERS = ["finder", "host", "kind", "ratio", "scheme", "size", "visitor"]


def deselect(items: list[pytest.Item], chosen: str) -> list[pytest.Item]:
    """Removes from the tests those that do not belong to `chosen`, and returns them."""
    if chosen == "all":
        return []
    tests: dict[str, list[pytest.Item]] = collections.defaultdict(list)
    for item in items:
        if values(item):
            tests[item.nodeid.split("[")[0]].append(item)
    others = set()
    numbers: collections.Counter[str] = collections.Counter()
    for test, its_variants in tests.items():
        file = test.split("::")[0]
        columns = [list(dict.fromkeys(column)) for column in zip(*map(values, its_variants), strict=True)]
        kept = [[column[(numbers[file] + turn) % len(column)] for column in columns] for turn in range(len(columns))]
        others |= {item for item in its_variants if values(item) not in kept}
        numbers[file] += 1
    removed = [item for item in items if (item in others) == (chosen == "one")]
    items[:] = [item for item in items if (item in others) == (chosen == "others")]
    return removed


def values(item: pytest.Item) -> list:
    """The values of those parameters of a test that make variants."""
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    return [parameters[name] for name in PARAMETERS if name in parameters]
