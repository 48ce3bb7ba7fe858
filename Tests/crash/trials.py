"""Kinds of work, each of which is killed repeatedly: from the state before to the state after."""

import shutil
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import replace
from pathlib import Path

from documents import WORDS
from library_state import expect, file_digest, leftovers, names, state, uncommitted_frames
from served import Served, checked_responses, point_paths


class Trial:
    """One kind of work. The state before it is in `before`, which remains; the work is done in copies of that."""

    # Whether it ends by itself.
    ends = True

    def __init__(self, name, program, folder, before, chance):
        self.name, self.program, self.chance = name, program, chance
        self.folder = folder / name
        self.before, self.library = before, self.folder / "library"
        self.kills = self.between = self.after = self.unharmed = 0
        self.folder.mkdir()
        self.old = state(before, WORDS)
        started, first, ended = self.run(None)
        self.lead, self.length = first - started, max(ended - first, 0.01)
        self.learn()

    # What each kind of work defines

    def arguments(self):
        """Returns the arguments of the program."""
        raise NotImplementedError

    def learn(self):
        """Records the state after the work."""
        self.new = state(self.library, WORDS)
        expect(self.new != self.old, f"{self.name}: the work changes nothing that this test observes")

    def watched(self):
        """Returns what changes with the first write."""
        return names(self.library)

    def inspect(self):
        """Returns the state after a kill: "old" or "new", and whether part of the new one was written."""
        raise NotImplementedError

    def restart(self):
        """Resumes after a kill."""
        raise NotImplementedError

    # Killing

    def start(self):
        shutil.rmtree(self.library, ignore_errors=True)
        shutil.copytree(self.before, self.library)
        self.output = tempfile.TemporaryFile("w+")
        self.errors = tempfile.TemporaryFile("w+")
        return subprocess.Popen(
            [self.program, *self.arguments()], stdout=self.output, stderr=self.errors, start_new_session=True)

    def read_output(self, file):
        file.seek(0)
        return file.read()

    def run(self, delay, from_start=False):
        """Does the work, and kills it this many seconds after its first write, or after its start; without a delay, it runs to
        its end. Returns the times of start, first write and end.
        """
        process = self.start()
        started, first = time.monotonic(), None
        before = self.watched()
        while process.poll() is None:
            now = time.monotonic()
            if first is None and self.watched() != before:
                first = now
            origin = started if from_start else first
            if delay is not None and origin is not None and now - origin >= delay:
                process.send_signal(signal.SIGKILL)
                break
            if delay is None and self.is_done():
                process.send_signal(signal.SIGKILL)
                break
            expect(now - started < 120, f"{self.name}: still at work after two minutes")
            time.sleep(0.0005)
        process.wait(20)
        ended = time.monotonic()
        self.settle()
        self.was_killed = process.returncode == -signal.SIGKILL
        expect(
            self.was_killed or process.returncode == 0,
            f"{self.name}: status {process.returncode}: {self.read_output(self.errors)}")
        return started, first or started, ended

    def is_done(self):
        """Returns, for work that does not end by itself, whether it has written everything."""
        return False

    def settle(self):
        """Waits for the test's own activity besides the work."""

    def kill(self):
        """Kills the work once, checks the result, and resumes it."""
        kind = self.chance.random()
        early = kind < 0.1
        if early:
            delay = self.chance.uniform(0, self.lead)
        elif kind < 0.4:
            # Around the commit, which is near the end.
            delay = self.chance.uniform(0.75 * self.length, 1.02 * self.length)
        else:
            delay = self.chance.uniform(0, self.length)
        self.run(delay, from_start=early)
        if not self.was_killed:
            # Faster than before: the next delays are drawn from a shorter time.
            self.length *= 0.95
            self.unharmed += 1
            expect(self.inspect()[0] == "new", f"{self.name}: it ended without reaching the new state")
            return
        # Half of the time, the program itself is the first to open its leftovers.
        found, has_written = self.inspect()
        if self.acknowledged(self.read_output(self.output)):
            expect(found == "new", f"{self.name}: acknowledged work is lost, killed after {delay:.4f} s")
        self.kills += 1
        self.after += found == "new"
        self.between += has_written and found == "old"
        self.restart(found)

    def acknowledged(self, output):
        """Returns whether the program has reported success."""
        return False

    # After a kill

    def run_program(self, *arguments):
        """Runs the program, which must succeed."""
        run = subprocess.run([self.program, *map(str, arguments)], capture_output=True, text=True, timeout=120)
        expect(run.returncode == 0, f"{self.name}: after a kill, {arguments[0]}: {run.stderr or run.stdout}")
        return run.stdout

    def verify(self, library):
        """Checks that `explore verify` finds everything unchanged."""
        self.run_program("verify", "--library", library)

    def serve(self, reference):
        """Checks that a server started after a kill sweeps the leftovers, and responds like one of an unharmed library."""
        with Served(self.program, self.library) as server:
            # The sweep starts after the server responds.
            end = time.monotonic() + 60
            while (left := leftovers(self.library)) and time.monotonic() < end:
                time.sleep(0.01)
            expect(not left, f"{self.name}: a started server has left {left}")
            found = checked_responses(server, self.library, self.chance)
            expect(found == reference, f"{self.name}: the server's responses are neither the old nor the new ones")
        left = leftovers(self.library)
        expect(not left, f"{self.name}: an ended server has left {left}")

    def reference(self, library):
        """Returns the responses of a server of an unharmed library."""
        copy = self.folder / "reference"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(library, copy)
        with Served(self.program, copy) as server:
            return checked_responses(server, copy, self.chance)


class Change(Trial):
    """Work that changes the library: an addition that replaces the document, or the migration of an older library."""

    def __init__(self, name, program, folder, before, chance, work, acknowledgement):
        self.work, self.acknowledgement = work, acknowledgement
        super().__init__(name, program, folder, before, chance)

    def arguments(self):
        return [*self.work, "--library", str(self.library)]

    def learn(self):
        super().learn()
        # Each step of a migration is a separate transaction, and the first one creates what this test observes.
        self.steps = [
            replace(self.new, migrations=self.new.migrations[:count])
            for count in range(len(self.old.migrations) + 1, len(self.new.migrations))]
        is_migration = self.old.migrations != self.new.migrations
        after = self.reference(self.library)
        self.references = {"old": after if is_migration else self.reference(self.before), "new": after}

    def acknowledged(self, output):
        return self.acknowledgement in output

    def inspect(self):
        log = self.library / "library.sqlite-wal"
        left = set(names(self.library)) - set(names(self.before)) - {"library.sqlite-wal"}
        has_written = bool(left) or uncommitted_frames(log) > 0
        # A copy of the older database must be intact.
        for copy in self.library.glob("library.sqlite.version-*"):
            if "partial" not in copy.name:
                kept = self.folder / "kept"
                shutil.rmtree(kept, ignore_errors=True)
                shutil.copytree(self.before, kept)
                shutil.copy(copy, kept / "library.sqlite")
                expect(state(kept, WORDS) in (self.old, *self.steps), f"{self.name}: {copy.name} has changed")
        found = state(self.library, WORDS)
        expect(found in (self.old, *self.steps, self.new), f"{self.name}: neither old nor new: {found}")
        return ("new" if found == self.new else "old"), has_written

    def restart(self, found):
        if self.chance.random() < 0.5:
            self.serve(self.references[found])
            self.verify(self.library)
        else:
            self.verify(self.library)
            self.run_program(*self.arguments())
            expect(self.inspect()[0] == "new", f"{self.name}: repeated after a kill, it does not reach the new state")
            left = leftovers(self.library)
            expect(not left, f"{self.name}: repeated after a kill, it has left {left}")
            self.verify(self.library)


class Slice(Trial):
    """A pyramid that replaces another one."""

    def __init__(self, program, folder, before, chance, former, latter):
        self.former, self.latter = former, latter
        (folder / "slice").mkdir()
        subprocess.run([program, "slice", former, "-o", folder / "former.szi"], check=True, capture_output=True)
        self.target = folder / "slice" / "pyramid.szi"
        super().__init__("slice", program, folder / "slice", before, chance)

    def start(self):
        for path in self.target.parent.glob("pyramid.szi*"):
            path.unlink()
        shutil.copy(self.target.parent.parent / "former.szi", self.target)
        return super().start()

    def arguments(self):
        return ["slice", str(self.latter), "-o", str(self.target)]

    def learn(self):
        self.digests = {file_digest(self.target.parent.parent / "former.szi"): "old", file_digest(self.target): "new"}
        expect(len(self.digests) == 2, "slice: the two pyramids are equal")

    def watched(self):
        return {path.name: path.stat().st_size for path in self.target.parent.glob("pyramid.szi*")}

    def acknowledged(self, output):
        return "tiles" in output

    def inspect(self):
        found = self.digests.get(file_digest(self.target))
        expect(found, "slice: the pyramid is neither the old nor the new one")
        return found, any(path.stat().st_size for path in self.target.parent.glob("pyramid.szi.*"))

    def restart(self, found):
        self.run_program(*self.arguments())
        left = [path.name for path in self.target.parent.glob("pyramid.szi*")]
        expect(left == ["pyramid.szi"], f"slice: repeated after a kill, it has left {left}")
        expect(self.inspect()[0] == "new", "slice: repeated after a kill, the pyramid is not the new one")


class Backup(Trial):
    """A copy of a library."""

    def arguments(self):
        return ["backup", str(self.folder / "copy"), "--library", str(self.library)]

    def start(self):
        for path in self.folder.glob("copy*"):
            shutil.rmtree(path)
        return super().start()

    def learn(self):
        expect(state(self.folder / "copy", WORDS) == self.old, "backup: the copy differs from the library")

    def watched(self):
        return names(self.folder, "copy")

    def acknowledged(self, output):
        return "copy" in output

    def inspect(self):
        expect(state(self.library, WORDS) == self.old, "backup: the library has changed")
        partial = any(any(path.iterdir()) for path in self.folder.glob("copy.partial-*"))
        if not (self.folder / "copy").exists():
            return "old", partial
        expect(state(self.folder / "copy", WORDS) == self.old, "backup: the copy differs from the library")
        return "new", partial

    def restart(self, found):
        if found == "old":
            self.run_program(*self.arguments())
            expect(self.inspect()[0] == "new", "backup: repeated after a kill, there is no copy")
            left = [path.name for path in self.folder.glob("copy*") if path.name != "copy"]
            expect(not left, f"backup: repeated after a kill, it has left {left}")
        self.verify(self.folder / "copy")
        self.verify(self.library)


class Serve(Trial):
    """A server that creates what it needs for fast responses: an index of each page."""

    def arguments(self):
        return ["serve", "--library", str(self.library), "--port", "0"]

    def start(self):
        process = super().start()
        shutil.rmtree(self.library / "library.sqlite-indexes", ignore_errors=True)
        self.reader = threading.Thread(target=self.read, args=(process,))
        self.reader.start()
        return process

    def read(self, process):
        """Sends requests until the server is gone."""
        while process.poll() is None:
            line = self.peek()
            if line:
                server = Served.__new__(Served)
                server.port = int(line.rsplit(":", 1)[1].split("/")[0])
                try:
                    while process.poll() is None:
                        server.get(*point_paths())
                except (OSError, AssertionError, EOFError):
                    return
                except Exception as error:  # noqa: BLE001 - a killed server ends responses in many ways
                    if process.poll() is None:
                        raise error
                    return
            time.sleep(0.001)

    def peek(self):
        path = Path(f"/proc/self/fd/{self.output.fileno()}")
        text = path.read_text()
        return text if "\n" in text else ""

    def settle(self):
        self.reader.join(20)

    def derived(self):
        folder = self.library / "library.sqlite-indexes"
        return [path.name for path in folder.iterdir()] if folder.exists() else []

    def is_done(self):
        found = self.derived()
        return bool(found) and all(name.endswith(".index") for name in found)

    def learn(self):
        self.responses = self.reference(self.before)

    def inspect(self):
        expect(state(self.library, WORDS) == self.old, "serve: the library has changed")
        # What is served is derived; a partial file does not have its final name yet.
        found = "new" if self.is_done() else "old"
        return found, any(not name.endswith(".index") for name in self.derived())

    def restart(self, found):
        self.serve(self.responses)
        self.verify(self.library)
