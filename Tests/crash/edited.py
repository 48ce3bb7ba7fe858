"""Edits and their publication as kinds of work: edits are acknowledged one by one, and a publication takes effect at once."""

import http.client
import json
import shutil
import sqlite3
import threading
import time
from dataclasses import replace
from pathlib import Path

from documents import CLAUSES, WORDS
from library_state import expect, state
from served import Served
from trials import Change, Trial

# As many as the server accepts at once from one address: docs/limits.md.
EDITS = 40


def edit(number, clauses):
    """Returns an edit that adds contexts to clauses without one."""
    return {
        "id": f"edit-{number}", "revision": 0, "label": "text", "operations": [
            {"path": f"clauses/c{clause}/texts/en/context", "before": None, "after": f"{number} of {clause} " * 12}
            for clause in clauses],
    }


def post(connection, port, content):
    """Sends an edit and returns the server's response."""
    headers = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{port}"}
    connection.request("POST", "/api/documents/charter/working-copy/edits", json.dumps(content), headers)
    response = connection.getresponse()
    body = response.read()
    expect(response.status == 200, f"edits: status {response.status}: {body[:200]!r}")
    return json.loads(body)


def write_edited(program, library, target):
    """Copies a library and edits two thirds of its document's clauses."""
    third = CLAUSES // 3
    shutil.copytree(library, target)
    with Served(program, target, "--edit") as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        for number in range(2):
            post(connection, server.port, edit(number, range(third * number, third * number + third)))
        connection.close()


class Publication(Change):
    """The publication of a working copy as the next version."""

    def __init__(self, program, folder, before, chance):
        super().__init__(
            "publication", program, folder, before, chance, ["edits", "publish", "charter", "--despite-errors"], "version 2")


class Edits(Trial):
    """Edits made one after another. No acknowledged edit may be lost."""

    def arguments(self):
        return ["serve", "--edit", "--library", str(self.library), "--port", "0"]

    def start(self):
        process = super().start()
        self.known, self.sent = [], None
        self.editor = threading.Thread(target=self.make, args=(process,))
        self.editor.start()
        return process

    def make(self, process):
        """Sends edits until the server is gone."""
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
            for number in range(EDITS):
                content = edit(number, [number])
                self.sent = content
                post(connection, port, content)
                self.known.append(content)
                self.sent = None
        except (OSError, EOFError, http.client.HTTPException):
            # The server is gone, or about to be.
            return
        finally:
            connection.close()

    def settle(self):
        self.editor.join(30)

    def is_done(self):
        return len(self.known) == EDITS

    def learn(self):
        expect(self.is_done(), f"edits: {len(self.known)} were made, expected {EDITS}")

    def inspect(self):
        expect(
            replace(state(self.library, WORDS), edits="") == replace(self.old, edits=""),
            "edits: the published version has changed")
        database = sqlite3.connect(self.library / "library.sqlite", timeout=10)
        try:
            journal = [row[0] for row in database.execute("SELECT id FROM edit ORDER BY revision")]
            fields = dict(database.execute("SELECT path, value FROM workingField"))
        finally:
            database.close()
        made = list(self.known)
        if self.sent and journal[-1:] == [self.sent["id"]]:
            made.append(self.sent)
        expect(
            journal == [content["id"] for content in made],
            f"edits: {len(self.known)} were acknowledged, {len(journal)} are in the journal")
        values = {one["path"]: one["after"] for content in made for one in content["operations"]}
        expect({path: json.loads(value) for path, value in fields.items()} == values, "edits: a field lacks its edited value")
        return ("old" if self.sent and self.sent not in made else "new"), self.sent is not None

    def restart(self, found):
        self.verify(self.library)
        with Served(self.program, self.library, "--edit") as server:
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
            # It is unknown whether the last one arrived, so it is sent again.
            for content in [self.sent] if self.sent else self.known[-1:]:
                expect(
                    post(connection, server.port, content)["id"] == content["id"], "edits: an edit sent again got another id")
                if content is self.sent:
                    self.known.append(content)
                    self.sent = None
            connection.close()
        expect(self.inspect()[0] == "new", "edits: an edit sent again after a kill is missing")
        self.verify(self.library)
