"""Documents that differ in date, language, theme and collection, one of them restricted: blank sheets."""

import json
import pathlib

CHARTERS = {"id": "charters", "label": {"en": "Charters", "fr": "Chartes"}}
ROYAL = {"id": "charters/royal", "label": {"en": "Royal charters", "fr": "Chartes royales"}}

# id, date, languages of the texts, themes, collections
DOCUMENTS = [
    ("alba", "15 June 1215", ["en", "fr"], ["justice"], [CHARTERS, ROYAL]),
    ("bern", "1297–1301", ["en"], ["justice", "money"], [{"id": "charters/royal"}]),
    ("cork", "12 May 1340", ["en"], ["money"], [{"id": "letters", "label": {"en": "Letters"}}]),
    ("dover", "before 1400", ["fr"], [], []),
    ("secret", "1500", ["de"], ["treason"], [{"id": "hidden"}]),
]


def write(folder: pathlib.Path) -> list[pathlib.Path]:
    """Writes the source folders."""
    sources = []
    for id, date, languages, themes, collections in DOCUMENTS:
        source = folder / id
        (source / "texts").mkdir(parents=True)
        files = {
            "document": {
                "id": id, "title": {"en": id.title()}, "date": {"en": date}, "language": "la", "languages": languages,
                "shelfmark": f"MS {id}", "access": "restricted" if id == "secret" else "open", "collections": collections,
                "pages": [{"width": 200, "height": 300}]},
            "categories": [{"id": theme, "label": {"en": theme.title()}} for theme in themes],
            "clauses": [
                {"id": "a", "categories": themes, "regions": [{"page": 1, "polygon": [[9, 9], [99, 9], [99, 99]]}]}],
            f"texts/{languages[0]}": {"a": {"title": "A clause"}},
        }
        for name, value in files.items():
            (source / f"{name}.json").write_text(json.dumps(value))
        sources.append(source)
    return sources
