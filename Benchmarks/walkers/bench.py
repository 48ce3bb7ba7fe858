#!/usr/bin/env python3
"""Measures how much clients that page through search results slow down readers: the latency of clauses at a point and of a
clause, with and without 16 such clients of a library of 20,000 documents.

    bench.py [--explore .build/release/explore] [--folder /tmp/walkers-bench] [--rounds 7] [--seconds 4]

Needs Debian's wrk and the built program. The library has 20,000 documents of five clauses in two languages, from the vocabulary
of ../search; it is made once, which takes some minutes, and kept in the folder. The server has both cores, as in production;
readers and walkers are a wrk each, with one thread. The readers are 8 connections that request the clauses at a point of a
document, or for one clause, at random, 5 to 15 ms after the last response, as browsers do, with gzip. The walkers are 16
connections that each page through the hits for a common word, 100 at a time, without a pause.

A line is printed for the target: its name, with the walkers, alone, the ratio, the target, and `holds` or `short`; figures are
medians over the rounds, the ratio is the median of the rounds' ratios. The exit status is 1 if it fell short.
"""

import argparse
import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
sys.path.insert(0, str(HERE.parent / "search"))
import bench as search  # noqa: E402
import measuring  # noqa: E402

PORT = 18099
DOCUMENTS, CLAUSES = 20_000, 5

READERS = """
math.randomseed({seed})
wrk.headers["Accept-Encoding"] = "gzip, deflate, br, zstd"
request = function()
    local document = string.format("/api/documents/d%05d", math.random(0, {documents} - 1))
    if math.random() < 0.5 then
        return wrk.format("GET", document .. string.format("/at?x=%d&y=%d", math.random(0, 599), math.random(0, 99)))
    end
    return wrk.format("GET", document .. string.format("/clauses/c%d?lang=en", math.random(0, {clauses} - 1)))
end
delay = function() return math.random(5, 15) end
"""

WALKERS = """
math.randomseed({seed})
wrk.headers["Accept-Encoding"] = "gzip, deflate, br, zstd"
local words = {{ {words} }}
local after = 0
request = function()
    after = after + 100
    if after > 5000 then after = 100 end
    return wrk.format("GET", "/api/search?limit=100&q=" .. words[math.random(#words)] .. "&after=" .. after)
end
"""


def make_library(explore, folder):
    """Makes a library of many small documents; returns it and the vocabulary."""
    library = folder / "library"
    vocabulary = search.words()
    if (library / "whole").exists():
        return library, vocabulary
    shutil.rmtree(library, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    numbers = random.Random(2)
    ranks = [1 / (rank + 2) for rank in range(len(vocabulary))]
    draws = iter(())

    def draw(length):
        nonlocal draws
        chosen = []
        while len(chosen) < length:
            word = next(draws, None)
            if word is None:
                draws = iter(numbers.choices(vocabulary, ranks, k=200_000))
            else:
                chosen.append(word)
        return " ".join(chosen)

    sources = folder / "sources"
    for start in range(0, DOCUMENTS, 1000):
        shutil.rmtree(sources, ignore_errors=True)
        for number in range(start, start + 1000):
            source = sources / f"d{number:05}"
            (source / "texts").mkdir(parents=True)
            header = {"id": source.name, "title": source.name, "status": "published", "language": "la",
                      "languages": ["en", "fr"], "pages": [{"width": 600, "height": 800}]}
            (source / "document.json").write_text(json.dumps(header))
            (source / "clauses.json").write_text(json.dumps([
                {"id": f"c{clause}", "number": str(clause), "categories": [], "regions": [{"page": 1, "polygon": [
                    [clause * 100, 0], [clause * 100 + 90, 0], [clause * 100 + 90, 90], [clause * 100, 90]]}]}
                for clause in range(CLAUSES)]))
            for language in ("en", "fr"):
                (source / "texts" / f"{language}.json").write_text(json.dumps({
                    f"c{clause}": {"title": draw(4), "translation": draw(numbers.randint(15, 45))}
                    for clause in range(CLAUSES)}))
        subprocess.run([explore, "add", "--from", "-", "--library", library], check=True, text=True,
                       input="\n".join(map(str, sorted(sources.iterdir()))), stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        print(f"made {start + 1000} of {DOCUMENTS} documents", flush=True)
    shutil.rmtree(sources)
    (library / "whole").touch()
    return library, vocabulary


def read(folder, seconds, seed):
    """Returns the 99th percentile of the readers in milliseconds."""
    script = folder / "readers.lua"
    script.write_text(READERS.format(seed=seed, documents=DOCUMENTS, clauses=CLAUSES))
    return measuring.load(PORT, script, seconds, connections=8, cores="0,1")[1]


def walk(folder, seconds, seed, vocabulary):
    """Starts the walkers."""
    script = folder / "walkers.lua"
    common = ", ".join(f'"{word}"' for word in vocabulary[:20])
    script.write_text(WALKERS.format(seed=seed, words=common))
    return subprocess.Popen(
        ["wrk", "-t1", "-c16", f"-d{seconds}s", "--timeout", "30s", "-s", script, f"http://127.0.0.1:{PORT}"],
        stdout=subprocess.PIPE, text=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--explore", type=Path, default=HERE.parent.parent / ".build/release/explore")
    parser.add_argument("--folder", type=Path, default=Path("/tmp/walkers-bench"))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=int, default=4)
    options = parser.parse_args()
    folder, explore = options.folder.resolve(), options.explore.resolve()
    if shutil.which("wrk") is None:
        sys.exit("walkers: no wrk here, expected Debian's")
    library, vocabulary = make_library(explore, folder)
    server = subprocess.Popen([explore, "serve", "--library", library, "--port", str(PORT)], stdout=subprocess.DEVNULL)
    try:
        measuring.wait_for(PORT, "/health/ready")
        pairs = measuring.beside(
            "the walkers", options.rounds, options.seconds, lambda seconds, seed: read(folder, seconds, seed),
            lambda seconds, seed: walk(folder, seconds, seed, vocabulary))
    finally:
        server.terminate()
        server.wait(timeout=10)
    measuring.report([("clauses beside searches, p99 ms", pairs, 2.0, lambda ratio: ratio <= 2.0)])


if __name__ == "__main__":
    main()
