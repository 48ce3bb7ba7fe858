"""A page with thirteen text lines: the ALTO file of the Swift tests, and a picture of strokes for it."""

import pathlib
import random

from PIL import Image, ImageDraw

from serving import ROOT

ALTO = ROOT / "Tests/lined-page.xml"
SIZE = (640, 480)


def draw(folder: pathlib.Path) -> pathlib.Path:
    """Draws the picture and returns its path; its document is `grant`."""
    chance = random.Random(13)
    image = Image.new("RGB", SIZE, (226, 214, 187))
    pen = ImageDraw.Draw(image)
    for top in range(30, SIZE[1] - 20, 33):
        for x in range(32, SIZE[0] - 40, 7):
            pen.line([(x, top + chance.randint(0, 6)), (x + chance.randint(1, 6), top + 18)], fill=(60, 45, 30), width=2)
    path = folder / "grant.png"
    image.save(path)
    return path
