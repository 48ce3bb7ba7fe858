"""The outlines while the sheet moves: painted with the tiles, and looking as they do at rest."""

import re

import pytest

# Records the colour of the tiles' canvas at a point of the surface after each drawing during which the outlines are painted
# there, last of all. Frames cannot be relied on, on a busy machine.
WATCH_PAINT = """
([x, y]) => {
    const tiles = document.querySelector('#tiles canvas');
    const context = tiles.getContext('2d');
    const density = tiles.width / tiles.clientWidth;
    window.colourAt = () => [...context.getImageData(x * density, y * density, 1, 1).data].slice(0, 3);
    window.painted = [];
    context.restore = () => {
        CanvasRenderingContext2D.prototype.restore.call(context);
        if (document.getElementById('overlays').style.opacity === '0') window.painted.push(window.colourAt());
    };
}
"""
# Returns the fill colour of a clause and its opacity over the tiles.
FILL = """
(id) => {
    const style = getComputedStyle(document.querySelector(`#overlays [data-clause="${id}"]`));
    return [...style.fill.match(/\\d+/g).map(Number).slice(0, 3), Number(style.opacity) * Number(style.fillOpacity)];
}
"""


def open_near(new_reader, clause, fragment=""):
    """Opens the sheet with a point inside a clause at the centre, and space to drag it."""
    reader = new_reader(820, 1180).open()
    [x, y], view = reader.point_inside(clause), reader.view
    box = reader.surface()
    x, y = (x - box["x"] - view.x) / view.scale, (y - box["y"] - view.y) / view.scale
    # A box of the surface's shape, as the page itself stores it, is kept even if a clause is open in it.
    width, height = 1000, 1000 * box["height"] / box["width"]
    reader.open(f"#xywh={x - width / 2:.0f},{y - height / 2:.0f},{width},{height:.0f}{fragment}")
    # A finer tile that arrived during the drag would change the colour.
    reader.until_tiles_loaded()
    return reader


def drag_and_read_colours(reader, clause):
    """Drags a clause; returns the last colour painted at its new place, and the colour of the tiles alone."""
    x, y = reader.point_inside(clause)
    dx, dy = (40, 25)
    box = reader.surface()
    reader.page.evaluate(WATCH_PAINT, [x + dx - box["x"], y + dy - box["y"]])
    reader.touch("touchStart", [(x, y)])
    # The first ten pixels are not a drag yet.
    for share in (0.5, 0.75, 1):
        reader.touch("touchMove", [(x + dx * share, y + dy * share)])
        reader.frame()
    # The opacity is also empty until the first frame of the drag, which may be late on a busy machine.
    reader.until("window.painted.length > 0 && document.getElementById('overlays').style.opacity === ''")
    reader.until_idle()
    result = reader.page.evaluate("[window.painted.at(-1) ?? null, window.colourAt()]")
    reader.touch("touchEnd", [])
    reader.until_idle()
    return result


def blend(tiles, fill):
    *colour, share = fill
    return [below * (1 - share) + above * share for below, above in zip(tiles, colour)]


def test_outlines_are_painted_with_the_tiles_while_the_sheet_moves_and_look_the_same(new_reader):
    reader = open_near(new_reader, "39")
    painted, tiles = drag_and_read_colours(reader, "39")
    fill = reader.page.evaluate(FILL, "39")
    assert fill[3] == pytest.approx(0.24)
    assert painted == pytest.approx(blend(tiles, fill), abs=3)
    assert painted != tiles


def test_a_drag_beside_an_open_clause_paints_only_that_clause(new_reader):
    reader = open_near(new_reader, "39", "&clause=39")
    painted, tiles = drag_and_read_colours(reader, "39")
    assert painted == pytest.approx(blend(tiles, reader.page.evaluate(FILL, "39")), abs=3)
    other = next(clause for clause in ("38", "40", "37", "36", "41") if is_on_screen(reader, clause))
    painted, tiles = drag_and_read_colours(reader, other)
    assert painted == tiles


def is_on_screen(reader, clause):
    x, y = reader.point_inside(clause)
    box = reader.surface()
    panel = reader.page.locator("#panel").bounding_box()
    return box["x"] < x < box["x"] + box["width"] - 60 and box["y"] + 60 < y < panel["y"] - 60


def test_a_fade_continues_while_the_sheet_glides(new_reader):
    reader = new_reader(820, 1180).open("#xywh=0,0,1500,2000")
    reader.page.evaluate(
        """() => {
            window.steps = [];
            const other = document.querySelector('#overlays [data-clause="2"]');
            const look = () => {
                const own = Number(getComputedStyle(other).opacity);
                window.steps.push(own * Number(getComputedStyle(document.getElementById('overlays')).opacity));
                requestAnimationFrame(look);
            };
            look();
            location.hash = 'clause=63';
        }"""
    )
    reader.page.wait_for_selector("#panel.open")
    reader.until_idle()
    steps = reader.page.evaluate("window.steps")
    # The number of steps depends on the machine, but none may go back.
    assert steps[0] > steps[-1]
    assert steps == sorted(steps, reverse=True)


def test_outlines_with_very_many_corners_are_not_painted_with_the_tiles(new_reader):
    reader = new_reader(820, 1180)
    reader.page.route(re.compile(r"/api/documents/magna-carta/(clauses\?|texts/)"), lambda route: route.fulfill(json=with_more_corners(route.fetch().json())))
    reader.open()
    reader.page.evaluate(WATCH_PAINT, [400, 400])
    before = reader.view
    reader.pinch(80, 200)
    reader.until_idle()
    assert reader.view.scale > 1.5 * before.scale
    assert reader.page.evaluate("window.painted.length") == 0


def with_more_corners(response):
    """The same clauses, with a thousand more corners in each outline."""
    for clause in response["clauses"]:
        for region in clause.get("regions", []):
            first = region["polygon"][0]
            region["polygon"] += [first] * 1000
    return response
