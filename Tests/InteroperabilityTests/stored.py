"""A document as in its source folder, with which the server's responses are compared."""

from __future__ import annotations

import json
import pathlib
from dataclasses import dataclass

# The purposes of the fields of a text, as in docs/formats.md.
PURPOSES = {
    "title": "identifying",
    "translation": "translating",
    "context": "describing",
    "transcription": "transcribing",
}


@dataclass
class Stored:
    document: dict
    categories: list[dict]
    clauses: list[dict]
    texts: dict[str, dict[str, dict[str, str]]]

    @staticmethod
    def read(folder: pathlib.Path) -> Stored:
        def file(name: str, otherwise: object) -> object:
            path = folder / name
            return json.loads(path.read_text(encoding="utf-8")) if path.exists() else otherwise

        texts = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in (folder / "texts").glob("*.json")}
        return Stored(file("document.json", {}), file("categories.json", []), file("clauses.json", []), texts)

    @property
    def id(self) -> str:
        return self.document["id"]

    @property
    def pages(self) -> list[dict]:
        return self.document["pages"]

    def pages_of(self, clause: dict) -> list[int]:
        """Returns the pages that a clause is on, in order of its regions."""
        return list(dict.fromkeys(region["page"] for region in clause["regions"]))

    def clauses_on(self, page: int) -> list[dict]:
        return [clause for clause in self.clauses if page in self.pages_of(clause)]

    def bodies_of(self, clause: dict) -> set[tuple[str, str | None, str]]:
        """Returns purpose, language and text of all texts of a clause, except for its themes."""
        bodies = {
            (PURPOSES[field], language, text)
            for language, entries in self.texts.items()
            for field, text in entries.get(clause["id"], {}).items()
            if field in PURPOSES and text is not None
        }
        if clause.get("incipit"):
            bodies.add(("quoting", self.document["language"], clause["incipit"]))
        if clause.get("kind") == "detail":
            bodies.add(("classifying", None, "detail"))
        return bodies

    def rings_of(self, clause: dict, page: int) -> list[list[tuple[float, float]]]:
        """Returns all outlines and holes of a clause on a page, in order."""
        return [
            [(float(x), float(y)) for x, y in ring]
            for region in clause["regions"]
            if region["page"] == page
            for ring in [region["polygon"], *region.get("holes", [])]
        ]
