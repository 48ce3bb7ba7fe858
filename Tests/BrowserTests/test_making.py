"""From a photograph to a published document without a file written by hand."""

import json
import pathlib
import sys
import urllib.request
import xml.etree.ElementTree as ElementTree

import pytest

from making import Clause, Maker, Work
from serving import ROOT, Restartable, add

sys.path.append(str(ROOT / "Tests" / "InteroperabilityTests"))
from shared_data import DATA, needs  # noqa: E402

pytestmark = pytest.mark.server("a static site is not edited")

CHARTER = DATA / "charter-auxerre-h2404" / "auxerre-h2404.jpg"
MOST_ACTIONS = 60
LINES_TO_A_CLAUSE = 2


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    library = tmp_path_factory.mktemp("making") / "library"
    add(library, ROOT / "data" / "magna-carta")
    server = Restartable(library, "--edit")
    yield server.address
    server.stop()


def get_json(address: str, path: str) -> dict:
    with urllib.request.urlopen(address + path) as response:
        return json.load(response)


def baselines(path: pathlib.Path) -> list[list[tuple[float, float]]]:
    """The baselines of the lines of writing, as a person sees them, from an ALTO file."""
    lines = []
    for element in ElementTree.parse(path).findall(".//{*}TextLine"):
        numbers = [float(number) for number in element.get("BASELINE", "").replace(",", " ").split()]
        lines.append(list(zip(numbers[::2], numbers[1::2], strict=True)))
    return lines


@needs(CHARTER)
def test_a_photograph_becomes_a_published_document_in_at_most_sixty_actions(new_reader, address):
    # Excludes the words on the seal and on the fold below.
    lines = [line for line in baselines(CHARTER.with_suffix(".xml")) if line[-1][0] - line[0][0] > 1500]
    assert len(lines) == 9
    clauses = []
    for number in range(5):
        first, last = lines[LINES_TO_A_CLAUSE * number], lines[min(len(lines) - 1, LINES_TO_A_CLAUSE * number + 1)]
        texts = {"en": f"This is what clause {number + 1} says.", "fr": f"Voilà ce que dit la clause {number + 1}."}
        # Slightly above the baseline, in the middle of the letters.
        start, end = (first[0][0] + 10, first[0][1] - 12), (last[-1][0] - 10, last[-1][1] - 12)
        clauses.append(Clause(start, end, f"Clause {number + 1}", texts, ["Gifts", "Witnesses"][number % 2]))
    reader = new_reader(1440, 900, has_touch=False)
    maker = Maker(reader.page, address)
    document = maker.make(Work(CHARTER, 3056, "A charter of Auxerre", "la", "fr", ["Gifts", "Witnesses"], clauses))
    assert len(maker.actions) <= MOST_ACTIONS, maker.actions
    about = get_json(address, f"/api/documents/{document}")
    assert about["title"]["en"] == "A charter of Auxerre" and about["languages"] == ["en", "fr"]
    categories = get_json(address, f"/api/documents/{document}/categories")["categories"]
    assert {category["label"]["en"]: category["count"] for category in categories} == {"Gifts": 3, "Witnesses": 2}
    for language in ("en", "fr"):
        made = get_json(address, f"/api/documents/{document}/clauses?lang={language}&include=regions")["clauses"]
        assert [clause["translation"] for clause in made] == [clause.texts[language] for clause in clauses]
        assert all(clause["regions"] for clause in made)
    # The document as readers open it.
    reader.page.goto(f"{address}/documents/{document}")
    reader.page.wait_for_function("() => document.querySelectorAll('#overlays .clause').length === 5")
