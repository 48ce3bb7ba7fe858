#!/usr/bin/env python3
"""Serves the same tiles with nginx, as files, and with `explore serve`, in turns, and compares.

    bench.py [--explore .build/release/explore] [--folder /tmp/serving-bench] [--rounds 5] [--seconds 12]

Needs Debian's nginx-light (or any nginx), wrk and libvips-tools, and the built program. The picture is that of
../slicing/make_picture.py, cut once by `explore slice`; nginx serves the files of the unzipped archive, so that both send the
same bytes. Each server has one worker on core 0; the load (wrk, one thread, 32 connections, keep-alive) is on core 1 and requests
random tiles of all levels.

nginx runs with open_file_cache, once with sendfile and once without. The setting with the higher median rate over all rounds is
the peer for both rate and latency, from the same turns of the same rounds; which one it is, and the figures of the other, are
printed. All servers run at once and take turns of four seconds. Two figures are compared: requests per second of server CPU,
because the load generator can reach its limit first, and the 99th percentile of latency, as the lower quartile over all turns of
all rounds. Forty milliseconds that the machine spends elsewhere determine a turn's percentile; they can only add to it, and
affect both servers. The length of a turn matters: with one second, both had about 0.5 ms in a quiet minute; with four, ours had
0.75 and nginx 1.5.

First touch: each server is started anew, gets one request for a tile, and, once it is idle, one for every tile, in random order;
five times in each round, counting the median. This is done with the files in the page cache (requests per second of server CPU),
and after they were dropped from it (requests per second, since the disk decides then). nginx has open_file_cache here too, and
its faster setting is chosen for each of the two.

IIIF: the tiles again, from our server alone, by /tiles and by the addresses that a IIIF viewer derives from our image
information, in turns, at random; requests per second of server CPU.

During renders: the tiles again, from our server, while 64 connections request random regions, each of which has to be rendered;
compared with the same without them. These are requests per second, since the renders use the server's CPU too.

Browser requests: browsers.py describes the header fields and conditions, https.py the same tiles over TLS. `--only browsers` and
`--only https` run only these, `--only iiif` the tiles by IIIF, `--only plain` the rest.

One line is printed for each target, as Benchmarks/README.md describes. The exit status is the number of targets that fell short.
"""

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import time
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import browsers  # noqa: E402
import https  # noqa: E402
import measuring  # noqa: E402
from measuring import cpu_seconds, family, settle  # noqa: E402

SLICING = HERE.parent / "slicing"
TURN_SECONDS = 4
# nginx with and without sendfile, and ours.
NGINX_PORTS, OUR_PORT = (18090, 18092), 18091

NGINX = """
worker_processes {workers};
worker_cpu_affinity {affinity};
daemon off;
pid {folder}/nginx-{port}.pid;
error_log {folder}/nginx-error.log;
events {{ worker_connections 1024; }}
http {{
    types {{ image/jpeg jpg; }}
    access_log off;
    sendfile {sendfile};
    tcp_nopush on;
    keepalive_timeout 65;
    keepalive_requests 100000000;
    client_body_temp_path {folder}/nginx-temp;
    proxy_temp_path {folder}/nginx-temp;
    fastcgi_temp_path {folder}/nginx-temp;
    uwsgi_temp_path {folder}/nginx-temp;
    scgi_temp_path {folder}/nginx-temp;
    open_file_cache max=20000 inactive=60s;
    open_file_cache_valid 60s;
    server {{
        listen 127.0.0.1:{port}{tls};
        root {folder}/www;
        location / {{ add_header Cache-Control "public, max-age=300"; }}
    }}
    server {{
        listen 127.0.0.1:{byte_port};
        location / {{ return 200 "x"; }}
    }}
}}
"""

# The tiles are listed in a file, because each thread of wrk has its own Lua state.
LOAD = """
local paths = {{}}
for line in io.lines("{tiles}") do paths[#paths + 1] = line end
math.randomseed({seed})
request = function()
    return wrk.format("GET", paths[math.random(#paths)])
end
"""

# Every tile once; wrk always runs for a given time, so the script measures the time.
ONCE = """
local ffi = require("ffi")
ffi.cdef("typedef struct {{ long s, ns; }} moment; int clock_gettime(int, moment *);")
local function now()
    local moment = ffi.new("moment[1]")
    ffi.C.clock_gettime(1, moment)
    return tonumber(moment[0].s) + tonumber(moment[0].ns) / 1e9
end
local paths = {{}}
for line in io.lines("{tiles}") do paths[#paths + 1] = line end
math.randomseed({seed})
for i = #paths, 2, -1 do local j = math.random(i); paths[i], paths[j] = paths[j], paths[i] end
local asked, answered = 0, 0
local started
request = function()
    asked = asked + 1
    started = started or now()
    return wrk.format("GET", paths[math.min(asked, #paths)])
end
response = function()
    answered = answered + 1
    if answered == #paths then
        local file = io.open("{tiles}.seconds", "w")
        file:write(now() - started)
        file:close()
        wrk.thread:stop()
    end
end
"""

# Random regions as in ../regions; no two are alike.
REGIONS = """
math.randomseed({seed})
request = function()
    local w, h = math.random(200, 2000), math.random(200, 2000)
    return wrk.format("GET", string.format("/iiif/3/page-444-1/%d,%d,%d,%d/%d,/0/default.jpg",
        math.random(0, 12000 - w), math.random(0, 16000 - h), w, h, math.min(600, w)))
end
"""


def load(port, folder, tiles, seconds, seed, template=LOAD):
    """Returns requests per second, the 99th percentile in milliseconds, and the number of requests."""
    script = folder / f"load-{port}.lua"
    script.write_text(template.format(tiles=tiles, seed=seed))
    return measuring.load(port, script, seconds)


class Server:
    """A server, on core 0 unless others are named, and the tiles to request."""

    def __init__(self, command, port, tiles, probe, cores="0"):
        self.port, self.tiles = port, tiles
        self.process = subprocess.Popen(["taskset", "-c", cores, *map(str, command)], stdout=subprocess.DEVNULL)
        try:
            measuring.wait_for(port, probe)
        except SystemExit:
            self.end()
            raise
        self.pids = family(self.process.pid)
        self.used, self.count, self.rates, self.p99s = 0, 0, [], []

    def cpu_seconds(self):
        """Returns the CPU time of all its threads so far."""
        return cpu_seconds(self.pids)

    def measure(self, folder, seconds, seed):
        """Requests tiles, and records the CPU time, the number of requests, the rate and the 99th percentile."""
        before = cpu_seconds(self.pids)
        rate, p99, count = load(self.port, folder, self.tiles, seconds, seed)
        self.used += cpu_seconds(self.pids) - before
        self.count += count
        self.rates.append(rate)
        self.p99s.append(p99)

    def end(self):
        self.process.terminate()
        self.process.wait(timeout=10)


def measure(servers, folder, seconds, seed):
    """Measures all servers in turns, so that other work on the machine affects them alike.

    Returns for each: requests per CPU second, the median of the turns' rates, and their 99th percentiles.
    """
    for server in servers:
        load(server.port, folder, server.tiles, 3, seed + 1000)
    for turn in range(seconds // TURN_SECONDS):
        for server in servers[turn % len(servers):] + servers[:turn % len(servers)]:
            server.measure(folder, TURN_SECONDS, seed * 100 + turn)
    return [(server.count / server.used, statistics.median(server.rates), server.p99s) for server in servers]


def title(name):
    """Returns the name of a server in the lines of the rounds."""
    return name if name == "ours" else f"nginx, sendfile {name}"


def quiet(p99s):
    """Returns the lower quartile; for a single turn, its value."""
    return statistics.quantiles(p99s, n=4)[0] if len(p99s) > 1 else p99s[0]


def beside_renders(command, port, folder, tiles, probe, seconds, seed):
    """Returns requests per second for tiles while regions are rendered, and without; and the number of regions."""
    server = subprocess.Popen(["taskset", "-c", "0", *map(str, command)], stdout=subprocess.DEVNULL)
    try:
        measuring.wait_for(port, probe)
        load(port, folder, tiles, 3, seed + 1000)
        alone, _, _ = load(port, folder, tiles, seconds, seed)
        script = folder / "regions.lua"
        script.write_text(REGIONS.format(seed=seed))
        renders = subprocess.Popen(
            ["taskset", "-c", "1", "wrk", "-t1", "-c64", f"-d{seconds + 2}s", "-s", script, f"http://127.0.0.1:{port}"],
            stdout=subprocess.PIPE, text=True)
        time.sleep(1)
        beside, _, _ = load(port, folder, tiles, seconds, seed + 1)
        made = int(re.search(r"(\d+) requests in", renders.communicate()[0])[1])
        return beside, alone, made
    finally:
        server.terminate()
        server.wait(timeout=10)


def by_iiif(command, port, folder, lists, probe, seconds, seed):
    """Returns requests per CPU second for each list of tiles, from one server, in turns."""
    server = Server(command, port, lists[0], probe)
    try:
        for tiles in lists:
            load(port, folder, tiles, 3, seed + 1000)
        used, count = [0] * len(lists), [0] * len(lists)
        for turn in range(2 * max(1, seconds // TURN_SECONDS)):
            for side in range(len(lists)) if turn % 2 == 0 else reversed(range(len(lists))):
                before = cpu_seconds(server.pids)
                _, _, answered = load(port, folder, lists[side], TURN_SECONDS // 2, seed * 100 + turn)
                used[side] += cpu_seconds(server.pids) - before
                count[side] += answered
        return [answered / seconds for answered, seconds in zip(count, used)]
    finally:
        server.end()


def tile_lists(folder, names, width=12000, height=16000, side=256):
    """Writes files that list all tiles, starting at the level with a single tile: by z/x/y, and by IIIF."""
    places = [tuple(map(int, re.search(r"_files/(\d+)/(\d+)_(\d+)\.jpg", name).groups())) for name in names]
    native = max(level for level, _, _ in places)
    first = max(level for level, _, _ in places if sum(place[0] == level for place in places) == 1)
    by_place, by_region = [], []
    for level, column, row in places:
        if level < first:
            continue
        factor = 1 << (native - level)
        x, y = column * side * factor, row * side * factor
        w, h = min(side * factor, width - x), min(side * factor, height - y)
        by_place.append(f"/tiles/page-444-1/{level - first}/{column}/{row}.jpg\n")
        by_region.append(f"/iiif/3/page-444-1/{x},{y},{w},{h}/{-(-w // factor)},{-(-h // factor)}/0/default.jpg\n")
    (folder / "tiles-place.txt").write_text("".join(by_place))
    (folder / "tiles-iiif.txt").write_text("".join(by_region))
    return [folder / "tiles-iiif.txt", folder / "tiles-place.txt"]


def forget(paths):
    """Drops files from the page cache."""
    for path in paths:
        descriptor = os.open(path, os.O_RDONLY)
        os.fsync(descriptor)
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(descriptor)


def first_touch(command, port, folder, tiles, probe, seed, files, from_disk):
    """Requests every tile once from a freshly started server: returns requests per CPU second and requests per second."""
    if not from_disk:
        for path in files:
            path.read_bytes()
    server = subprocess.Popen(["taskset", "-c", "0", *map(str, command)], stdout=subprocess.DEVNULL)
    try:
        measuring.wait_for(port, probe)
        pids = family(server.pid)
        settle(pids)
        if from_disk:
            forget(files)
        measuring.wait_for(port, probe)
        before = cpu_seconds(pids)
        clock = Path(f"{tiles}.seconds")
        clock.unlink(missing_ok=True)
        _, _, count = load(port, folder, tiles, 3 if from_disk else 1, seed, ONCE)
        return count / (cpu_seconds(pids) - before), count / float(clock.read_text())
    finally:
        server.terminate()
        server.wait(timeout=10)


def prepare(explore, folder):
    """Makes the picture, its pyramid, the tiles as files and a library; returns the lists of tiles for both servers."""
    folder.mkdir(parents=True, exist_ok=True)
    picture = folder / "page-444.jpg"
    if not picture.exists():
        subprocess.run([sys.executable, SLICING / "make_picture.py", folder], check=True)
    archive, www = folder / "page.szi", folder / "www"
    subprocess.run([explore, "slice", picture, "-o", archive, "--quality", "80", "--subsampling", "420"], check=True)
    shutil.rmtree(www, ignore_errors=True)
    with zipfile.ZipFile(archive) as pyramid:
        pyramid.extractall(www)
        names = [name for name in pyramid.namelist() if name.endswith(".jpg")]
    library = folder / "library"
    shutil.rmtree(library, ignore_errors=True)
    subprocess.run([explore, "add", picture, "--library", library, "--quality", "80", "--subsampling", "420"], check=True)
    (folder / "tiles-nginx.txt").write_text("".join(f"/{name}\n" for name in names))
    ours = [re.sub(r"^.*_files/", "/dzi/page-444-1_files/", name) for name in names]
    (folder / "tiles-explore.txt").write_text("".join(f"{path}\n" for path in ours))
    return library, names, ours


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--explore", type=Path, default=HERE.parent.parent / ".build/release/explore")
    parser.add_argument("--folder", type=Path, default=Path("/tmp/serving-bench"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=12)
    parser.add_argument("--only", choices=["plain", "iiif", "browsers", "https"], help="one part of it")
    options = parser.parse_args()
    folder, explore = options.folder.resolve(), options.explore.resolve()
    for tool in ["wrk", "vips", "taskset", "nginx", "h2load", "openssl"]:
        if shutil.which(tool, path=os.environ["PATH"] + ":/usr/sbin") is None:
            sys.exit(f"bench: no {tool} here, expected Debian's nginx-light, wrk, nghttp2-client, libvips-tools and openssl")
    library, names, ours = prepare(explore, folder)
    serve = [explore, "serve", "--library", library, "--port", OUR_PORT]
    lists = tile_lists(folder, names)

    def rounds_by_iiif():
        pairs = []
        for number in range(options.rounds):
            pairs.append(by_iiif(serve, OUR_PORT, folder, lists, ours[0], options.seconds, number))
            print(f"round {number + 1}: by IIIF {pairs[-1][0]:.0f}/CPU-s, by /tiles {pairs[-1][1]:.0f}/CPU-s", flush=True)
        return ("tiles by IIIF over /tiles, per CPU-s", pairs, 0.9, lambda ratio: ratio >= 0.9)

    def wanted(part):
        return options.only in (None, part)

    configurations = {sendfile: folder / f"nginx-{sendfile}.conf" for sendfile in ["on", "off"]}
    for (sendfile, path), port in zip(configurations.items(), NGINX_PORTS):
        path.write_text(nginx(folder, sendfile, port))
    rows = []
    if wanted("plain"):
        rows += plain(options, explore, folder, library, names, ours, configurations)
    if wanted("iiif"):
        rows.append(rounds_by_iiif())
    if wanted("browsers"):
        rows += as_browsers(options, serve, folder, names, ours)
    if wanted("https"):
        rows += https.rows(options, explore, library, folder, names, ours, sys.modules[__name__])
    measuring.report(rows)


def nginx(folder, sendfile, port, workers=1, tls=""):
    """Writes a configuration for nginx; `tls` follows the port that serves the tiles."""
    return NGINX.format(folder=folder, sendfile=sendfile, port=port, byte_port=port + 10, workers=workers,
                        affinity="01 10" if workers == 2 else "01", tls=tls)


def as_browsers(options, serve, folder, names, ours):
    """Measures requests with browsers' fields, with and without conditions, on one core each, and on two shared cores."""
    seconds = max(1, options.seconds // TURN_SECONDS)
    rows = []
    for workers, cores in [(1, "0"), (2, "0,1")]:
        servers = {}
        try:
            servers["ours"] = Server(serve, OUR_PORT, folder / "tiles-explore.txt", ours[0], cores)
            for sendfile, port in zip(["on", "off"], NGINX_PORTS):
                configuration = folder / f"nginx-{sendfile}-{workers}.conf"
                configuration.write_text(nginx(folder, sendfile, port, workers))
                servers[title(sendfile)] = Server(
                    ["nginx", "-c", configuration], port, folder / "tiles-nginx.txt", f"/{names[0]}", cores)
            lists = {name: server.tiles for name, server in servers.items()}
            if workers == 1:
                turns = browsers.Turns(servers, folder, lists, seconds)
                pairs = browsers.compare(turns, options.rounds, "as browsers ask", 0)
                rows.append(("tiles as browsers ask, per CPU second", pairs, 1.0, lambda ratio: ratio >= 1.0))
                lists = {name: browsers.with_tags(server.port, server.tiles) for name, server in servers.items()}
                turns = browsers.Turns(servers, folder, lists, seconds)
                pairs = browsers.compare(turns, options.rounds, "conditional", 0)
                rows.append(("tiles that the browser has, per CPU second", pairs, 1.0, lambda ratio: ratio >= 1.0))
            else:
                turns = browsers.Turns(servers, folder, lists, seconds, cores="0,1", threads=2)
                pairs = browsers.compare(turns, options.rounds, "two cores", 1)
                most = browsers.ceiling(NGINX_PORTS[0] + 10, folder, folder / "tiles-nginx.txt", seconds)
                print(f"two cores: wrk takes {most:.0f} answers of one byte per second, "
                      f"{most / max(max(pair) for pair in pairs):.2f} times the highest rate of tiles", flush=True)
                rows.append(("tiles as browsers ask, two cores, requests/s", pairs, 1.0, lambda ratio: ratio >= 1.0))
        finally:
            for server in servers.values():
                server.end()
    return rows


def plain(options, explore, folder, library, names, ours, configurations):
    """Measures requests without further fields: hot, first touch, during renders."""
    besides = []
    # For ours and each setting of nginx: the rates of the rounds, the 99th percentiles of all their turns, and the rates of
    # first touches, from memory and from disk.
    names_of_servers = ["ours", *configurations]
    rates, p99s, touches, disk_touches = ({name: [] for name in names_of_servers} for _ in range(4))
    tile_files = [folder / "www" / name for name in names]
    for number in range(options.rounds):
        servers = []
        try:
            servers.append(Server([explore, "serve", "--library", library, "--port", OUR_PORT], OUR_PORT,
                                  folder / "tiles-explore.txt", ours[0]))
            for port, configuration in zip(NGINX_PORTS, configurations.values()):
                servers.append(Server(["nginx", "-c", configuration], port, folder / "tiles-nginx.txt", f"/{names[0]}"))
            found = dict(zip(names_of_servers, measure(servers, folder, options.seconds, number)))
        finally:
            for server in servers:
                server.end()
        for name, (rate, _, turns) in found.items():
            rates[name].append(rate)
            p99s[name].extend(turns)
        print(f"round {number + 1}: " + "; ".join(
            f"{title(name)} {each[0]:.0f}/CPU-s {each[1]:.0f}/s p99 {quiet(each[2]):.2f} ms" for name, each in found.items()),
            flush=True)

        beside, alone, made = beside_renders(
            [explore, "serve", "--library", library, "--port", OUR_PORT], OUR_PORT, folder,
            folder / "tiles-explore.txt", ours[0], options.seconds // 2, number)
        besides.append((beside, alone))
        print(f"         beside renders {beside:.0f}/s, alone {alone:.0f}/s; {made} regions answered", flush=True)
        for from_disk in [False, True]:
            side = 1 if from_disk else 0
            # Requesting every tile once takes a twentieth of a second from the page cache, too short to measure with one start.
            found = {each: [] for each in ["ours", *configurations]}
            for start in range(1 if from_disk else 5):
                seed = 10 * number + start
                for (each, configuration), port in zip(configurations.items(), NGINX_PORTS):
                    found[each].append(first_touch(
                        ["nginx", "-c", configuration], port, folder, folder / "tiles-nginx.txt", f"/{names[0]}",
                        seed, tile_files, from_disk)[side])
                found["ours"].append(first_touch(
                    [explore, "serve", "--library", library, "--port", OUR_PORT], OUR_PORT, folder,
                    folder / "tiles-explore.txt", ours[0], seed, list((library / "pyramids").iterdir()),
                    from_disk)[side])
            of_round = disk_touches if from_disk else touches
            for name, each in found.items():
                of_round[name].append(statistics.median(each))
            print(f"         first touch {'from disk per s' if from_disk else 'per CPU-s'}: " + ", ".join(
                f"{title(name)} {of_round[name][-1]:.0f}" for name in found), flush=True)

    def against(measured):
        """Returns the pairs of the rounds of ours and of nginx's faster setting, which it prints."""
        theirs = {name: rounds for name, rounds in measured.items() if name != "ours"}
        return list(zip(measured["ours"], theirs[chosen := measuring.faster(theirs)])), chosen

    pairs, chosen = against(rates)
    for name in names_of_servers:
        print(f"{title(name)}: {statistics.median(rates[name]):.0f}/CPU-s, p99 {quiet(p99s[name]):.2f} ms"
              + (", which is compared" if name == chosen else ""), flush=True)
    return [
        ("tiles, requests per CPU second", pairs, 1.0, lambda ratio: ratio >= 1.0),
        ("tiles, p99 ms", [(quiet(p99s["ours"]), quiet(p99s[chosen]))], 1.0, lambda ratio: ratio <= 1.0),
        ("first touch, requests per CPU second", against(touches)[0], 1.0, lambda ratio: ratio >= 1.0),
        ("tiles beside renders, requests/s", besides, 0.8, lambda ratio: ratio >= 0.8),
        ("first touch from disk, requests/s", against(disk_touches)[0], 1.0, lambda ratio: ratio >= 1.0),
    ]


if __name__ == "__main__":
    main()
