"""Nobody left out: axe-core in every state, the accessibility tree, reduced motion, large text."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from support import VIEW

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


def violations(someone) -> list:
    found = Axe().run(someone.page, options=RULES).response["violations"]
    return [(violation["id"], [node["target"] for node in violation["nodes"]]) for violation in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(390, 844), (1180, 820)], ids=str)
def test_axe_finds_nothing_in_any_state(reader, size, scheme):
    someone = reader(*size, color_scheme=scheme).open()
    click = lambda selector: someone.page.locator(selector).click()  # noqa: E731
    escape = lambda: someone.page.keyboard.press("Escape")  # noqa: E731
    found = {}

    def look(state):
        someone.rest()
        found[state] = violations(someone)

    look("plain")
    click("#menu-button")
    look("menu")
    click("#menu [data-category='hidden-details']")
    look("details")
    click("#about-button")
    look("about")
    escape()
    click("#options-button")
    look("options")
    click("#options .row button >> nth=0")
    look("share")
    escape()
    click("#options-button")
    click("#options .row button >> nth=2")
    look("help")
    escape()
    someone.tap(someone.point_inside("seal-marks"))
    someone.until("document.querySelector('#panel.open')")
    look("panel")
    someone.page.evaluate("location.hash = '#clause=39&lang=en,fr'")
    someone.until("document.querySelector('.words.second')")
    look("two languages")
    someone.page.evaluate("location.hash = '#clause=no-such-clause'")
    someone.page.wait_for_selector("#notice.remark")
    someone.is_forgiving = True
    look("remark")
    assert found == {state: [] for state in found}


def test_a_screen_reader_hears_title_filter_and_each_clause(reader):
    someone = reader(1180, 820).open("#category=church")
    assert someone.page.get_by_role("heading", level=1).inner_text().startswith("Magna Carta")
    group = someone.page.get_by_role("group", name="6 clauses")
    clauses = someone.get("/api/documents/magna-carta/clauses?category=church")["clauses"]
    for clause in clauses:
        name = f"Clause {clause['number']}: {clause['title']}"
        assert group.get_by_role("button", name=name, exact=True).count() == 1
    assert group.get_by_role("button").count() == 6


def test_the_menu_s_entries_say_their_counts_and_which_one_is_chosen(reader):
    someone = reader(1180, 820).open("#category=church")
    someone.page.locator("#menu-button").click()
    entry = someone.page.get_by_role("navigation", name="Themes").get_by_role("button", name="6 clauses")
    assert entry.first.get_attribute("aria-current") == "true"


def test_what_lies_behind_the_menu_cannot_be_reached(reader):
    someone = reader(1180, 820).open()
    someone.page.locator("#menu-button").click()
    assert someone.page.evaluate("document.getElementById('main').inert")
    someone.page.locator("#menu-button").click()
    assert not someone.page.evaluate("document.getElementById('main').inert")


def test_about_is_one_touch_away_and_names_holder_rights_and_translators(reader):
    someone = reader(390, 844).open()
    about = someone.get("/api/documents/magna-carta")
    button = someone.page.locator("#about-button").bounding_box()
    someone.tap((button["x"] + 20, button["y"] + 20))
    someone.until("document.getElementById('about').open")
    text = someone.page.locator("#about").inner_text()
    for words in [about["holder"]["en"], about["shelfmark"], about["date"]["en"], about["attribution"]["en"],
                  *about["credits"].values(), "Font Awesome"]:  # fmt: skip
        assert words in text
    assert someone.page.locator("#about a[rel~='license']").get_attribute("href") == about["rights"]
    someone.page.keyboard.press("Escape")
    someone.until("document.activeElement.id === 'about-button'")


def test_with_reduced_motion_nothing_moves_for_longer_than_a_frame(reader):
    someone = reader(820, 1180, reduced_motion="reduce").open()
    point = someone.point_inside("61")
    someone.page.evaluate(
        """() => {
            const seen = window.places = [];
            const look = () => {
                seen.push(VIEW.map((value) => value.toFixed(2)).join());
                requestAnimationFrame(look);
            };
            look();
        }""".replace("VIEW", VIEW)
    )
    someone.tap(point)
    someone.until("document.querySelector('#panel.open')")
    someone.rest()
    someone.page.locator("#panel-close").click()
    someone.rest()
    someone.page.locator("#zoom-in").click()
    someone.rest()
    someone.swipe((400, 500), (300, 450), steps=4)
    dragged = someone.view
    someone.rest()
    assert (someone.view.x, someone.view.y) == pytest.approx((dragged.x, dragged.y), abs=1e-3)
    # Whole, beside the panel, whole again, enlarged, and one for each step of the finger.
    assert len(set(someone.page.evaluate("window.places"))) <= 4 + 5
    longest = someone.page.evaluate(
        """() => Math.max(...[...document.querySelectorAll('body, body *')].flatMap((element) => {
            const style = getComputedStyle(element);
            return [...style.transitionDuration.split(','), ...style.animationDuration.split(',')].map(parseFloat);
        }))"""
    )
    assert longest <= 0.002


def test_with_motion_the_sheet_glides(reader):
    someone = reader(820, 1180).open()
    someone.watch()
    someone.page.locator("#zoom-in").click()
    someone.page.wait_for_function("() => window.seen.frames > 3")
    someone.rest()
    assert someone.view.scale > someone.seen["smallest"]


@pytest.mark.parametrize("size", [(390, 844), (1180, 820)], ids=str)
def test_text_at_twice_the_size_does_not_break_the_page(reader, size):
    someone = reader(*size).open("#clause=39")
    someone.page.evaluate("document.documentElement.style.fontSize = '237%'")
    someone.rest()
    for selector in ["#menu-button", "#about-button", "#panel-close"]:
        box = someone.page.locator(selector).bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= size[0] + 1
        assert box["y"] >= 0 and box["y"] + box["height"] <= size[1] + 1
    assert someone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_forced_colours_keep_icons_and_clauses(reader):
    someone = reader(1180, 820, forced_colors="active").open()
    icon = someone.page.locator("#zoom-in .icon")
    assert icon.evaluate("(icon) => getComputedStyle(icon).backgroundColor") != "rgba(0, 0, 0, 0)"
    assert len(someone.shown) == 64
