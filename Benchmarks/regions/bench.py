#!/usr/bin/env python3
"""Requests the same regions of the same picture from iipsrv and from `explore serve`, in turns, and compares.

    bench.py [--explore .build/release/explore] [--folder /tmp/regions-bench] [--rounds 5] [--seconds 8]
             [--only regions cached tiles quality thumbnails double ...]

Needs Debian's iipimage-server, nginx-light, wrk and libvips-tools, and the built program. The picture is that of
../slicing/make_picture.py, 12000 x 16000 pixels: for iipsrv a pyramidal TIFF of JPEG tiles from `vips tiffsave`, for
`explore` the result of `explore add` for the same JPEG; both with tiles of 256 pixels, quality 80, 4:2:0, and both respond
with quality 85, our default. iipsrv runs behind nginx, as its manual recommends. Each server is on core 0, the load (wrk, one
thread, 8 connections, keep-alive) on core 1.

    regions     random x, y, w and h, w and h 200 to 2000 pixels, scaled to 600 pixels in width if wider; JPEG of quality
                80; neither server caches tiles
    cached      the same, with 256 MB for each server's tiles, once these are full
    tiles       requests aligned with the grid, of the five finest levels; 256 MB
    quality     500 of the regions as PNG against libvips' lanczos3 of the decoded native tiles, in decibels, and as
                bitonal PNG against its thresholded luma, in percent of differing pixels
    thumbnails  the whole page at 200, 400 and 1000 pixels, without a cache: milliseconds of a response against those of
                each further image in one run of `vipsthumbnail` on the pyramidal TIFF, so that its start is not counted
    double      a tile of the 2x level against a region within one native tile, without a cache: milliseconds

One line is printed for each target, as Benchmarks/README.md describes. The exit status is the number of targets that
fell short.
"""

import argparse
import http.client
import os
import random
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

import quality

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import measuring  # noqa: E402

SLICING = HERE.parent / "slicing"
NGINX_PORT, IIPSRV_PORT, OUR_PORT = 18095, 18096, 18097
WIDTH, HEIGHT, TILE = 12000, 16000, 256
IIPSRV = "/usr/lib/iipimage-server/iipsrv.fcgi"
CACHE_MEGABYTES = 256
PARTS = ["regions", "cached", "tiles", "quality", "thumbnails", "double"]
OUR_IMAGE, THEIR_IMAGE = "/iiif/3/page-444-1", "/iiif/page.tif"

NGINX = """
worker_processes 1;
worker_cpu_affinity 01;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx-error.log;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    keepalive_requests 100000000;
    client_body_temp_path {folder}/nginx-temp;
    proxy_temp_path {folder}/nginx-temp;
    fastcgi_temp_path {folder}/nginx-temp;
    uwsgi_temp_path {folder}/nginx-temp;
    scgi_temp_path {folder}/nginx-temp;
    server {{
        listen 127.0.0.1:{port};
        location /iiif/ {{
            fastcgi_pass 127.0.0.1:{backend};
            fastcgi_param QUERY_STRING $query_string;
            fastcgi_param REQUEST_METHOD $request_method;
            fastcgi_param REQUEST_URI $request_uri;
            fastcgi_param SCRIPT_NAME "";
            fastcgi_param HTTP_HOST $http_host;
            fastcgi_param SERVER_PROTOCOL $server_protocol;
        }}
    }}
}}
"""

REGIONS = """
math.randomseed({seed})
request = function()
    local w, h = math.random(200, 2000), math.random(200, 2000)
    local x, y = math.random(0, {width} - w), math.random(0, {height} - h)
    return wrk.format("GET", string.format("{image}/%d,%d,%d,%d/%d,/0/default.jpg", x, y, w, h, math.min(600, w)))
end
"""

TILES = """
math.randomseed({seed})
request = function()
    local scale = 2 ^ math.random(0, 4)
    local side = {tile} * scale
    local x = math.random(0, math.ceil({width} / side) - 1) * side
    local y = math.random(0, math.ceil({height} / side) - 1) * side
    local w, h = math.min(side, {width} - x), math.min(side, {height} - y)
    return wrk.format("GET", string.format(
        "{image}/%d,%d,%d,%d/%d,/0/default.jpg", x, y, w, h, math.ceil(w / scale)))
end
"""


def prepare(explore, folder):
    """Makes the picture, its pyramidal TIFF and a library."""
    folder.mkdir(parents=True, exist_ok=True)
    picture, tiff, library = folder / "page-444.jpg", folder / "page.tif", folder / "library"
    if not picture.exists():
        scratch = folder / "picture"
        subprocess.run([sys.executable, SLICING / "make_picture.py", scratch], check=True)
        (scratch / "page-444.jpg").rename(picture)
        shutil.rmtree(scratch)
    if not tiff.exists():
        subprocess.run(["vips", "tiffsave", f"{picture}[access=sequential]", tiff, "--tile", "--pyramid", "--tile-width",
                        str(TILE), "--tile-height", str(TILE), "--compression", "jpeg", "--Q", "80"], check=True)
    shutil.rmtree(library, ignore_errors=True)
    subprocess.run([explore, "add", picture, "--library", library, "--quality", "80", "--subsampling", "420",
                    "--tile-size", str(TILE)], check=True, stdout=subprocess.DEVNULL)
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, port=NGINX_PORT, backend=IIPSRV_PORT))
    return library


class Server:
    """Processes on core 0, ended with the block."""

    def __init__(self, port, probe, *commands, environment=None):
        self.port, self.probe, self.commands, self.environment = port, probe, commands, environment

    def __enter__(self):
        environment = {**os.environ, **(self.environment or {})}
        self.processes = [
            subprocess.Popen(["taskset", "-c", "0", *map(str, command)], env=environment, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
            for command in self.commands
        ]
        for _ in range(200):
            try:
                if fetch(self.port, self.probe)[0] == 200:
                    return self
            except OSError:
                pass
            time.sleep(0.05)
        self.__exit__()
        sys.exit(f"bench: port {self.port} does not answer {self.probe} with 200")

    def __exit__(self, *_):
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait(timeout=10)


def fetch(port, path, connection=None):
    link = connection or http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    link.request("GET", path)
    answer = link.getresponse()
    return answer.status, answer.read()


def theirs(folder, megabytes):
    environment = {
        "FILESYSTEM_PREFIX": f"{folder}/", "URI_MAP": "iiif=>IIIF", "MAX_IMAGE_CACHE_SIZE": str(megabytes),
        "VERBOSITY": "0", "LOGFILE": f"{folder}/iipsrv.log", "JPEG_QUALITY": "85", "MAX_CVT": "5000",
        "OMP_NUM_THREADS": "1",
    }
    return Server(NGINX_PORT, f"{THEIR_IMAGE}/info.json", [IIPSRV, "--bind", f"127.0.0.1:{IIPSRV_PORT}"],
                  ["nginx", "-c", folder / "nginx.conf"], environment=environment)


def ours(explore, library, megabytes):
    return Server(OUR_PORT, f"{OUR_IMAGE}/0,0,300,300/200,/0/default.jpg",
                  [explore, "serve", "--library", library, "--port", OUR_PORT, "--cache-bytes", megabytes << 20])


def load(port, script, folder, seconds):
    """Returns requests per second and the 99th percentile in milliseconds."""
    path = folder / f"load-{port}.lua"
    path.write_text(script)
    rate, p99, _ = measuring.load(port, path, seconds, connections=8)
    return rate, p99


def medians(pairs):
    mine, other = (statistics.median(pair[side] for pair in pairs) for side in (0, 1))
    return mine, other, statistics.median(pair[0] / pair[1] for pair in pairs)


def compare_rates(name, script, servers, folder, options, warming, target, judges_latency=True):
    """Measures both servers in turns, each warmed first; returns how many targets fell short."""
    rates, latencies = [], []
    for number in range(options.rounds):
        found = {}
        for which, server, image in servers if number % 2 == 0 else servers[::-1]:
            text = {"image": image, "width": WIDTH, "height": HEIGHT, "tile": TILE}
            with server() as running:
                load(running.port, script.format(seed=1000 + number, **text), folder, warming)
                found[which] = load(running.port, script.format(seed=number, **text), folder, options.seconds)
        rates.append((found["ours"][0], found["theirs"][0]))
        latencies.append((found["ours"][1], found["theirs"][1]))
        print(f"{name} round {number + 1}: " + "; ".join(
            f"{which} {rate:.0f}/s p99 {p99:.1f} ms" for which, (rate, p99) in found.items()), flush=True)
    mine, other, ratio = medians(rates)
    short = measuring.line(f"{name}, requests per second", mine, other, ratio, target, ratio >= target)
    if judges_latency:
        mine, other, ratio = medians(latencies)
        short += measuring.line(f"{name}, p99 ms", mine, other, ratio, 1.0, ratio <= 1.0)
    return short


def compare_quality(explore, library, folder):
    numbers = random.Random(4)
    with ours(explore, library, CACHE_MEGABYTES) as server:
        link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        native = quality.native_level(library, folder)
        decibels, differing = [], []
        for _ in range(500):
            w, h = numbers.randint(200, 2000), numbers.randint(200, 2000)
            x, y, scaled = numbers.randint(0, WIDTH - w), numbers.randint(0, HEIGHT - h), min(600, w)
            size = scaled, max(1, round(h * scaled / w))
            for name, results, judge in [("default", decibels, quality.decibels), ("bitonal", differing, quality.differing)]:
                status, body = fetch(
                    server.port, f"{OUR_IMAGE}/{x},{y},{w},{h}/{size[0]},{size[1]}/0/{name}.png", link)
                if status != 200:
                    sys.exit(f"bench: {name} of {x},{y},{w},{h} at {size}: status {status}")
                results.append(judge(folder, native, body, (x, y, w, h), size))
    found = [value for value in decibels if value is not None]
    mean, least, most = statistics.mean(found), min(found), max(differing)
    return (measuring.line("regions, mean PSNR dB", mean, 38, mean / 38, 1.0, mean >= 38)
            + measuring.line("regions, least PSNR dB", least, 33, least / 33, 1.0, least >= 33)
            + measuring.line("bitonal, % differing at most", most, 2, most / 2, 1.0, most <= 2))


def compare_thumbnails(explore, library, folder, rounds):
    short = 0
    for side in (200, 400, 1000):
        pairs = []
        for _ in range(rounds):
            with ours(explore, library, 0) as server:
                path = f"{OUR_IMAGE}/full/{side},/0/default.jpg"
                mine = best_time(server.port, path, 20)
            pairs.append((mine, thumbnail_time(folder, side)))
        mine, other, ratio = medians(pairs)
        short += measuring.line(f"thumbnail of {side} px, ms", mine, other, ratio, 1.0, ratio <= 1.0)
    return short


def best_time(port, path, count):
    """Returns the milliseconds of a response, the median of several on one connection."""
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    times = []
    for _ in range(count):
        begin = time.monotonic()
        status, _ = fetch(port, path, link)
        times.append((time.monotonic() - begin) * 1000)
        if status != 200:
            sys.exit(f"bench: {path}: status {status}")
    return statistics.median(times)


def thumbnail_time(folder, side):
    """Returns the milliseconds of each image after the first in one run of vipsthumbnail."""
    def run(count):
        begin = time.monotonic()
        subprocess.run(["taskset", "-c", "0", "vipsthumbnail", *[folder / "page.tif"] * count, "--size", f"{side}x", "-o",
                        folder / "thumbnail.jpg[Q=80]"], check=True, env={**os.environ, "VIPS_CONCURRENCY": "1"})
        return (time.monotonic() - begin) * 1000
    return (run(21) - run(1)) / 20


def compare_double(explore, library, rounds):
    pairs = []
    numbers = random.Random(3)
    for _ in range(rounds):
        with ours(explore, library, 0) as server:
            link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
            times = {"double": [], "native": []}
            for _ in range(200):
                column, row = numbers.randint(1, 45), numbers.randint(1, 60)
                # One pixel less than the tile, which would be sent without rendering.
                region = f"{column * TILE},{row * TILE},{TILE - 1},{TILE - 1}"
                for name, path in [
                    ("double", f"/dzi/page-444-1_files/15/{2 * column}_{2 * row + 1}.jpg"),
                    ("native", f"{OUR_IMAGE}/{region}/{TILE - 1},/0/default.jpg"),
                ]:
                    begin = time.monotonic()
                    status, _ = fetch(server.port, path, link)
                    times[name].append((time.monotonic() - begin) * 1000)
                    if status != 200:
                        sys.exit(f"bench: {path}: status {status}")
            pairs.append(tuple(statistics.median(times[name]) for name in ("double", "native")))
    mine, other, ratio = medians(pairs)
    return measuring.line("2x tile against a native one, ms", mine, other, ratio, 3.0, ratio <= 3.0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--explore", type=Path, default=HERE.parent.parent / ".build/release/explore")
    parser.add_argument("--folder", type=Path, default=Path("/tmp/regions-bench"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=8)
    parser.add_argument("--only", nargs="*", choices=PARTS, default=PARTS)
    options = parser.parse_args()
    folder, explore = options.folder.resolve(), options.explore.resolve()
    os.environ["PATH"] += ":/usr/sbin"
    for tool in [IIPSRV, "nginx", "wrk", "vips", "vipsthumbnail", "taskset"]:
        if shutil.which(tool) is None:
            sys.exit(f"bench: no {tool} here, expected Debian's iipimage-server, nginx-light, wrk, libvips-tools and util-linux")
    library = prepare(explore, folder)

    def servers(megabytes):
        return [("ours", lambda: ours(explore, library, megabytes), OUR_IMAGE),
                ("theirs", lambda: theirs(folder, megabytes), THEIR_IMAGE)]

    short = 0
    if "regions" in options.only:
        short += compare_rates("regions", REGIONS, servers(0), folder, options, 2, 2.0)
    if "cached" in options.only:
        short += compare_rates(
            "regions, 256 MB", REGIONS, servers(CACHE_MEGABYTES), folder, options, max(2, options.seconds), 2.5)
    if "tiles" in options.only:
        short += compare_rates(
            "aligned tiles", TILES, servers(CACHE_MEGABYTES), folder, options, max(2, options.seconds), 10.0)
    if "thumbnails" in options.only:
        short += compare_thumbnails(explore, library, folder, options.rounds)
    if "double" in options.only:
        short += compare_double(explore, library, options.rounds)
    if "quality" in options.only:
        short += compare_quality(explore, library, folder)
    sys.exit(short)


if __name__ == "__main__":
    main()
