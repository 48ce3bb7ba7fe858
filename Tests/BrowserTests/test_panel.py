"""The panel with the text of a clause."""

import pytest


def share_a_left_edge(reader):
    """Whether the number, title and body of the panel have the same left edge."""
    edges = reader.page.evaluate(
        """() => ['#panel-number', '#panel-title', '#panel-body .words p'].map((selector) => {
            const range = document.createRange();
            range.selectNodeContents(document.querySelector(selector));
            return range.getClientRects()[0].left;
        })"""
    )
    return edges == pytest.approx([edges[0]] * 3, abs=0.5)


@pytest.mark.calm
@pytest.mark.parametrize("size", [(390, 844), (820, 1180), (1100, 1500)], ids=str)
def test_the_panel_covers_about_the_lower_third(new_reader, size):
    width, height = size
    reader = new_reader(width, height).open("#clause=39")
    assert share_a_left_edge(reader)
    if size == (1100, 1500):
        return
    box = reader.page.locator("#panel").bounding_box()
    assert 0.28 * height <= box["height"] <= 0.40 * height
    assert box["y"] + box["height"] == pytest.approx(height, abs=1)


@pytest.mark.calm
@pytest.mark.parametrize("size", [(844, 390), (1000, 700), (1180, 820), (1440, 900), (2560, 1440)], ids=str)
def test_on_a_low_or_wide_screen_the_panel_is_beside_the_sheet(new_reader, size):
    width, height = size
    reader = new_reader(*size).open("#clause=39")
    assert share_a_left_edge(reader)
    box, surface = reader.page.locator("#panel").bounding_box(), reader.surface()
    assert box["x"] > width * 0.5
    assert box["x"] + box["width"] == pytest.approx(width, abs=1)
    assert box["height"] == pytest.approx(surface["height"], abs=1)
    assert not reader.page.locator("#panel-size").is_visible()
    # The whole sheet fits in the rest of the window, and so do the zoom buttons where there is space.
    assert reader.view.x + 6000 * reader.view.scale <= box["x"] + 1
    zoom = reader.page.locator("#zoom")
    assert zoom.is_visible() == (width >= 1000)
    if width >= 1000:
        place = zoom.bounding_box()
        assert place["x"] + place["width"] <= box["x"]
    if size not in [(1000, 700), (1180, 820)]:
        return
    # With the largest text and the list, it is no wider than the surface.
    reader.page.evaluate("document.documentElement.dataset.textSize = 'larger'")
    reader.page.locator("#list-button").click()
    reader.page.wait_for_selector("#list:not([hidden])")
    reader.until_idle()
    panel, surface = reader.page.locator("#panel").bounding_box(), reader.surface()
    assert panel["x"] >= surface["x"] - 0.5


@pytest.mark.parametrize("way", ["finger", "button", "keyboard"])
def test_on_a_phone_the_panel_has_two_heights(new_reader, way):
    reader = new_reader(390, 844).open("#clause=39")
    reader.until("document.querySelector('#panel .actions')")
    reader.until_idle()
    panel, size = reader.page.locator("#panel"), reader.page.locator("#panel-size")
    low, view = panel.bounding_box(), reader.view
    assert size.get_attribute("aria-expanded") == "false"

    def change(distance):
        if way == "finger":
            y = reader.page.locator("#panel-number").bounding_box()["y"] + 5
            reader.swipe((100, y), (105, y + distance))
        elif way == "button":
            size.click()
        else:
            size.focus()
            reader.page.keyboard.press("Enter")
        reader.until_idle()

    change(-300)
    tall = panel.bounding_box()
    assert tall["y"] == pytest.approx(reader.surface()["y"], abs=1)
    assert tall["y"] + tall["height"] == pytest.approx(844, abs=1)
    assert size.get_attribute("aria-expanded") == "true"
    change(300)
    assert panel.bounding_box() == pytest.approx(low, abs=1)
    assert reader.is_open("#panel")
    assert reader.view == view
    # After it was closed, it opens at a third of the height again.
    change(-300)
    reader.page.keyboard.press("Escape")
    reader.until("!document.querySelector('#panel.open')")
    reader.page.evaluate("location.hash = 'clause=39'")
    reader.page.wait_for_selector("#panel.open")
    reader.until_idle()
    assert panel.bounding_box()["height"] == pytest.approx(low["height"], abs=2)
    if way == "finger":
        # One swipe down lowers the tall panel, a second one closes it.
        change(-300)
        change(300)
        assert reader.is_open("#panel")
        change(300)
        reader.until("!document.querySelector('#panel.open')")


def test_a_swipe_up_in_the_text_scrolls_it_and_does_not_enlarge_the_panel(new_reader):
    reader = new_reader(390, 844).open("#clause=39")
    box = reader.page.locator("#panel-body").bounding_box()
    reader.swipe((200, box["y"] + 150), (200, box["y"] + 20))
    reader.until("document.getElementById('panel-body').scrollTop > 0")
    assert not reader.page.locator("#panel.tall").count()


def test_closing_the_panel_shows_the_other_clauses_again(new_reader):
    reader = new_reader(820, 1180).open("#clause=39")
    for way in ["escape", "button", "swipe"]:
        assert reader.shown == ["39"], way
        if way == "escape":
            reader.page.keyboard.press("Escape")
        elif way == "button":
            reader.page.locator("#panel-close").click()
        else:
            box = reader.page.locator("#panel-title").bounding_box()
            reader.swipe((300, box["y"] + 10), (310, box["y"] + 250))
        reader.until("!document.querySelector('#panel.open')")
        reader.until_idle()
        assert len(reader.shown) == 64, way
        assert not reader.page.locator("#panel").is_visible(), way
        assert "clause" not in reader.fragment, way
        reader.page.go_back()
        reader.page.wait_for_selector("#panel.open")
        reader.until_idle()


def test_beside_the_sheet_a_swipe_to_the_right_closes_the_panel(new_reader):
    reader = new_reader(844, 390).open("#clause=39")
    box = reader.page.locator("#panel").bounding_box()
    reader.swipe((box["x"] + 60, 200), (box["x"] + 280, 205))
    reader.until("!document.querySelector('#panel.open')")


def test_a_swipe_down_in_scrolled_text_scrolls_it_and_does_not_close_the_panel(new_reader):
    reader = new_reader(390, 844).open("#clause=39")
    reader.page.evaluate("document.getElementById('panel-body').scrollTop = 120")
    box = reader.page.locator("#panel-body").bounding_box()
    reader.swipe((200, box["y"] + 30), (200, box["y"] + 110))
    reader.until_idle()
    assert reader.is_open("#panel")
    assert reader.page.evaluate("document.getElementById('panel-body').scrollTop") < 120


def test_a_long_text_can_be_scrolled_to_the_transcription(new_reader):
    reader = new_reader(390, 844).open("#clause=39")
    reader.page.locator("#panel summary").click()
    transcription = reader.page.locator("#panel details p:not(.aside)").first
    transcription.scroll_into_view_if_needed()
    assert transcription.is_visible()


def test_the_panel_is_a_labelled_dialog_that_takes_and_returns_the_focus(new_reader):
    reader = new_reader(1180, 820).open()
    reader.page.evaluate("document.querySelector('[data-clause=\"39\"]').focus()")
    reader.page.keyboard.press("Enter")
    reader.until("document.activeElement.id === 'panel-title'")
    name = reader.get("/api/documents/magna-carta/clauses/39")["title"]
    reader.page.get_by_role("dialog", name=name).wait_for()
    reader.page.keyboard.press("Escape")
    reader.until("document.activeElement.dataset.clause === '39'")


def test_the_neighbouring_clauses_are_reached_by_buttons_and_arrow_keys(new_reader):
    reader = new_reader(820, 1180).open("#clause=39")
    reader.page.locator("#panel-next").click()
    reader.until("location.hash.includes('clause=40')")
    reader.until_idle()
    assert reader.shown == ["40"]
    reader.page.keyboard.press("ArrowLeft")
    reader.until("location.hash.includes('clause=39')")
    reader.open("#clause=preamble")
    assert reader.page.locator("#panel-previous").is_disabled()


def test_closing_the_panel_moves_the_sheet_back(new_reader):
    reader = new_reader(390, 844).open()
    before = reader.view
    reader.tap(reader.point_inside("61"))
    reader.page.wait_for_selector("#panel.open")
    reader.until_idle()
    assert reader.view != before
    reader.page.keyboard.press("Escape")
    reader.until_idle()
    assert reader.view == before


def test_the_panel_is_opaque_and_its_text_has_a_contrast_of_at_least_seven(new_reader):
    for scheme in ["light", "dark"]:
        reader = new_reader(820, 1180, color_scheme=scheme).open("#clause=39")
        worst, alpha = reader.page.evaluate(
            """() => {
                const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
                const panel = getComputedStyle(document.getElementById('panel'));
                const paint = (under) => {
                    for (const colour of under) { context.fillStyle = colour; context.fillRect(0, 0, 1, 1); }
                    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).map((value) => {
                        const part = value / 255;
                        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
                    }).reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
                };
                const text = paint([panel.color]);
                const alpha = Number(/(?:^rgba\\(.*,|\\/) *([0-9.]+)\\)$/.exec(panel.backgroundColor)?.[1] ?? 1);
                const worst = Math.min(...['#000', '#fff'].map((under) => {
                    const ground = paint([under, panel.backgroundColor]);
                    return (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
                }));
                return [worst, alpha];
            }"""
        )
        assert worst >= 7
        assert alpha == 1


def test_the_panel_springs_slightly_too_far_and_comes_to_rest(new_reader):
    reader = new_reader(820, 1180).open()
    # The animation is paused as it begins and sampled at a hundred moments, however busy the machine is.
    reader.page.evaluate(
        """() => {
            const panel = document.getElementById('panel');
            panel.addEventListener('transitionrun', ({ propertyName }) => {
                if (propertyName !== 'transform' || !panel.classList.contains('open')) return;
                const [spring] = panel.getAnimations().filter((motion) => motion.transitionProperty === 'transform');
                spring.pause();
                const { endTime } = spring.effect.getComputedTiming();
                window.tops = [...Array(100).keys()].map((part) => {
                    spring.currentTime = endTime * part / 100;
                    return panel.getBoundingClientRect().top;
                });
                spring.finish();
            });
        }"""
    )
    reader.tap(reader.point_inside("39"))
    reader.until("document.querySelector('#panel.open') && window.tops")
    reader.until_idle()
    tops, panel = reader.page.evaluate("window.tops"), reader.page.locator("#panel").bounding_box()
    overshoot = panel["y"] - min(tops)
    assert tops[0] > panel["y"] + 0.9 * panel["height"]
    assert 0.01 * panel["height"] < overshoot < 0.08 * panel["height"]
