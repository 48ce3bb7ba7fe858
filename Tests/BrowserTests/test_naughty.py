"""Text in a document stays text: hostile strings in titles, labels, texts, names and credits."""

import pathlib

import pytest

import source_folder
from hostile import hostile_strings
from hosting import reading
from serving import add
from support import Reader
from three_pages import png

pytestmark = pytest.mark.calm

# Strings that would run in a browser, given the chance.
OWN = [
    "<script>window.ran = 1</script>",
    "<img src=x onerror='window.ran = 2'>",
    "\"><svg onload=window.ran=3>",
    "'; window.ran = 4; //",
    "javascript:window.ran=5",
    "</title></script><script>window.ran = 6</script>",
    "{{constructor.constructor('window.ran = 7')()}}",
    "[click](javascript:window.ran=8) **bold** <b>bold</b>",
    # To Swift, the signs are part of longer characters here.
    "\u0600</script><script>window.ran = 9</script>",
    "\"\u0301 onfocus=window.ran=10 autofocus \u0600\" onfocus=window.ran=11 autofocus",
    "&lt;b&gt; &amp;amp; &#60;script&#62;",
    "\u202eevil\u202c \u2066\u2069 \ufeff\u200b",
    "e\u0301" + "\u0301" * 200,
]
# The number of clauses that share the strings: a panel is opened for each.
CLAUSES = 8


def strings() -> list[str]:
    # Excludes what `explore add` refuses, which is tested there: empty and very long titles, and control characters.
    return OWN + [
        text
        for text in hostile_strings()
        if text.strip() and len(text) <= 1000 and all(ord(c) >= 32 or c in "\n\t" for c in text)
    ]


def write(folder: pathlib.Path) -> list[str]:
    """Writes a document in which everything that people can write is one of the strings."""
    every = strings()
    share = (len(every) + CLAUSES - 1) // CLAUSES
    parts = [every[index * share : (index + 1) * share] for index in range(CLAUSES)]
    clauses, texts = [], {}
    for index, part in enumerate(parts):
        left = 50 + 180 * index
        box = [[left, 50], [left + 150, 50], [left + 150, 700], [left, 700]]
        clauses.append(
            {
                "id": f"n{index}",
                "number": part[0][:30],
                "incipit": part[-1],
                "categories": [f"c{index % 3}"],
                "regions": [{"page": 1, "polygon": box}],
            }
        )
        words = "\n\n".join(part)
        texts[f"n{index}"] = {"title": part[0], "translation": words, "context": words, "transcription": words}
    categories = [
        {"id": f"c{index}", "label": {"en": every[index]}, "icon": "anchor", "style": "filled", "includedInAll": True}
        for index in range(3)
    ]
    document = {
        "id": "naughty",
        "title": {"en": OWN[0] + OWN[1]},
        "summary": {"en": " ".join(OWN)},
        "holder": {"en": OWN[2]},
        "shelfmark": OWN[3],
        "date": {"en": OWN[5]},
        "attribution": {"en": OWN[7]},
        "credits": {"en": OWN[8]},
        "status": "published",
        "language": "la",
        "languages": ["en"],
        "pages": [{"label": {"en": OWN[1]}, "image": "scan.png"}],
    }
    folder.mkdir(parents=True)
    (folder / "scan.png").write_bytes(png(1600, 800, 235))
    source_folder.write(folder, document, categories, clauses, {"en": texts})
    return every


@pytest.fixture(scope="module")
def naughty(tmp_path_factory):
    base = tmp_path_factory.mktemp("naughty")
    # The folder's name is hostile, too.
    folder = base / "<img src=x onerror=alert(1)>"
    every = write(folder)
    add(base / "library", folder)
    with reading(base / "library") as address:
        yield address, every


class ScriptWatcher:
    """Notices whether any text was executed and whether anything was requested from another origin."""

    def __init__(self, reader):
        self.page = reader.page
        self.address = reader.address
        self.dialogs, self.elsewhere = [], []
        self.page.on("dialog", lambda dialog: (self.dialogs.append(dialog.message), dialog.dismiss()))
        self.page.on("request", lambda request: self.elsewhere.append(request.url))

    def check(self):
        assert self.dialogs == []
        assert self.page.evaluate("window.ran") is None
        own = (self.address, "data:", "blob:", "about:")
        assert [url for url in self.elsewhere if not url.startswith(own)] == []
        # No string has become an active element or attribute.
        assert self.page.locator("script:not([src^='/viewer/'], [src^='../../viewer/'], [src^='viewer/']):not([type='application/ld+json'])").count() == 0
        assert self.page.locator("[onerror], [onload], [onclick], [onmouseover], iframe, object, embed, base").count() == 0
        assert self.page.locator("a[href^='javascript:' i]").count() == 0


def visitor(new_reader, address, size):
    reader = new_reader(*size)
    reader.address = address
    return reader, ScriptWatcher(reader)


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)])
def test_hostile_strings_stay_text_in_the_viewer(new_reader, naughty, size):
    address, every = naughty
    reader, watcher = visitor(new_reader, address, size)
    reader.open(document="naughty")
    assert reader.page.title().startswith(every[0])
    assert reader.page.evaluate("document.getElementById('title').textContent") == OWN[0] + OWN[1]
    share = (len(every) + CLAUSES - 1) // CLAUSES
    for index in range(CLAUSES):
        reader.open(f"#clause=n{index}", document="naughty")
        assert reader.is_open("#panel")
        shown = reader.page.evaluate("document.getElementById('panel').textContent")
        for text in every[index * share : (index + 1) * share]:
            for line in filter(None, (part.strip() for part in text.splitlines())):
                assert line in shown, (index, text)
        watcher.check()


def test_hostile_strings_stay_text_in_the_menu_the_list_and_the_search(new_reader, naughty):
    address, every = naughty
    reader, watcher = visitor(new_reader, address, (1440, 900))
    reader.open(document="naughty")
    reader.page.click("#menu-button")
    reader.until_idle()
    menu = reader.page.evaluate("document.getElementById('menu').textContent")
    assert all(label in menu for label in every[:3])
    reader.page.keyboard.press("Escape")
    reader.page.click("#list-button")
    reader.until_idle()
    assert every[0] in reader.page.evaluate("document.body.textContent")
    watcher.check()
    for text in [] if reader.is_site else every[:12]:
        response = reader.page.evaluate("async (q) => (await fetch('/api/search?q=' + encodeURIComponent(q))).status", text)
        assert response == 200, text


def test_hostile_strings_stay_text_in_the_library_and_without_scripts(new_reader, naughty):
    address, every = naughty
    reader, watcher = visitor(new_reader, address, (820, 1180))
    reader.page.goto(f"{address}/")
    reader.page.wait_for_selector("body.ready")
    assert OWN[0] + OWN[1] in reader.page.evaluate("document.body.textContent")
    watcher.check()
    # The last clause does not exist, which the browser logs.
    reader.allows_console_errors = True
    for query in ["?plain", "?embed", "?clause=n0", "?clause=" + "%3Cscript%3Ewindow.ran%3D1%3C/script%3E"]:
        reader.page.goto(f"{address}/documents/naughty{query}")
        reader.page.wait_for_load_state()
        watcher.check()


def test_trusted_types_keep_text_from_becoming_markup_or_a_script(new_reader, address):
    """What a mistake in our own scripts would have to get past."""
    reader = new_reader().open()
    # The browser logs each attempt.
    reader.allows_console_errors = True
    outcomes = reader.page.evaluate(
        """() => [
            () => { document.createElement('div').innerHTML = '<img src=x>'; },
            () => { document.body.insertAdjacentHTML('beforeend', '<p>x</p>'); },
            () => { document.createElement('script').src = '/viewer/app/document.js'; },
            () => { document.createElement('script').text = 'window.ran = 1'; },
            () => trustedTypes.createPolicy('another', {}),
            () => { document.createElement('div').innerHTML = ''; },
        ].map((attempt) => { try { attempt(); return 'done'; } catch (error) { return error.constructor.name; } })"""
    )
    assert outcomes == ["TypeError"] * 5 + ["done"]
