"""Writes a document in four languages and three scripts, the rules of a harbour, as a source folder: four_languages.py FOLDER"""

import pathlib

import source_folder
from three_pages import png

WIDTH, HEIGHT = 1600, 1200
LANGUAGES = ["en", "el", "ar", "zh"]

# The fourth has no Chinese; the third contains words of the opposite direction in every language.
TEXTS = {
    "en": {
        "1": {
            "title": "A lamp at the gate",
            "translation": "Whoever keeps the harbour keeps a lamp lit at the gate until morning.",
            "context": "Sailors knew that light from afar.",
        },
        "2": {
            "title": "Bread for the stranger",
            "translation": "No stranger leaves the harbour without bread and water, whether they can pay or not.",
            "context": "The bread was baked twice, so that it kept at sea.",
        },
        "3": {
            "title": "The captain’s oath (قسم القبطان)",
            "translation": "Before casting off the captain says “قسم القبطان” 3 times; it is written into book A-12.",
        },
        "4": {"title": "Nets", "translation": "Nets are dried on the eastern wall."},
    },
    "el": {
        "1": {
            "title": "Λυχνάρι στην πύλη",
            "translation": "Όποιος φυλάει το λιμάνι κρατά αναμμένο λυχνάρι στην πύλη ως το πρωί.",
            "context": "Οι ναυτικοί γνώριζαν εκείνο το φως από μακριά.",
        },
        "2": {
            "title": "Ψωμί για τον ξένο",
            "translation": "Κανένας ξένος δεν φεύγει από το λιμάνι χωρίς ψωμί και νερό, είτε μπορεί να πληρώσει είτε όχι.",
            "context": "Το ψωμί ψηνόταν δύο φορές, για να αντέχει στη θάλασσα.",
        },
        "3": {
            "title": "Ο όρκος του καπετάνιου",
            "translation": "Πριν σαλπάρει, ο καπετάνιος ορκίζεται 3 φορές· ο όρκος γράφεται στο βιβλίο A-12.",
        },
        "4": {"title": "Δίχτυα", "translation": "Τα δίχτυα στεγνώνουν στον ανατολικό τοίχο."},
    },
    "ar": {
        "1": {
            "title": "مصباح عند الباب",
            "translation": "من يحرس الميناء يُبقي مصباحًا مُضاءً عند الباب حتى الصباح.",
            "context": "كان البحّارة يعرفون ذلك الضوء من بعيد.",
            "transcription": "ليكن على بـــاب الميناء مصباحٌ حتى يطلع الفجر.",
        },
        "2": {
            "title": "خبز للغريب",
            "translation": "لا يغادر غريبٌ الميناء بلا خبز وماء، سواء استطاع أن يدفع أم لم يستطع.",
            "context": "كان الخبز يُخبز مرّتين كي يبقى في البحر.",
        },
        "3": {
            "title": "قسم القبطان (Oath 3)",
            "translation": "يُقسم القبطان 3 مرات قبل أن يُبحر، ويُكتب قسمه في السجل A-12.",
        },
        "4": {"title": "الشِّباك", "translation": "تُجفَّف الشباك على الجدار الشرقي."},
    },
    "zh": {
        "1": {
            "title": "门前一盏灯",
            "translation": "守港的人要在门前点一盏灯，直到天亮。",
            "context": "水手们从远处就认得那灯光。",
        },
        "2": {
            "title": "给外乡人的面包",
            "translation": "外乡人离开港口时都要带上面包和水，不论付不付得起钱。",
            "context": "面包要烤两次，才能在海上久放。",
        },
        "3": {"title": "船长的誓言", "translation": "船长起航前要发誓3次，誓言写入A-12号册。"},
    },
}

CATEGORIES = [
    ("night", {"en": "Night", "el": "Νύχτα", "ar": "الليل", "zh": "夜晚"}, "moon", ["1"]),
    ("guests", {"en": "Guests (and captains)", "el": "Ξένοι", "ar": "الضيوف (والقباطنة)", "zh": "客人"}, "users", ["2", "3"]),
    ("work", {"en": "Work", "el": "Εργασία", "ar": "العمل"}, "anchor", ["4"]),
]


def clauses() -> list[dict]:
    """Returns four lines across the page."""
    made = []
    for line in range(4):
        top, bottom = 150 + line * 230, 150 + line * 230 + 190
        box = [[120, top], [WIDTH - 120, top], [WIDTH - 120, bottom], [120, bottom]]
        identifier = str(line + 1)
        made.append(
            {
                "id": identifier,
                "number": identifier,
                "categories": [category for category, _, _, members in CATEGORIES if identifier in members],
                "regions": [{"page": 1, "polygon": box}],
            }
        )
    return made


def write(folder: pathlib.Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "page.png").write_bytes(png(WIDTH, HEIGHT, 235))
    document = {
        "id": "four-languages",
        "title": {"en": "Rules of the harbour", "el": "Κανόνες του λιμανιού", "ar": "قواعد الميناء", "zh": "港口规约"},
        # The same in every language.
        "holder": "Archive of the tests (أرشيف)",
        "shelfmark": "MS 7",
        "attribution": {"en": "A made-up sheet, drawn for the tests.", "ar": "ورقة مختلقة، رُسمت للاختبارات."},
        "rights": "https://creativecommons.org/licenses/by/4.0/",
        "credits": {"en": "Translated by the tests.", "ar": "ترجمة الاختبارات."},
        "status": "published",
        "language": "ar",
        "languages": LANGUAGES,
        "pages": [{"image": "page.png", "width": WIDTH, "height": HEIGHT}],
    }
    categories = [
        {"id": name, "label": label, "icon": icon, "style": "filled", "includedInAll": True}
        for name, label, icon, _ in CATEGORIES
    ]
    source_folder.write(folder, document, categories, clauses(), TEXTS)


if __name__ == "__main__":
    source_folder.run(write, __doc__)
