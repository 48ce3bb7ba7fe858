"""Makes a library of very many small documents, from a fixed seed: the list of a national library, without scans.

    python3 make_library.py LIBRARY --count 100000 [--program .build/release/explore] [--jobs N] [--seed 1]

Each document has one blank page, three clauses and a text for each. Source folders are written a thousand at a time, added
with one `explore add --from -`, and deleted; so an interrupted run continues where it stopped.
"""

import argparse
import json
import random
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

PART = 1_000
KINDS = ["Charter", "Psalter", "Cartulary", "Writ", "Chronicle", "Book of hours", "Map", "Account roll", "Treaty", "Letter"]
PLACES = ["Arden", "Brightwell", "Clun", "Dunmow", "Ely", "Fotheringhay", "Glastonbury", "Hexham", "Iona", "Kelso"]
SYLLABLES = ["ba", "cor", "de", "fen", "gar", "hol", "in", "jus", "ka", "lor", "men", "nor", "pa", "qui", "ras", "ter"]


def words(chance):
    """Returns two thousand words, the most frequent first."""
    return ["".join(chance.choices(SYLLABLES, k=chance.randint(2, 4))) for _ in range(2_000)]


def sentence(chance, vocabulary, count):
    picked = [vocabulary[min(int(chance.paretovariate(0.7)) - 1, len(vocabulary) - 1)] for _ in range(count)]
    return " ".join(picked).capitalize() + "."


def document(number, chance, vocabulary):
    """Returns a document's files, by name."""
    kind, place = chance.choice(KINDS), chance.choice(PLACES)
    year = chance.randint(900, 1899)
    height = 3_000
    clauses = [
        {"id": str(place_in), "number": str(place_in), "categories": ["all-of-it"],
         "regions": [{"page": 1, "polygon": [[100, top], [1_900, top], [1_900, top + 900], [100, top + 900]]}]}
        for place_in, top in ((1, 50), (2, 1_000), (3, 1_950))]
    texts = {
        clause["id"]: {"title": sentence(chance, vocabulary, 4), "translation": sentence(chance, vocabulary, 40)}
        for clause in clauses}
    return {
        "document.json": {
            "id": f"item-{number:06d}",
            "title": {"en": f"{kind} of {place}, {year}", "fr": f"{place} ({year})"},
            "holder": {"en": f"The library of {place}"}, "shelfmark": f"MS {place[:3]} {number}",
            "date": {"en": str(year)}, "status": "published", "language": "la", "languages": ["en"],
            "pages": [{"width": 2_000, "height": height}]},
        "categories.json": [{"id": "all-of-it", "label": {"en": "All of it"}}],
        "clauses.json": clauses, "texts/en.json": texts}


def write(folder, files):
    (folder / "texts").mkdir(parents=True)
    for name, value in files.items():
        (folder / name).write_text(json.dumps(value))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library", type=Path)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--program", type=Path, default=Path(".build/release/explore"))
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    vocabulary = words(random.Random(arguments.seed))
    start, seconds = time.monotonic(), 0.0
    numbers = range(arguments.first, arguments.first + arguments.count)
    for first in range(0, len(numbers), PART):
        part = numbers[first:first + PART]
        folder = Path(tempfile.mkdtemp())
        try:
            for number in part:
                # A document is the same in every run.
                chance = random.Random(f"{arguments.seed} {number}")
                write(folder / str(number), document(number, chance, vocabulary))
            command = [arguments.program, "add", "--from", "-", "--library", arguments.library]
            began = time.monotonic()
            subprocess.run(
                command + (["--jobs", str(arguments.jobs)] if arguments.jobs else []), check=True, text=True,
                input="".join(f"{folder}/{number}\n" for number in part), stdout=subprocess.DEVNULL)
            took = time.monotonic() - began
            seconds += took
            print(f"{part[-1]} documents, {len(part) / took:.0f} a second", flush=True)
        finally:
            shutil.rmtree(folder)
    print(f"{len(numbers)} documents added in {seconds:.0f} s of {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
