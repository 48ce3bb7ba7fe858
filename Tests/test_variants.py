"""Tests which variants of the browser tests `make test` runs.

    .venv/bin/python -B Tests/test_variants.py
"""

import pathlib
import sys
import unittest
from types import SimpleNamespace

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "BrowserTests"))
from variants import deselect


class Item(SimpleNamespace):
    """A test as pytest collects it, which can be hashed."""

    __hash__ = object.__hash__


def test(name: str, **parameters: str) -> Item:
    item = Item(nodeid=f"{name}[{'-'.join(parameters.values())}]" if parameters else name)
    if parameters:
        item.callspec = SimpleNamespace(params=parameters)
    return item


def selected(items: list[Item], chosen: str) -> list[str]:
    items = list(items)
    before = {id(item) for item in items}
    removed = deselect(items, chosen)
    assert before == {id(item) for item in items} | {id(item) for item in removed} and len(before) == len(items) + len(removed)
    return [item.nodeid for item in items]


class VariantsTests(unittest.TestCase):
    def test_one_variant_of_each_test_alternates_within_a_file(self):
        tests = [test(name, size=size) for name in ["a::1", "a::2", "a::3", "b::1"] for size in ["phone", "desktop"]]
        self.assertEqual(selected(tests, "one"), ["a::1[phone]", "a::2[desktop]", "a::3[phone]", "b::1[phone]"])

    def test_several_parameters_keep_as_many_variants_which_differ_in_each(self):
        tests = [test("a::1", size=size, scheme=scheme) for size in "pd" for scheme in ["light", "dark"]]
        self.assertEqual(selected(tests, "one"), ["a::1[p-light]", "a::1[d-dark]"])

    def test_other_parameters_make_no_variants(self):
        tests = [test("a::1", size=size, language=language) for size in "pd" for language in ["en", "ar"]]
        self.assertEqual(selected(tests, "one"), ["a::1[p-en]", "a::1[p-ar]"])
        tests = [test("a::1", language="en"), test("a::1", language="ar"), test("a::2")]
        self.assertEqual(selected(tests, "one"), [item.nodeid for item in tests])
        self.assertEqual(selected(tests, "others"), [])

    def test_one_and_others_are_all(self):
        tests = [test(name, size=size) for name in ["a::1", "a::2"] for size in "ptd"] + [test("a::3")]
        every = selected(tests, "all")
        self.assertEqual(every, [item.nodeid for item in tests])
        self.assertEqual(sorted(selected(tests, "one") + selected(tests, "others")), sorted(every))


if __name__ == "__main__":
    unittest.main()
