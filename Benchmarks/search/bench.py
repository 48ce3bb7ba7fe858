#!/usr/bin/env python3
"""Searches a library of a million texts with `explore serve`, and with the same FTS5 query in sqlite3, in turns.

    bench.py [--explore .build/release/explore] [--folder /tmp/search-bench] [--rounds 5] [--documents 1000]

Needs Debian's sqlite3 and util-linux, and the built program. The library has 1,000 documents of 500 clauses, each with a
text in two languages; word frequencies fall as in a natural language, and everything random has a seed. It is made once,
which takes some minutes, and kept in the folder.

    sqlite3   SELECT rowid, rank FROM textIndex WHERE textIndex MATCH '…' ORDER BY rank LIMIT 50; in one run of the command
              for all queries, each after a first run; the time is that of `.timer on` for each
    explore   GET /api/search?q=…&limit=50 on one connection, each after a first request: the whole response, with the
              texts of the clauses, snippets and JSON

The queries are common and rare words, two words, phrases and prefixes. The total time is compared; both are on core 0. One
line is printed, as Benchmarks/README.md describes.
"""

import argparse
import bisect
import http.client
import itertools
import json
import random
import re
import shutil
import subprocess
import sys
import time
import urllib.parse
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import measuring  # noqa: E402

PORT = 18094
CLAUSES = 500
TARGET = 1.3
VOCABULARY = 50_000


def words():
    """Returns the vocabulary, the most frequent word first: made of syllables, so that words share prefixes as in a natural
    language.
    """
    numbers = random.Random(1)
    syllables = [a + b for a in "bcdfglmnprstv" for b in ("a", "e", "i", "o", "u", "an", "er", "is", "on", "um")]
    found = dict.fromkeys(
        "".join(numbers.choices(syllables, k=numbers.choice([1, 2, 2, 3, 3, 4]))) for _ in range(4 * VOCABULARY))
    return list(found)[:VOCABULARY]


def make_library(explore, folder, count):
    """Makes a library of `count` documents; returns it and the vocabulary."""
    vocabulary = words()
    library = folder / f"library-{count}"
    if (library / "whole").exists():
        return library, vocabulary
    shutil.rmtree(library, ignore_errors=True)
    numbers = random.Random(2)
    # Zipf's law: the frequency of a word is the inverse of its rank.
    bounds = list(itertools.accumulate(1 / (rank + 2) for rank in range(VOCABULARY)))

    def draw(length):
        return " ".join(vocabulary[bisect.bisect(bounds, numbers.random() * bounds[-1])] for _ in range(length))

    sources = folder / "sources"
    for start in range(0, count, 50):
        shutil.rmtree(sources, ignore_errors=True)
        for number in range(start, min(start + 50, count)):
            source = sources / f"d{number:05}"
            (source / "texts").mkdir(parents=True)
            header = {"id": source.name, "title": source.name, "status": "published", "language": "la",
                      "languages": ["en", "fr"], "pages": [{"width": 6000, "height": 8000}]}
            (source / "document.json").write_text(json.dumps(header))
            clauses = [{"id": f"c{clause}", "number": str(clause), "categories": [], "regions": [
                {"page": 1, "polygon": [[x, y], [x + 90, y], [x + 90, y + 90], [x, y + 90]]}]}
                for clause in range(CLAUSES) for x, y in [(clause % 25 * 100, clause // 25 * 100)]]
            (source / "clauses.json").write_text(json.dumps(clauses))
            for language in ("en", "fr"):
                texts = {clause["id"]: {"title": draw(4), "translation": draw(numbers.randint(15, 45))}
                         for clause in clauses}
                (source / "texts" / f"{language}.json").write_text(json.dumps(texts))
        subprocess.run([explore, "add", *sorted(sources.iterdir()), "--library", library], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        print(f"made {min(start + 50, count)} of {count} documents", flush=True)
    shutil.rmtree(sources)
    (library / "whole").touch()
    return library, vocabulary


def queries(vocabulary):
    """Returns a reader's input, and the same query for FTS5."""
    numbers = random.Random(3)
    typed = [[vocabulary[rank]] for rank in (0, 3, 10, 30, 100, 1000, 10_000)]
    typed += [[vocabulary[numbers.randrange(30)], vocabulary[numbers.randrange(300)]] for _ in range(5)]
    found = [(" ".join(each), " AND ".join([f'"{word}"' for word in each[:-1]] + [f'"{each[-1]}" *'])) for each in typed]
    for _ in range(3):
        phrase = f'"{vocabulary[numbers.randrange(5)]} {vocabulary[numbers.randrange(5)]}"'
        found.append((phrase, phrase))
    # The server matches the last word exactly only if it is quoted.
    found += [(f'"{vocabulary[rank]}"', f'"{vocabulary[rank]}"') for rank in (1, 5, 20, 200, 2000)]
    return found


def theirs(library, asked):
    statements = "".join(
        f"SELECT rowid, rank FROM textIndex WHERE textIndex MATCH '{match}' ORDER BY rank LIMIT 50;\n"
        for _, match in asked)
    output = subprocess.run(
        ["taskset", "-c", "0", "sqlite3", f"file:{library}/library.sqlite?mode=ro", "-cmd", ".timer on"],
        input=statements + statements, capture_output=True, text=True, check=True).stdout
    times = [float(value) for value in re.findall(r"Run Time: real ([\d.]+)", output)]
    return sum(times[len(asked):])


def ours(explore, library, asked):
    server = subprocess.Popen(["taskset", "-c", "0", explore, "serve", "--library", library, "--port", str(PORT)],
                              stdout=subprocess.DEVNULL)
    try:
        link = http.client.HTTPConnection("127.0.0.1", PORT, timeout=60)
        for _ in range(200):
            try:
                link.request("GET", "/health/ready")
                link.getresponse().read()
                break
            except OSError:
                link.close()
                time.sleep(0.05)
        for turn in range(2):
            begin = time.monotonic()
            for typed, _ in asked:
                link.request("GET", "/api/search?limit=50&q=" + urllib.parse.quote(typed))
                answer = link.getresponse()
                body = answer.read()
                if answer.status != 200 or not json.loads(body)["hits"]:
                    sys.exit(f"bench: {typed}: status {answer.status}, {body[:200]}")
        return time.monotonic() - begin
    finally:
        server.terminate()
        server.wait(timeout=10)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--explore", type=Path, default=HERE.parent.parent / ".build/release/explore")
    parser.add_argument("--folder", type=Path, default=Path("/tmp/search-bench"))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--documents", type=int, default=1000)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for tool in ["sqlite3", "taskset"]:
        if shutil.which(tool) is None:
            sys.exit(f"bench: no {tool} here, expected Debian's sqlite3 and util-linux")
    library, vocabulary = make_library(options.explore.resolve(), options.folder.resolve(), options.documents)
    asked = queries(vocabulary)
    pairs = []
    for number in range(options.rounds):
        mine = ours(options.explore.resolve(), library, asked)
        pairs.append((mine, theirs(library, asked)))
        print(f"round {number + 1}: ours {pairs[-1][0]:.3f} s, sqlite3 {pairs[-1][1]:.3f} s", flush=True)
    measuring.report([(f"search, {len(asked)} queries, s", pairs, TARGET, lambda ratio: ratio <= TARGET)])


if __name__ == "__main__":
    main()
