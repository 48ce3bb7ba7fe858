"""Requests the tiles of a tree written by another program from our server, which has the image that they were made from."""

import json
import math

import pytest
from PIL import Image

from pictures import decibels, fetch_image, shrink
from shared_data import STARFISH, needs

TREE = STARFISH / "demo-static" / "starfish"
SOURCE = STARFISH / "testimages" / "starfish.jpg"
pytestmark = needs(STARFISH)

NATIVE_DECIBELS = 30
SCALED_DECIBELS = 36


def implied() -> list[tuple[tuple[int, int, int, int], int, int, str]]:
    """Returns every address that the tree's info.json implies: the box, the width and the scale factor, and the path."""
    info = json.loads((TREE / "info.json").read_text())
    width, height, found = info["width"], info["height"], []
    for tiles in info["tiles"]:
        for factor in tiles["scaleFactors"]:
            step = tiles["width"] * factor
            for y in range(0, height, step):
                for x in range(0, width, step):
                    box = (x, y, min(step, width - x), min(step, height - y))
                    whole = box == (0, 0, width, height)
                    region = "full" if whole else ",".join(map(str, box))
                    across = math.ceil(box[2] / factor)
                    found.append((box, across, factor, f"{region}/{across},/0/default.jpg"))
    for size in info["sizes"]:
        factor = round(width / size["width"])
        found.append(((0, 0, width, height), size["width"], factor, f"full/{size['width']},/0/default.jpg"))
    return list(dict.fromkeys(found))


def in_tree() -> list[tuple]:
    return [entry for entry in implied() if (TREE / entry[3]).exists()] if TREE.exists() else []


def test_every_tile_of_the_tree_is_implied_by_its_info_json():
    assert len(in_tree()) == len(list(TREE.rglob("default.jpg"))) > 25


@pytest.mark.parametrize("version", [2, 3])
def test_every_address_of_the_tree_returns_an_image_of_its_size(server, version):
    for box, across, _, path in in_tree():
        ours = fetch_image(server.url(f"/iiif/{version}/starfish-1/{path}"))
        # Rounded up or down, like the levels of the pyramids.
        assert ours.size[0] == across and abs(ours.size[1] - across * box[3] / box[2]) < 1, path
        theirs = Image.open(TREE / path)
        assert ours.size[0] == theirs.size[0] and abs(ours.size[1] - theirs.size[1]) <= 1, path


@pytest.mark.parametrize("version", [2, 3])
def test_native_tiles_match_those_of_the_tree(server, version):
    native = [entry for entry in in_tree() if entry[2] == 1]
    assert len(native) == 12
    for _, _, _, path in native:
        assert decibels(fetch_image(server.url(f"/iiif/{version}/starfish-1/{path}")), Image.open(TREE / path)) >= NATIVE_DECIBELS


def test_scaled_tiles_match_those_of_libvips(server, tmp_path):
    scaled = [entry for entry in in_tree() if entry[2] in (2, 4)]
    assert len(scaled) == 5
    for box, _, _, path in scaled:
        ours = fetch_image(server.url(f"/iiif/3/starfish-1/{path}"))
        assert decibels(ours, shrink(SOURCE, box, ours.size, tmp_path)) >= SCALED_DECIBELS, path
