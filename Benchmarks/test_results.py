"""Tests that RESULTS.md contains all figures of a run and none of another run.

    python3 -B Benchmarks/test_results.py
"""

import contextlib
import importlib.util
import io
import platform
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import measuring
import results
import run

ORDER = ["slicing", "serving", "start"]


def about(date, arguments=()):
    return results.Run(
        date=date, commit="abc1234", machine="A processor, 2 cores, 4.0 GiB", kernel="Linux 6.1.0", load=0.25,
        versions=[("explore", "1.2.3"), ("wrk", "4.1.0")], arguments=list(arguments))


def printed(*lines):
    """Returns the output of a part that measures these lines."""
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        print("round 1: ours 1 theirs 2")
        for line in lines:
            measuring.line(*line)
    return text.getvalue()


SLICING = printed(("slicing jpeg-444 wall, s", 0.8214, 2.046, 0.401, 0.45, True),
                  ("slicing, 500 MB", 231.4, 476.84, 0.485, 0.4, False))


class FileTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "RESULTS.md"

    def tearDown(self):
        self.folder.cleanup()

    def write(self, part, date, output, arguments=()):
        results.write(part, about(date, arguments), output, ORDER, self.path)
        return self.path.read_text(encoding="utf-8")

    def test_every_target_is_a_row_with_what_was_printed(self):
        self.write("slicing", "2026-01-01 10:00 UTC", SLICING)
        self.assertEqual([tuple(row.values()) for row in results.table(self.path)], [
            ("slicing jpeg-444 wall, s", "0.8214", "2.046", "0.40", "0.45", "holds"),
            ("slicing, 500 MB", "231.4", "476.8", "0.48", "0.40", "short")])

    def test_each_section_has_the_date_machine_kernel_commit_versions_load_and_settings_of_its_run(self):
        text = self.write("slicing", "2026-01-01 10:00 UTC", SLICING)
        for word in ["2026-01-01 10:00 UTC", "abc1234", "A processor, 2 cores, 4.0 GiB", "Linux 6.1.0", "explore 1.2.3",
                     "wrk 4.1.0", "0.25", "settings: defaults"]:
            self.assertEqual(text.count(word), 1, word)
        self.assertIn("settings: `--rounds 1`", self.write("slicing", "2026-01-02 10:00 UTC", SLICING, ["--rounds", "1"]))

    def test_a_part_replaces_its_own_section_alone_and_all_of_it(self):
        self.write("start", "2026-01-01 10:00 UTC", printed(("start, s", 0.1, 0.3, 0.33, 1, True)))
        former = self.write("slicing", "2026-01-02 10:00 UTC", SLICING)
        latter = self.write("slicing", "2026-01-03 10:00 UTC", printed(("slicing, new, s", 1, 2, 0.5, 1, True)))
        self.assertEqual(results.sections(latter)["start"], results.sections(former)["start"])
        self.assertNotIn("2026-01-02", latter)
        self.assertNotIn("500 MB", latter)
        # In the order in which parts run, whichever was written first.
        self.assertEqual(list(results.sections(latter)), ["slicing", "start"])
        self.assertEqual([row["name"] for row in results.table(self.path)], ["slicing, new, s", "start, s"])
        # Written again, nothing else changes.
        self.assertEqual(latter, self.write("slicing", "2026-01-03 10:00 UTC", printed(
            ("slicing, new, s", 1, 2, 0.5, 1, True))))

    def test_nothing_is_left_beside_it(self):
        self.write("slicing", "2026-01-01 10:00 UTC", SLICING)
        self.assertEqual([path.name for path in self.path.parent.iterdir()], ["RESULTS.md"])

    def test_the_committed_file_is_what_this_writes(self):
        text = results.FILE.read_text(encoding="utf-8")
        found = results.sections(text)
        self.assertEqual(text, results.merged(text, *next(iter(found.items())), list(run.PARTS)))
        self.assertEqual(set(found) - set(run.PARTS), set())
        self.assertEqual(sum(body.count("| holds |\n") + body.count("| short |\n") for body in found.values()),
                         len(results.table()))
        for word in ("/home/", "/root", "/tmp", "/work", "://"):
            self.assertNotIn(word, text)


class RunTests(unittest.TestCase):
    def test_a_part_that_did_not_end_with_its_last_line_is_not_complete(self):
        self.assertTrue(results.is_complete(SLICING, 1))
        self.assertTrue(results.is_complete(printed(("a, s", 1, 2, 0.5, 1, True)), 0))
        for output, status in [(SLICING + "bench: port 1: no answer\n", 1), (SLICING + "Traceback (most recent call last):\n", 1),
                               (SLICING, 0), (SLICING, 99), (SLICING, -9), ("", 0), ("bench: no wrk here\n", 1),
                               (printed(("a, s", 1, 2, 0.5, 1, True)), 1)]:
            self.assertFalse(results.is_complete(output, status), (output, status))

    def test_an_unfinished_part_changes_nothing(self):
        with tempfile.TemporaryDirectory() as name:
            file = Path(name) / "RESULTS.md"
            results.write("start", about("2026-01-01 10:00 UTC"), printed(("s, s", 1, 2, 0.5, 1, True)), ORDER, file)
            former = file.read_text(encoding="utf-8")
            with mock.patch.object(results, "FILE", file), mock.patch.object(run, "ROOT", Path(name)), \
                    mock.patch.object(run, "run", lambda *_: (SLICING, -9)), \
                    mock.patch.object(run, "describe", lambda *_: about("2026-01-02 10:00 UTC")), \
                    mock.patch.object(run.sys, "argv", ["run.py", "slicing"]), \
                    contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as complaint:
                self.assertEqual(run.main(), 1)
            self.assertIn("slicing did not end", complaint.getvalue())
            self.assertEqual(file.read_text(encoding="utf-8"), former)
            # The output of this run is in its own folder.
            self.assertEqual(len(list((Path(name) / ".build/bench").iterdir())), 1)

    def test_it_names_no_host_and_no_path(self):
        described = run.describe("start", [])
        self.assertNotIn("/", described.kernel + described.commit)
        self.assertRegex(described.machine, r"\d cores, \d+\.\d GiB$")
        self.assertEqual(
            run.without_paths(["--rounds", "3", "--folder", "/a/b", "--explore=../x", "~/y", "b/c", "--only", "jpeg-444"]),
            ["--rounds", "3", "--folder", "PATH", "--explore=PATH", "PATH", "PATH", "--only", "jpeg-444"])
        if len(platform.node()) > 3:
            self.assertNotIn(platform.node(), described.words())


class MeasuringTests(unittest.TestCase):
    def test_figures_have_four_digits_that_count_and_no_exponent(self):
        for value, text in [(0.82143, "0.8214"), (2.04567, "2.046"), (231.44, "231.4"), (1234567, "1234567"), (0, "0.00"),
                            (0.000123456, "0.000123"), (99999.6, "100000"), (1, "1.000")]:
            self.assertEqual(measuring.figure(value), text)

    def test_a_peer_s_setting_is_chosen_once_for_all_rounds(self):
        # The faster setting changes from round to round; the rate of one and the latency of another must not be combined.
        rates = {"on": [90, 130, 100, 120, 95], "off": [110, 100, 105, 100, 101]}
        self.assertEqual(measuring.faster(rates), "off")
        self.assertEqual(measuring.faster({"on": rates["on"], "off": rates["off"][:1] * 5}), "off")
        self.assertEqual(measuring.faster({"on": [3, 3, 3], "off": [9, 1, 1]}), "on")


class ServingTests(unittest.TestCase):
    # Three rounds: requests per CPU second, per second, and the 99th percentiles of the turns. nginx with sendfile is faster in
    # the first round, but has by far the higher latency.
    ROUNDS = {
        "ours": [(200, 20, [2.0]), (220, 22, [2.0]), (210, 21, [2.0])],
        "on": [(130, 13, [9.0]), (90, 9, [9.0]), (95, 9, [9.0])],
        "off": [(100, 10, [1.0]), (105, 10, [1.0]), (100, 10, [1.0])],
    }

    def test_nginx_s_rate_and_latency_are_of_one_setting_and_of_the_same_rounds(self):
        spec = importlib.util.spec_from_file_location("serving_bench", Path(run.HERE) / "serving/bench.py")
        serving = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(serving)
        reported = []
        with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as patches:
            library = Path(name) / "library"
            (library / "pyramids").mkdir(parents=True)
            for what, fake in {
                "prepare": lambda *_: (library, ["a_files/0/0_0.jpg"], ["/dzi/a_files/0/0_0.jpg"]),
                "tile_lists": lambda *_: [], "Server": mock.MagicMock(),
                "measure": lambda servers, folder, seconds, number: [rounds[number] for rounds in self.ROUNDS.values()],
                "beside_renders": lambda *_: (80, 100, 5), "by_iiif": lambda *_: [9, 10],
                "first_touch": lambda command, *_: (50, 50) if "nginx" in command else (60, 60),
            }.items():
                patches.enter_context(mock.patch.object(serving, what, fake))
            patches.enter_context(mock.patch.object(serving.shutil, "which", lambda *_, **__: "there"))
            patches.enter_context(mock.patch.object(serving.measuring, "report", reported.extend))
            patches.enter_context(mock.patch.object(
                serving.sys, "argv", ["bench.py", "--folder", name, "--rounds", "3", "--explore", name, "--only", "plain"]))
            said = patches.enter_context(contextlib.redirect_stdout(io.StringIO()))
            serving.main()
        pairs = {row[0]: row[1] for row in reported}
        self.assertEqual(pairs["tiles, requests per CPU second"], [(200, 100), (220, 105), (210, 100)])
        self.assertEqual(pairs["tiles, p99 ms"], [(2.0, 1.0)])
        self.assertIn("nginx, sendfile off: 100/CPU-s, p99 1.00 ms, which is compared", said.getvalue())


if __name__ == "__main__":
    unittest.main()
