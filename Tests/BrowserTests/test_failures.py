"""Failures in words, with a way on."""

import re

import pytest

from support import TILE


def failing(reader):
    someone = reader()
    someone.is_forgiving = True
    return someone


@pytest.mark.server("what a host says of a page that is not there is its own")
def test_a_document_that_is_not_there(reader):
    someone = failing(reader)
    someone.page.goto(f"{someone.where('no-such-document')}")
    notice = someone.page.get_by_role("alert")
    someone.page.wait_for_selector("#notice.failure")
    assert "no such document" in notice.inner_text()
    links = [link.get_attribute("href") for link in notice.get_by_role("link").all()]
    assert links == ["/", "/access?to=%2Fdocuments%2Fno-such-document"]
    # Nothing to press that would do nothing.
    assert someone.page.locator("button:visible").count() == 0


def test_a_server_that_is_gone_before_the_document_came(reader):
    someone = failing(reader)
    someone.page.route("**/api/**", lambda route: route.abort())
    someone.page.goto(f"{someone.where()}")
    someone.page.wait_for_selector("#notice.failure")
    notice = someone.page.get_by_role("alert")
    assert "does not answer" in notice.inner_text()
    someone.page.unroute("**/api/**")
    # It would notice by itself, too.
    someone.page.route("**/api/**", lambda route: route.abort() if route.request.method == "HEAD" else route.fallback())
    notice.get_by_role("button", name="Try again").click()
    someone.page.wait_for_selector("#overlays .clause", state="attached")


def test_a_server_that_is_gone_later(reader):
    someone = failing(reader).open()
    someone.page.route("**/*", lambda route: route.abort())
    someone.page.locator("#zoom-in").click()
    someone.page.locator("#zoom-in").click()
    someone.page.locator("#zoom-in").click()
    someone.page.wait_for_selector("#notice.remark")
    assert "does not answer" in someone.page.get_by_role("alert").inner_text()
    someone.page.unroute("**/*")
    # It would notice by itself, too.
    someone.page.route("**/*", lambda route: route.abort() if route.request.method == "HEAD" else route.fallback())
    with someone.page.expect_response(TILE):
        someone.page.get_by_role("button", name="Try again").click()
    assert len(someone.shown) == 64


def test_whoever_reads_while_the_server_comes_back_is_not_disturbed(reader):
    someone = failing(reader).open("#clause=39")
    someone.page.locator("#panel-body summary").click()
    body = "document.getElementById('panel-body')"
    someone.page.evaluate(f"{body}.scrollTop = 60")
    assert someone.page.evaluate(f"{body}.scrollTop") == 60
    someone.page.route("**/*", lambda route: route.abort())
    someone.pinch(80, 360, middle=(400, 300))
    someone.page.wait_for_selector("#notice.remark")
    someone.page.locator("#title").evaluate("(title) => Object.assign(title, { tabIndex: -1 }).focus()")
    someone.page.unroute("**/*")
    someone.until("!document.querySelector('#notice.remark')")
    someone.rest()
    assert someone.page.evaluate(f"{body}.scrollTop") == 60
    assert someone.page.locator("#panel-body details").get_attribute("open") is not None
    assert someone.page.evaluate("document.activeElement.id") == "title"
    assert someone.page.locator("#panel-body .actions").count() == 1


def test_a_missing_tile_is_no_reason_for_words(reader):
    someone = failing(reader).open()
    someone.until_tiles_came()
    someone.page.route(re.compile(r"_files/1[0-4]/|/iiif/3/[^/]+/[0-9]"), lambda route: route.fulfill(status=404))
    with someone.page.expect_response(re.compile(r"/api/documents(\?|\.json)")):
        someone.page.locator("#zoom-in").click()
        someone.page.locator("#zoom-in").click()
    someone.until_tiles_came()
    assert not someone.page.locator("#notice.remark").count()
    # The coarser level stays, all over the sheet.
    bare = someone.page.evaluate(
        """() => {
            const canvas = document.querySelector('#tiles canvas');
            const context = canvas.getContext('2d');
            const parts = [0.1, 0.3, 0.5, 0.7, 0.9];
            const at = (x, y) => context.getImageData(canvas.width * x, canvas.height * y, 1, 1).data[3];
            return parts.flatMap((x) => parts.map((y) => at(x, y))).filter((alpha) => alpha !== 255).length;
        }"""
    )
    assert bare == 0


def test_an_unknown_clause_in_the_link(reader):
    someone = failing(reader).open("#clause=99")
    assert "99" in someone.page.get_by_role("alert").inner_text()
    assert not someone.is_open("#panel")
    assert len(someone.shown) == 64
    assert "clause" not in someone.fragment


def test_an_unknown_clause_in_the_link_is_said_also_to_a_reader_who_was_here_before(reader):
    someone = failing(reader).open("#clause=22")
    someone.until("localStorage.getItem('explore').includes('clause=22')")
    someone.open("#clause=99")
    assert "99" in someone.page.get_by_role("alert").inner_text()


def test_an_unknown_theme_in_the_link(reader):
    someone = failing(reader).open("#category=unicorns")
    assert "unicorns" in someone.page.get_by_role("alert").inner_text()
    someone.page.locator("#notice button").click()
    assert not someone.page.locator("#notice.remark").count()
