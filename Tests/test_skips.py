"""Tests that the check of skips finds them in the real output of the test programs.

    .venv/bin/python -B Tests/test_skips.py
"""

import contextlib
import io
import pathlib
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

import skips

HERE = pathlib.Path(__file__).resolve().parent
LOG = """\
\x1b[90m◇\x1b[0m Test "one" started.
\x1b[90m➜\x1b[0m Suite CookbookTests skipped: "needs ../shared/data"
\x1b[90m➜\x1b[0m Test "two" skipped: "needs ../shared/data"
➜ Test "it says that a file was skipped: "yes"" skipped: "the superuser may read every file"
\x1b[92m✔\x1b[0m Test "what is skipped." passed after 0.1 seconds.
"""
PASSING = "def test_it():\n    pass\n"


class SwiftSkips(unittest.TestCase):
    def outcome(self, log):
        with tempfile.NamedTemporaryFile("w", suffix=".log", encoding="utf-8") as file:
            file.write(log)
            file.flush()
            output, complaints = io.StringIO(), io.StringIO()
            with mock.patch.object(sys, "argv", ["skips.py", file.name]), contextlib.redirect_stdout(output), \
                    contextlib.redirect_stderr(complaints):
                return skips.main(), output.getvalue(), complaints.getvalue()

    def test_each_reason_is_reported_once_with_its_count(self):
        status, output, complaints = self.outcome(LOG)
        self.assertEqual((status, complaints), (0, ""))
        self.assertEqual(output.splitlines(), [
            "skipped: 2 with the reason: needs ../shared/data",
            "skipped: 1 with the reason: the superuser may read every file"])

    def test_a_skip_without_a_reason_fails(self):
        for line in ['➜ Test "three" skipped.', '\x1b[90m➜\x1b[0m Test three() skipped.', '➜ Suite Four skipped: ""',
                     '➜ Test "five" skipped: "  "', '➜ Test "six" skipped']:
            status, _, complaints = self.outcome(LOG + line + "\n")
            self.assertEqual(status, 1, line)
            self.assertEqual(complaints.count("without a reason"), 1, line)


class PytestSkips(unittest.TestCase):
    def run_pytest(self, text, *options):
        """Runs a test file whose conftest imports the check as ours do; returns the status and the output."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "pytest.ini").write_text(f"[pytest]\naddopts = -p no:cacheprovider\npythonpath = {HERE}\n")
            for line in (HERE / "BrowserTests/conftest.py").read_text().splitlines():
                if line.startswith("from skips import"):
                    (folder / "conftest.py").write_text(line + "\n")
            self.assertTrue((folder / "conftest.py").exists(), "BrowserTests/conftest.py imports no check")
            (folder / "test_it.py").write_text("import pytest\n" + text)
            run = subprocess.run(
                [sys.executable, "-B", "-m", "pytest", "-q", *options, folder], capture_output=True, text=True, cwd=folder)
            return run.returncode, run.stdout + run.stderr

    def test_a_skip_with_a_reason_passes(self):
        for text in [
            "@pytest.mark.skip(reason='not today')\n" + PASSING, "@pytest.mark.skipif(True, reason='not here')\n" + PASSING,
            "def test_it():\n    pytest.skip('needs a file')\n", "@pytest.mark.xfail\ndef test_it():\n    assert False\n",
            "pytest.importorskip('no_such_module')\n" + PASSING,
        ]:
            # If a whole file is skipped, nothing remains to be run, which is status 5.
            self.assertIn(self.run_pytest(PASSING.replace("test_it", "test_other") + text)[0], (0, 5), text)

    def test_a_skip_without_a_reason_fails_also_in_several_processes(self):
        for text in [
            "@pytest.mark.skip\n" + PASSING, "@pytest.mark.skip(reason=' ')\n" + PASSING,
            "def test_it():\n    pytest.skip('')\n",
        ]:
            for options in ([], ["--numprocesses", "1"]):
                status, words = self.run_pytest(PASSING.replace("test_it", "test_other") + text, *options)
                self.assertEqual(status, 1, words)
                self.assertIn("test_it was skipped without a reason", words)

    def test_both_suites_import_the_check(self):
        lines = [next(line for line in (HERE / suite / "conftest.py").read_text().splitlines() if "from skips" in line)
                 for suite in ("BrowserTests", "InteroperabilityTests")]
        self.assertEqual(lines[0], lines[1])
        for hook in ("pytest_runtest_logreport", "pytest_collectreport", "pytest_sessionfinish", "pytest_terminal_summary"):
            self.assertIn(hook, lines[0])


if __name__ == "__main__":
    unittest.main()
