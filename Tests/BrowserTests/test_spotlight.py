"""A theme is a spotlight: everything else is dimmed, and its outlines are wider the smaller the scale."""

import base64

import pytest

# The opacity of the shade over everything else, 0 … 1.
SHADE = "() => { const { fillOpacity, opacity } = getComputedStyle(document.querySelector('#overlays .shade')); return fillOpacity * opacity; }"


def brightness(someone, clip):
    """The mean brightness of a part of the page as rendered, 0 … 255."""
    picture = someone.page.screenshot(clip=clip)
    return someone.page.evaluate(
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


def part(someone, clause):
    x, y = someone.point_inside(clause)
    return {"x": x - 20, "y": y - 2, "width": 40, "height": 4}


@pytest.mark.calm
@pytest.mark.parametrize("size", [(390, 844), (820, 1180), (1440, 900), (2560, 1440)], ids=str)
def test_a_theme_dims_everything_else(reader, size):
    someone = reader(*size, has_touch=False).open()
    someone.until_tiles_came()
    women, other = part(someone, "8"), part(someone, "20")
    before = brightness(someone, other)
    someone.page.evaluate("location.hash = 'category=women'")
    someone.until("document.querySelectorAll('#overlays .clause').length === 4")
    someone.rest()
    assert someone.shown == ["7", "8", "11", "54"]
    assert brightness(someone, other) < 0.6 * before
    assert brightness(someone, women) > 0.85 * before
    someone.page.evaluate("location.hash = ''")
    someone.until("document.querySelectorAll('#overlays .clause').length === 64")
    someone.rest()
    assert someone.page.locator("#overlays .shade").count() == 0
    assert brightness(someone, other) == pytest.approx(before, abs=3)


def test_outlines_become_wider_as_the_scale_shrinks(reader):
    someone = reader(390, 844).open("#category=women")
    width = "() => parseFloat(getComputedStyle(document.querySelector('[data-clause=\"8\"]')).strokeWidth)"
    small = someone.page.evaluate(width)
    for _ in range(2):
        someone.pinch(60, 300)
        someone.rest()
    large = someone.page.evaluate(width)
    assert small >= 3
    assert large == pytest.approx(1.5)


@pytest.mark.calm
def test_an_open_clause_removes_the_dimming(reader):
    someone = reader(820, 1180).open("#category=women")
    assert someone.page.evaluate(SHADE) == pytest.approx(0.62)
    someone.tap(someone.point_inside("8"))
    someone.page.wait_for_selector("#panel.open")
    someone.rest()
    assert someone.page.evaluate(SHADE) == 0


def test_the_dimming_stays_the_same_while_the_sheet_moves(reader):
    someone = reader(820, 1180, has_touch=False).open()
    clip = part(someone, "20")
    someone.open("#category=women")
    someone.until_tiles_came()
    rest = brightness(someone, clip)
    someone.page.mouse.move(clip["x"] + 20, clip["y"] + 2)
    someone.page.evaluate(
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
    someone.page.mouse.wheel(0, -200)
    someone.until("window.fills.some(([alpha]) => Math.abs(alpha - 0.62) < 0.01)")
    someone.rest()
    assert brightness(someone, clip) == pytest.approx(rest, abs=25)
