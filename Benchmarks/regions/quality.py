"""Measures how close an image comes to libvips' lanczos3 of the native level, with Debian's `vips` alone."""

import math
import subprocess
import zipfile


def vips(*arguments):
    return subprocess.run(["vips", *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def native_level(library, folder):
    """Returns the finest level of the library's only pyramid, assembled by libvips from the stored tiles."""
    whole = folder / "native.v"
    archive = max((library / "pyramids").glob("*.szi"), key=lambda path: path.stat().st_size)
    stamp = folder / "native.name"
    if whole.exists() and stamp.exists() and stamp.read_text() == archive.name:
        return whole
    scratch = folder / "native"
    scratch.mkdir(exist_ok=True)
    with zipfile.ZipFile(archive) as pyramid:
        tiles = [name for name in pyramid.namelist() if name.endswith(".jpg")]
        level = max(int(name.split("/")[-2]) for name in tiles)
        places = {}
        for name in tiles:
            folder_name, file = name.split("/")[-2:]
            if int(folder_name) == level:
                column, row = map(int, file[:-len(".jpg")].split("_"))
                places[row, column] = scratch / file
                places[row, column].write_bytes(pyramid.read(name))
    rows = max(row for row, _ in places) + 1
    columns = max(column for _, column in places) + 1
    strips = []
    for row in range(rows):
        # As TIFF: libvips 8.14 crashes when it joins files of its own format.
        strips.append(scratch / f"strip-{row}.tif")
        vips("arrayjoin", " ".join(str(places[row, column]) for column in range(columns)), strips[-1], "--across", columns)
    # arrayjoin pads all cells to the size of the largest. Crop the padding.
    vips("arrayjoin", " ".join(map(str, strips)), scratch / "joined.v", "--across", 1)
    width = sum(int(header(places[0, column], "width")) for column in range(columns))
    height = sum(int(header(places[row, 0], "height")) for row in range(rows))
    vips("crop", scratch / "joined.v", whole, 0, 0, width, height)
    for file in scratch.iterdir():
        file.unlink()
    scratch.rmdir()
    stamp.write_text(archive.name)
    return whole


def header(path, field):
    return subprocess.run(["vipsheader", "-f", field, path], check=True, capture_output=True, text=True).stdout


def reference(folder, native, region, size):
    part, scaled = folder / "part.v", folder / "scaled.v"
    vips("crop", native, part, *region)
    # The exact size: the factor is printed to 17 digits and rounded by libvips.
    vips("reduce", part, scaled, repr(region[2] / size[0]), repr(region[3] / size[1]), "--kernel", "lanczos3")
    return scaled


def decibels(folder, native, body, region, size):
    """Returns the peak signal-to-noise ratio, or None for an unscaled region, which must be exact."""
    scaled = reference(folder, native, region, size)
    file = folder / "answer.png"
    file.write_bytes(body)
    vips("subtract", file, scaled, folder / "difference.v")
    vips("multiply", folder / "difference.v", folder / "difference.v", folder / "squares.v")
    error = float(vips("avg", folder / "squares.v"))
    if region[2:] == tuple(size):
        if error != 0:
            raise SystemExit(f"bench: {region} at its own size is not the decoded tiles' pixels")
        return None
    return 10 * math.log10(255 * 255 / error) if error else 99.0


def differing(folder, native, body, region, size):
    """Returns the percentage of pixels that differ from the reference's thresholded luma."""
    scaled = reference(folder, native, region, size)
    file = folder / "answer.png"
    file.write_bytes(body)
    matrix = folder / "luma.mat"
    matrix.write_text("3 1\n0.299 0.587 0.114\n")
    vips("recomb", scaled, folder / "luma.v", matrix)
    vips("relational_const", folder / "luma.v", folder / "light.v", "moreeq", "127.5")
    vips("relational_const", file, folder / "white.v", "moreeq", "127.5")
    vips("relational", folder / "light.v", folder / "white.v", folder / "wrong.v", "noteq")
    return float(vips("avg", folder / "wrong.v")) / 255 * 100
