"""Kiosk mode: the page restarts when idle, opens clauses to attract readers, and links to no other site."""

import pytest

from serving import ROOT, add


def open_kiosk(new_reader, seconds=2):
    reader = new_reader(1180, 820)
    reader.page.goto(reader.document_url() + f"?kiosk={seconds}")
    reader.page.wait_for_selector("body.ready")
    reader.page.evaluate("(sheet) => { window.sheet = sheet; }", reader.get("/api/documents/magna-carta")["pages"][0])
    return reader


def test_an_idle_kiosk_restarts_and_opens_clauses_until_a_reader_clicks(new_reader):
    reader = open_kiosk(new_reader)
    reader.page.select_option("#language", "fr")
    reader.until("document.documentElement.lang === 'fr'")
    reader.page.evaluate("window.isOld = true")
    # After two seconds.
    reader.until("!window.isOld && document.body.classList.contains('ready')")
    reader.page.wait_for_selector("#panel.open")
    assert reader.page.get_attribute("html", "lang") == "en"
    first = reader.fragment["clause"]
    reader.until(f"!location.hash.endsWith('clause={first}')")
    # An idle kiosk soon restarts and opens clauses again; the window keeps its name.
    reader.page.evaluate(
        """() => new MutationObserver(() => {
            if (!document.querySelector('#panel.open')) window.name = 'closed';
        }).observe(document.body, { attributes: true, subtree: true })"""
    )
    reader.page.mouse.click(5, 400)
    reader.until("window.name === 'closed'")
    stored = reader.page.evaluate("localStorage.getItem('explore') ?? ''")
    assert "history" not in stored and "places" not in stored


def test_a_kiosk_has_no_external_links_and_larger_text(new_reader):
    usual = new_reader(1180, 820).open()
    size = "parseFloat(getComputedStyle(document.getElementById('title')).fontSize)"
    reader = open_kiosk(new_reader)
    assert reader.page.evaluate(size) > 1.1 * usual.page.evaluate(size)
    reader.page.locator("#about-button").click()
    reader.until("document.getElementById('about').open")
    rights = reader.get("/api/documents/magna-carta")["rights"]
    assert rights.startswith("http")
    links = reader.page.eval_on_selector_all("#about a", "(all) => all.map((one) => [one.origin, one.target])")
    origin = reader.page.evaluate("location.origin")
    assert links == [[origin, ""]]
    assert usual.page.locator("#about a[target='_blank']").count()


def test_a_kiosk_keeps_its_larger_text_when_other_options_change(new_reader):
    reader = open_kiosk(new_reader, 90)
    assert reader.page.get_attribute("html", "data-text-size") == "large"
    reader.page.locator("#options-button").click()
    reader.page.select_option("#appearance", "dark")
    assert reader.page.get_attribute("html", "data-appearance") == "dark"
    assert reader.page.get_attribute("html", "data-text-size") == "large"
    reader.page.select_option("#text-size", "larger")
    assert reader.page.get_attribute("html", "data-text-size") == "larger"


def test_attracting_readers_keeps_the_hints_and_adds_no_history(new_reader):
    reader = new_reader(1180, 820, is_new=True)
    reader.page.goto(reader.document_url() + "?kiosk=2")
    reader.page.wait_for_selector("body.ready")
    reader.page.wait_for_selector("#panel.open")
    first, steps = reader.page.evaluate("[location.hash.split('&')[0], history.length]")
    reader.until(f"!location.hash.startsWith('{first}')")
    assert reader.page.evaluate("history.length") == steps
    assert reader.page.locator("#welcome").count() == 1
    # A reader zooms out and keeps touching, so that the page does not restart while the panel closes on a slow machine. A click
    # could open another clause.
    reader.page.mouse.move(200, 400)
    reader.page.mouse.wheel(0, 100)
    reader.page.evaluate("void setInterval(() => dispatchEvent(new Event('input')), 200)")
    reader.until("!document.querySelector('#panel.open') && !document.getElementById('welcome')")


@pytest.mark.server("tokens")
def test_a_kiosk_does_not_lead_to_the_sign_in_page(new_reader):
    reader = open_kiosk(new_reader)
    reader.page.goto(reader.library)
    reader.page.wait_for_selector("body.ready")
    reader.until("document.documentElement.dataset.kiosk === ''")
    reader.until("document.querySelectorAll('#documents li').length > 0")
    assert reader.page.locator("a[href*='access']").count() == 0
    # From the sign-in page and from a missing document, the kiosk restarts.
    reader.allows_console_errors = True
    reader.page.goto(reader.address + "/access")
    reader.page.wait_for_selector("body.ready")
    reader.page.wait_for_url(reader.library)
    reader.page.goto(reader.document_url("no-such-document"))
    reader.page.wait_for_selector("#notice.failure")
    reader.until("!document.querySelector('a[href*=access]')")
    with reader.page.expect_navigation():
        reader.page.mouse.click(5, 400)


def test_two_pages_side_by_side_restart_as_one(new_reader):
    reader = new_reader(1180, 820)
    reader.page.goto(reader.document_url() + "?compare&kiosk=2")
    reader.page.wait_for_selector("iframe.side")
    # After two seconds.
    reader.until("!location.search.includes('compare') && document.body.classList.contains('ready')")
    reader.page.wait_for_selector("#panel.open")
    assert reader.page.locator("iframe").count() == 0


def test_a_kiosk_restarts_without_session_storage(new_reader):
    reader = new_reader(1180, 820)
    reader.page.add_init_script(
        "Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('no', 'SecurityError'); } });"
    )
    reader.page.goto(reader.document_url() + "?kiosk=2")
    reader.page.wait_for_selector("body.ready")
    reader.page.evaluate("window.isOld = true")
    reader.until("!window.isOld && document.body.classList.contains('ready')")
    assert reader.page.evaluate("document.documentElement.dataset.kiosk") == ""


@pytest.mark.server("its setting")
def test_the_kiosk_option_of_the_server_puts_pages_in_kiosk_mode(tmp_path, new_reader, serve):
    add(tmp_path / "library", ROOT / "data" / "magna-carta")
    reader = new_reader(1180, 820)
    reader.address = serve(tmp_path / "library", "--kiosk", 30)
    reader.page.goto(reader.address + "/documents/magna-carta#clause=39")
    reader.page.wait_for_selector("body.ready")
    assert reader.page.evaluate("[location.search, location.hash]") == ["?kiosk=30", "#clause=39"]
    assert reader.page.evaluate("document.documentElement.dataset.kiosk") == ""
