"""Every state of a document's page, one after another."""

from __future__ import annotations

from collections.abc import Iterator

from support import Reader


def states(reader: Reader) -> Iterator[str]:
    """Brings the page into each state and yields its name."""
    page = reader.page
    click = lambda selector: page.locator(selector).click()  # noqa: E731

    def escape(selector: str) -> None:
        page.keyboard.press("Escape")
        page.wait_for_selector(f"{selector}[open]", state="detached")

    def from_options(button: int, dialog: str) -> None:
        click("#options-button")
        page.wait_for_selector("#options[open]")
        click(f"#options .row button >> nth={button}")
        page.wait_for_selector(f"{dialog}[open]")

    reader.open()
    yield "plain"
    click("#menu-button")
    reader.until_idle()
    yield "menu"
    click("#menu [data-category='hidden-details']")
    reader.until_idle()
    yield "details"
    click("#about-button")
    reader.until_idle()
    yield "about"
    escape("#about")
    click("#options-button")
    page.wait_for_selector("#options[open]")
    reader.until_idle()
    yield "options"
    escape("#options")
    from_options(0, "#share")
    reader.until_idle()
    yield "share"
    escape("#share")
    from_options(4, "#help")
    reader.until_idle()
    yield "help"
    escape("#help")
    click("#list-button")
    reader.until_idle()
    yield "list"
    page.locator("#search").fill("judge")
    reader.until("location.hash.includes('q=judge')")
    reader.until_idle()
    yield "search"
    reader.open("#category=church&clause=22")
    yield "panel"
    reader.open("#clause=39&lang=en,fr")
    reader.until("document.querySelector('.words.second')")
    yield "two languages"
    reader.allows_console_errors = True
    reader.open("#clause=no-such-clause")
    page.wait_for_selector("#notice.remark")
    yield "remark"
    reader.open("#page=2", document="three-pages")
    yield "pages"
    if reader.is_site:
        # A missing page is the host's to report.
        return
    page.goto(f"{reader.document_url('no-such-document')}")
    page.wait_for_selector("#notice.failure")
    yield "failure"
