"""An institution's theme in a library's folder, with everything that a theme can change."""

from __future__ import annotations

import json
import pathlib
import shutil
import struct
import zlib

from serving import ROOT

NAME = {"en": "Chapter Library", "de": "Kapitelbibliothek", "ar": "مكتبة المجلس"}
COLOURS = {
    "bar": "#123a5c",
    "barText": "#ffffff",
    "ground": "#10202e",
    "accent": "#d9a441",
    "paper": "#fbf8f0",
    "ink": "#1c1c1c",
    "detection": "#00e5ff",
    "guides": "#ffef9f",
    "overlays": ["#00429d", "#e08214", "#7f0000"],
}
FOOTER = {
    "imprint": {"en": "https://chapter.example/legal", "de": "https://chapter.example/impressum"},
    "privacy": "https://chapter.example/privacy",
    "accessibility": "/accessibility.html",
}
BACK = "https://chapter.example/"
TEXTS = {
    "en": {"phrases.libraryTitle": "The chapter's sheets", "phrases.clauseCount": {"one": "{count} article", "other": "{count} articles"}},
    "de": {"phrases.libraryTitle": "Die Blätter des Kapitels"},
    "ar": {"phrases.libraryTitle": "أوراق المجلس"},
    "cy": {"phrases.libraryTitle": "Dogfennau", "phrases.interfaceIn": "Y dudalen hon yn"},
}
PICTURES = ["helpMove", "helpClause", "helpMenu", "emptyLibrary", "missingDocument", "helpCorners", "helpReleaseWrong"]


def drawing(colour: str, width: int = 64, height: int = 64) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f'<rect width="{width}" height="{height}" rx="8" fill="{colour}"/></svg>'
    )


def png(side: int, colour: tuple[int, int, int]) -> bytes:
    """Returns a square of one colour."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + bytes(colour) * side) * side
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def write(library: pathlib.Path, **changes: object) -> pathlib.Path:
    """Writes `theme/` into a library, optionally with changed keys."""
    theme = library / "theme"
    (theme / "texts").mkdir(parents=True, exist_ok=True)
    (theme / "fonts").mkdir(exist_ok=True)
    (theme / "logo.svg").write_text(drawing("#ffd257", 160, 64))
    (theme / "icon.svg").write_text(drawing("#123a5c"))
    (theme / "icon.png").write_bytes(png(192, (18, 58, 92)))
    (theme / "preview.png").write_bytes(png(64, (217, 164, 65)))
    for name in PICTURES:
        (theme / f"{name}.svg").write_text(drawing("#8a3b2e"))
    shutil.copy(ROOT / "Sources/Viewer/vendor/fonts/eb-garamond-bold-latin.woff2", theme / "fonts/text.woff2")
    (theme / "fonts/OFL.txt").write_text("SIL Open Font License 1.1\n")
    for language, texts in TEXTS.items():
        (theme / f"texts/{language}.json").write_text(json.dumps(texts))
    state(theme, **changes)
    return theme


def state(theme: pathlib.Path, **changes: object) -> None:
    """Writes `theme.json` atomically, as editors do."""
    stated = {
        "name": NAME,
        "shortName": "Chapter",
        "logo": "logo.svg",
        "icon": {"svg": "icon.svg", "png": "icon.png"},
        "preview": "preview.png",
        "colours": COLOURS,
        "fonts": {"text": [{"file": "fonts/text.woff2"}], "licence": "fonts/OFL.txt"},
        "footer": FOOTER,
        "back": BACK,
        "pictures": {name: f"{name}.svg" for name in PICTURES},
        **changes,
    }
    partial = theme / ".theme.json"
    partial.write_text(json.dumps(stated))
    partial.replace(theme / "theme.json")
