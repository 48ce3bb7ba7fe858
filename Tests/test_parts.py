"""Tests that a failure in a part of `make test` fails it, that no part is forgotten, and that only third-party warnings are
suppressed.

    python3 -B Tests/test_parts.py
"""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).resolve().parents[1] / "Tools"
MAKEFILE = """
one two three:
\t@echo what $@ says
fails:
\t@echo a reason >&2; false
waits:
\t@until [ -e begun ]; do sleep 0.01; done
begins:
\t@touch begun
"""
SWIFT = """#!/bin/sh
echo "[1/2] Compiling"
cat >&2 <<'END'
warning: 'swift-other': found 2 file(s) which are unhandled; explicitly declare them
    /somewhere/CMakeLists.txt
    /somewhere/README
warning: ours
    is indented
END
exit 3
"""


class PartsTests(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "Tools").mkdir()
        shutil.copy(TOOLS / "parts.py", self.folder / "Tools")
        shutil.copy(TOOLS / "build.sh", self.folder / "Tools")
        (self.folder / "Makefile").write_text(MAKEFILE)

    def run_parts(self, *stages):
        done = subprocess.run([self.folder / "Tools/parts.py", *stages], capture_output=True, text=True, timeout=60)
        return done, re.findall(r"^ +\d+:\d\d +\d+:\d\d  (.*)$", done.stdout, re.MULTILINE)

    def test_every_part_runs_and_its_time_is_reported(self):
        done, reported = self.run_parts("one", "two , three")
        self.assertEqual((done.returncode, sorted(reported)), (0, ["one", "three", "two"]), done)
        for name in reported:
            self.assertIn(f"what {name} says", done.stdout)

    def test_parts_separated_by_a_comma_run_in_parallel(self):
        # Each waits for the other, so run in turns they would wait for ever. The order in which they are reported to end is
        # undetermined.
        done, reported = self.run_parts("waits , begins")
        self.assertEqual((done.returncode, sorted(reported)), (0, ["begins", "waits"]), done)

    def test_after_a_failure_no_further_stage_starts(self):
        for stages in [("fails", "one"), ("fails one , two",), ("two , fails", "one")]:
            done, reported = self.run_parts(*stages)
            self.assertEqual(done.returncode, 1)
            self.assertIn("fails: FAILED", reported)
            self.assertNotIn("one", reported)
            self.assertIn("a reason", done.stdout + done.stderr)

    def test_the_end_of_a_failed_parts_output_is_repeated_below_the_table(self):
        done, _ = self.run_parts("two , fails")
        table_end = done.stdout.partition("in all\n")[2]
        self.assertIn("fails ended with:\na reason", table_end)
        self.assertNotIn("what two says", table_end)

    def test_an_unknown_part_fails(self):
        done, reported = self.run_parts("four")
        self.assertEqual((done.returncode, reported), (1, ["four: FAILED"]))

    def test_a_build_keeps_its_exit_status_and_drops_only_third_party_warnings(self):
        for program, text in [("swift", SWIFT), ("Tools/bundle.sh", "#!/bin/sh\n")]:
            (self.folder / program).write_text(text)
            (self.folder / program).chmod(0o755)
        done = subprocess.run(
            [self.folder / "Tools/build.sh"], capture_output=True, text=True, timeout=60,
            env={**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}"})
        self.assertEqual(
            (done.returncode, done.stdout, done.stderr), (3, "[1/2] Compiling\n", "warning: ours\n    is indented\n"))


if __name__ == "__main__":
    unittest.main()
