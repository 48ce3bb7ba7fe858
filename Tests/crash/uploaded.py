"""Uploads as a kind of work: a picture that is sent, acknowledged, and sliced in the background."""

import http.client
import json
import sqlite3
import threading
import time
from pathlib import Path

from documents import WORDS
from library_state import expect, file_digest, leftovers, names, state
from served import Served
from trials import Trial

# The number of bytes sent at once, so that a kill can come in between.
PIECE = 1 << 16


def pieces(picture):
    """Yields the bytes of a picture in pieces."""
    with open(picture, "rb") as file:
        while piece := file.read(PIECE):
            yield piece


def upload(connection, port, picture):
    """Sends a picture and returns the server's response."""
    headers = {
        "Content-Type": "image/tiff", "Content-Length": str(picture.stat().st_size), "Origin": f"http://127.0.0.1:{port}"}
    connection.request("POST", "/api/documents/charter/scans?name=latter.tif", pieces(picture), headers)
    response = connection.getresponse()
    body = response.read()
    expect(response.status in (200, 202), f"uploads: status {response.status}: {body[:200]!r}")
    return json.loads(body)


class Uploads(Trial):
    """An uploaded picture. Once acknowledged, it is kept and sliced, whatever happens meanwhile."""

    def __init__(self, program, folder, before, chance, picture):
        self.picture = picture
        super().__init__("uploads", program, folder, before, chance)

    def arguments(self):
        return ["serve", "--edit", "--library", str(self.library), "--port", "0"]

    def start(self):
        process = super().start()
        self.known = None
        self.sender = threading.Thread(target=self.send, args=(process,))
        self.sender.start()
        return process

    def send(self, process):
        while process.poll() is None:
            line = Path(f"/proc/self/fd/{self.output.fileno()}").read_text()
            if "\n" in line:
                break
            time.sleep(0.001)
        else:
            return
        port = int(line.split("\n")[0].rsplit(":", 1)[1].split("/")[0])
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        try:
            self.known = upload(connection, port, self.picture)
        except (OSError, EOFError, http.client.HTTPException):
            # The server is gone, or about to be.
            return
        finally:
            connection.close()

    def settle(self):
        self.sender.join(30)

    def rows(self):
        """Returns the uploads in the database: the name of each file, its pyramid, and its state."""
        database = sqlite3.connect(self.library / "library.sqlite", timeout=10)
        try:
            return database.execute(
                "SELECT fileName, sha256, pyramid, state, error FROM scan JOIN scanImage ON scanImage.scan = scan.key").fetchall()
        finally:
            database.close()

    def left(self):
        """Returns the files of a killed server that nothing refers to."""
        known = {name for file, _, pyramid, *_ in self.rows() for name in (f"originals/{file}", f"pyramids/{pyramid}")}
        return [name for name in leftovers(self.library) if name not in known]

    def is_cut(self):
        # A pyramid whose state was not stored is removed when a server starts, and cut again.
        rows = self.rows()
        return bool(rows) and all(row[3] == "ready" and (self.library / "pyramids" / row[2]).exists() for row in rows)

    def is_done(self):
        return self.known is not None and self.is_cut()

    def learn(self):
        (row,) = self.rows()
        self.pyramid = file_digest(self.library / "pyramids" / row[2])

    def inspect(self):
        expect(state(self.library, WORDS) == self.old, "uploads: the published version has changed")
        rows = self.rows()
        expect(rows or self.known is None, "uploads: an acknowledged picture is missing")
        for file, sha256, pyramid, *_ in rows:
            expect(
                sha256 == file_digest(self.picture) == file_digest(self.library / "originals" / file),
                "uploads: the original differs from what was sent")
            if (self.library / "pyramids" / pyramid).exists():
                expect(file_digest(self.library / "pyramids" / pyramid) == self.pyramid, "uploads: the pyramid differs")
        return ("new" if self.is_cut() else "old"), set(names(self.library)) != set(names(self.before))

    def restart(self, found):
        self.verify(self.library)
        with Served(self.program, self.library, "--edit") as server:
            if not self.rows():
                connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
                self.known = upload(connection, server.port, self.picture)
                connection.close()
            # Slicing has the lowest priority, so on a busy machine it comes last.
            end = time.monotonic() + 120
            while (not self.is_cut() or self.left()) and time.monotonic() < end:
                time.sleep(0.05)
            expect(self.inspect()[0] == "new", f"uploads: a started server does not resume slicing: {self.rows()}")
            expect(not self.left(), f"uploads: a started server has left {self.left()}")
        self.verify(self.library)
