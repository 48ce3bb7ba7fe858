"""Every state of a document's page, one after another."""

from __future__ import annotations

from collections.abc import Iterator

from support import Reader


def states(someone: Reader) -> Iterator[str]:
    """Brings the page into each state and yields its name."""
    page = someone.page
    click = lambda selector: page.locator(selector).click()  # noqa: E731

    def escape(selector: str) -> None:
        page.keyboard.press("Escape")
        page.wait_for_selector(f"{selector}[open]", state="detached")

    def from_options(button: int, dialog: str) -> None:
        click("#options-button")
        page.wait_for_selector("#options[open]")
        click(f"#options .row button >> nth={button}")
        page.wait_for_selector(f"{dialog}[open]")

    someone.open()
    yield "plain"
    click("#menu-button")
    someone.rest()
    yield "menu"
    click("#menu [data-category='hidden-details']")
    someone.rest()
    yield "details"
    click("#about-button")
    someone.rest()
    yield "about"
    escape("#about")
    click("#options-button")
    page.wait_for_selector("#options[open]")
    someone.rest()
    yield "options"
    escape("#options")
    from_options(0, "#share")
    someone.rest()
    yield "share"
    escape("#share")
    from_options(4, "#help")
    someone.rest()
    yield "help"
    escape("#help")
    click("#list-button")
    someone.rest()
    yield "list"
    page.locator("#search").fill("judge")
    someone.until("location.hash.includes('q=judge')")
    someone.rest()
    yield "search"
    someone.open("#category=church&clause=22")
    yield "panel"
    someone.open("#clause=39&lang=en,fr")
    someone.until("document.querySelector('.words.second')")
    yield "two languages"
    someone.is_forgiving = True
    someone.open("#clause=no-such-clause")
    page.wait_for_selector("#notice.remark")
    yield "remark"
    someone.open("#page=2", document="three-pages")
    yield "pages"
    if someone.is_site:
        # A missing page is the host's to report.
        return
    page.goto(f"{someone.where('no-such-document')}")
    page.wait_for_selector("#notice.failure")
    yield "failure"
