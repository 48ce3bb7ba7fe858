#!/usr/bin/env python3
"""Runs the named benchmarks, or all, one after the other, and writes their figures into RESULTS.md.

    run.py [PART ...] [-- ARGUMENT ...]    the arguments are passed to each part: `run.py start -- --rounds 3`

The output of each part goes into a folder of this run, .build/bench/DATE. A part that does not run to its last line, because
of an error or a signal, leaves RESULTS.md unchanged. The exit status is 1 if a target fell short or a part did not finish.
"""

import argparse
import importlib.metadata
import os
import platform
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import results

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
EXPLORE = ROOT / ".build/release/explore"
# In the order in which they run, each with the programs it needs.
PARTS = {
    "slicing": ["libvips"], "serving": ["nginx", "wrk", "h2load", "libvips"], "bot": ["wrk", "libvips"],
    "walkers": ["wrk"],
    "regions": ["iipsrv", "nginx", "wrk", "libvips"], "index": ["Shapely", "GEOS"], "at": ["wrk"], "search": ["sqlite3"],
    "viewer": ["Chromium"], "first-view": ["OpenSeadragon", "Chromium", "nginx"], "start": [], "lines": [], "capture": ["Node", "Chromium"],
    "publish": ["awscli", "swift-proxy", "wrk", "nginx", "Chromium"],
}
# The Debian packages that provide the programs.
PACKAGES = {
    "libvips": "libvips-tools", "nginx": "nginx", "wrk": "wrk", "h2load": "nghttp2-client", "iipsrv": "iipimage-server", "sqlite3": "sqlite3",
    "Chromium": "chromium", "Node": "nodejs", "awscli": "awscli", "swift-proxy": "swift-proxy",
}


def said(*command):
    """Returns the output of a program; empty if it cannot be run."""
    try:
        run = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=60, cwd=ROOT)
    except OSError:
        return ""
    return run.stdout.strip() if run.returncode == 0 else ""


def version(name):
    """Returns the version of a program, according to its package or to itself."""
    if name in PACKAGES:
        return said("dpkg-query", "--show", "--showformat=${Version}", PACKAGES[name]) or "of unknown version"
    if name == "OpenSeadragon":
        with open(ROOT / ".vendor/interoperability/openseadragon.js", encoding="utf-8") as file:
            return file.readline().split()[-1]
    if name == "GEOS":
        return said(sys.executable, "-c", "import shapely; print(shapely.geos_version_string)") or "of unknown version"
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "of unknown version"


def machine():
    """Returns processor, cores and memory."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        model = re.search(r"^model name\s*:\s*(.+)$", file.read(), re.MULTILINE)
    with open("/proc/meminfo", encoding="utf-8") as file:
        kilobytes = int(re.search(r"^MemTotal:\s*(\d+) kB", file.read(), re.MULTILINE)[1])
    return (f"{model[1].strip() if model else platform.machine()}, {len(os.sched_getaffinity(0))} cores, "
            f"{kilobytes / (1 << 20):.1f} GiB")


def commit():
    """Returns the commit's short id, and whether measured files differ from it."""
    # RESULTS.md itself changes with each part.
    changed = said("git", "status", "--porcelain", "--", ".", ":!Benchmarks/RESULTS.md")
    return (said("git", "rev-parse", "--short", "HEAD") or "unknown") + (" with changes" if changed else "")


def without_paths(arguments):
    """Returns the arguments without local paths, which are private."""
    return [re.sub(r"^(--[\w-]+=)?.*/.*$", lambda found: f"{found[1] or ''}PATH", word) for word in arguments]


def describe(part, arguments):
    """Describes the run of a part that starts now."""
    swift = re.search(r"Swift version (\S+)", said("swift", "--version"))
    versions = [("explore", said(EXPLORE, "--version").removeprefix("explore ") or "of unknown version"),
                ("Swift", swift[1] if swift else "of unknown version"), ("Python", platform.python_version())]
    versions += [(name, version(name)) for name in PARTS[part]]
    return results.Run(
        date=time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()), commit=commit(), machine=machine(),
        kernel=f"{platform.system()} {platform.release()}", load=os.getloadavg()[0], versions=versions,
        arguments=without_paths(arguments))


def run(part, arguments, folder):
    """Runs a part and shows its output, standard error included; returns the output and the status."""
    command = [sys.executable, "-B", HERE / part / "bench.py", *arguments]
    printed = []
    with open(folder / f"{part}.txt", "w", encoding="utf-8") as file:
        process = subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   text=True)
        for line in process.stdout:
            print(line, end="", flush=True)
            file.write(line)
            printed.append(line)
    return "".join(printed), process.wait()


def main():
    words = sys.argv[1:]
    place = words.index("--") if "--" in words else len(words)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], metavar="PART")
    parts, arguments = parser.parse_args(words[:place]).parts or list(PARTS), words[place + 1:]
    folder = ROOT / ".build/bench" / time.strftime("%Y-%m-%dT%H%M%SZ", time.gmtime())
    folder.mkdir(parents=True)
    lines, unfinished = [], []
    for part in parts:
        print(f"== {part}", flush=True)
        about = describe(part, arguments)
        output, status = run(part, arguments, folder)
        if results.is_complete(output, status):
            results.write(part, about, output, list(PARTS))
            lines += results.rows(output)
        else:
            unfinished.append(part)
            print(f"bench: {part} did not end with its last line (status {status}); RESULTS.md keeps its former figures",
                  file=sys.stderr)
    shutil.copy(results.FILE, folder) if results.FILE.exists() else None
    print("== all")
    for row in lines:
        print(f"{row['name']:44} {row['ours']:>12} {row['theirs']:>12} {row['ratio']:>8} {row['target']:>8}  {row['verdict']}")
    return 1 if unfinished or any(row["verdict"] == "short" for row in lines) else 0


if __name__ == "__main__":
    sys.exit(main())
