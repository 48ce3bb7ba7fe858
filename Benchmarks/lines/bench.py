#!/usr/bin/env python3
"""Outlines synthetic clauses along their lines from two touches, and finds all lines, on pages with ground truth.

    bench.py [--data ../shared/data] [--clauses 12] [--sets report ...] [--list]

Needs the built programs (`swift build -c release --product explore`, and LinesBenchmark), and the pages, which are not part of
the repository: without them the benchmark ends with an error. Each page is a picture with an ALTO file of its lines.

    report       manuscripts not used for tuning: the figures that count
    tune         other manuscripts, for development
    charters, manuscripts

One line is printed for each target, as Benchmarks/README.md describes: our figure, that of the true baselines, the ratio, the
target for our figure. The exit status is the number of targets that fell short.
"""

import argparse
import json
import re
import statistics
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent))
import measuring  # noqa: E402

FOLDERS = {
    "report": ["text-lines/report"], "tune": ["text-lines/tune"],
    "charters": ["charter-auxerre-h2404", "charter-besancon-par03", "charter-liege"],
    "manuscripts": ["ms-penn660", "ms-ubl758"],
}
# A picture of 30 megapixels, used to measure the time.
LARGE = "charter-besancon-par03/besancon-par03.xml"
LONGEST_MS = 200


def points(text):
    numbers = [float(number) for number in re.split(r"[ ,]+", text.strip())]
    return [numbers[place:place + 2] for place in range(0, len(numbers) - 1, 2)]


def truth(path):
    """Returns the lines of an ALTO file by their blocks, without lines that lack an outline or a baseline."""
    root = ElementTree.parse(path).getroot()
    space = root.tag.partition("}")[0] + "}"
    page = root.find(f".//{space}Page")
    labels = {tag.get("ID"): tag.get("LABEL") or "" for tag in root.iter(f"{space}OtherTag")}
    blocks = []
    for block in root.iter(f"{space}TextBlock"):
        lines = []
        for line in block.iter(f"{space}TextLine"):
            polygon, baseline = line.find(f".//{space}Polygon"), line.get("BASELINE")
            if polygon is None or not baseline:
                continue
            try:
                outline, base = points(polygon.get("POINTS")), points(baseline)
            except ValueError:
                continue
            if len(outline) > 3 and len(base) > 1:
                lines.append({"baseline": base, "polygon": outline})
        label = " ".join(labels.get(tag, "") for tag in (block.get("TAGREFS") or "").split())
        blocks.append({"label": label, "lines": lines})
    return {"name": path.name, "width": float(page.get("WIDTH")), "height": float(page.get("HEIGHT")), "blocks": blocks}


def picture(path):
    return next((found for suffix in (".jpg", ".jpeg", ".png") if (found := path.with_suffix(suffix)).exists()), None)


def pages(data, name):
    """Returns the ALTO files of a set, without those with normalised text, which repeat others."""
    found = [path for folder in FOLDERS[name] for path in sorted((data / folder).glob("*.xml"))]
    return [path for path in found if ".chocomufin" not in path.name and picture(path)]


def measured(path, folder, *words):
    """Returns what LinesBenchmark prints about a page."""
    archive, lines = folder / "page.szi", folder / "lines.json"
    subprocess.run([ROOT / ".build/release/explore", "slice", picture(path), "-o", archive], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    lines.write_text(json.dumps(truth(path)), encoding="utf-8")
    run = subprocess.run([ROOT / ".build/release/LinesBenchmark", archive, lines, *map(str, words)], check=True,
                         stdout=subprocess.PIPE)
    return json.loads(run.stdout)


def share(values, least=0.75):
    return sum(value >= least for value in values) / len(values)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared/data")
    parser.add_argument("--clauses", type=int, default=12)
    parser.add_argument("--sets", nargs="+", choices=list(FOLDERS), default=list(FOLDERS))
    parser.add_argument("--list", action="store_true", help="one line for each page, too")
    wanted = parser.parse_args()
    short, detected = 0, [0, 0, 0, 0]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in wanted.sets:
            found = pages(wanted.data, part)
            if not found:
                sys.exit(f"bench: {wanted.data} has no pages of '{part}', expected pictures with ALTO files")
            clauses = []
            for path in found:
                results = measured(path, folder, wanted.clauses)
                clauses += results["clauses"]
                lines = results["detection"]
                for place, key in enumerate(("found", "truth", "matchedByInk", "matchedByArea")):
                    detected[place] += lines[key]
                if wanted.list:
                    mean = statistics.mean([clause["first"] for clause in results["clauses"]] or [0])
                    print(f"  {path.stem}: mean {mean:.3f}, lines {lines}")
            first, corrected, ceiling = ([clause[key] for clause in clauses] for key in ("first", "corrected", "ceiling"))
            single = [(clause["first"], clause["ceiling"]) for clause in clauses if clause["lineCount"] == 1]

            def line(title, mine, theirs, target):
                return measuring.line(f"lines, {part}, {title}", mine, theirs, mine / theirs, target, mine >= target)

            if part == "report":
                short += line("ink IoU, mean", statistics.mean(first), statistics.mean(ceiling), 0.93)
                short += line("clauses >= 0.75", share(first), share(ceiling), 0.95)
                short += line("single lines, mean", *(statistics.mean(side) for side in zip(*single)), 0.88)
            else:
                print(f"  {part}: {len(first)} clauses, mean {statistics.mean(first):.3f} (true baselines "
                      f"{statistics.mean(ceiling):.3f}), >= 0.75 {share(first):.3f}")
            short += line("corrected >= 0.75", share(corrected), share(ceiling), 0.93)
        ours, theirs, by_ink, by_area = detected
        print(f"  lines found {ours}, true {theirs}, F1 by area {2 * by_area / (ours + theirs):.3f}")
        short += measuring.line("lines, all, detection F1", 2 * by_ink / (ours + theirs), 1, 2 * by_ink / (ours + theirs),
                                0.85, 2 * by_ink / (ours + theirs) >= 0.85)
        times = sorted(measured(wanted.data / LARGE, folder, 5 * wanted.clauses, "cold"))
        slowest = times[min(len(times) - 1, len(times) * 95 // 100)]
        short += measuring.line("lines, 30 MP, p95 ms", slowest, LONGEST_MS, slowest / LONGEST_MS, 1, slowest <= LONGEST_MS)
    sys.exit(short)


if __name__ == "__main__":
    main()
