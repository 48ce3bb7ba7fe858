#!/usr/bin/env python3
"""Makes the benchmark's picture with Debian's `vips` alone: a page of dense writing on grainy parchment.

    make_picture.py FOLDER [WIDTH HEIGHT]

writes FOLDER/page.tif (tiles, deflate), page-444.jpg (Q92, no subsampling) and page-420.jpg (Q80, 4:2:0), by default 12000 x
16000 pixels. Everything random has a seed, so every machine makes the same pixels. Existing files are kept.

The page repeats a sheet of 3000 x 4000 pixels, which is not a multiple of a tile, so no two tiles are the same; the tiles
cost as much as those of a scanned charter, about 12 kB each at quality 80.
"""

import random
import subprocess
import sys
import tempfile
from pathlib import Path

SHEET = (3000, 4000)
WORDS = (
    "quod nullus liber homo capiatur vel imprisonetur aut disseisiatur aut utlagetur aut exuletur aut aliquo modo "
    "destruatur nec super eum ibimus nec super eum mittemus nisi per legale iudicium parium suorum vel per legem terre"
).split()


def vips(*arguments):
    subprocess.run(["vips", *map(str, arguments)], check=True)


def draw_sheet(folder, out):
    """Draws the sheet into a file of libvips: parchment with several scales of mottle, grain, ink."""
    width, height = SHEET

    def file(name):
        return folder / f"{name}.v"

    def scaled(name, factor):
        vips("linear", file(name), file(f"{name}-scaled"), factor, 0)
        return file(f"{name}-scaled")

    layers = []
    for seed, (cell, depth) in enumerate([(1500, 22), (384, 14), (48, 9), (12, 7)], start=1):
        vips("perlin", file(f"mottle{seed}"), width, height, "--cell-size", cell, "--seed", seed)
        layers.append(scaled(f"mottle{seed}", depth))
    for name, sigma, seed in [("grain", 9, 11), ("grain-green", 3.6, 12), ("grain-blue", 4.5, 13)]:
        vips("gaussnoise", file(name), width, height, "--mean", 0, "--sigma", sigma, "--seed", seed)
    layers.append(file("grain"))

    numbers = random.Random(7)
    text = " ".join(numbers.choice(WORDS) for _ in range(700))
    vips("text", file("text"), text, "--font", "DejaVu Serif 15", "--width", width - 200, "--dpi", 300, "--spacing", 12)
    vips("embed", file("text"), file("page"), 100, 100, width, height)
    ink = scaled("page", 120 / 255)

    light = layers[0]
    for number, layer in enumerate(layers[1:]):
        vips("add", light, layer, file(f"light{number}"))
        light = file(f"light{number}")
    vips("subtract", light, ink, file("written"))
    light = file("written")
    channels = []
    for name, paper, strength, grain in [
        ("red", 205, 1.0, None), ("green", 182, 0.96, "grain-green"), ("blue", 140, 0.83, "grain-blue")
    ]:
        vips("linear", light, file(name), strength, paper)
        channel = file(name)
        if grain is not None:
            vips("add", channel, file(grain), file(f"{name}-grainy"))
            channel = file(f"{name}-grainy")
        channels.append(str(channel))
    vips("bandjoin", " ".join(channels), file("colour"))
    vips("cast", file("colour"), file("bytes"), "uchar")
    vips("copy", file("bytes"), out, "--interpretation", "srgb")


def main():
    folder = Path(sys.argv[1])
    width, height = (int(value) for value in sys.argv[2:4]) if len(sys.argv) > 3 else (12000, 16000)
    folder.mkdir(parents=True, exist_ok=True)
    tiff = folder / "page.tif"
    if not tiff.exists():
        with tempfile.TemporaryDirectory(dir=folder) as scratch:
            scratch = Path(scratch)
            sheet, page = scratch / "sheet.v", scratch / "page.v"
            draw_sheet(scratch, sheet)
            columns, rows = -(-width // SHEET[0]), -(-height // SHEET[1])
            vips("replicate", sheet, page, columns, rows)
            part = scratch / "page.tif"
            options = "[tile,tile-width=256,tile-height=256,compression=deflate,predictor=horizontal,bigtiff]"
            vips("crop", page, f"{part}{options}", 0, 0, width, height)
            part.rename(tiff)
    for name, options in [("page-444.jpg", "Q=92,subsample-mode=off"), ("page-420.jpg", "Q=80,subsample-mode=on")]:
        jpeg = folder / name
        if not jpeg.exists():
            part = folder / f"part-{name}"
            vips("copy", f"{tiff}[access=sequential]", f"{part}[{options}]")
            part.rename(jpeg)


if __name__ == "__main__":
    main()
