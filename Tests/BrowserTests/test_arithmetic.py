"""The view's arithmetic and the colours, over many cases, in the browser that runs them."""

CLAMP = """
async () => {
    const { clampView, minimumScale, MAXIMUM_SCALE, zoomAround, imagePoint, reveal, between, wholeSheet } =
        await import(window.viewerFolder + 'view.js');
    let seed = 7;
    const random = (from, to) => { seed = (seed * 16807) % 2147483647; return from + (to - from) * seed / 2147483647; };
    const faults = [];
    for (let round = 0; round < 4000; round += 1) {
        const surface = { width: random(200, 2000), height: random(200, 1500) };
        const frame = {
            surface,
            page: { width: Math.ceil(10 ** random(0, 4.8)), height: Math.ceil(10 ** random(0, 4.8)) },
            insets: { top: 0, left: 0, right: random(0, 0.4) * surface.width, bottom: random(0, 0.4) * surface.height },
            margin: random(0, 24),
        };
        const wild = { x: random(-9e4, 9e4), y: random(-9e4, 9e4), scale: 10 ** random(-5, 2) };
        const view = clampView(wild, frame);
        const again = clampView(view, frame);
        const fault = (what) => faults.push([what, frame, wild, view]);
        if (Math.hypot(again.x - view.x, again.y - view.y) * view.scale > 1e-6) fault('not at rest');
        if (view.scale > MAXIMUM_SCALE || view.scale < minimumScale(frame)) fault('scale');
        for (const [centre, length, size, after] of [
            [view.x, frame.page.width, frame.surface.width, frame.insets.right],
            [view.y, frame.page.height, frame.surface.height, frame.insets.bottom]]) {
            const edge = size / 2 - centre * view.scale;
            const end = edge + length * view.scale;
            if (length * view.scale > size - after && (edge > 1e-6 || end < size - after - 1e-6)) fault('edge');
            if (length * view.scale <= size - after && (edge < -1e-6 || end > size - after + 1e-6)) fault('cut');
        }
        const anchor = { x: random(0, frame.surface.width), y: random(0, frame.surface.height) };
        const before = imagePoint(view, anchor, frame.surface);
        const after = imagePoint(zoomAround(view, view.scale * 1.7, anchor, frame.surface), anchor, frame.surface);
        if (Math.hypot(before.x - after.x, before.y - after.y) * view.scale > 1e-6) fault('anchor');
        const whole = wholeSheet(frame);
        const middle = between(whole, view, 1);
        if (middle !== view) fault('between');
        const box = { x: random(0, frame.page.width / 2), y: random(0, frame.page.height / 2),
            width: frame.page.width / 3, height: frame.page.height / 3 };
        const shown = reveal(view, box, frame, true);
        const left = frame.surface.width / 2 + (box.x - shown.x) * shown.scale;
        const top = frame.surface.height / 2 + (box.y - shown.y) * shown.scale;
        const right = left + box.width * shown.scale - (frame.surface.width - frame.insets.right);
        const bottom = top + box.height * shown.scale - (frame.surface.height - frame.insets.bottom);
        if (Math.min(left, top) < -1e-6 || Math.max(right, bottom) > 1e-6) fault('hidden');
    }
    return faults.slice(0, 3);
}
"""

COLOURS = """
async () => {
    const { colourIndices } = await import(window.viewerFolder + 'colours.js');
    const square = (x, y, width, height) => ({ regions: [{ page: 1, holes: [],
        polygon: [[x, y], [x + width, y], [x + width, y + height], [x, y + height]] }] });
    const close = [square(0, 0, 10, 10), square(10, 0, 10, 10), square(0, 10, 20, 10)];
    return [
        colourIndices([square(0, 0, 9, 9), square(20, 0, 9, 9), square(40, 0, 9, 9)], 4, 1),
        colourIndices(close, 4, 1),
        colourIndices([...close, square(20, 0, 10, 20)], 2, 1),
        colourIndices([], 2, 1),
    ];
}
"""


def test_every_view_is_within_the_sheet_and_the_scales_whatever_was_wished(reader):
    assert reader().open().page.evaluate(CLAMP) == []


def test_two_colours_alternate_and_a_third_comes_only_where_neighbours_touch(reader):
    apart, touching, poor, none = reader().open().page.evaluate(COLOURS)
    assert apart == [0, 1, 0]
    assert touching == [0, 1, 2]
    assert len(poor) == 4 and set(poor) <= {0, 1}
    assert none == []
