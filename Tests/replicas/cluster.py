"""The processes in the test of replicas: a store, a library that is published there, its replicas, and nginx in front of them."""

import http.client
import json
import os
import random
import re
import signal
import socket
import struct
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zlib
from pathlib import Path

HOME = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(HOME / "Tests/store"))
from running import RunningStore  # noqa: E402

BUCKET, PREFIX = "replicas", "the library"
ADDRESS = f"s3://{BUCKET}/{PREFIX}"
# The same for all replicas, because it occurs in their responses.
PUBLIC = "https://manuscripts.example.org"


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def wait_for(condition, what, seconds=60):
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            sys.exit(f"replicas: {what} did not come within {seconds} s")
        time.sleep(0.1)


def get_json(port, path):
    """Returns a small JSON response of a replica, whatever its status; None if there is none."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        return json.load(error)
    except OSError:
        return None


def noise(side):
    """Returns a PNG of noise, which differs from every other page."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    numbers = random.Random(side)
    rows = b"".join(b"\0" + numbers.randbytes(side * 3) for _ in range(side))
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b"")


class Cluster:
    """Everything, in one folder."""

    def __init__(self, program, folder):
        self.program, self.folder = str(Path(program).resolve()), Path(folder)
        ports = free_ports(7)
        self.replica_ports, self.metrics_ports, self.port = ports[:3], ports[3:6], ports[6]
        self.replicas = [None, None, None]
        self.store = self.nginx = None
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(folder)}
        self.library = self.folder / "library"

    # The store

    def start_store(self):
        self.store = RunningStore(self.folder / "store")
        self.endpoint = self.store.endpoint
        self.environment |= self.store.environment

    def stop_store(self):
        self.store.stop()
        self.store = None

    def call_store(self, method, path, data=None):
        return self.store.call(method, BUCKET + path, data)

    def make_bucket(self):
        self.call_store("PUT", "", b"")

    def objects(self):
        """Returns the names of all objects in the store, including parts of uploads in progress."""
        names = self.call_store("GET", "").split()
        try:
            names += self.call_store("GET", "+segments").split()
        except urllib.error.HTTPError as error:
            if error.code != 404:
                raise
        return names

    def pointer(self):
        return self.call_store("GET", f"/{PREFIX}/release.json")

    # The program

    def explore(self, *words):
        done = subprocess.run(
            [self.program, *map(str, words)], env=self.environment, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"replicas: explore {words[0]} ended with {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def documents(self):
        """Returns the library's documents."""
        return json.loads(self.explore("list", "--json", "--library", self.library))["documents"]

    def publish(self, *words):
        return self.explore("publish", ADDRESS, "--library", self.library, *words)

    def begin_publishing(self):
        return subprocess.Popen(
            [self.program, "publish", ADDRESS, "--library", self.library], env=self.environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    # Replicas

    def start_replica(self, number, *words):
        log = open(self.folder / f"replica-{number}.log", "ab")
        port = self.replica_ports[number]
        self.replicas[number] = subprocess.Popen(
            [self.program, "serve", "--from", ADDRESS, "--cache", self.folder / f"cache-{number}", "--port", str(port),
             "--poll", "0.5", "--metrics-address", f"127.0.0.1:{self.metrics_ports[number]}", "--public-url", PUBLIC, "--max-connections-per-address", "0", "--log-format", "json", *words],
            env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        wait_for(lambda: get_json(port, "/health/ready") is not None, f"replica {number}")

    def kill_replica(self, number):
        self.replicas[number].send_signal(signal.SIGKILL)
        self.replicas[number].wait()

    def totals(self):
        """Returns the number of documents that each replica reports."""
        return [(get_json(port, "/api/documents") or {}).get("total") for port in self.replica_ports]

    def poll_counts(self):
        """Returns how often each replica has read from the store which release is published."""
        counts = []
        for port in self.metrics_ports:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as response:
                numbers = response.read().decode()
            counts.append(int(re.search(r"^explore_replica_looks_total (\d+)$", numbers, re.MULTILINE)[1]))
        return counts

    def health(self):
        return [get_json(port, "/health/ready") or {} for port in self.replica_ports]

    # nginx

    def start_nginx(self, has_cache=False):
        """Starts nginx with the example configuration, except for TLS, names, ports and folders; without its cache, replicas send
        all responses.
        """
        text = (HOME / "packaging/nginx-replicas.conf").read_text()
        changes = [
            ("/var/cache/nginx/explore", f"{self.folder}/nginx-cache"),
            ("listen 443 ssl http2;", f"listen 127.0.0.1:{self.port};"), ("    listen [::]:443 ssl http2;\n", ""),
        ]
        for number, port in enumerate(self.replica_ports):
            changes.append((f"127.0.0.1:808{number + 1}", f"127.0.0.1:{port}"))
        if not has_cache:
            changes += [("        proxy_cache explore;\n", ""), ("        proxy_cache_lock on;\n", "")]
        for former, latter in changes:
            text = text.replace(former, latter)
        text = "\n".join(line for line in text.split("\n") if "ssl_" not in line)
        run = self.folder / "nginx"
        run.mkdir(exist_ok=True)
        (run / "nginx.conf").write_text(
            # Its workers write into this folder, which only its owner can access.
            ("user root;\n" if os.geteuid() == 0 else "")
            + f"daemon off; pid {run}/pid; error_log {run}/error.log; worker_processes 1;\n"
            f"events {{ worker_connections 1024; }}\nhttp {{ access_log off; client_body_temp_path {run}/b;\n"
            f"proxy_temp_path {run}/p; fastcgi_temp_path {run}/f; uwsgi_temp_path {run}/u; scgi_temp_path {run}/s;\n"
            f"{text}\n}}\n")
        self.nginx = subprocess.Popen(["/usr/sbin/nginx", "-p", run, "-c", run / "nginx.conf"])
        wait_for(lambda: get_json(self.port, "/health/live") is not None, "nginx")

    def end_nginx(self):
        # Its workers end with it, if it can exit normally.
        if self.nginx is not None and self.nginx.poll() is None:
            self.nginx.terminate()
            self.nginx.wait(10)

    def get_through_nginx(self, path, fields):
        """Returns a response's status, its cache status, and its bytes."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers=fields)
        with urllib.request.urlopen(request, timeout=10) as response:
            return response.status, response.headers["X-Cache"], response.read()

    def try_a_token(self):
        """Sends the form of `/access` with an invalid token through nginx. Returns the status; redirects are not followed."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("POST", "/access", b"token=wrong", {"Content-Type": "application/x-www-form-urlencoded"})
            return connection.getresponse().status
        finally:
            connection.close()

    def end(self):
        self.end_nginx()
        for process in self.replicas:
            if process is not None and process.poll() is None:
                process.kill()
                process.wait()
        if self.store is not None:
            self.stop_store()
