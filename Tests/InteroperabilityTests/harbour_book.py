"""Writes a document of three pages in four languages, the book of a harbour, as a source folder: harbour_book.py FOLDER

It contains what a manifest has to represent: non-rectangular outlines, with holes and fractions of a pixel; a clause of several
regions, and one on two pages; details; texts missing in a language; themes drawn as outlines or not included in all.
"""

import pathlib

import source_folder
from three_pages import png

LANGUAGES = ["en", "fr", "ar", "zh"]
PAGES = [(1200, 1600), (1200, 1600), (1500, 1000)]

CATEGORIES = [
    ("night", {"en": "Night", "fr": "La nuit", "ar": "الليل", "zh": "夜晚"}, "filled", True),
    ("guests", {"en": "Guests", "fr": "Les hôtes", "ar": "الضيوف", "zh": "客人"}, "filled", True),
    ("marks", {"en": "Marks", "fr": "Les marques"}, "outline", False),
]

# id, number, kind, categories, incipit, regions
CLAUSES = [
    ("lamp", "1", "clause", ["night"], "Lumen ad portam", [(1, [[100, 100], [1100, 80.5], [1100, 300], [600.25, 330], [100, 300]], [])]),
    ("bread", "2", "clause", ["guests", "night"], None, [(1, [[100, 360], [1100, 360], [1100, 620], [100, 620]], [[[500, 420], [700, 420], [700, 560], [500, 560]]])]),
    ("oath", "3", "clause", ["guests"], None, [(1, [[100, 700], [540, 700], [540, 900], [100, 900]], []), (1, [[660, 700], [1100, 700], [880, 900]], [])]),
    ("nets", "4", "clause", ["guests"], "Retia siccantur", [(1, [[100, 1300], [1100, 1300], [1100, 1560], [100, 1560]], []), (2, [[100, 60], [1100, 60], [1100, 240], [100, 240]], [])]),
    ("ropes", None, "clause", [], None, [(2, [[90.5, 300.5], [1000.125, 310], [980, 800], [120, 780.75]], [])]),
    ("anchor", "5", "clause", ["night"], None, [(3, [[200, 100], [1300, 100], [1300, 700], [750, 900], [200, 700]], [])]),
    ("stain", None, "detail", ["marks"], None, [(3, [[1350, 850], [1450, 850], [1450, 950], [1350, 950]], [])]),
]

TEXTS = {
    "en": {
        "lamp": ("A lamp at the gate", "Whoever keeps the harbour keeps a lamp lit at the gate until morning.", "Sailors knew that light from afar."),
        "bread": ("Bread for the stranger", "No stranger leaves the harbour without bread and water.", "The bread was baked twice."),
        "oath": ("The captain’s oath", "Before casting off the captain swears three times.", None),
        "nets": ("Nets on the wall", "Nets are dried on the eastern wall of the harbour.", None),
        "ropes": ("Ropes", "Ropes belong to all.", None),
        "anchor": ("The anchor", "An anchor that is found is brought to the harbour master.", "<b> is no markup here & never was."),
        "stain": ("A stain of wine", None, "The clerk was merry."),
    },
    "fr": {
        "lamp": ("Une lampe à la porte", "Qui garde le port tient une lampe allumée à la porte jusqu’au matin.", None),
        "bread": ("Du pain pour l’étranger", "Nul étranger ne quitte le port sans pain ni eau.", None),
        "nets": ("Les filets au mur", "Les filets sèchent sur le mur de l’est.", None),
    },
    "ar": {
        "lamp": ("مصباح عند الباب", "من يحرس الميناء يُبقي مصباحًا مُضاءً عند الباب حتى الصباح.", None),
        "bread": ("خبز للغريب", "لا يغادر غريبٌ الميناء بلا خبز وماء.", None),
    },
    "zh": {
        "lamp": ("门前一盏灯", "守港的人要在门前点一盏灯，直到天亮。", "水手们从远处就认得那灯光。"),
        "anchor": ("锚", "捡到的锚要交给港长。", None),
    },
}


def write(folder: pathlib.Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number, (width, height) in enumerate(PAGES, 1):
        (folder / f"page-{number}.png").write_bytes(png(width, height, 250 - 10 * number))
    document = {
        "id": "harbour-book",
        "title": {"en": "The book of the harbour", "fr": "Le livre du port", "ar": "كتاب الميناء", "zh": "港口之书"},
        "summary": {"en": "Three leaves, made up for the tests.", "zh": "三页纸。"},
        "holder": {"en": "Archive of the tests", "fr": "Archives des essais"},
        "shelfmark": "MS 8",
        "date": {"en": "around 1300"},
        "rights": "https://creativecommons.org/licenses/by/4.0/",
        "attribution": {"en": "Drawn for the tests.", "ar": "رُسمت للاختبارات."},
        "credits": {"en": "Translated by the tests."},
        "status": "published",
        "language": "la",
        "languages": LANGUAGES,
        "pages": [
            {"label": {"en": f"Leaf {number}"}, "image": f"page-{number}.png", "width": width, "height": height}
            for number, (width, height) in enumerate(PAGES, 1)
        ],
    }
    categories = [
        {"id": name, "label": label, "icon": "anchor", "style": style, "includedInAll": is_in_all}
        for name, label, style, is_in_all in CATEGORIES
    ]
    clauses = [
        {
            "id": name,
            "number": number,
            "kind": kind,
            "categories": members,
            **({"incipit": incipit} if incipit else {}),
            "regions": [
                {"page": page, "polygon": polygon, **({"holes": holes} if holes else {})}
                for page, polygon, holes in regions
            ],
        }
        for name, number, kind, members, incipit, regions in CLAUSES
    ]
    fields = ("title", "translation", "context")
    texts = {
        language: {
            name: {field: text for field, text in zip(fields, entry) if text is not None}
            for name, entry in entries.items()
        }
        for language, entries in TEXTS.items()
    }
    texts["la"] = {"lamp": {"transcription": "Lumen ad portam\nusque ad mane."}}
    source_folder.write(folder, document, categories, clauses, texts)


if __name__ == "__main__":
    source_folder.run(write, __doc__)
