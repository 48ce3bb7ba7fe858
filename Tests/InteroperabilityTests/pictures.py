"""Compares pictures."""

import io
import math
import pathlib
import subprocess
import urllib.request

from PIL import Image, ImageChops, ImageStat


def fetch_image(address: str) -> Image.Image:
    with urllib.request.urlopen(address, timeout=60) as response:
        return Image.open(io.BytesIO(response.read()))


def decibels(ours: Image.Image, theirs: Image.Image) -> float:
    """Returns the peak signal-to-noise ratio over all pixels and channels of 8 bits."""
    assert ours.size == theirs.size, (ours.size, theirs.size)
    error = ImageStat.Stat(ImageChops.difference(ours.convert("RGB"), theirs.convert("RGB")))
    mean = sum(error.sum2) / sum(error.count)
    return math.inf if mean == 0 else 10 * math.log10(255**2 / mean)


def vips(*arguments: object) -> None:
    subprocess.run(["vips", *map(str, arguments)], check=True, timeout=120)


def shrink(source: pathlib.Path, box: tuple[int, int, int, int], size: tuple[int, int], folder: pathlib.Path):
    """Returns a part of an image (left, top, width and height), reduced by libvips."""
    part, small = folder / "part.v", folder / "small.png"
    vips("crop", source, part, *box)
    vips("shrink", part, small, box[2] / size[0], box[3] / size[1])
    return Image.open(small)
