"""The page that documents the server's addresses: complete, and usable at every size."""

import json
import urllib.parse
import urllib.request

import pytest

from test_accessibility import CUT_OFF, SMALL, violations

SIZES = [(390, 844), (820, 1180), (1440, 900)]

pytestmark = [pytest.mark.server("the addresses are a server's"), pytest.mark.calm]


def open_docs(reader, fragment: str = ""):
    reader.page.goto(f"{reader.address}/docs{fragment}")
    reader.page.wait_for_selector("body.ready")
    return reader


def operations(reader) -> dict:
    description = json.load(urllib.request.urlopen(f"{reader.address}/openapi.json"))
    return {
        operation["operationId"]: (path if method == "get" else f"{method.upper()} {path}", operation)
        for path, item in description["paths"].items() for method, operation in item.items()
    }


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_axe_finds_no_violations_and_nothing_is_wider_than_the_screen(new_reader, size, scheme):
    reader = open_docs(new_reader(*size, color_scheme=scheme))
    for name in ["listClauses", "listDocuments", "searchAnnotations"]:
        reader.page.locator(f"#{name} > summary").click()
        for fields in reader.page.locator(f"#{name} .inner > summary").all():
            if fields.is_visible():
                fields.click()
    assert violations(reader) == []
    assert [fault for fault in reader.page.evaluate(CUT_OFF) if fault == "the page is wider than the screen"] == []
    buttons = reader.page.evaluate(SMALL)
    assert [name for name in buttons if not name.startswith(("/", "http"))] == []


def test_every_address_is_listed_with_its_parameters(new_reader):
    reader = open_docs(new_reader(1440, 900))
    described = operations(reader)
    assert reader.page.locator(".operation").count() == len(described)
    for name, (path, operation) in described.items():
        entry = reader.page.locator(f"#{name}")
        assert entry.locator("> summary code").text_content() == path
        terms = entry.locator("> div > h4:text-is('Parameters') + dl > div > dt").all_text_contents()
        assert terms == [parameter["name"] for parameter in operation.get("parameters", [])], name


def test_each_example_link_responds_with_the_documented_status(new_reader):
    reader = open_docs(new_reader(1440, 900))
    for name, (path, operation) in operations(reader).items():
        if path.startswith(("POST ", "PUT ", "PATCH ", "DELETE ")):
            assert reader.page.locator(f"#{name} .try").count() == 0
            continue
        address = reader.page.locator(f"#{name} .try a").get_attribute("href")
        request = urllib.request.Request(urllib.parse.urljoin(reader.address, address))
        try:
            status = urllib.request.urlopen(request).status
        except urllib.error.HTTPError as error:
            status = error.code
        # Requests from the server's own machine may read the metrics.
        expected = 200 if address == "/metrics" else operation.get("x-example-status", 200)
        # Operations for editors are refused to readers, except the session and the pages that request it.
        if operation["tags"] == ["Editing"] and name not in ("editorSession", "newDocumentPage", "capturePage"):
            expected = 401
        assert status == expected, address


def test_the_keyboard_opens_an_address_and_the_fragment_names_it(new_reader):
    reader = open_docs(new_reader(820, 1180))
    summary = reader.page.locator("#clausesAt > summary")
    summary.focus()
    reader.page.keyboard.press("Enter")
    reader.page.wait_for_function("() => location.hash === '#clausesAt'")
    assert reader.page.locator("#clausesAt pre").is_visible()
    # A region that scrolls can have the focus.
    reader.page.locator("#clausesAt pre").focus()
    assert reader.page.evaluate("document.activeElement.tagName") == "PRE"


def test_a_link_with_the_fragment_of_an_address_opens_it(new_reader):
    reader = open_docs(new_reader(820, 1180), "#listCategories")
    assert reader.page.locator("#listCategories pre").is_visible()
    assert not reader.page.locator("#clausesAt pre").is_visible()


def test_text_between_backticks_is_shown_as_code(new_reader):
    sheet = open_docs(new_reader(390, 844)).page.locator("body")
    assert sheet.locator("code", has_text="Authorization: Bearer").count() == 1
    assert "`" not in sheet.text_content()
