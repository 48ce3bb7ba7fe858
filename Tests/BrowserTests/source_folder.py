"""Writes source folders of synthetic documents."""

import json
import pathlib
import sys
from collections.abc import Callable


def write(folder: pathlib.Path, document: dict, categories: list, clauses: list, texts: dict[str, dict]) -> None:
    """Writes the files of a source folder except its images; texts by language."""
    files = {"document.json": document, "categories.json": categories, "clauses.json": clauses}
    files |= {f"texts/{language}.json": entries for language, entries in texts.items()}
    for name, value in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def run(write_document: Callable[[pathlib.Path], None], usage: str | None) -> None:
    """Writes a document into the folder named on the command line."""
    if len(sys.argv) != 2:
        sys.exit(usage)
    write_document(pathlib.Path(sys.argv[1]))
