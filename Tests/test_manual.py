"""Tests that the manual page has the help of every command, and of the commands within it."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

# A program with the commands `list` and `backup`; the latter has two of its own.
PROGRAM = r"""#!/bin/sh
case "$*" in
--version) echo 1.2 ;;
help) printf 'OVERVIEW: Put it on the web.\n\nMore.\n\nUSAGE: explore <subcommand>\n\nSUBCOMMANDS:\n' &&
    printf '  list                    List it.\n  backup                  Copy it.\n\n  See more.\n' ;;
'help backup') printf 'OVERVIEW: Copy it.\n\nUSAGE: explore backup <subcommand>\n\nSUBCOMMANDS:\n' &&
    printf '  copy-library (default)  Copy all.\n  save                    Add one.\n' ;;
*) printf 'OVERVIEW: About %s.\n\nOPTIONS:\n  --first                 Of %s.\n' "$*" "$*" ;;
esac
"""


class Manual(unittest.TestCase):
    def test_options_of_every_command_are_in_the_page(self):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "explore"
            program.write_text(PROGRAM, encoding="utf-8")
            program.chmod(0o755)
            command = [sys.executable, "-B", ROOT / "Tools" / "manual.py", program, "2026-11-21"]
            run = subprocess.run(command, env=os.environ, capture_output=True, text=True, check=True)
        lines = run.stdout.split("\n")
        sections = [line.removeprefix(".SS explore ") for line in lines if line.startswith(".SS ")]
        self.assertEqual(sections, ["list", "backup", "backup copy-library", "backup save"])
        for name in ["list", "backup copy\\-library", "backup save"]:
            self.assertTrue(any(f"Of help {name}." in line for line in lines), name)


if __name__ == "__main__":
    unittest.main()
