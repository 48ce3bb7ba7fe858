#!/usr/bin/env python3
"""Runs the measurements of this folder, one after the other; the exit status is the number of targets that fell short."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
short = 0
for script in sorted(HERE.glob("*.py")):
    if script.name != "bench.py":
        short += subprocess.run([sys.executable, "-B", script, *sys.argv[1:]]).returncode
sys.exit(short)
