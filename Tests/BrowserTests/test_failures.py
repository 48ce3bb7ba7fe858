"""Error messages, and the ways to continue."""

import re

import pytest

from support import TILE

pytestmark = pytest.mark.calm


def forgiving_reader(new_reader):
    reader = new_reader()
    reader.allows_console_errors = True
    return reader


def overlap(reader, one, other):
    a, b = (reader.page.locator(selector).bounding_box() for selector in (one, other))
    return (
        a["x"] < b["x"] + b["width"] and b["x"] < a["x"] + a["width"]
        and a["y"] < b["y"] + b["height"] and b["y"] < a["y"] + a["height"]
    )  # fmt: skip


@pytest.mark.parametrize(("size", "locale"), [((390, 844), "en"), ((844, 390), "en"), ((1280, 800), "ar")], ids=str)
def test_a_notice_covers_neither_the_filter_nor_the_panel(new_reader, size, locale):
    reader = new_reader(*size, locale=locale)
    reader.allows_console_errors = True
    reader.open("#category=no-such-theme")
    reader.page.wait_for_selector("#notice.remark")
    assert not overlap(reader, "#notice", "#filter")
    reader.page.evaluate("location.hash = '#category=nor-this-one&clause=39'")
    reader.page.wait_for_selector("#panel.open")
    reader.page.locator("#notice", has_text="nor-this-one").wait_for()
    reader.until_idle()
    assert not overlap(reader, "#notice", "#panel")
    if reader.page.locator("#panel-size").is_visible():
        reader.page.locator("#panel-size").click()
        reader.page.wait_for_selector("#panel.tall")
        reader.until_idle()
        assert not overlap(reader, "#notice", "#panel")


@pytest.mark.server("what a host says of a page that is not there is its own")
def test_a_missing_document_is_reported_with_links_to_continue(new_reader):
    reader = forgiving_reader(new_reader)
    # With a token, the reader returns to the version that was asked for.
    reader.page.goto(f"{reader.document_url('no-such-document')}?version=2")
    notice = reader.page.get_by_role("alert")
    reader.page.wait_for_selector("#notice.failure")
    assert "Document not found" in notice.inner_text()
    links = [link.get_attribute("href") for link in notice.get_by_role("link").all()]
    assert links == ["/", "/access?to=%2Fdocuments%2Fno-such-document%3Fversion%3D2"]
    # There is no button that would do nothing.
    assert reader.page.locator("button:visible").count() == 0


def test_a_server_lost_before_the_document_loads_is_reported_and_can_be_retried(new_reader):
    reader = forgiving_reader(new_reader)
    reader.page.route("**/api/**", lambda route: route.abort())
    reader.page.goto(f"{reader.document_url()}")
    reader.page.wait_for_selector("#notice.failure")
    notice = reader.page.get_by_role("alert")
    assert "is not responding" in notice.inner_text()
    reader.page.unroute("**/api/**")
    # Probes stay blocked, because the page would also notice by itself.
    reader.page.route("**/api/**", lambda route: route.abort() if route.request.method == "HEAD" else route.fallback())
    notice.get_by_role("button", name="Try again").click()
    reader.page.wait_for_selector("#overlays .clause", state="attached")


def test_a_server_lost_later_is_reported_and_can_be_retried(new_reader):
    reader = forgiving_reader(new_reader).open()
    is_lost = True
    # Probes stay blocked, because the page would also notice by itself.
    reader.page.route("**/*", lambda route: route.abort() if is_lost or route.request.method == "HEAD" else route.fallback())
    reader.page.locator("#zoom-in").click()
    reader.page.locator("#zoom-in").click()
    reader.page.locator("#zoom-in").click()
    reader.page.wait_for_selector("#notice.remark")
    assert "is not responding" in reader.page.get_by_role("alert").inner_text()
    # A tile that is requested after that succeeds, which removes the notice.
    reader.until_tiles_loaded()
    is_lost = False
    with reader.page.expect_response(TILE):
        reader.page.get_by_role("button", name="Try again").click()
    assert len(reader.shown) == 64


@pytest.mark.parametrize("part", ["captures", "linked", "glossary", "download", "worksheet"])
def test_a_script_that_fails_to_load_is_reported_and_trying_again_restores_the_page(new_reader, part):
    reader = forgiving_reader(new_reader)
    reader.page.route(f"**/bundles/{part}.js", lambda route: route.abort())
    reader.open()
    if part != "captures":
        reader.page.mouse.click(*reader.point_inside("39"))
        reader.page.wait_for_selector("#panel.open")
    if part == "download":
        reader.page.locator("#panel-body .actions .action", has_text="Download this part").click()
    if part == "worksheet":
        reader.page.locator("#options-button").click()
        reader.page.locator("#options .row button", has_text="Worksheet").click()
    reader.page.wait_for_selector("#notice.remark")
    assert "could not process this request" in reader.page.get_by_role("alert").inner_text()
    reader.until_idle()
    place = reader.page.evaluate("location.hash")
    reader.page.unroute(f"**/bundles/{part}.js")
    reader.page.get_by_role("button", name="Try again").click()
    reader.page.wait_for_selector("body.ready")
    reader.until_idle()
    assert reader.page.evaluate("location.hash") == place
    assert reader.page.locator("#panel.open").count() == (part != "captures")
    assert not reader.page.locator("#notice.remark").count()


def test_reading_is_not_disturbed_when_the_server_returns(new_reader):
    reader = forgiving_reader(new_reader).open("#clause=39")
    reader.page.locator("#panel-body summary").click()
    body = "document.getElementById('panel-body')"
    reader.page.evaluate(f"{body}.scrollTop = 60")
    assert reader.page.evaluate(f"{body}.scrollTop") == 60
    reader.page.route("**/*", lambda route: route.abort())
    reader.pinch(80, 360, middle=(400, 300))
    reader.page.wait_for_selector("#notice.remark")
    reader.page.locator("#title").evaluate("(title) => Object.assign(title, { tabIndex: -1 }).focus()")
    reader.page.unroute("**/*")
    reader.until("!document.querySelector('#notice.remark')")
    reader.until_idle()
    assert reader.page.evaluate(f"{body}.scrollTop") == 60
    assert reader.page.locator("#panel-body details").get_attribute("open") is not None
    assert reader.page.evaluate("document.activeElement.id") == "title"
    assert reader.page.locator("#panel-body .actions").count() == 1


def test_a_missing_tile_shows_no_message_and_the_coarser_level_stays(new_reader):
    reader = forgiving_reader(new_reader).open()
    reader.until_tiles_loaded()
    reader.page.route(re.compile(r"_files/1[0-4]/|/iiif/3/[^/]+/[0-9]"), lambda route: route.fulfill(status=404))
    with reader.page.expect_response(re.compile(r"/api/documents(\?|\.json)")):
        reader.page.locator("#zoom-in").click()
        reader.page.locator("#zoom-in").click()
    reader.until_tiles_loaded()
    assert not reader.page.locator("#notice.remark").count()
    # The coarser level covers the whole sheet.
    bare = reader.page.evaluate(
        """() => {
            const canvas = document.querySelector('#tiles canvas');
            const context = canvas.getContext('2d');
            const parts = [0.1, 0.3, 0.5, 0.7, 0.9];
            const at = (x, y) => context.getImageData(canvas.width * x, canvas.height * y, 1, 1).data[3];
            return parts.flatMap((x) => parts.map((y) => at(x, y))).filter((alpha) => alpha !== 255).length;
        }"""
    )
    assert bare == 0


def test_tiles_that_a_proxy_refused_for_a_while_are_requested_again(new_reader):
    reader = forgiving_reader(new_reader).open()
    reader.until_tiles_loaded()
    reader.page.route(TILE, lambda route: route.fulfill(status=503))
    with reader.page.expect_response(re.compile(r"/api/documents(\?|\.json)")):
        reader.page.locator("#zoom-in").click()
        reader.page.locator("#zoom-in").click()
    reader.until_tiles_loaded()
    with reader.page.expect_response(lambda response: TILE.search(response.url) and response.status == 200):
        reader.page.unroute(TILE)


def test_a_server_that_accepts_requests_but_never_responds_is_reported(new_reader):
    reader = forgiving_reader(new_reader).open()
    probes = []
    reader.page.route("**/*", lambda route: probes.append(route) if route.request.method == "HEAD" else route.abort())
    reader.page.locator("#zoom-in").click()
    reader.page.locator("#zoom-in").click()
    reader.page.wait_for_selector("#notice.remark")
    # The page continues to probe.
    with reader.page.expect_request(lambda request: request.method == "HEAD"):
        pass
    reader.page.unroute("**/*")
    reader.until("!document.querySelector('#notice.remark')")


@pytest.mark.server("the clauses of a site come as a whole")
def test_a_server_that_responds_but_refuses_the_data_is_not_reported_as_back(new_reader):
    reader = forgiving_reader(new_reader)
    # Not all clauses have been loaded, so a theme must be fetched.
    refused = re.compile(r"/clauses\?category=(church|all(,|%2C)hidden)")
    reader.page.route(refused, lambda route: route.fulfill(status=503))
    reader.open()
    reader.page.evaluate(
        """() => {
            const live = document.getElementById('live');
            window.said = [];
            new MutationObserver(() => window.said.push(live.textContent)).observe(live, { childList: true });
        }"""
    )
    reader.page.locator("#menu-button").click()
    reader.page.locator("#menu [data-category='church']").click()
    reader.page.wait_for_selector("#notice.remark")
    for _ in range(2):
        with reader.page.expect_response(refused):
            pass
    reader.page.wait_for_selector("#notice.remark")
    assert not [words for words in reader.page.evaluate("window.said") if "responding again" in words]
    reader.page.unroute(refused)
    reader.until("window.said.some((words) => words.includes('responding again'))")
    reader.until_idle()
    assert len(reader.shown) == reader.get("/api/documents/magna-carta/clauses?category=church")["total"]


def test_a_page_that_failed_to_load_waits_before_it_reloads(new_reader):
    reader = forgiving_reader(new_reader)
    of_document = re.compile(r"/api/documents/[^?]")
    reader.page.route(of_document, lambda route: route.fulfill(status=503))
    with reader.page.expect_response(of_document) as refusal:
        reader.page.goto(f"{reader.document_url()}")
    with reader.page.expect_navigation(), reader.page.expect_response(lambda one: one.request.method == "HEAD") as probe:
        pass
    assert probe.value.request.timing["startTime"] - refusal.value.request.timing["startTime"] > 2900


def test_an_unknown_clause_in_the_link_is_reported_and_the_sheet_is_shown(new_reader):
    reader = forgiving_reader(new_reader).open("#clause=99")
    assert "99" in reader.page.get_by_role("alert").inner_text()
    assert not reader.is_open("#panel")
    assert len(reader.shown) == 64
    assert "clause" not in reader.fragment


def test_an_unknown_clause_in_the_link_is_also_reported_on_a_later_visit(new_reader):
    reader = forgiving_reader(new_reader).open("#clause=22")
    reader.until("localStorage.getItem('explore').includes('clause=22')")
    reader.open("#clause=99")
    assert "99" in reader.page.get_by_role("alert").inner_text()


def test_an_unknown_theme_in_the_link_is_reported(new_reader):
    reader = forgiving_reader(new_reader).open("#category=unicorns")
    assert "unicorns" in reader.page.get_by_role("alert").inner_text()
    reader.page.locator("#notice button").click()
    assert not reader.page.locator("#notice.remark").count()
