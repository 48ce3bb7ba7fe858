#!/usr/bin/env python3
"""Measures, for a hundred thousand documents, the time until a replica on an empty disk is ready, and the cost of publishing one
change.

    many.py [--explore .build/release/explore] [--folder /tmp/publish-bench] [--count 100000] [--rounds 5]

../scale/make_library.py makes the library, which takes about twenty minutes the first time, and it is kept in the folder. It is
published to a real store on loopback (Tests/store/store.py). In each round a replica starts with an empty folder; what counts is
the time from the start of the process until /health/ready is 200, without the download of the snapshot, which the replica's log
states.

Then a text of one document is changed and the library is published again: the time, requests and bytes of both publications are
printed. Lines are printed as Benchmarks/README.md describes; ours and the limit are seconds. The exit status is the number of
targets that fell short.
"""

import argparse
import json
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "scale"), str(ROOT / "Tests/replicas")]
import make_library  # noqa: E402
import measuring  # noqa: E402
from cluster import Cluster  # noqa: E402

LIMIT = 5.0


def publish(cluster, name):
    begin = time.monotonic()
    told = json.loads(cluster.publish("--json"))
    print(f"{name}: {time.monotonic() - begin:.1f} s, {json.dumps(told)}", flush=True)


def start(cluster):
    """Returns the seconds until a replica on an empty disk is ready, and how many of them the download of the snapshot took."""
    shutil.rmtree(cluster.folder / "cache-0", ignore_errors=True)
    log = cluster.folder / "replica-0.log"
    log.unlink(missing_ok=True)
    begin = time.monotonic()
    cluster.start_replica(0, "--log-level", "notice")
    seconds = time.monotonic() - begin
    cluster.kill_replica(0)
    lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
    [fetched] = [float(line["fetchSeconds"]) for line in lines if "fetchSeconds" in line]
    return seconds, fetched


def change_one(cluster, number):
    chance = random.Random(f"changed {time.time()}")
    with tempfile.TemporaryDirectory() as folder:
        make_library.write(Path(folder) / "one", make_library.document(number, chance, make_library.words(chance)))
        cluster.explore("add", Path(folder) / "one", "--library", cluster.library)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--explore", type=Path, default=ROOT / ".build/release/explore")
    parser.add_argument("--folder", type=Path, default=Path("/tmp/publish-bench"))
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    library = options.folder / f"documents-{options.count}"
    if not (library / "library.sqlite").exists():
        partial = options.folder / f"documents-{options.count}.partial"
        subprocess.run(
            [sys.executable, "-B", HERE.parent / "scale/make_library.py", partial, "--count", str(options.count),
             "--program", options.explore.resolve()], check=True)
        partial.rename(library)
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        cluster = Cluster(options.explore, folder)
        cluster.library = library
        try:
            cluster.start_store()
            cluster.make_bucket()
            publish(cluster, "published")
            publish(cluster, "unchanged")
            starts = [start(cluster) for _ in range(options.rounds)]
            change_one(cluster, options.count // 2)
            publish(cluster, "one document changed")
        finally:
            cluster.end()
    own = [seconds - fetched for seconds, fetched in starts]
    fetched = statistics.median(pair[1] for pair in starts)
    print(f"the snapshot came in {fetched:.1f} s; without: {' '.join(f'{each:.2f}' for each in sorted(own))} s", flush=True)
    mine = statistics.median(own)
    name = f"replica of {options.count:,}, ready, s"
    sys.exit(measuring.line(name, mine, LIMIT, mine / LIMIT, 1.0, mine <= LIMIT))


if __name__ == "__main__":
    main()
