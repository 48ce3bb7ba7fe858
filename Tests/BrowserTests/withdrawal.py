"""Measures how soon a revoked token and a newly restricted document are refused; more than 2 s is a fault.

withdrawal.py [ROUNDS]
"""

from __future__ import annotations

import json
import pathlib
import sys
import tempfile
import time
import urllib.error
import urllib.request

import three_pages
from serving import add, run, serving

PROMISED_SECONDS = 2.0
PATIENCE_SECONDS = 30.0


def status(url: str, token: str | None = None) -> int:
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"} if token else {})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as response:
            return response.status
    except urllib.error.HTTPError as error:
        return error.code


def until(wanted: int, url: str, token: str | None = None) -> float:
    """Returns the seconds until the response has the wanted status, sending requests continuously."""
    start = time.monotonic()
    while status(url, token) != wanted:
        if time.monotonic() - start > PATIENCE_SECONDS:
            raise RuntimeError(f"{url} was not answered with {wanted} within {PATIENCE_SECONDS:.0f} s")
        time.sleep(0.005)
    return time.monotonic() - start


def measure(folder: pathlib.Path, rounds: int) -> tuple[list[float], list[float]]:
    source, library = folder / "three-pages", folder / "library"
    three_pages.write(source)
    description = json.loads((source / "document.json").read_text())

    def put(access: str) -> None:
        (source / "document.json").write_text(json.dumps({**description, "access": access}))
        add(library, source)

    put("restricted")
    revoked, restricted = [], []
    with serving(library) as address:
        tile = f"{address}/dzi/three-pages-1_files/10/0_0.jpg"
        for _ in range(rounds):
            made = run("token", "create", "--all", "--label", "a measurement", "--json", "--library", library)
            token = json.loads(made.stdout)
            until(200, tile, token["token"])
            run("token", "revoke", token["id"], "--library", library)
            revoked.append(until(401, tile, token["token"]))
        for _ in range(rounds):
            put("open")
            until(200, tile)
            # Repeated requests make it hot: the tile lane has it.
            assert [status(tile) for _ in range(5)] == [200] * 5
            put("restricted")
            restricted.append(until(404, tile))
    return revoked, restricted


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        revoked, restricted = measure(pathlib.Path(folder), int(sys.argv[1]) if len(sys.argv) > 1 else 10)
    longest = max(revoked + restricted)
    verdict = "holds" if longest <= PROMISED_SECONDS else "short"
    print(
        f"withdrawal: a token after {max(revoked):.2f} s, a document after {max(restricted):.2f} s at the longest of "
        f"{len(revoked)} each; promised {PROMISED_SECONDS:.0f} s: {verdict}"
    )
    sys.exit(0 if verdict == "holds" else 1)
