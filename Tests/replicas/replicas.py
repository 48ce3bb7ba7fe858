#!/usr/bin/env python3
"""Three replicas behind nginx, with readers who send requests continuously, and all kinds of failures of replicas and their
store.

Usage: replicas.py PROGRAM [--seconds N] [--outage N] [--readers N] [--seed N]

Each tile is compared with the published archive, read with zipfile; each other response with the first of its kind. A failure is
a response other than 200, or none. The only ones allowed are 503 with Retry-After while the store is stopped, for what no replica
has; 500 for what was damaged in the store; and requests in progress at a replica that was killed. There must be no wrong byte.
`--seconds` is the length of the quiet periods before and after each event; each lasts until there were enough responses to be
conclusive, and the test fails if that takes more than a minute.
"""

import argparse
import asyncio
import random
import re
import shutil
import sys
import tempfile
import threading
import time
import zipfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "soak"))

from cluster import ADDRESS, HOME, PREFIX, Cluster, noise, wait_for  # noqa: E402
from wire import Broken, Closed, Connection, request  # noqa: E402

# The only image of the sample's pages.
IMAGE = "magna-carta-1"
# Responses that are the same in all releases of the test.
OTHERS = [
    "/api/documents/magna-carta/clauses/39?lang=fr", "/api/documents/magna-carta/at?x=3100&y=5200",
    f"/iiif/3/{IMAGE}/info.json", f"/iiif/3/{IMAGE}/1024,1024,512,512/256,/0/default.jpg", f"/dzi/{IMAGE}.dzi",
]


STOPPED = "the store is stopped"
# The number of correct responses required in each quiet period, and of killed publications that must have sent something.
LEAST_ANSWERS, LEAST_KILLS = 200, 3


class Notes:
    """What was observed, by period."""

    def __init__(self):
        self.counts, self.wrong, self.seen, self.time = Counter(), [], {}, "start"
        # The number of requests that each reader has completed, with or without a response.
        self.finished = Counter()

    def count(self, what):
        self.counts[self.time, what] += 1

    def of(self, time_, what):
        return self.counts[time_, what]


def tiles_of(library):
    """Returns the tiles of the sample by address, from the archive."""
    # The other one is its capture under ultraviolet, a quarter as large.
    archive = max((library / "pyramids").glob("*.szi"), key=lambda path: path.stat().st_size)
    tiles = {}
    with zipfile.ZipFile(archive) as szi:
        for name in szi.namelist():
            if name.endswith(".jpg"):
                level, place = name.split("/")[-2:]
                tiles[f"/dzi/{IMAGE}_files/{level}/{place}"] = szi.read(name)
    return tiles


class Readers:
    """Readers on persistent connections, until they are stopped."""

    def __init__(self, port, notes, tiles, seed):
        self.port, self.notes, self.tiles, self.random = port, notes, tiles, random.Random(seed)
        addresses = sorted(tiles)
        self.random.shuffle(addresses)
        # A third is requested from the beginning, the second third later, and the last one only after the store is stopped, so
        # that there is always something that no replica has.
        third = len(addresses) // 3
        self.known, self.unknown, self.kept_back = addresses[:third], addresses[third:], third
        self.is_ended = False

    def choose(self):
        chance = self.random.random()
        if chance < 0.15:
            return self.random.choice(OTHERS)
        if chance < 0.17 and len(self.unknown) > (0 if self.notes.time == STOPPED else self.kept_back):
            self.known.append(self.unknown.pop())
            return self.known[-1]
        return self.random.choice(self.known)

    def check(self, path, response):
        if response.status != 200:
            ends_well = response.status == 503 and response.fields.get("retry-after", "").isdigit()
            return self.notes.count("503" if ends_well else f"status {response.status}")
        self.notes.count("right")
        expected = self.tiles.get(path) or self.notes.seen.setdefault(path, response.body)
        if response.body != expected:
            self.notes.wrong.append(path)

    async def read(self, number):
        connection = None
        while not self.is_ended:
            path = self.choose()
            try:
                connection = connection or await Connection.open(self.port)
                await connection.send(request(path))
                response = await connection.read_response()
                self.check(path, response)
                if response.fields.get("connection", "") == "close":
                    connection.close()
                    connection = None
            except (Broken, Closed, OSError, asyncio.TimeoutError):
                self.notes.count("no answer")
                if connection:
                    connection.close()
                connection = None
            self.notes.finished[number] += 1
        if connection:
            connection.close()

    def run(self, count):
        async def all_of_them():
            await asyncio.gather(*(self.read(number) for number in range(count)))

        asyncio.run(all_of_them())


class Test:
    """The events, one after another."""

    def __init__(self, options, folder):
        self.options, self.cluster, self.notes = options, Cluster(options.program, folder), Notes()
        self.faults = []

    def expect(self, holds, promise):
        print(f"replicas: {'' if holds else 'NOT KEPT: '}{promise}", flush=True)
        if not holds:
            self.faults.append(promise)

    def quiet(self, name, seconds=None):
        """Waits for this time, and until there are enough responses."""
        self.notes.time = name
        time.sleep(seconds or self.options.seconds)
        wait_for(lambda: self.notes.of(name, "right") >= LEAST_ANSWERS, f"{name}: {LEAST_ANSWERS} right answers")

    def wait_for_requests(self):
        """Waits until all requests sent before have ended."""
        before = Counter(self.notes.finished)
        wait_for(lambda: all(self.notes.finished[number] > before[number] for number in range(self.options.readers)),
                 "an end of all requests that were on their way")

    def wait_for_polls(self, times=2):
        """Waits until each replica has checked the store for a new release this many times more."""
        before = self.cluster.poll_counts()
        wait_for(lambda: all(now >= earlier + times for now, earlier in zip(self.cluster.poll_counts(), before)),
                 f"{times} looks of each replica")

    def is_clean(self, name):
        """Expects all responses of a period to be correct, and enough of them."""
        bad = {what: count for (time_, what), count in self.notes.counts.items() if time_ == name and what != "right"}
        right = self.notes.of(name, "right")
        self.expect(not bad and right >= LEAST_ANSWERS,
                    f"{name}: every request is answered, {right} of at least {LEAST_ANSWERS} {bad or ''}")

    def run(self):
        cluster = self.cluster
        cluster.start_store()
        cluster.make_bucket()
        cluster.explore("add", HOME / "data/magna-carta", "--library", cluster.library)
        cluster.publish()
        for number in range(3):
            cluster.start_replica(number)
        cluster.start_nginx()
        tiles = tiles_of(cluster.library)
        readers = Readers(cluster.port, self.notes, tiles, self.options.seed)
        thread = threading.Thread(target=readers.run, args=(self.options.readers,))
        thread.start()
        try:
            self.quiet("all is well")
            self.is_clean("all is well")
            self.kill_a_replica()
            self.stop_the_store()
            self.publish_and_roll_back()
            self.kill_a_publication()
            self.damage_an_object()
            self.quiet("the end")
            self.is_clean("the end")
        finally:
            readers.is_ended = True
            thread.join()
        self.check_the_cache(tiles)
        self.check_sign_in()
        self.report()

    def check_the_cache(self, tiles):
        """Checks the unmodified example: it caches tiles and the viewer's files, no pages, and nothing for requests with a
        cookie.
        """
        cluster = self.cluster
        cluster.end_nginx()
        cluster.start_nginx(has_cache=True)
        status, kept, page = cluster.get_through_nginx("/documents/magna-carta", {})
        self.expect((status, kept) == (200, None), f"no page is kept: {status} {kept}")
        [script] = re.findall(rb'src="(/viewer/[0-9a-f]{16}/bundles/document\.js)"', page)
        whole = {path: tiles[path] for path in sorted(tiles)[:40]} | {script.decode(): None}
        seen = Counter()
        for path, expected in whole.items():
            for fields in ({}, {}, {"Cookie": "a=b"}):
                status, kept, body = cluster.get_through_nginx(path, fields)
                expected = expected or body
                seen[status, kept, body == expected] += 1
        count = len(whole)
        self.expect(seen == {(200, kept, True): count for kept in ("MISS", "HIT", "BYPASS")},
                    f"nginx answers {count} files from its cache the second time, and not with a cookie: {dict(seen)}")

    def check_sign_in(self):
        """Checks that nginx limits attempts at tokens, since a replica sees the same address for all readers."""
        statuses = [self.cluster.try_a_token() for _ in range(8)]
        self.expect(statuses[0] == 303 and statuses[-1] == 429, f"who tries tokens too often is told 429: {statuses}")

    def kill_a_replica(self):
        self.notes.time = "a replica is killed"
        self.cluster.kill_replica(1)
        self.quiet("a replica is killed")
        lost = sum(count for (time_, what), count in self.notes.counts.items()
                   if time_ == "a replica is killed" and what != "right")
        self.expect(lost <= self.options.readers, f"a replica is killed: {lost} requests fail, at most one a connection")
        self.notes.time = "it is started again"
        self.cluster.start_replica(1)
        self.quiet("it is started again")
        self.is_clean("it is started again")

    def stop_the_store(self):
        self.notes.time = STOPPED
        self.cluster.stop_store()
        self.quiet(STOPPED, self.options.outage)
        states = self.cluster.health()
        self.expect(all(state.get("store") == "cannot be reached" for state in states),
                    f"the store is stopped: each replica is ready and says so {states}")
        name = STOPPED
        bad = {what: count for (time_, what), count in self.notes.counts.items()
               if time_ == name and what not in ("right", "503")}
        right, turned_away = self.notes.of(name, "right"), self.notes.of(name, "503")
        self.expect(
            not bad and right >= LEAST_ANSWERS and turned_away > 0,
            f"{name}: {right} answers, {turned_away} told to come again {bad or ''}")
        self.notes.time = "the store comes back"
        self.cluster.start_store()
        # While it starts, the store reports some objects as missing, and apparent damage is checked again after a minute.
        wait_for(lambda: all(state.get("status") == "ready" for state in self.cluster.health()), "an end of the outage", 150)
        # Requests in progress while it came back belong to that period.
        self.wait_for_requests()
        self.quiet("the store is there again")
        self.is_clean("the store is there again")

    def publish_and_roll_back(self):
        cluster = self.cluster
        self.add("second", 900)
        self.notes.time = "a release is published"
        cluster.publish()
        wait_for(lambda: cluster.totals() == [2, 2, 2], "the second release")
        self.quiet("a release is published", 2)
        self.is_clean("a release is published")
        self.notes.time = "it is rolled back"
        cluster.explore("publish", "rollback", ADDRESS)
        wait_for(lambda: cluster.totals() == [1, 1, 1], "the rollback")
        self.quiet("it is rolled back", 2)
        self.is_clean("it is rolled back")
        cluster.publish()
        wait_for(lambda: cluster.totals() == [2, 2, 2], "the third release")

    def kill_a_publication(self):
        """Kills publications after part of each is in the store, and before all of it is."""
        cluster = self.cluster
        self.notes.time = "a publication is killed"
        published, kills = 2, 0
        for number in range(20):
            if kills == LEAST_KILLS:
                break
            self.add(f"third-{number}", 1_600 + number)
            before, there = cluster.pointer(), cluster.objects()
            publication = cluster.begin_publishing()
            while publication.poll() is None and cluster.objects() == there:
                pass
            publication.kill()
            publication.wait()
            if cluster.pointer() == before:
                kills += cluster.objects() != there
            else:
                # The publication was faster.
                published = 3 + number
                wait_for(lambda: cluster.totals() == [published] * 3, "a publication that could not be killed")
        self.wait_for_polls()
        self.expect(kills == LEAST_KILLS and cluster.totals() == [published] * 3,
                    f"{kills} of {LEAST_KILLS} publications were killed on their way, and none of them is seen")
        self.add("fourth", 1_000)
        cluster.publish()
        count = len(cluster.documents())
        wait_for(lambda: cluster.totals() == [count] * 3, "the publication")
        self.is_clean("a publication is killed")

    def damage_an_object(self):
        cluster = self.cluster
        name = self.add("damaged", 1_100)
        count = len(cluster.documents())
        self.notes.time = "an object is damaged"
        cluster.publish()
        path = f"/{PREFIX}/pyramids/{name}"
        whole = cluster.call_store("GET", path)
        broken = bytearray(whole)
        for place in range(200, len(broken) * 3 // 4, 1_000):
            broken[place] ^= 0xFF
        cluster.call_store("PUT", path, bytes(broken))
        wait_for(lambda: cluster.totals() == [count] * 3, "the release with the damage")
        statuses = Counter(self.status_of_damaged(port) for port in cluster.replica_ports)
        self.expect(statuses == {500: 3}, f"a damaged tile is not answered: {dict(statuses)}")
        states = cluster.health()
        self.expect(all(state.get("status") == "degraded" and state.get("documents") == 1 for state in states),
                    f"each replica is ready and says that one document is damaged {states}")
        logs = [(cluster.folder / f"replica-{number}.log").read_text() for number in range(3)]
        self.expect(all(name in log for log in logs), "each replica's log names the file")
        self.quiet("an object is damaged")
        self.is_clean("an object is damaged")
        cluster.explore("publish", "verify", "--repair", ADDRESS, "--library", cluster.library)
        self.expect(cluster.call_store("GET", path) == whole, "the library's copy of it is uploaded again")
        statuses = Counter(self.status_of_damaged(port) for port in cluster.replica_ports)
        self.expect(statuses == {200: 3}, f"once it is mended it is answered: {dict(statuses)}")

    def status_of_damaged(self, port):
        async def get_status():
            connection = await Connection.open(port)
            await connection.send(request("/dzi/damaged-1_files/11/1_1.jpg"))
            response = await connection.read_response()
            connection.close()
            return response.status

        return asyncio.run(get_status())

    def add(self, name, side):
        """Adds a document of noise and returns the name of its pyramid."""
        before = set((self.cluster.library / "pyramids").iterdir())
        path = self.cluster.folder / f"{name}.png"
        path.write_bytes(noise(side))
        self.cluster.explore("add", path, "--library", self.cluster.library)
        [pyramid] = set((self.cluster.library / "pyramids").iterdir()) - before
        return pyramid.name

    def report(self):
        times = list(dict.fromkeys(time_ for time_, _ in self.notes.counts))
        for time_ in times:
            found = {what: count for (of, what), count in sorted(self.notes.counts.items()) if of == time_}
            print(f"replicas: {time_}: " + ", ".join(f"{count} {what}" for what, count in found.items()))
        self.expect(not self.notes.wrong, f"{len(self.notes.wrong)} wrong answers {self.notes.wrong[:5] or ''}")
        total = sum(self.notes.counts.values())
        failures = total - sum(count for (_, what), count in self.notes.counts.items() if what == "right")
        print(f"replicas: {total} requests, {failures} failures, {len(self.notes.wrong)} with wrong bytes")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--outage", type=float, default=6)
    parser.add_argument("--readers", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1215)
    options = parser.parse_args()
    if not shutil.which("/usr/sbin/nginx") or not shutil.which("/usr/bin/swift-proxy-server"):
        sys.exit("replicas: nginx or swift-proxy is missing, expected what Tools/install.sh test installs")
    with tempfile.TemporaryDirectory(prefix="explore-replicas-") as folder:
        test = Test(options, folder)
        try:
            test.run()
        finally:
            test.cluster.end()
    sys.exit(1 if test.faults else 0)


main()
