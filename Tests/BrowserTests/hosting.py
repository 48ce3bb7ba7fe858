"""Hosts a library as a static site on ordinary web servers.

EXPLORE_SITE       `all`: unchanging libraries are read from a static site, written by `explore export`
EXPLORE_SITE_HOST  the web server: `python` (by default), `nginx`, or `store`: the real object store of Tests/store
EXPLORE_SITE_TILES `files` (by default) or `archive`, which requires a host with ranges: nginx or the store
"""

from __future__ import annotations

import contextlib
import os
import pathlib
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator

from serving import ROOT, START_SECONDS, end, free_port, run, serving

sys.path.insert(0, str(ROOT / "Tests/store"))
from running import RunningStore  # noqa: E402

# Not at the top of the host, where the server's own addresses would work by accident.
SITE_PATH = "reading/room 2"
BUCKET = "site"
# For each site the server of the same library, whose responses are the reference.
ORACLES: dict[str, str] = {}


@contextlib.contextmanager
def reading(library: pathlib.Path) -> Iterator[str]:
    """Yields the address of an unchanging library for readers: on a server, or as a static site if requested."""
    with serving(library) as server:
        if os.environ.get("EXPLORE_SITE") != "all":
            yield server
            return
        with hosting(library) as site:
            ORACLES[site] = server
            yield site


@contextlib.contextmanager
def hosting(library: pathlib.Path, host: str | None = None, tiles: str | None = None) -> Iterator[str]:
    """Writes a library as a static site and yields its address on a host, without a trailing slash."""
    host = host or os.environ.get("EXPLORE_SITE_HOST", "python")
    tiles = tiles or os.environ.get("EXPLORE_SITE_TILES", "files")
    top = library.parent / f"{host}-{free_port()}"
    (top / SITE_PATH).parent.mkdir(parents=True)
    hosts = {"python": python, "nginx": nginx, "store": store}
    with hosts[host](top) as (address, publish):
        address = f"{address}/{urllib.parse.quote(SITE_PATH)}"
        options = ("--all", top / SITE_PATH, "--format", "site", "--tiles", tiles, "--public-url", address)
        run("export", *options, "--library", library)
        publish()
        yield address


def nothing() -> None:
    """Does nothing: the site's folder itself is served."""


@contextlib.contextmanager
def running(command: list[str], top: pathlib.Path) -> Iterator[None]:
    with top.with_suffix(".log").open("w") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output)
    try:
        yield process
    finally:
        end(process)


def wait_until_reachable(address: str, process: subprocess.Popen) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            urllib.request.urlopen(address, timeout=5).close()
            return
        except urllib.error.HTTPError:
            # It responds; the tests verify the content.
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise RuntimeError(f"{address}: no host there within {START_SECONDS} s")


@contextlib.contextmanager
def python(top: pathlib.Path) -> Iterator[tuple]:
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", str(top)]
    with running(command, top) as process:
        wait_until_reachable(address, process)
        yield address, nothing


@contextlib.contextmanager
def store(top: pathlib.Path) -> Iterator[tuple]:
    """Serves from a public bucket of the store, with `index.html` for addresses that end in a slash."""
    running_store = RunningStore(top.with_suffix(".store"))
    try:
        anyone = {"X-Container-Read": ".r:*", "X-Container-Meta-Web-Index": "index.html"}
        running_store.call("PUT", BUCKET, b"", anyone)

        def publish() -> None:
            options = (f"s3://{BUCKET}/{SITE_PATH}", "--site", top / SITE_PATH)
            run("publish", *options, environment=running_store.environment)

        yield f"{running_store.endpoint}/v1/AUTH_test/{BUCKET}", publish
    finally:
        running_store.stop()


@contextlib.contextmanager
def nginx(top: pathlib.Path) -> Iterator[tuple]:
    """Serves as configured by a distribution, but in one folder and without write access elsewhere."""
    port = free_port()
    prefix = top.with_suffix(".nginx")
    prefix.mkdir()
    paths = "".join(f"    {name}_temp_path {prefix}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (prefix / "nginx.conf").write_text(
        # Only their owner can read the folders of tests.
        ("user root;\n" if os.geteuid() == 0 else "")
        + f"""daemon off;
worker_processes 1;
pid {prefix}/pid;
error_log {prefix}/error.log;
events {{ worker_connections 256; }}
http {{
    include /etc/nginx/mime.types;
    types {{ font/woff2 woff2; application/manifest+json webmanifest; }}
    default_type application/octet-stream;
    access_log off;
    gzip on;
    gzip_comp_level 9;
    gzip_types text/css application/javascript text/javascript application/json application/manifest+json image/svg+xml;
    gzip_min_length 500;
{paths}    server {{
        listen 127.0.0.1:{port};
        absolute_redirect off;
        root {top};
    }}
}}
"""
    )
    address = f"http://127.0.0.1:{port}"
    command = ["nginx", "-p", str(prefix), "-c", str(prefix / "nginx.conf"), "-e", str(prefix / "error.log")]
    with running(command, top) as process:
        wait_until_reachable(address, process)
        yield address, nothing
