#!/usr/bin/env python3
"""Measures the upload of a large pyramid to an object store: `explore publish` against awscli's `s3 cp`, and publishing again
unchanged.

    sending.py [--explore .build/release/explore] [--folder /tmp/publish-bench] [--megabytes 1000] [--rounds 3]

A real store (Tests/store/store.py) runs on loopback. The library has one scan of noise from a fixed seed, with a pyramid of the
requested size; it is made once and kept in the folder. In each round awscli copies the pyramid to a new key, and `explore
publish` publishes the library to a new prefix, taking turns in going first, and then publishes it again. awscli has its default
settings: parts of 8 MB, ten at once. Both sign digests of the payload, and both read from the page cache.

Two lines are printed, as Benchmarks/README.md describes: MB per second of both, with the ratio of ours to awscli's; and the time
for publishing unchanged as a share of that for publishing. The exit status is the number of targets that fell short.
"""

import argparse
import os
import random
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE.parent))
import measuring  # noqa: E402

# Bytes per pixel of noise in a pyramid of JPEG tiles of quality 85, including the levels below.
BYTES_A_PIXEL = 1.95
SHARE, LEAST = 0.02, 0.9


def make_scan(path, side):
    """Writes a TIFF of noise, without compression."""
    generator = random.Random(8)
    row = 3 * side
    entries = [(256, 4, 1, side), (257, 4, 1, side), (258, 3, 3, 8 + 2 + 12 * 10 + 4), (259, 3, 1, 1), (262, 3, 1, 2),
               (273, 4, 1, 256), (277, 3, 1, 3), (278, 4, 1, side), (279, 4, 1, row * side), (284, 3, 1, 1)]
    head = b"II*\0" + struct.pack("<IH", 8, len(entries))
    head += b"".join(struct.pack("<HHI", *entry[:3]) + struct.pack("<I", entry[3]) for entry in entries)
    head += struct.pack("<I", 0) + struct.pack("<3H", 8, 8, 8)
    with open(path, "wb") as file:
        file.write(head.ljust(256, b"\0"))
        for _ in range(side):
            file.write(generator.randbytes(row))


def timed(command, environment):
    """Returns the seconds that a program takes; it must succeed."""
    begin = time.monotonic()
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    taken = time.monotonic() - begin
    if done.returncode != 0:
        sys.exit(f"bench: {' '.join(map(str, command))}: {done.stdout}{done.stderr}")
    return taken, done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--explore", type=Path, default=ROOT / ".build/release/explore")
    parser.add_argument("--folder", type=Path, default=Path("/tmp/publish-bench"))
    parser.add_argument("--megabytes", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    library = options.folder / f"library-{options.megabytes}"
    environment = {key: value for key, value in os.environ.items() if not key.startswith("AWS_")}
    if not (library / "library.sqlite").exists():
        options.folder.mkdir(parents=True, exist_ok=True)
        scan = options.folder / "noise.tif"
        make_scan(scan, int((options.megabytes * 1e6 / BYTES_A_PIXEL) ** 0.5))
        timed([options.explore, "add", scan, "--library", library], environment)
        scan.unlink()
    pyramid = max((library / "pyramids").iterdir(), key=lambda path: path.stat().st_size)
    megabytes = pyramid.stat().st_size / 1e6
    pyramid.read_bytes()
    print(f"a pyramid of {megabytes:.0f} MB", flush=True)
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        store = subprocess.Popen(
            ["/usr/bin/python3", "-B", ROOT / "Tests/store/store.py", folder, "--workers", "2"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        endpoint = store.stdout.readline().strip()
        if not endpoint:
            sys.exit("bench: the store did not start")
        environment |= {
            "AWS_ACCESS_KEY_ID": "test:tester", "AWS_SECRET_ACCESS_KEY": "testing", "AWS_ENDPOINT_URL": endpoint,
            "AWS_REGION": "us-east-1", "AWS_DEFAULT_REGION": "us-east-1", "AWS_CONFIG_FILE": "/dev/null",
            "AWS_SHARED_CREDENTIALS_FILE": "/dev/null"}
        aws = ["aws", "--endpoint-url", endpoint, "s3"]
        timed([*aws, "mb", "s3://bench"], environment)
        sends, again = [], []
        try:
            for number in range(options.rounds):
                theirs = [*aws, "cp", "--only-show-errors", pyramid, f"s3://bench/aws-{number}.szi"]
                ours = [options.explore, "publish", f"s3://bench/ours-{number}", "--library", library]
                # An earlier release would make the upload smaller.
                both = {"ours": ours, "theirs": theirs}
                taken = {name: timed(both[name], environment)[0] for name in sorted(both, reverse=number % 2 == 1)}
                unchanged, words = timed(ours, environment)
                if "nothing has changed" not in words:
                    sys.exit(f"bench: published again, it was not unchanged: {words}")
                sends.append((megabytes / taken["ours"], megabytes / taken["theirs"]))
                again.append((unchanged, taken["ours"]))
                timed([*aws, "rm", "--only-show-errors", "--recursive", "s3://bench/"], environment)
        finally:
            store.stdin.close()
            store.wait(timeout=30)
    short = 0
    for name, pairs, target, holds in [
        ("publish, MB/s", sends, LEAST, lambda ratio: ratio >= LEAST),
        ("publish unchanged, s", again, SHARE, lambda ratio: ratio < SHARE),
    ]:
        mine, theirs = (statistics.median(pair[side] for pair in pairs) for side in (0, 1))
        ratio = statistics.median(pair[0] / pair[1] for pair in pairs)
        short += measuring.line(name, mine, theirs, ratio, target, holds(ratio))
    sys.exit(short)


if __name__ == "__main__":
    main()
