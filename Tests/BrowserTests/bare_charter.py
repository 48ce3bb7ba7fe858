"""The sample document's scan without any outlines."""

import json
import pathlib
import shutil

from serving import ROOT

DOCUMENT = "magna-carta"
SAMPLE = ROOT / "data" / DOCUMENT
SIZE = tuple(json.loads((SAMPLE / "document.json").read_text())["pages"][0][side] for side in ("width", "height"))


def write(folder: pathlib.Path) -> pathlib.Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("document.json", "scan.jpg", "ultraviolet.jpg"):
        shutil.copy(SAMPLE / name, folder / name)
    for name in ("clauses.json", "categories.json"):
        (folder / name).write_text("[]")
    return folder
