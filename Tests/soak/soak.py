#!/usr/bin/env python3
"""Serves the sample document to visitors of every kind, good and bad, for a long time, and checks that the server remains stable:
constant memory, no leaked descriptor, no unintended error, no response mixed up.

Usage: soak.py PROGRAM [--seconds N] [--rate N] [--visitors N] [--at-least N] [--memory MIB] [--seed N]

Every tile's CRC-32 is compared with the archive's, read with zipfile; every other response with the first of its kind, or with
what was requested. A third of the time is warm-up, with many times as many requests. After it all visitors leave, descriptors are
counted, and the visitors return. At the end they leave, and the count must be the same.

Too few responses to be conclusive are a fault: the measured period must have `--at-least` responses, a tenth of them stored
tiles, and the whole run three visitors of each kind. The visitors stay until then, at most three times as long.

Memory is the process's RSS plus its swap, sampled every second; its slope is that of the least-squares line. In half an hour it
must stay under 1 MB a minute. In a run of less than ten minutes, an allocator's steps of a megabyte or two cause a slope by
themselves, so there the limit is 12 MB over the measured period: at 100 requests a second for 80 seconds, that is a leak of 1.5
kB per request.
"""

import argparse
import asyncio
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import nullcontext
from pathlib import Path

import measures
import strangers
from memory_group import MemoryGroup
from questions import Questions
from wire import Broken, Closed, Connection, request

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "magna-carta"
# Small enough for the caches to be full after the warm-up, so that later growth is not due to caches.
CACHE_BYTES = 12 << 20
# The factor by which the request rate is higher in the warm-up.
WARM_UP_HASTE = 8
MAXIMUM_SLOPE, LONG_SECONDS, MAXIMUM_GROWTH = 1.0, 600, 12.0
# The number of visitors required of each kind, and the factor by which a part of the test may exceed its intended length.
LEAST_VISITORS, PATIENCE = 3, 3
# A server that rejects every request has no faults either.
MAXIMUM_TURNED_AWAY = 0.01


class Notes:
    """The observations."""

    def __init__(self):
        self.counts, self.faults, self.turned_away, self.checked_tiles = Counter(), [], 0, 0
        self.response_count, self.visitors = 0, Counter()

    def count(self, kind, found):
        self.counts[kind, found] += 1

    def fault(self, kind, where, complaint):
        self.faults.append(f"{kind}: {where}: {complaint}")
        if len(self.faults) <= 20:
            print(f"soak: {self.faults[-1]}", file=sys.stderr, flush=True)

    def is_turned_away(self, kind, found, response):
        """Returns whether a full server rejected a request correctly, stating when to retry."""
        if found in (429, 503) and response is not None and response.fields.get("retry-after", "").isdigit():
            self.turned_away += 1
            return True
        return False

    def check(self, questions, question, response):
        """Checks a response."""
        self.count(question.kind, response.status)
        self.response_count += 1
        if self.is_turned_away(question.kind, response.status, response):
            return
        if complaint := questions.complaint(question, response):
            self.fault(question.kind, question.path, complaint)
        self.checked_tiles += question.kind == "tile" and response.status == 200


class Soak:
    """Visitors who arrive and leave."""

    # A session of well-formed requests, and the other behaviours of visitors.
    WAYS = {
        "visit": 56, "pipeline": 14, "hang_up_in_answer": 8, "hang_up_in_request": 5, "dribble": 4, "read_slowly": 3,
        "lie": 9, "say_nothing": 1,
    }

    def __init__(self, port, questions, chance, rate, notes):
        self.port, self.questions, self.chance, self.notes = port, questions, chance, notes
        self.interval, self.next_turn = 1 / rate, 0.0
        self.is_ended = False

    async def turn(self, count=1):
        """Waits until this many requests may be sent."""
        now = time.monotonic()
        self.next_turn = max(self.next_turn, now - 1) + count * self.interval
        await asyncio.sleep(max(0, self.next_turn - now))

    async def warm(self):
        """Requests every stored tile three times, so that caches are as full of them as they will ever be."""
        for _ in range(3):
            connection = await Connection.open(self.port)
            try:
                for start in range(0, len(self.questions.tile_places), 8):
                    batch = [self.questions.stored_tile(p) for p in self.questions.tile_places[start:start + 8]]
                    await connection.send(b"".join(request(question.path) for question in batch))
                    for question in batch:
                        self.notes.check(self.questions, question, await connection.read_response())
            finally:
                connection.close()

    async def visitor(self):
        """Runs one visitor after another."""
        names, weights = zip(*self.WAYS.items())
        while not self.is_ended:
            name = self.chance.choices(names, weights)[0]
            try:
                await getattr(self, name)()
                self.notes.visitors[name] += 1
            except (Closed, Broken, TimeoutError, OSError) as error:
                if not self.is_ended:
                    self.notes.fault(name, "an answer that was due", f"{type(error).__name__} {error}")

    async def visit(self):
        connection = await Connection.open(self.port)
        try:
            for _ in range(self.chance.randrange(1, 30)):
                if self.is_ended:
                    return
                await self.turn()
                question = self.questions.draw()
                await connection.send(request(question.path, question.method, question.fields))
                response = await connection.read_response(question.method)
                self.notes.check(self.questions, question, response)
                if response.fields.get("connection", "").lower() == "close":
                    return
        finally:
            connection.cut() if self.chance.random() < 0.1 else connection.close()

    async def pipeline(self):
        batch = [self.questions.draw_quick() if self.chance.random() < 0.8 else self.questions.draw()
                 for _ in range(self.chance.randrange(2, 16))]
        await self.turn(len(batch))
        connection = await Connection.open(self.port)
        try:
            await connection.send(b"".join(request(q.path, q.method, q.fields) for q in batch))
            for question in batch:
                self.notes.check(self.questions, question, await connection.read_response(question.method))
        finally:
            connection.close()

    async def hang_up_in_answer(self):
        await self.turn()
        await strangers.hang_up_in_answer(self.port, self.chance, self.questions.draw())
        self.notes.count("hung up in an answer", "-")

    async def hang_up_in_request(self):
        await self.turn()
        await strangers.hang_up_in_request(self.port, self.chance, self.questions.draw())
        self.notes.count("hung up in a request", "-")

    async def dribble(self):
        await self.turn()
        question = self.questions.draw()
        self.notes.check(self.questions, question, await strangers.dribble(self.port, self.chance, question))
        self.notes.count("dribbled", "-")

    async def read_slowly(self):
        batch = [self.questions.draw() for _ in range(self.chance.randrange(1, 6))]
        await self.turn(len(batch))
        responses = await strangers.read_slowly(self.port, self.chance, batch)
        for question, response in zip(batch, responses):
            self.notes.check(self.questions, question, response)
        self.notes.count("read slowly", "-")

    async def lie(self):
        await self.turn()
        await strangers.lie(self.port, self.chance, self.questions.dzi().path, self.notes)

    async def say_nothing(self):
        await strangers.say_nothing(self.port, self.chance)
        self.notes.count("said nothing", "-")

    async def run(self, seconds, visitors, is_enough=lambda: True, each_second=lambda: None):
        """Admits this many visitors for the given time and until `is_enough`, and waits until all have left."""
        self.is_ended = False
        tasks = [asyncio.create_task(self.visitor()) for _ in range(visitors)]
        start = time.monotonic()
        while len(self.notes.faults) < 100:
            passed = time.monotonic() - start
            if passed > seconds and (is_enough() or passed > seconds * PATIENCE):
                break
            await asyncio.sleep(1)
            each_second()
        self.is_ended = True
        await asyncio.wait(tasks, timeout=45)
        if Connection.open_count:
            self.notes.fault("soak", "the visitors", f"{Connection.open_count} have not left")


async def settled(pid, expected=None):
    """Returns the server's descriptors once they are as expected or, if nothing is expected, unchanged for two seconds; after
    half a minute, as they are.
    """
    former, count = None, 0
    for _ in range(300):
        await asyncio.sleep(0.1)
        found = measures.descriptors(pid)
        count = count + 1 if found == former else 0
        former = found
        if found == expected or expected is None and count >= 20:
            break
    return found


async def soak(server, port, options, notes, archive):
    """Runs the whole test; returns the samples of memory, the descriptors at rest before and after, and what is missing."""
    chance = random.Random(options.seed)
    questions = Questions(archive, SAMPLE, chance)
    visitors = Soak(port, questions, chance, options.rate, notes)
    await visitors.warm()
    visitors.interval = 1 / (options.rate * WARM_UP_HASTE)
    await visitors.run(options.seconds / 3, options.visitors)
    visitors.interval = 1 / options.rate
    before = await settled(server.pid)
    points, started = [], time.monotonic()
    responses, tiles = notes.response_count, notes.checked_tiles

    def measured():
        return notes.response_count - responses, notes.checked_tiles - tiles

    def each_second():
        points.append(((time.monotonic() - started) / 60, *measures.memory(server.pid)))
        if options.seconds >= LONG_SECONDS and len(points) % 60 == 0:
            print(f"soak: after {points[-1][0]:.0f} minutes: {points[-1][1]:.1f} MB", flush=True)

    await visitors.run(
        options.seconds * 2 / 3, options.visitors, lambda: not too_few(*measured(), notes.visitors, options.at_least),
        each_second)
    after = await settled(server.pid, before)
    return points, before, after, too_few(*measured(), notes.visitors, options.at_least)


def too_few(responses, tiles, visitors, least):
    """Returns what is missing for the responses to be conclusive, one sentence each."""
    wanted = [("answers", responses, least), ("tiles compared", tiles, least // 10)]
    wanted += [(f"visitors of the kind {name}", visitors[name], LEAST_VISITORS) for name in Soak.WAYS]
    return [f"{count} {what}, expected at least {bound}: the machine is too slow or too busy, and nothing is proved"
            for what, count, bound in wanted if count < bound]


def judge(points, before, after, options):
    """Returns the violated conditions, one sentence each, and the slopes of all memory and of anonymous memory in megabytes per
    minute.
    """
    slopes = [measures.slope([(point[0], point[axis]) for point in points]) for axis in (1, 2)]
    minutes = points[-1][0] - points[0][0]
    bound = MAXIMUM_SLOPE if options.seconds >= LONG_SECONDS else MAXIMUM_GROWTH / minutes
    complaints = []
    if slopes[0] >= bound:
        complaints.append(f"memory grows by {slopes[0]:.2f} MB a minute, expected less than {bound:.2f}")
    # Connections to the database are opened on demand, up to twice as many as there are cores.
    pool = 2 + max(4, 2 * (os.cpu_count() or 1))
    lost = {
        name: after[name] - before[name] for name in after
        if after[name] > (max(pool, before[name]) if "library.sqlite" in name else before[name])}
    if lost:
        complaints.append(f"descriptors were lost: {lost}")
    return complaints, slopes, bound


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("--seconds", type=float, default=1800)
    parser.add_argument("--rate", type=float, default=100, help="requests a second, at most")
    parser.add_argument("--visitors", type=int, default=32)
    parser.add_argument(
        "--at-least", type=int, help="answers in the time that is measured; by default a quarter of what --rate allows")
    parser.add_argument("--memory", type=int, help="the memory that the server may use, in MiB: a control group, which needs root")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    options = parser.parse_args()
    if options.at_least is None:
        options.at_least = int(options.rate * options.seconds * 2 / 3 / 4)
    folder = Path(tempfile.mkdtemp(prefix="explore-soak-"))
    notes, server = Notes(), None
    try:
        library = folder / "library"
        subprocess.run([options.program, "add", SAMPLE, "--library", library], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        with MemoryGroup(options.memory << 20) if options.memory else nullcontext() as group, \
                open(folder / "errors", "w+", encoding="utf-8") as errors:
            command = [options.program, "serve", "--library", library, "--port", "0", "--cache-bytes", str(CACHE_BYTES)]
            server = subprocess.Popen(
                group.command(command) if group else command, stdout=subprocess.PIPE, stderr=errors, text=True)
            port = int(re.search(r":(\d+)/", server.stdout.readline())[1])
            started = time.monotonic()
            archive = max((library / "pyramids").glob("*.szi"), key=lambda path: path.stat().st_size)
            points, before, after, lacking = asyncio.run(soak(server, port, options, notes, archive))
            seconds = time.monotonic() - started
            if server.poll() is not None:
                notes.fault("soak", "the server", f"has ended with status {server.returncode}")
            server.send_signal(signal.SIGTERM)
            server.wait(10)
            errors.seek(0)
            output = errors.read()
        complaints, slopes, bound = judge(points, before, after, options)
    finally:
        if server and server.poll() is None:
            server.kill()
        shutil.rmtree(folder, ignore_errors=True)
    if output:
        print(f"soak: the server said: {output[:2000]}", file=sys.stderr)
    kinds = Counter()
    for (kind, _), count in notes.counts.items():
        kinds[kind] += count
    print("soak: " + ", ".join(f"{kind} {count}" for kind, count in kinds.most_common()))
    response_count = sum(count for (_, found), count in notes.counts.items() if isinstance(found, int))
    if notes.turned_away > response_count * MAXIMUM_TURNED_AWAY:
        complaints.append(f"{notes.turned_away} of {response_count} were turned away, expected one in a hundred at most")
    complaints += lacking
    if notes.faults:
        complaints.append(f"{len(notes.faults)} answers were not as intended")
    for complaint in complaints:
        print(f"soak: {complaint}", file=sys.stderr)
    print(
        f"soak: {response_count} answers in {seconds:.0f} s, seed {options.seed}: {notes.checked_tiles} tiles' checksums right, "
        f"{notes.turned_away} turned away with Retry-After, {len(notes.faults)} faults; memory {points[-1][1]:.0f} MB, "
        f"slope {slopes[0]:+.2f} MB/min (anonymous {slopes[1]:+.2f}), expected under {bound:.2f}; "
        f"descriptors {sum(before.values())} before, {sum(after.values())} after: {'short' if complaints else 'holds'}")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
