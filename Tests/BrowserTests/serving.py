"""Runs the program under test: adds documents to a library, and serves it.

EXPLORE_BINARY     the program (by default .build/release/explore, else .build/debug/explore)
EXPLORE_SITE       `all`: libraries that do not change are read from a static site, written by `explore export`
EXPLORE_SITE_HOST  what serves the site: `python` (by default) or `nginx`
EXPLORE_SITE_TILES `files` (by default) or `archive`, for which the host must be nginx
"""

from __future__ import annotations

import contextlib
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Not at the top of the host, where the server's own addresses would be right by accident.
SITE_PATH = "reading/room 2"
# Of each site the server of the same library, which says what is right.
ORACLES: dict[str, str] = {}
START_SECONDS = 120
COMMAND_SECONDS = 300


def binary() -> pathlib.Path:
    named = os.environ.get("EXPLORE_BINARY")
    built = [ROOT / ".build" / kind / "explore" for kind in ("release", "debug")]
    candidates = [pathlib.Path(named)] if named else built
    for candidate in candidates:
        if candidate.is_file():
            return candidate
    raise pytest.UsageError(f"{candidates[0]}: not found; expected the built program (make build)")


def run(*arguments: object) -> subprocess.CompletedProcess:
    """Runs a command of the program to its end; one that fails says what the program said."""
    command = [str(part) for part in (binary(), *arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=COMMAND_SECONDS)
    if done.returncode != 0:
        raise RuntimeError(f"explore {' '.join(command[1:])} ended with status {done.returncode}:\n{done.stderr}")
    return done


def add(library: pathlib.Path, *arguments: object) -> subprocess.CompletedProcess:
    return run("add", *arguments, "--library", library)


def wait_until_ready(process: subprocess.Popen, log: pathlib.Path) -> str:
    """Gives the address that the server says it can be opened at, once it answers there."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"explore serve ended with status {process.returncode}:\n{log.read_text()}")
        if told := re.search(r"^open (http://\S+)/ ", log.read_text(), re.MULTILINE):
            with contextlib.suppress(urllib.error.URLError, OSError):
                urllib.request.urlopen(f"{told[1]}/health/ready", timeout=5).close()
                return told[1]
        time.sleep(0.1)
    raise RuntimeError(f"explore serve was not ready within {START_SECONDS} s:\n{log.read_text()}")


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@contextlib.contextmanager
def serving(library: pathlib.Path) -> Iterator[str]:
    """Serves a library on a free port of this machine; gives the address, without a slash at its end."""
    descriptor, name = tempfile.mkstemp(prefix="serve-", suffix=".log", dir=library.parent)
    with open(descriptor, "w") as output:
        process = subprocess.Popen(
            [binary(), "serve", "--library", library, "--port", "0"], stdout=output, stderr=output, cwd=ROOT
        )
    try:
        yield wait_until_ready(process, pathlib.Path(name))
    finally:
        end(process)


def end(process: subprocess.Popen) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(10)


@contextlib.contextmanager
def reading(library: pathlib.Path) -> Iterator[str]:
    """A library that does not change, as readers get it: from a server, or from a static site where that is asked for."""
    with serving(library) as server:
        if os.environ.get("EXPLORE_SITE") != "all":
            yield server
            return
        with hosting(library, host=os.environ.get("EXPLORE_SITE_HOST", "python")) as site:
            ORACLES[site] = server
            yield site


@contextlib.contextmanager
def hosting(
    library: pathlib.Path, host: str = "python", tiles: str | None = None, path: str = SITE_PATH
) -> Iterator[str]:
    """Writes a library as a static site, and gives its address on a host that knows nothing of it."""
    port = free_port()
    top = library.parent / f"host-{port}"
    address = f"http://127.0.0.1:{port}/{urllib.parse.quote(path)}"
    (top / path).parent.mkdir(parents=True)
    tiles = tiles or os.environ.get("EXPLORE_SITE_TILES", "files")
    options = ("--all", top / path, "--format", "site", "--tiles", tiles, "--public-url", address)
    run("export", *options, "--library", library)
    with (library.parent / f"host-{port}.log").open("w") as output:
        command = nginx(top, port) if host == "nginx" else python(top, port)
        process = subprocess.Popen(command, stdout=output, stderr=output)
    try:
        wait_until_there(f"{address}/site.json", process)
        yield address
    finally:
        end(process)


def wait_until_there(address: str, process: subprocess.Popen) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            urllib.request.urlopen(address, timeout=5).close()
            return
        except urllib.error.HTTPError:
            raise
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise RuntimeError(f"{address}: no host there within {START_SECONDS} s")


def python(top: pathlib.Path, port: int) -> list[str]:
    return [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", str(top)]


def nginx(top: pathlib.Path, port: int) -> list[str]:
    """As a distribution has it, but in one folder and without leave to write anywhere else."""
    prefix = top.parent / f"nginx-{port}"
    prefix.mkdir()
    paths = "".join(f"    {name}_temp_path {prefix}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (prefix / "nginx.conf").write_text(
        # The folders of tests are their owner's alone.
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
    return ["nginx", "-p", str(prefix), "-c", str(prefix / "nginx.conf"), "-e", str(prefix / "error.log")]
