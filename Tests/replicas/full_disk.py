#!/usr/bin/env python3
"""Fills the disk of a replica to its last byte, and checks what it serves and whether it follows the releases.

Usage: full_disk.py PROGRAM

A document that has not been requested before is served directly from the store; cached tiles give way to a new release; if
nothing is left to give way, the replica reports so, serves the former release, and follows once there is space.

The disk is a tmpfs in a separate mount namespace, which disappears with the test. If neither root nor a user namespace can create
one, the test is skipped visibly.
"""

import argparse
import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

from cluster import HOME, Cluster, get_json, noise, wait_for

sys.path.insert(0, str(HOME / "Tests/crash"))
from full_disk import Disk, run_inside  # noqa: E402
from library_state import expect  # noqa: E402

DISK_BYTES = 40 << 20
UNKNOWN = ["/dzi/unknown-1_files/10/0_0.jpg", "/dzi/unknown-1_files/11/1_1.jpg", "/api/documents/unknown/at?x=400&y=300",
           "/iiif/3/unknown-1/200,200,700,500/300,/0/default.jpg"]


def bodies(port, paths):
    """Returns the bodies of these addresses, all of which must succeed."""
    found = {}
    for path in paths:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=30) as response:
            found[path] = response.read()
    return found


def metric(cluster, name):
    with urllib.request.urlopen(f"http://127.0.0.1:{cluster.metrics_ports[0]}/metrics", timeout=10) as response:
        return int(re.search(rf"^explore_replica_{name} (\d+)$", response.read().decode(), re.MULTILINE)[1])


def sheet_tiles(port):
    """Returns the tiles of the sample's page at full size, enough of them for several megabytes."""
    page = get_json(port, "/api/documents/magna-carta")["pages"][0]
    side = 512
    return [f"/dzi/magna-carta-1_files/13/{column}_{row}.jpg"
            for column in range(min(page["width"] // side, 12)) for row in range(min(page["height"] // side, 12))]


def check(cluster, disk):
    port = cluster.replica_ports[0]
    health = lambda: get_json(port, "/health/ready") or {}  # noqa: E731
    total = lambda: (get_json(port, "/api/documents") or {}).get("total")  # noqa: E731
    for name in ("unknown", "another"):
        (cluster.folder / f"{name}.png").write_bytes(noise(1_100 if name == "unknown" else 300))
    cluster.start_store()
    cluster.make_bucket()
    cluster.explore("add", HOME / "data/magna-carta", "--library", cluster.library)
    cluster.explore("add", cluster.folder / "unknown.png", "--library", cluster.library)
    cluster.publish()
    cluster.start_replica(0)
    warm = sheet_tiles(port)
    expected = bodies(port, warm)
    wait_for(lambda: metric(cluster, "disk_bytes") > 2 << 20, "a cache of some megabytes")
    expect(health() == {"status": "ready"}, f"the replica is not ready: {health()}")

    # Tiles that have not been requested before are served although there is hardly space to cache them; cached ones are kept as
    # far as possible.
    disk.leave(0)
    first = bodies(port, UNKNOWN)
    expect(metric(cluster, "disk_removed_bytes_total") > 0, "no cached tile gave way to an opened document")
    disk.leave(0)
    expect(bodies(port, UNKNOWN) == first and bodies(port, warm) == expected, "the replica's responses differ on a full disk")

    # A new release replaces fetched tiles.
    disk.free()
    bodies(port, warm)
    disk.leave(0)
    cluster.explore("add", cluster.folder / "another.png", "--library", cluster.library)
    cluster.publish()
    wait_for(lambda: total() == 3, "the second release, on a full disk")

    # If nothing is left to give way, the former release stays in use.
    cluster.kill_replica(0)
    remove_all_but_the_release(disk.folder)
    disk.leave(0)
    cluster.start_replica(0)
    expect(total() == 3 and bodies(port, UNKNOWN) == first, "the responses of a replica that starts on a full disk differ")
    cluster.explore("remove", "another", "--yes", "--library", cluster.library)
    cluster.publish()
    wait_for(lambda: health().get("cache", "").startswith("cannot be written; the former"), "word of the full disk")
    expect(metric(cluster, "cache_writable") == 0 and metric(cluster, "store_reachable") == 1, "the metrics are wrong")
    expect(total() == 3 and bodies(port, UNKNOWN + warm) == first | expected, "the responses of the former release differ")
    disk.free()
    wait_for(lambda: total() == 2, "the third release, once there is space")
    # A tile that is only in memory moves to the disk with the next one.
    wait_for(lambda: bodies(port, UNKNOWN + warm) and health() == {"status": "ready"}, "a replica without faults")
    log = (cluster.folder / "replica-0.log").read_text()
    expect("No space left on device" in log, "the log does not give the reason")


def remove_all_but_the_release(cache):
    current = (cache / "current").resolve()
    for folder in (cache / "pyramids", cache / "releases"):
        for path in folder.iterdir():
            if path != current:
                shutil.rmtree(path) if path.is_dir() else path.unlink()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside:
        cluster = Cluster(options.program, options.inside)
        cache = cluster.folder / "cache-0"
        cache.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", cache], check=True)
        try:
            check(cluster, Disk(cache))
        finally:
            cluster.end()
        print("replica on a full disk: serves through from the store, frees space for a release, says what is wrong, and goes "
              "on once there is space: holds")
        return 0
    return run_inside("replica on a full disk", __file__, options.program)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except AssertionError as complaint:
        print(f"replica on a full disk: {complaint}", file=sys.stderr)
        sys.exit(1)
