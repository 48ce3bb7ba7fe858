#!/usr/bin/env python3
"""Measures tiles through a replica: those it lacks, against the store's own range GET; those it has, against a local library.

    replica.py [--explore .build/release/explore] [--rounds 7] [--seconds 4]

A real store (Tests/store/store.py) runs on loopback, and the sample is published there.

Cold: each tile of the two largest levels is requested from the store, as a range of the published archive with an S3 signature,
and from the replica, which has never had it; on one persistent connection each, with the two taking turns in going first. The
archive's directory was read before, for another tile. The ratio is that of the medians of all tiles, since a tile is cold only
once.

Hot: random ones of the same tiles, on 32 connections (wrk on core 1), from the replica, which has them all by now, and from
`explore serve` of the published library, both on core 0, in turns. A second server of the same library takes part: the difference
between the two identical ones in this run is the tolerance for a ratio of 1.0.

Lines are printed as Benchmarks/README.md describes. The exit status is the number of targets that fell short.
"""

import argparse
import datetime
import hashlib
import hmac
import http.client
import random
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE.parent), str(ROOT / "Tests/replicas")]
import measuring  # noqa: E402
from cluster import BUCKET, PREFIX, Cluster, free_ports, get_json, wait_for  # noqa: E402

IMAGE = "magna-carta-1"
LEVELS = {"12", "13"}
COLD, HOT = 1.3, 1.0
LOAD = """
local paths = {{}}
for line in io.lines("{tiles}") do paths[#paths + 1] = line end
math.randomseed(8)
request = function() return wrk.format("GET", paths[math.random(#paths)]) end
"""


def stored_tiles(archive):
    """Returns the address of each tile, its bytes, and their position in the archive."""
    tiles = []
    with zipfile.ZipFile(archive) as szi, open(archive, "rb") as file:
        for entry in szi.infolist():
            level, _, place = entry.filename.rpartition("/")
            level = level.rpartition("/")[2]
            if level not in LEVELS or not place.endswith(".jpg"):
                continue
            file.seek(entry.header_offset + 26)
            lengths = int.from_bytes(file.read(2), "little") + int.from_bytes(file.read(2), "little")
            first = entry.header_offset + 30 + lengths
            tiles.append((f"/dzi/{IMAGE}_files/{level}/{place}", szi.read(entry), first, first + entry.file_size - 1))
    return tiles


def signed_fields(host, path, span):
    """Returns the header fields of a range GET, signed with AWS Signature Version 4."""
    moment = datetime.datetime.now(datetime.UTC).strftime("%Y%m%dT%H%M%SZ")
    empty = hashlib.sha256(b"").hexdigest()
    fields = {"host": host, "range": span, "x-amz-content-sha256": empty, "x-amz-date": moment}
    names = ";".join(fields)
    asked = "\n".join(["GET", path, "", *(f"{name}:{value}" for name, value in fields.items()), "", names, empty])
    scope = f"{moment[:8]}/us-east-1/s3/aws4_request"
    text = "\n".join(["AWS4-HMAC-SHA256", moment, scope, hashlib.sha256(asked.encode()).hexdigest()])
    key = b"AWS4testing"
    for part in scope.split("/"):
        key = hmac.digest(key, part.encode(), "sha256")
    signature = hmac.new(key, text.encode(), "sha256").hexdigest()
    words = f"AWS4-HMAC-SHA256 Credential=test:tester/{scope}, SignedHeaders={names}, Signature={signature}"
    return {**fields, "authorization": words}


def taken(connection, path, fields, expected):
    """Returns the milliseconds until the last byte of a response, which must be the expected one."""
    begin = time.perf_counter()
    connection.request("GET", path, headers=fields)
    answer = connection.getresponse()
    body = answer.read()
    milliseconds = (time.perf_counter() - begin) * 1000
    if body != expected:
        sys.exit(f"bench: {path}: {answer.status} {body[:200]}, expected the tile's {len(expected)} bytes")
    return milliseconds


def measure_cold(cluster, archive):
    tiles = stored_tiles(archive)
    random.Random(8).shuffle(tiles)
    endpoint = cluster.endpoint.removeprefix("http://")
    path = urllib.parse.quote(f"/{BUCKET}/{PREFIX}/pyramids/{archive.name}")
    store = http.client.HTTPConnection(endpoint)
    replica = http.client.HTTPConnection("127.0.0.1", cluster.replica_ports[0])
    taken(replica, tiles[0][0], {}, tiles[0][1])
    times = []
    for number, (address, expected, first, last) in enumerate(tiles[1:]):
        fields = signed_fields(endpoint, path, f"bytes={first}-{last}")
        asks = {"ours": (replica, address, {}), "raw": (store, path, fields)}
        pair = {name: taken(*asks[name], expected) for name in sorted(asks, reverse=number % 2 == 1)}
        times.append((pair["ours"], pair["raw"]))
    ours, raw = ([pair[side] for pair in times] for side in (0, 1))
    tails = [statistics.quantiles(side, n=20)[-1] for side in (ours, raw)]
    print(f"{len(times)} tiles; p95 {tails[0]:.2f} ms through the replica, {tails[1]:.2f} ms from the store", flush=True)
    ratio = statistics.median(ours) / statistics.median(raw)
    return measuring.line(
        "cold tile, replica, ms", statistics.median(ours), statistics.median(raw), ratio, COLD, ratio <= COLD)


def serve(cluster, port):
    server = subprocess.Popen(
        [cluster.program, "serve", "--library", cluster.library, "--port", str(port), "--max-connections-per-address", "0"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for(lambda: get_json(port, "/health/ready") is not None, "the server")
    return server


def measure_hot(cluster, archive, options):
    ports = dict(zip(["local", "twin"], free_ports(2)))
    servers = [serve(cluster, port) for port in ports.values()]
    ports["replica"] = cluster.replica_ports[0]
    try:
        for process in [*servers, cluster.replicas[0]]:
            subprocess.run(["taskset", "-a", "-cp", "0", str(process.pid)], check=True, stdout=subprocess.DEVNULL)
        tiles = cluster.folder / "tiles"
        tiles.write_text("".join(address + "\n" for address, *_ in stored_tiles(archive)))
        script = cluster.folder / "load.lua"
        script.write_text(LOAD.format(tiles=tiles))
        for port in ports.values():
            measuring.load(port, script, 1)
        rounds = []
        for number in range(options.rounds):
            names = sorted(ports, reverse=number % 2 == 1)
            rounds.append({name: measuring.load(ports[name], script, options.seconds)[0] for name in names})
    finally:
        for server in servers:
            server.terminate()
            server.wait()
    twins = statistics.median(one["twin"] / one["local"] for one in rounds)
    ratio = statistics.median(one["replica"] / one["local"] for one in rounds)
    print(f"two servers of the same library: {twins:.3f} (median of the rounds)", flush=True)
    differences = [abs(one["twin"] / one["local"] - 1) for one in rounds]
    mine, local = (statistics.median(one[name] for one in rounds) for name in ("replica", "local"))
    holds = ratio >= HOT - statistics.median(differences)
    return measuring.line("hot tile, replica, requests/s", mine, local, ratio, HOT, holds)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--explore", type=Path, default=ROOT / ".build/release/explore")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=int, default=4)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="replica-bench-") as folder:
        cluster = Cluster(options.explore, folder)
        try:
            cluster.start_store()
            cluster.make_bucket()
            cluster.explore("add", ROOT / "data/magna-carta", "--library", cluster.library)
            cluster.publish()
            cluster.start_replica(0, "--poll", "5")
            archive = max((cluster.library / "pyramids").glob("*.szi"), key=lambda path: path.stat().st_size)
            short = measure_cold(cluster, archive) + measure_hot(cluster, archive, options)
        finally:
            cluster.end()
    sys.exit(short)


if __name__ == "__main__":
    main()
