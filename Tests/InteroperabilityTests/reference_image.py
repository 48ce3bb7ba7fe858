"""The reference image of the IIIF Image API validator: a hundred squares whose colours it knows.

It is drawn from the colours in the validator itself, which `Tools/vendor.sh tests` fetches.
"""

import ast
import pathlib
import re

from PIL import Image

from serving import ROOT

VALIDATOR = ROOT / ".vendor" / "interoperability" / "iiif-validator"
# The validator's name for it, and the id of the document that it becomes here.
NAME = "67352ccc-d1b0-11e1-89ae-279075081939"
SIDE = 100


def colours() -> list[list[tuple[int, int, int]]]:
    """Returns the colours by column and row."""
    text = (VALIDATOR / "iiif_validator" / "validator.py").read_text()
    return ast.literal_eval(re.search(r"colorInfo = (\[\[.*?\]\])", text, re.DOTALL)[1])


def write(folder: pathlib.Path) -> pathlib.Path:
    """Draws the image and returns its path."""
    columns = colours()
    image = Image.new("RGB", (SIDE * len(columns), SIDE * len(columns[0])))
    for column, squares in enumerate(columns):
        for row, colour in enumerate(squares):
            image.paste(colour, (column * SIDE, row * SIDE, (column + 1) * SIDE, (row + 1) * SIDE))
    path = folder / f"{NAME}.png"
    image.save(path)
    return path
