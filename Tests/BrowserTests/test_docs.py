"""The page that documents the server's addresses: complete, and usable at every size."""

import json
import urllib.parse
import urllib.request

import pytest

from test_accessibility import CUT_OFF, SMALL, violations

SIZES = [(390, 844), (820, 1180), (1440, 900)]

pytestmark = [pytest.mark.server("the addresses are a server's"), pytest.mark.calm]


def opened(someone, fragment: str = ""):
    someone.page.goto(f"{someone.address}/docs{fragment}")
    someone.page.wait_for_selector("body.ready")
    return someone


def operations(someone) -> dict:
    description = json.load(urllib.request.urlopen(f"{someone.address}/openapi.json"))
    return {
        operation["operationId"]: (path if method == "get" else f"{method.upper()} {path}", operation)
        for path, item in description["paths"].items() for method, operation in item.items()
    }


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_axe_finds_no_violations_and_nothing_is_wider_than_the_screen(reader, size, scheme):
    someone = opened(reader(*size, color_scheme=scheme))
    assert violations(someone) == []
    for name in ["listClauses", "listDocuments", "searchAnnotations"]:
        someone.page.locator(f"#{name} > summary").click()
        for fields in someone.page.locator(f"#{name} .inner > summary").all():
            if fields.is_visible():
                fields.click()
    assert violations(someone) == []
    assert [fault for fault in someone.page.evaluate(CUT_OFF) if fault == "the page is wider than the screen"] == []
    buttons = someone.page.evaluate(SMALL)
    assert [name for name in buttons if not name.startswith(("/", "http"))] == []


def test_every_address_is_listed_with_its_parameters(reader):
    someone = opened(reader(1440, 900))
    described = operations(someone)
    assert someone.page.locator(".operation").count() == len(described)
    for name, (path, operation) in described.items():
        entry = someone.page.locator(f"#{name}")
        assert entry.locator("> summary code").text_content() == path
        terms = entry.locator("> div > dl").first.locator("> div > dt").all_text_contents()
        parameters = [parameter["name"] for parameter in operation.get("parameters", [])]
        assert not parameters or terms == parameters


def test_each_example_link_responds_with_the_documented_status(reader):
    someone = opened(reader(1440, 900))
    for name, (path, operation) in operations(someone).items():
        if path.startswith(("POST ", "PUT ", "PATCH ", "DELETE ")):
            assert someone.page.locator(f"#{name} .try").count() == 0
            continue
        address = someone.page.locator(f"#{name} .try a").get_attribute("href")
        request = urllib.request.Request(urllib.parse.urljoin(someone.address, address))
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


def test_the_keyboard_opens_an_address_and_the_fragment_names_it(reader):
    someone = opened(reader(820, 1180))
    summary = someone.page.locator("#clausesAt > summary")
    summary.focus()
    someone.page.keyboard.press("Enter")
    someone.page.wait_for_function("() => location.hash === '#clausesAt'")
    assert someone.page.locator("#clausesAt pre").is_visible()
    # A region that scrolls can have the focus.
    someone.page.locator("#clausesAt pre").focus()
    assert someone.page.evaluate("document.activeElement.tagName") == "PRE"


def test_a_link_with_the_fragment_of_an_address_opens_it(reader):
    someone = opened(reader(820, 1180), "#listCategories")
    assert someone.page.locator("#listCategories pre").is_visible()
    assert not someone.page.locator("#clausesAt pre").is_visible()


def test_text_between_backticks_is_shown_as_code(reader):
    sheet = opened(reader(390, 844)).page.locator("body")
    assert sheet.locator("code", has_text="Authorization: Bearer").count() == 1
    assert "`" not in sheet.text_content()
