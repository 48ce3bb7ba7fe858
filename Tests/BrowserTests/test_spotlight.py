"""A theme is a spotlight: everything else is dimmed, and its outlines are wider the smaller the scale."""

import base64

import pytest

# The opacity of the shade over everything else, 0 … 1.
SHADE = "() => { const { fillOpacity, opacity } = getComputedStyle(document.querySelector('#overlays .shade')); return fillOpacity * opacity; }"


def brightness(reader, clip):
    """The mean brightness of a part of the page as rendered, 0 … 255."""
    picture = reader.page.screenshot(clip=clip)
    return reader.page.evaluate(
        """async (base64) => {
            const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
            const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
            const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
            context.drawImage(image, 0, 0);
            const { data } = context.getImageData(0, 0, image.width, image.height);
            let sum = 0;
            for (let at = 0; at < data.length; at += 4) sum += (data[at] + data[at + 1] + data[at + 2]) / 3;
            return sum / (data.length / 4);
        }""",
        base64.b64encode(picture).decode(),
    )


def clip_of(reader, clause):
    x, y = reader.point_inside(clause)
    return {"x": x - 20, "y": y - 2, "width": 40, "height": 4}


@pytest.mark.calm
@pytest.mark.parametrize("size", [(390, 844), (820, 1180), (1440, 900), (2560, 1440)], ids=str)
def test_a_theme_dims_everything_else(new_reader, size):
    reader = new_reader(*size, has_touch=False).open()
    reader.until_tiles_loaded()
    women, other = clip_of(reader, "8"), clip_of(reader, "20")
    before = brightness(reader, other)
    reader.page.evaluate("location.hash = 'category=women'")
    reader.until("document.querySelectorAll('#overlays .clause').length === 4")
    reader.until_idle()
    assert reader.shown == ["7", "8", "11", "54"]
    assert brightness(reader, other) < 0.6 * before
    assert brightness(reader, women) > 0.85 * before
    reader.page.evaluate("location.hash = ''")
    reader.until("document.querySelectorAll('#overlays .clause').length === 64")
    reader.until_idle()
    assert reader.page.locator("#overlays .shade").count() == 0
    assert brightness(reader, other) == pytest.approx(before, abs=3)


def test_outlines_become_wider_as_the_scale_shrinks(new_reader):
    reader = new_reader(390, 844).open("#category=women")
    width = "() => parseFloat(getComputedStyle(document.querySelector('[data-clause=\"8\"]')).strokeWidth)"
    small = reader.page.evaluate(width)
    for _ in range(2):
        reader.pinch(60, 300)
        reader.until_idle()
    large = reader.page.evaluate(width)
    assert small >= 3
    assert large == pytest.approx(1.5)


@pytest.mark.calm
def test_an_open_clause_removes_the_dimming(new_reader):
    reader = new_reader(820, 1180).open("#category=women")
    assert reader.page.evaluate(SHADE) == pytest.approx(0.62)
    reader.tap(reader.point_inside("8"))
    reader.page.wait_for_selector("#panel.open")
    reader.until_idle()
    assert reader.page.evaluate(SHADE) == 0


def test_the_dimming_stays_the_same_while_the_sheet_moves(new_reader):
    reader = new_reader(820, 1180, has_touch=False).open()
    clip = clip_of(reader, "20")
    reader.open("#category=women")
    reader.until_tiles_loaded()
    rest = brightness(reader, clip)
    reader.page.mouse.move(clip["x"] + 20, clip["y"] + 2)
    reader.page.evaluate(
        """() => {
            const tiles = document.querySelector('#tiles canvas');
            const context = tiles.getContext('2d');
            window.fills = [];
            context.fillRect = function (...given) {
                window.fills.push([this.globalAlpha, this.fillStyle]);
                CanvasRenderingContext2D.prototype.fillRect.apply(this, given);
            };
        }"""
    )
    reader.page.mouse.wheel(0, -200)
    reader.until("window.fills.some(([alpha]) => Math.abs(alpha - 0.62) < 0.01)")
    reader.until_idle()
    assert brightness(reader, clip) == pytest.approx(rest, abs=25)
