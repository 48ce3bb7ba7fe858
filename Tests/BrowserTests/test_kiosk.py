"""Kiosk mode: the page restarts when idle, opens clauses to attract readers, and links to no other site."""

import pytest


def kiosk(reader, seconds=2):
    someone = reader(1180, 820)
    someone.page.goto(someone.where() + f"?kiosk={seconds}")
    someone.page.wait_for_selector("body.ready")
    someone.page.evaluate("(sheet) => { window.sheet = sheet; }", someone.get("/api/documents/magna-carta")["pages"][0])
    return someone


def test_an_idle_kiosk_restarts_and_opens_clauses_until_a_reader_clicks(reader):
    someone = kiosk(reader)
    someone.page.select_option("#language", "fr")
    someone.until("document.documentElement.lang === 'fr'")
    someone.page.evaluate("window.isOld = true")
    # After two seconds.
    someone.until("!window.isOld && document.body.classList.contains('ready')")
    someone.page.wait_for_selector("#panel.open")
    assert someone.page.get_attribute("html", "lang") == "en"
    first = someone.fragment["clause"]
    someone.until(f"!location.hash.endsWith('clause={first}')")
    someone.page.mouse.click(5, 400)
    someone.until("!document.querySelector('#panel.open')")
    stored = someone.page.evaluate("localStorage.getItem('explore') ?? ''")
    assert "history" not in stored and "places" not in stored


def test_a_kiosk_has_no_external_links_and_larger_text(reader):
    usual = reader(1180, 820).open()
    size = "parseFloat(getComputedStyle(document.getElementById('title')).fontSize)"
    someone = kiosk(reader)
    assert someone.page.evaluate(size) > 1.1 * usual.page.evaluate(size)
    someone.page.locator("#about-button").click()
    someone.until("document.getElementById('about').open")
    rights = someone.get("/api/documents/magna-carta")["rights"]
    assert rights.startswith("http")
    links = someone.page.eval_on_selector_all("#about a", "(all) => all.map((one) => [one.origin, one.target])")
    origin = someone.page.evaluate("location.origin")
    assert links == [[origin, ""]]
    assert usual.page.locator("#about a[target='_blank']").count()


def test_a_kiosk_keeps_its_larger_text_when_other_options_change(reader):
    someone = kiosk(reader, 90)
    assert someone.page.get_attribute("html", "data-text-size") == "large"
    someone.page.locator("#options-button").click()
    someone.page.select_option("#appearance", "dark")
    assert someone.page.get_attribute("html", "data-appearance") == "dark"
    assert someone.page.get_attribute("html", "data-text-size") == "large"
    someone.page.select_option("#text-size", "larger")
    assert someone.page.get_attribute("html", "data-text-size") == "larger"


def test_attracting_readers_keeps_the_hints_and_adds_no_history(reader):
    someone = reader(1180, 820, is_new=True)
    someone.page.goto(someone.where() + "?kiosk=2")
    someone.page.wait_for_selector("body.ready")
    someone.page.wait_for_selector("#panel.open")
    first, steps = someone.page.evaluate("[location.hash.split('&')[0], history.length]")
    someone.until(f"!location.hash.startsWith('{first}')")
    assert someone.page.evaluate("history.length") == steps
    assert someone.page.locator("#welcome").count() == 1
    # A reader zooms out and keeps touching, so that the page does not restart while the panel closes on a slow machine. A click
    # could open another clause.
    someone.page.mouse.move(200, 400)
    someone.page.mouse.wheel(0, 100)
    someone.page.evaluate("void setInterval(() => dispatchEvent(new Event('input')), 200)")
    someone.until("!document.querySelector('#panel.open') && !document.getElementById('welcome')")


@pytest.mark.server("tokens")
def test_a_kiosk_does_not_lead_to_the_sign_in_page(reader):
    someone = kiosk(reader)
    someone.page.goto(someone.library)
    someone.page.wait_for_selector("body.ready")
    someone.until("document.documentElement.dataset.kiosk === ''")
    someone.until("document.querySelectorAll('#documents li').length > 0")
    assert someone.page.locator("a[href*='access']").count() == 0
    # From the sign-in page and from a missing document, the kiosk restarts.
    someone.is_forgiving = True
    someone.page.goto(someone.address + "/access")
    someone.page.wait_for_selector("body.ready")
    someone.page.wait_for_url(someone.library)
    someone.page.goto(someone.where("no-such-document"))
    someone.page.wait_for_selector("#notice.failure")
    someone.until("!document.querySelector('a[href*=access]')")
    with someone.page.expect_navigation():
        someone.page.mouse.click(5, 400)


def test_a_kiosk_restarts_without_session_storage(reader):
    someone = reader(1180, 820)
    someone.page.add_init_script(
        "Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('no', 'SecurityError'); } });"
    )
    someone.page.goto(someone.where() + "?kiosk=2")
    someone.page.wait_for_selector("body.ready")
    someone.page.evaluate("window.isOld = true")
    someone.until("!window.isOld && document.body.classList.contains('ready')")
    assert someone.page.evaluate("document.documentElement.dataset.kiosk") == ""


@pytest.mark.server("its setting")
def test_the_kiosk_option_of_the_server_puts_pages_in_kiosk_mode(tmp_path, reader):
    import subprocess

    from serving import ROOT, add, binary, end, free_port, wait_until_ready

    add(tmp_path / "library", ROOT / "data" / "magna-carta")
    command = [binary(), "serve", "--library", tmp_path / "library", "--port", str(free_port()), "--kiosk", "30"]
    log = tmp_path / "log"
    with open(log, "w") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output)
    try:
        someone = reader(1180, 820)
        someone.address = wait_until_ready(process, log)
        someone.page.goto(someone.address + "/documents/magna-carta#clause=39")
        someone.page.wait_for_selector("body.ready")
        assert someone.page.evaluate("[location.search, location.hash]") == ["?kiosk=30", "#clause=39"]
        assert someone.page.evaluate("document.documentElement.dataset.kiosk") == ""
    finally:
        end(process)
