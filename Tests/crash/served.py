"""A server of a library, and its responses about the document of this test."""

import http.client
import re
import signal
import sqlite3
import subprocess
import zipfile
import zlib

from library_state import expect

LANGUAGES = ("en", "fr")
POINTS = [(x, y) for x in range(130, 1500, 330) for y in range(120, 1200, 350)]


class Served:
    """`explore serve` as a process, which ends with the block."""

    def __init__(self, program, library, *options):
        self.process = subprocess.Popen(
            [program, "serve", "--library", library, "--port", "0", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, start_new_session=True)
        self.port = None

    def __enter__(self):
        self.wait()
        return self

    def __exit__(self, kind, error, trace):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.communicate(timeout=20)
        finally:
            if self.process.poll() is None:
                self.process.kill()
        if kind is None:
            expect(self.process.returncode == 0, f"serve: status {self.process.returncode} after SIGTERM")

    def wait(self):
        """Waits until it prints its address."""
        line = self.process.stdout.readline()
        found = re.search(r":(\d+)/", line)
        expect(found, f"serve does not listen: {line!r} {'' if found else self.process.communicate(timeout=20)[1]}")
        self.port = int(found[1])

    def get(self, *paths):
        """Returns the bodies of these addresses, over one connection."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            bodies = []
            for path in paths:
                connection.request("GET", path)
                response = connection.getresponse()
                bodies.append(response.read())
                expect(response.status == 200, f"serve: {path}: status {response.status}: {bodies[-1][:200]!r}")
            return bodies
        finally:
            connection.close()


def point_paths():
    """Returns the addresses of all points, in all languages."""
    return [f"/api/documents/charter/at?x={x}&y={y}&lang={lang}" for lang in LANGUAGES for x, y in POINTS]


def checked_responses(server, library, chance):
    """Returns a server's responses about the document, after checking its tiles: all of the coarsest levels, and some of the
    others.
    """
    bodies = server.get("/api/documents/charter/clauses/c5?lang=en", *point_paths())
    database = sqlite3.connect(library / "library.sqlite", timeout=10)
    try:
        name, = database.execute(
            "SELECT pyramid FROM image WHERE version = (SELECT version FROM document WHERE id = 'charter')").fetchone()
    finally:
        database.close()
    with zipfile.ZipFile(library / "pyramids" / name) as archive:
        tiles = {
            "/".join(entry.filename.split("/")[-2:]): entry.CRC for entry in archive.infolist()
            if entry.filename.endswith(".jpg")}
    chosen = chance.sample(sorted(tiles), 12)
    for tile, body in zip(chosen, server.get(*(f"/dzi/charter-1_files/{tile}" for tile in chosen))):
        expect(zlib.crc32(body) == tiles[tile], f"serve: the tile {tile} differs from the archive's")
    return bodies
