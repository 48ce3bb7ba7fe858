#!/usr/bin/env python3
"""Runs the benchmarks of this folder one after the other; the exit status is the number of targets that fell short."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
MEASUREMENTS = ["sending.py", "replica.py", "many.py", "site.py"]
sys.exit(sum(subprocess.run([sys.executable, "-B", HERE / script, *sys.argv[1:]]).returncode for script in MEASUREMENTS))
