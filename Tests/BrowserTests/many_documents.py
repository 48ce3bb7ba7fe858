"""More documents than the library's page shows at once: sixty blank sheets."""

import json
import pathlib

COUNT = 60


def identifier(number: int) -> str:
    return f"sheet-{number:02d}"


def write(folder: pathlib.Path) -> list[pathlib.Path]:
    """Writes the source folders; the ninth has accents in its title, and the last is a draft."""
    sources = []
    for number in range(1, COUNT + 1):
        title = "Évêché de Clun" if number == 9 else f"Sheet {number}"
        about = {
            "id": identifier(number), "title": {"en": title}, "shelfmark": f"MS {number + 900}", "language": "la",
            "languages": ["en"], "status": "draft" if number == COUNT else "published",
            "pages": [{"width": 200, "height": 300}]}
        source = folder / identifier(number)
        source.mkdir(parents=True)
        (source / "document.json").write_text(json.dumps(about))
        sources.append(source)
    return sources
