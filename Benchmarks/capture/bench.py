#!/usr/bin/env python3
"""Detects pages in generated camera pictures, and runs the camera on generated films of pages that are put down and removed.

    bench.py [--pictures 20] [--films 50] [--rounds 2] [--prototype FILE] [--explore .build/release/explore] [--list]

Needs Node, Debian's chromium-headless-shell, the built program, and what Tests/BrowserTests needs in .venv (`Tools/vendor.sh
tests`). One line is printed for each target, as Benchmarks/README.md describes. For pictures in Node: the Jaccard index of the
outlines, averaged per contrast over all kinds of pictures, compared with a prototype's if there is one and otherwise with the
true outline's; the time of a detection; and the releases in films. In Chromium, with a film as its camera: the time of a frame,
the releases, and the corners of the pictures taken; and the time from the upload of a picture of 12 megapixels to the first tile
of the rectified page. The exit status is the number of targets that fell short.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
VENV = ROOT / ".venv"
if Path(sys.prefix) != VENV and (VENV / "bin" / "python").exists():
    os.execv(VENV / "bin" / "python", [str(VENV / "bin" / "python"), *sys.argv])
sys.path[:0] = [str(HERE.parent), str(HERE)]
import in_browser  # noqa: E402
import measuring  # noqa: E402

LEAST = {90: 0.97, 60: 0.97, 35: 0.90}
LONGEST_MS = 40
LONGEST_RELEASE_MS = 1500
MOST_WRONG_PERCENT = 1
LARGEST_DISTANCE_PERCENT = 0.3
LONGEST_UPLOAD_SECONDS = 5


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=int, default=20, help="of each kind and contrast")
    parser.add_argument("--films", type=int, default=50, help="of each kind")
    parser.add_argument("--rounds", type=int, default=2, help="films that Chromium takes for its camera, of each kind and contrast")
    parser.add_argument("--explore", type=Path, default=ROOT / ".build/release/explore")
    parser.add_argument("--prototype", type=Path, default=ROOT.parent / "shared/prototypes/camera/detect.mjs")
    parser.add_argument("--list", action="store_true", help="one line for each kind of picture, too")
    wanted = parser.parse_args()
    os.environ["EXPLORE_BINARY"] = str(wanted.explore)
    peer = [wanted.prototype.resolve()] if wanted.prototype.exists() else []
    words = ["node", HERE / "measure.mjs", wanted.pictures, wanted.films, *peer]
    run = subprocess.run([str(word) for word in words], check=True, stdout=subprocess.PIPE)
    measured = json.loads(run.stdout)
    stills, short = measured["stills"], 0
    if wanted.list:
        for kind in dict.fromkeys(one["kind"] for one in stills):
            means = {contrast: statistics.mean(one["ours"] for one in stills if (one["kind"], one["contrast"]) == (kind, contrast))
                     for contrast in (90, 60, 35, 20)}
            print(f"  {kind}: " + ", ".join(f"{contrast} {mean:.3f}" for contrast, mean in means.items()))

    def means(contrast):
        some = [one for one in stills if one["contrast"] == contrast]
        return statistics.mean(one["ours"] for one in some), statistics.mean(one["theirs"] for one in some) if peer else 1

    # Without the prototype the figures are compared with a perfect outline, under another name.
    name = "capture, Jaccard" if peer else "capture, Jaccard, of 1"
    for contrast, least in LEAST.items():
        ours, theirs = means(contrast)
        short += measuring.line(f"{name}, contrast {contrast}", ours, theirs, ours / theirs, least, ours >= least)
    ours, theirs = means(20)
    print(f"  without a target: contrast 20 {ours:.3f}" + (f", prototype {theirs:.3f}" if peer else ""))
    median = statistics.median(one["milliseconds"] for one in stills)
    short += measuring.line("capture, detection, median CPU ms", median, LONGEST_MS, median / LONGEST_MS, 1, median <= LONGEST_MS)

    films = [film for kind in measured["films"].values() for film in kind]
    releases, wrong, moving = (sum(film[key] for film in films) for key in ("releases", "wrong", "whileMoving"))
    delays = [delay for film in measured["films"]["placing"] for delay in film["delays"]]
    missed = sum(film["missed"] for film in measured["films"]["placing"])
    print(f"  {len(films)} films: {releases} releases, {wrong} wrong, {moving} while it moved, {missed} of {2 * wanted.films} pages not taken")
    if not delays:
        sys.exit("bench: no page of any film was taken")
    percent = 100 * wrong / releases
    short += measuring.line("capture, wrong releases, %", percent, MOST_WRONG_PERCENT, percent / MOST_WRONG_PERCENT, 1,
                            percent <= MOST_WRONG_PERCENT)
    short += measuring.line("capture, releases in movement", moving, 1, moving, 0, moving == 0)
    share = 100 * (2 * wanted.films - missed) / (2 * wanted.films)
    short += measuring.line("capture, pages taken, %", share, 100, share / 100, 0.97, share >= 97)
    slowest = sorted(delays)[len(delays) * 95 // 100]
    short += measuring.line("capture, release after rest, p95 ms", slowest, LONGEST_RELEASE_MS, slowest / LONGEST_RELEASE_MS, 1,
                            slowest <= LONGEST_RELEASE_MS)
    sys.exit(short + in_chromium(wanted.explore, wanted.rounds))


def in_chromium(explore, rounds):
    """Prints the lines for the camera in the browser; returns the number of targets that fell short."""

    def within(name, value, most):
        return measuring.line(f"capture, Chromium, {name}", value, most, value / most, 1, value <= most)

    seen = in_browser.films(list(LEAST), rounds, explore)
    print(f"  {seen.films} films in Chromium: {seen.pictures} of {in_browser.TAKES * seen.films} pages taken, {seen.wrong} wrong, "
          f"{seen.while_moving} while it moved")
    if not seen.distances:
        sys.exit("bench: Chromium took no picture of a page")
    distances, delays = sorted(seen.distances), sorted(seen.delays)
    print(f"  corners: median {100 * statistics.median(distances):.3f} % of the diagonal, farthest {100 * distances[-1]:.3f} %; without a "
          f"target: of open books median {100 * statistics.median(seen.bent):.3f} %")
    short = within("a frame, median ms", statistics.median(seen.timings), LONGEST_MS)
    short += within("wrong releases, %", 100 * seen.wrong / seen.pictures, MOST_WRONG_PERCENT)
    short += measuring.line("capture, Chromium, releases in movement", seen.while_moving, 1, seen.while_moving, 0, seen.while_moving == 0)
    short += within("release after rest, p95 ms", delays[len(delays) * 95 // 100], LONGEST_RELEASE_MS)
    short += within("corners of flat pages, p95, % of diagonal", 100 * distances[len(distances) * 95 // 100], LARGEST_DISTANCE_PERCENT)
    short += within("12 MP, upload to view, s", in_browser.upload(explore), LONGEST_UPLOAD_SECONDS)
    return short


if __name__ == "__main__":
    main()
