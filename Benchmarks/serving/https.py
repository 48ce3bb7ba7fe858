"""Measures tiles over TLS, by HTTP/1.1 and by HTTP/2, from our server and from nginx: requests per second of server CPU.

The load is h2load of Debian's nghttp2-client on core 1: 32 connections, over HTTP/2 each with ten streams at once, with the
fields of Chromium. Both servers have the same P-256 certificate, TLS 1.3 and one worker on core 0.
"""

import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import browsers  # noqa: E402
import measuring  # noqa: E402

OUR_PORT, NGINX_PORT = 18093, 18094

TLS = """ ssl http2;
        ssl_certificate {folder}/tls-cert.pem;
        ssl_certificate_key {folder}/tls-key.pem;
        ssl_protocols TLSv1.3;
        ssl_buffer_size 16k"""


class Server:
    """A server over TLS on core 0."""

    def __init__(self, command, port, tiles):
        self.port, self.tiles = port, tiles
        self.process = subprocess.Popen(["taskset", "-c", "0", *map(str, command)], stdout=subprocess.DEVNULL)
        for _ in range(200):
            if subprocess.run(["curl", "-ksf", "-o", "/dev/null", f"https://127.0.0.1:{port}{tiles[0]}"]).returncode == 0:
                break
            time.sleep(0.05)
        else:
            self.end()
            sys.exit(f"bench: nothing answers on port {port}")
        self.pids = measuring.family(self.process.pid)

    def take(self, folder, seconds, version):
        """Returns requests per CPU second, and requests per second."""
        listed = folder / f"tls-{self.port}.txt"
        listed.write_text("".join(f"https://127.0.0.1:{self.port}{path}\n" for path in self.tiles))
        fields = []
        for line in (browsers.HEADS / "chromium.txt").read_text().splitlines():
            # HTTP/2 has no such field, and h2load writes its own.
            if not line.startswith("Connection:"):
                fields += ["-H", line]
        streams = ["--h1", "-m", "1"] if version == 1 else ["-m", "10"]
        before = measuring.cpu_seconds(self.pids)
        output = subprocess.run(
            ["taskset", "-c", "1", "h2load", *streams, "-t1", "-c32", "-D", str(seconds), "-i", str(listed), *fields],
            capture_output=True, text=True, check=True).stdout
        spent = measuring.cpu_seconds(self.pids) - before
        if f"Application protocol: {'http/1.1' if version == 1 else 'h2'}" not in output:
            sys.exit(f"bench: port {self.port} does not speak HTTP/{version}: {output}")
        found = re.search(r"status codes: (\d+) 2xx, (\d+) 3xx, (\d+) 4xx, (\d+) 5xx", output)
        count, *others = map(int, found.groups())
        if any(others):
            sys.exit(f"bench: port {self.port}: {output}")
        return count / spent, count / seconds

    def end(self):
        self.process.terminate()
        self.process.wait(timeout=10)


def certificate(folder):
    """Makes a key and a certificate for this machine."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "3", "-subj",
         "/CN=127.0.0.1", "-keyout", folder / "tls-key.pem", "-out", folder / "tls-cert.pem"],
        check=True, capture_output=True)
    (folder / "tls-key.pem").chmod(0o600)


def rows(options, explore, library, folder, names, ours, bench):
    """Returns a row for each version of HTTP."""
    certificate(folder)
    seconds = max(1, options.seconds // 4)
    configurations = {}
    for place, sendfile in enumerate(["on", "off"]):
        path = folder / f"nginx-tls-{sendfile}.conf"
        path.write_text(bench.nginx(folder, sendfile, NGINX_PORT + place, tls=TLS.format(folder=folder)))
        configurations[f"nginx, sendfile {sendfile}"] = (["nginx", "-c", path], NGINX_PORT + place)
    servers, found = {}, []
    try:
        servers["ours"] = Server(
            [explore, "serve", "--library", library, "--port", OUR_PORT, "--tls-cert", folder / "tls-cert.pem",
             "--tls-key", folder / "tls-key.pem"], OUR_PORT, ours)
        for name, (command, port) in configurations.items():
            servers[name] = Server(command, port, [f"/{path}" for path in names])
        for version, target in [(1, 0.8), (2, 0.5)]:
            turns = {name: [] for name in servers}
            for number in range(-1, options.rounds):
                order = list(servers)[number % len(servers):] + list(servers)[:number % len(servers)]
                for name in order:
                    turn = servers[name].take(folder, seconds, version)
                    # The first turn is for warming up.
                    if number >= 0:
                        turns[name].append(turn)
                if number >= 0:
                    print(f"round {number + 1}: TLS, HTTP/{version}: " + "; ".join(
                        f"{name} {each[-1][0]:.0f}/CPU-s {each[-1][1]:.0f}/s" for name, each in turns.items()), flush=True)
            theirs = [name for name in turns if name != "ours"]
            chosen = max(theirs, key=lambda name: statistics.median(turn[0] for turn in turns[name]))
            pairs = list(zip([turn[0] for turn in turns["ours"]], [turn[0] for turn in turns[chosen]]))
            found.append((f"tiles by HTTP/{'1.1' if version == 1 else '2'} over TLS, per CPU second", pairs, target,
                          lambda ratio, target=target: ratio >= target))
    finally:
        for server in servers.values():
            server.end()
    return found
