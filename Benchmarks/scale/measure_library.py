"""Response times of libraries of several sizes, each made by `make_library.py`: one column per library.

    python3 measure_library.py LIBRARY… [--program .build/release/explore]

A value is the fastest of 21 responses in milliseconds, after one that is not counted (of 5 for startup and commands): the
value that other work on the machine affects least. Startup is from the start of the process until `/health/ready` responds.
There is one connection, and no other request at the same time.
"""

import argparse
import http.client
import json
import random
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import make_library

ROUNDS = 21


class Server:
    def __init__(self, program, library):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        began = time.monotonic()
        self.process = subprocess.Popen(
            [program, "serve", "--library", library, "--port", str(self.port), "--check-interval", "0"],
            stdout=subprocess.DEVNULL)
        while True:
            try:
                if self.get("/health/ready")[0] == 200:
                    break
            except OSError:
                time.sleep(0.001)
        self.start = time.monotonic() - began

    def get(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read()

    def memory(self):
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) / 1024

    def end(self):
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def milliseconds(work, rounds=ROUNDS):
    work()
    times = []
    for _ in range(rounds):
        began = time.monotonic()
        work()
        times.append((time.monotonic() - began) * 1_000)
    return min(times)


def column(program, library):
    """Returns the measurements of a library, by name."""
    starts = []
    for _ in range(5):
        server = Server(program, library)
        starts.append(server.start * 1_000)
        server.end()
    found = {"start until ready": min(starts)}
    server = Server(program, library)
    try:
        total = json.loads(server.get("/api/documents?limit=1")[1])["total"]
        middle, last = f"item-{total // 2:06d}", f"item-{max(total - 30, 1):06d}"
        vocabulary = make_library.words(random.Random(1))
        for name, path in {
            "first part of the list (24)": "/api/documents?limit=24",
            "last part of the list (24)": f"/api/documents?limit=24&after={last}",
            "found by a shelfmark": f"/api/documents?limit=24&q=%22MS%20{total // 2}%22",
            "found by a shelfmark's number": f"/api/documents?limit=24&q={total // 2}",
            "found by a word that a tenth have": "/api/documents?limit=24&q=charter",
            "found by a word that all have": "/api/documents?limit=24&q=library",
            "a document": f"/api/documents/{middle}",
            "its clauses": f"/api/documents/{middle}/clauses?include=regions",
            "the clause at a point": f"/api/documents/{middle}/at?x=500&y=500",
            "its page": f"/documents/{middle}",
            "its manifest": f"/iiif/presentation/3/{middle}/manifest.json",
            "words in all documents, rare": f"/api/search?q=%22{vocabulary[1_500]}%22&limit=24",
            "words in all documents, frequent": f"/api/search?q=%22{vocabulary[1]}%22&limit=24",
            "the collection": "/iiif/presentation/3/collection.json",
            "metrics": "/metrics", "readiness": "/health/ready",
        }.items():
            status, body = server.get(path)
            assert status == 200, (path, status, body[:200])
            found[name] = milliseconds(lambda path=path: server.get(path))
        found["memory, MB"] = server.memory()
    finally:
        server.end()
    found["explore list --limit 24"] = milliseconds(
        lambda: subprocess.run(
            [program, "list", "--limit", "24", "--library", library], check=True, capture_output=True), 5)
    with tempfile.TemporaryDirectory() as folder:
        chance = random.Random(1)
        numbers = iter(range(900_000, 900_100))

        def add():
            number = next(numbers)
            source = Path(folder) / str(number)
            make_library.write(source, make_library.document(number, chance, vocabulary))
            subprocess.run([program, "add", source, "--library", library], check=True, capture_output=True)

        found["explore add of one"] = milliseconds(add, 5)
        for number in range(900_000, 900_006):
            subprocess.run(
                [program, "remove", f"item-{number:06d}", "--library", library], check=True, capture_output=True)
    return total, found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("libraries", nargs="+")
    parser.add_argument("--program", default=".build/release/explore")
    arguments = parser.parse_args()
    columns = [column(arguments.program, library) for library in arguments.libraries]
    print("| | " + " | ".join(f"{total:,} documents" for total, _ in columns) + " |")
    print("|---" * (len(columns) + 1) + "|")
    for name in columns[0][1]:
        print(f"| {name} | " + " | ".join(f"{found[name]:.1f}" for _, found in columns) + " |")


if __name__ == "__main__":
    main()
