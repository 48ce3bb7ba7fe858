"""Accessibility: axe-core in every state, the accessibility tree, reduced motion and large text."""

import pytest

from accessibility import RULES, violations  # noqa: F401
from states import states
from support import VIEW

# Finds controls that are off the screen and cannot be scrolled to, and content wider than the screen.
CUT_OFF = """
() => {
    const scrolls = (element) => {
        for (let at = element.parentElement; at; at = at.parentElement) {
            if (/auto|scroll/.test(getComputedStyle(at).overflowY) && at !== document.body) return true;
        }
        return false;
    };
    const open = document.querySelector('dialog[open]') ?? document.body;
    const faults = [...open.querySelectorAll('button, select, input, textarea, a[href], summary')]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]'))
        .map((element) => [element.id || element.textContent.trim(), element.getBoundingClientRect(), scrolls(element)])
        .filter(([, box, scrolls]) => box.left < -1 || box.right > innerWidth + 1
            || (!scrolls && (box.top < -1 || box.bottom > innerHeight + 1)))
        .map(([name]) => name);
    if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is wider than the screen');
    return faults;
}
"""
# Glossary terms are excluded: they are part of sentences, so the line height limits their size.
SMALL = """
() => [...(document.querySelector('dialog[open]') ?? document).querySelectorAll('button:not(.term), select, input, summary, a[href]')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]'))
    .map((element) => [element.id || element.textContent.trim(), element.getBoundingClientRect()])
    .filter(([, box]) => box.width < 43.9 || box.height < 43.9).map(([name]) => name)
"""


@pytest.mark.calm
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(390, 844), (1180, 820)], ids=str)
def test_axe_finds_no_violations_and_controls_are_at_least_44_pixels_in_every_state(new_reader, size, scheme):
    reader = new_reader(*size, color_scheme=scheme)
    found = {state: (violations(reader), reader.page.evaluate(SMALL)) for state in states(reader)}
    assert found == {state: ([], []) for state in found}


def test_the_accessibility_tree_has_the_title_and_clauses_as_buttons_in_a_named_group(new_reader):
    reader = new_reader(1180, 820).open("#category=church")
    assert reader.page.get_by_role("heading", level=1).inner_text().startswith("Magna Carta")
    group = reader.page.get_by_role("group", name="6 clauses")
    clauses = reader.get("/api/documents/magna-carta/clauses?category=church")["clauses"]
    names = [f"Clause {clause['number']}: {clause['title']}" for clause in clauses]
    for name in names:
        assert group.get_by_role("button", name=name, exact=True).count() == 1
    assert group.get_by_role("button").count() == 6
    # The same in the browser's accessibility tree.
    nodes = reader.cdp.send("Accessibility.getFullAXTree")["nodes"]
    by_id = {node["nodeId"]: node for node in nodes}
    value_of = lambda node, key: (node.get(key) or {}).get("value")  # noqa: E731

    def below(node):
        for child in (by_id[child] for child in node.get("childIds", []) if child in by_id):
            yield child
            yield from below(child)

    [sheet] = [node for node in nodes if value_of(node, "role") == "group" and "6 clauses" in (value_of(node, "name") or "")]
    buttons = [node for node in below(sheet) if value_of(node, "role") == "button"]
    assert [value_of(node, "name") for node in buttons] == names
    popups = [each["value"]["value"] for node in buttons for each in node["properties"] if each["name"] == "hasPopup"]
    assert popups == ["dialog"] * 6
    assert "arrow keys" in value_of(sheet, "description")
    # The canvas and the closed menu, list and panel are not in the tree.
    heard = [value_of(node, "role") for node in nodes if not node["ignored"]]
    assert "dialog" not in heard and "navigation" not in heard and "search" not in heard and "Canvas" not in heard


def test_menu_entries_have_counts_and_an_open_menu_makes_the_page_inert(new_reader):
    reader = new_reader(1180, 820).open("#category=church")
    reader.page.locator("#menu-button").click()
    entry = reader.page.get_by_role("navigation", name="Themes").get_by_role("button", name="6 clauses")
    assert entry.first.get_attribute("aria-current") == "true"
    assert reader.page.evaluate("document.getElementById('main').inert")
    reader.page.locator("#menu-button").click()
    assert not reader.page.evaluate("document.getElementById('main').inert")


def test_about_is_one_tap_away_and_names_holder_rights_and_translators(new_reader):
    reader = new_reader(390, 844).open()
    about = reader.get("/api/documents/magna-carta")
    button = reader.page.locator("#about-button").bounding_box()
    reader.tap((button["x"] + 20, button["y"] + 20))
    reader.until("document.getElementById('about').open")
    text = reader.page.locator("#about").inner_text()
    for words in [about["holder"]["en"], about["shelfmark"], about["date"]["en"], about["attribution"]["en"],
                  *about["credits"].values(), "Font Awesome"]:  # fmt: skip
        assert words in text
    assert reader.page.locator("#about a[rel~='license']").get_attribute("href") == about["rights"]
    reader.page.keyboard.press("Escape")
    reader.until("document.activeElement.id === 'about-button'")


def test_with_reduced_motion_views_change_in_one_frame_and_nothing_animates(new_reader):
    reader = new_reader(820, 1180, reduced_motion="reduce").open()
    point = reader.point_inside("61")
    reader.page.evaluate(
        """() => {
            const seen = window.places = [];
            const look = () => {
                seen.push(VIEW.map((value) => value.toFixed(2)).join());
                requestAnimationFrame(look);
            };
            look();
        }""".replace("VIEW", VIEW)
    )
    reader.tap(point)
    reader.page.wait_for_selector("#panel.open")
    reader.until_idle()
    reader.page.locator("#panel-close").click()
    reader.until_idle()
    reader.page.locator("#zoom-in").click()
    reader.until_idle()
    reader.swipe((400, 500), (300, 450), steps=4)
    dragged = reader.view
    reader.until_idle()
    assert (reader.view.x, reader.view.y) == pytest.approx((dragged.x, dragged.y), abs=1e-3)
    # The whole sheet, beside the panel, whole again, enlarged, and one for each step of the finger.
    assert len(set(reader.page.evaluate("window.places"))) <= 4 + 5
    longest = reader.page.evaluate(
        """() => Math.max(...[...document.querySelectorAll('body, body *')].flatMap((element) => {
            const style = getComputedStyle(element);
            return [...style.transitionDuration.split(','), ...style.animationDuration.split(',')].map(parseFloat);
        }))"""
    )
    assert longest <= 0.002


def test_without_reduced_motion_the_sheet_glides(new_reader):
    reader = new_reader(820, 1180).open()
    reader.watch()
    reader.page.locator("#zoom-in").click()
    reader.page.wait_for_function("() => window.seen.frames > 3")
    reader.until_idle()
    assert reader.view.scale > reader.seen["smallest"]


@pytest.mark.calm
@pytest.mark.parametrize("size", [(390, 844), (1180, 820)], ids=str)
def test_nothing_is_cut_off_in_any_state_with_text_at_twice_the_size(new_reader, size):
    """Every control is on the screen or can be scrolled to."""
    reader = new_reader(*size)
    # Twice the largest text size that the page offers; theme.css sets it on the root element.
    reader.page.add_init_script(
        "addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '237%'; });"
    )
    faults = {state: reader.page.evaluate(CUT_OFF) for state in states(reader)}
    assert faults == {state: [] for state in faults}


@pytest.mark.calm
@pytest.mark.parametrize("size", [(844, 390), (1440, 900)], ids=str)
def test_controls_are_at_least_44_pixels_in_every_state(new_reader, size):
    reader = new_reader(*size)
    small = {state: reader.page.evaluate(SMALL) for state in states(reader)}
    assert small == {state: [] for state in small}


def test_text_and_borders_have_more_contrast_when_the_reader_prefers_it(new_reader):
    reader = new_reader(820, 1180).open("#clause=39")
    colour = "getComputedStyle(document.querySelector('#panel .aside, #list-count, #date')).color"
    before = reader.page.evaluate(colour)
    reader.cdp.send("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-contrast", "value": "more"}]})
    reader.until(f"{colour} !== {before!r}")
    line = "getComputedStyle(document.getElementById('bar')).borderBottomColor"
    assert reader.page.evaluate(line) == reader.page.evaluate("getComputedStyle(document.body).color")


def test_forced_colours_keep_icons_and_clauses_visible(new_reader):
    reader = new_reader(1180, 820, forced_colors="active").open()
    icon = reader.page.locator("#zoom-in .icon")
    assert icon.evaluate("(icon) => getComputedStyle(icon).backgroundColor") != "rgba(0, 0, 0, 0)"
    assert len(reader.shown) == 64


@pytest.mark.calm
def test_at_320_by_256_pixels_nothing_is_cut_off_and_panels_can_be_closed(new_reader):
    """A desktop of 1280 × 1024 at 400 % zoom (WCAG 2.2, 1.4.10)."""
    reader = new_reader(320, 256, has_touch=False)
    faults = {}
    for state in states(reader):
        faults[state] = reader.page.evaluate(CUT_OFF)
        close = {"panel": "#panel-close", "two languages": "#panel-close", "about": "#about-close", "list": "#list-close",
                 "options": "#options .close", "share": "#share .close", "help": "#help .close"}.get(state)  # fmt: skip
        # With a mouse: nothing covers the button.
        if close:
            reader.page.locator(close).click(trial=True)
    assert faults == {state: [] for state in faults}


# Finds controls whose text or icon has the same colour as its background.
INVISIBLE = """
() => {
    const solid = (colour) => !/rgba.*, 0\\)$|transparent/.test(colour);
    const behind = (element) => {
        for (let at = element; at; at = at.parentElement) {
            const { backgroundColor } = getComputedStyle(at);
            if (solid(backgroundColor)) return backgroundColor;
        }
        return 'rgb(255, 255, 255)';
    };
    const open = document.querySelector('dialog[open]') ?? document.body;
    return [...open.querySelectorAll('button, select, input, textarea, a[href], summary')]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]'))
        .filter((element) => {
            const marks = [...element.querySelectorAll('.icon, .burger')].map((mark) => [
                getComputedStyle(mark, mark.matches('.burger') ? '::before' : null).backgroundColor, behind(mark.parentElement)]);
            const words = element.textContent.trim() === '' ? [] : [[getComputedStyle(element).color, behind(element)]];
            const shown = [...marks, ...words];
            return shown.length > 0 && shown.every(([own, back]) => own === back || !solid(own));
        })
        .map((element) => element.id || element.textContent.trim() || element.ariaLabel);
}
"""


@pytest.mark.calm
def test_with_forced_colours_every_control_is_visible_in_every_state(new_reader):
    reader = new_reader(1180, 820, forced_colors="active")
    faults = {state: reader.page.evaluate(INVISIBLE) for state in states(reader)}
    assert faults == {state: [] for state in faults}


def test_titles_labels_and_counts_have_lining_figures_and_running_text_old_style_figures(new_reader):
    reader = new_reader(1440, 900).open("#clause=12")
    reader.page.locator("#list-button").click()
    figures = lambda selector: reader.page.locator(selector).first.evaluate(  # noqa: E731
        "(one) => getComputedStyle(one).fontVariantNumeric"
    )
    for selector in ["#title", "#date", "#panel-number", "#panel-title", "#list-items .number", "#menu .count", "#list-count"]:
        assert figures(selector).startswith("lining-nums"), selector
    assert figures("#panel-body .words p").startswith("oldstyle-nums")


def test_text_is_larger_on_the_largest_screens(new_reader):
    sizes = []
    for width, height in [(1440, 900), (1920, 1080), (2560, 1440)]:
        reader = new_reader(width, height).open("#clause=39")
        sizes.append(reader.page.evaluate("parseFloat(getComputedStyle(document.querySelector('#panel-body .words p')).fontSize)"))
        assert reader.page.evaluate(CUT_OFF) == []
    assert sizes[0] < sizes[1] < sizes[2]
    assert sizes[2] / sizes[0] == pytest.approx(1.28, abs=0.06)
