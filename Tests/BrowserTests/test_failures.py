"""Error messages, and the ways to continue."""

import re

import pytest

from support import TILE

pytestmark = pytest.mark.calm


def failing(reader):
    someone = reader()
    someone.is_forgiving = True
    return someone


@pytest.mark.server("what a host says of a page that is not there is its own")
def test_a_missing_document_is_reported_with_links_to_continue(reader):
    someone = failing(reader)
    someone.page.goto(f"{someone.where('no-such-document')}")
    notice = someone.page.get_by_role("alert")
    someone.page.wait_for_selector("#notice.failure")
    assert "no such document" in notice.inner_text()
    links = [link.get_attribute("href") for link in notice.get_by_role("link").all()]
    assert links == ["/", "/access?to=%2Fdocuments%2Fno-such-document"]
    # There is no button that would do nothing.
    assert someone.page.locator("button:visible").count() == 0


def test_a_server_lost_before_the_document_loads_is_reported_and_can_be_retried(reader):
    someone = failing(reader)
    someone.page.route("**/api/**", lambda route: route.abort())
    someone.page.goto(f"{someone.where()}")
    someone.page.wait_for_selector("#notice.failure")
    notice = someone.page.get_by_role("alert")
    assert "does not answer" in notice.inner_text()
    someone.page.unroute("**/api/**")
    # Probes stay blocked, because the page would also notice by itself.
    someone.page.route("**/api/**", lambda route: route.abort() if route.request.method == "HEAD" else route.fallback())
    notice.get_by_role("button", name="Try again").click()
    someone.page.wait_for_selector("#overlays .clause", state="attached")


def test_a_server_lost_later_is_reported_and_can_be_retried(reader):
    someone = failing(reader).open()
    someone.page.route("**/*", lambda route: route.abort())
    someone.page.locator("#zoom-in").click()
    someone.page.locator("#zoom-in").click()
    someone.page.locator("#zoom-in").click()
    someone.page.wait_for_selector("#notice.remark")
    assert "does not answer" in someone.page.get_by_role("alert").inner_text()
    someone.page.unroute("**/*")
    # Probes stay blocked, because the page would also notice by itself.
    someone.page.route("**/*", lambda route: route.abort() if route.request.method == "HEAD" else route.fallback())
    with someone.page.expect_response(TILE):
        someone.page.get_by_role("button", name="Try again").click()
    assert len(someone.shown) == 64


@pytest.mark.parametrize("part", ["captures", "linked", "glossary", "download", "worksheet"])
def test_a_script_that_fails_to_load_is_reported_and_trying_again_restores_the_page(reader, part):
    someone = failing(reader)
    someone.page.route(f"**/bundles/{part}.js", lambda route: route.abort())
    someone.open()
    if part != "captures":
        someone.page.mouse.click(*someone.point_inside("39"))
        someone.page.wait_for_selector("#panel.open")
    if part == "download":
        someone.page.locator("#panel-body .actions .action", has_text="Download this part").click()
    if part == "worksheet":
        someone.page.locator("#options-button").click()
        someone.page.locator("#options .row button", has_text="Worksheet").click()
    someone.page.wait_for_selector("#notice.remark")
    assert "could not answer this time" in someone.page.get_by_role("alert").inner_text()
    someone.rest()
    place = someone.page.evaluate("location.hash")
    someone.page.unroute(f"**/bundles/{part}.js")
    someone.page.get_by_role("button", name="Try again").click()
    someone.page.wait_for_selector("body.ready")
    someone.rest()
    assert someone.page.evaluate("location.hash") == place
    assert someone.page.locator("#panel.open").count() == (part != "captures")
    assert not someone.page.locator("#notice.remark").count()


def test_reading_is_not_disturbed_when_the_server_returns(reader):
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


def test_a_missing_tile_shows_no_message_and_the_coarser_level_stays(reader):
    someone = failing(reader).open()
    someone.until_tiles_came()
    someone.page.route(re.compile(r"_files/1[0-4]/|/iiif/3/[^/]+/[0-9]"), lambda route: route.fulfill(status=404))
    with someone.page.expect_response(re.compile(r"/api/documents(\?|\.json)")):
        someone.page.locator("#zoom-in").click()
        someone.page.locator("#zoom-in").click()
    someone.until_tiles_came()
    assert not someone.page.locator("#notice.remark").count()
    # The coarser level covers the whole sheet.
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


def test_tiles_that_a_proxy_refused_for_a_while_are_requested_again(reader):
    someone = failing(reader).open()
    someone.until_tiles_came()
    someone.page.route(TILE, lambda route: route.fulfill(status=503))
    with someone.page.expect_response(re.compile(r"/api/documents(\?|\.json)")):
        someone.page.locator("#zoom-in").click()
        someone.page.locator("#zoom-in").click()
    someone.until_tiles_came()
    with someone.page.expect_response(lambda response: TILE.search(response.url) and response.status == 200):
        someone.page.unroute(TILE)


def test_a_server_that_accepts_requests_but_never_responds_is_reported(reader):
    someone = failing(reader).open()
    probes = []
    someone.page.route("**/*", lambda route: probes.append(route) if route.request.method == "HEAD" else route.abort())
    someone.page.locator("#zoom-in").click()
    someone.page.locator("#zoom-in").click()
    someone.page.wait_for_selector("#notice.remark")
    # The page continues to probe.
    with someone.page.expect_request(lambda request: request.method == "HEAD"):
        pass
    someone.page.unroute("**/*")
    someone.until("!document.querySelector('#notice.remark')")


@pytest.mark.server("the clauses of a site come as a whole")
def test_a_server_that_responds_but_refuses_the_data_is_not_reported_as_back(reader):
    someone = failing(reader)
    # Not all clauses have been loaded, so a theme must be fetched.
    refused = re.compile(r"/clauses\?category=(church|all(,|%2C)hidden)")
    someone.page.route(refused, lambda route: route.fulfill(status=503))
    someone.open()
    someone.page.evaluate(
        """() => {
            const live = document.getElementById('live');
            window.said = [];
            new MutationObserver(() => window.said.push(live.textContent)).observe(live, { childList: true });
        }"""
    )
    someone.page.locator("#menu-button").click()
    someone.page.locator("#menu [data-category='church']").click()
    someone.page.wait_for_selector("#notice.remark")
    for _ in range(2):
        with someone.page.expect_response(refused):
            pass
    someone.page.wait_for_selector("#notice.remark")
    assert not [words for words in someone.page.evaluate("window.said") if "answers again" in words]
    someone.page.unroute(refused)
    someone.until("window.said.some((words) => words.includes('answers again'))")
    someone.rest()
    assert len(someone.shown) == someone.get("/api/documents/magna-carta/clauses?category=church")["total"]


def test_a_page_that_failed_to_load_waits_before_it_reloads(reader):
    someone = failing(reader)
    of_document = re.compile(r"/api/documents/[^?]")
    someone.page.route(of_document, lambda route: route.fulfill(status=503))
    with someone.page.expect_response(of_document) as refusal:
        someone.page.goto(f"{someone.where()}")
    with someone.page.expect_navigation(), someone.page.expect_response(lambda one: one.request.method == "HEAD") as probe:
        pass
    assert probe.value.request.timing["startTime"] - refusal.value.request.timing["startTime"] > 2900


def test_an_unknown_clause_in_the_link_is_reported_and_the_sheet_is_shown(reader):
    someone = failing(reader).open("#clause=99")
    assert "99" in someone.page.get_by_role("alert").inner_text()
    assert not someone.is_open("#panel")
    assert len(someone.shown) == 64
    assert "clause" not in someone.fragment


def test_an_unknown_clause_in_the_link_is_also_reported_on_a_later_visit(reader):
    someone = failing(reader).open("#clause=22")
    someone.until("localStorage.getItem('explore').includes('clause=22')")
    someone.open("#clause=99")
    assert "99" in someone.page.get_by_role("alert").inner_text()


def test_an_unknown_theme_in_the_link_is_reported(reader):
    someone = failing(reader).open("#category=unicorns")
    assert "unicorns" in someone.page.get_by_role("alert").inner_text()
    someone.page.locator("#notice button").click()
    assert not someone.page.locator("#notice.remark").count()
