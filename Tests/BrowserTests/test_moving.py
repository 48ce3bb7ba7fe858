"""The outlines while the sheet moves: painted with the tiles, and as they look at rest."""

import re

import pytest

# Notes the colour of the tiles' canvas at a point of the surface whenever something has been drawn on it while the
# outlines are painted there: last, thus, with the outlines. Frames cannot be counted upon, on a busy machine.
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
# Of the clause at a point of the surface: its colour, and how much of it is laid over the tiles.
FILL = """
(id) => {
    const style = getComputedStyle(document.querySelector(`#overlays [data-clause="${id}"]`));
    return [...style.fill.match(/\\d+/g).map(Number).slice(0, 3), Number(style.opacity) * Number(style.fillOpacity)];
}
"""


def open_near(reader, clause, fragment=""):
    """With the point to touch of a clause in the middle, and room to drag it."""
    someone = reader(820, 1180).open()
    [x, y], view = someone.point_inside(clause), someone.view
    box = someone.surface()
    x, y = (x - box["x"] - view.x) / view.scale, (y - box["y"] - view.y) / view.scale
    # Of the surface's shape, as the page itself notes it: then it is left as it is, wherever an open clause is in it.
    width, height = 1000, 1000 * box["height"] / box["width"]
    someone.open(f"#xywh={x - width / 2:.0f},{y - height / 2:.0f},{width},{height:.0f}{fragment}")
    # A finer tile that came on the way would change the colour.
    someone.until_tiles_came()
    return someone


def paint_of_a_drag_that_ends_on(someone, clause):
    """The last colour painted, and that of the tiles alone, at the point of a clause where a finger drags it to."""
    x, y = someone.point_inside(clause)
    dx, dy = (40, 25)
    box = someone.surface()
    someone.page.evaluate(WATCH_PAINT, [x + dx - box["x"], y + dy - box["y"]])
    someone.touch("touchStart", [(x, y)])
    # The first ten pixels are not yet a drag.
    for share in (0.5, 0.75, 1):
        someone.touch("touchMove", [(x + dx * share, y + dy * share)])
        someone.frame()
    # As it also is until the first frame of the drag, which a busy machine may take long for.
    someone.until("window.painted.length > 0 && document.getElementById('overlays').style.opacity === ''")
    someone.rest()
    result = someone.page.evaluate("[window.painted.at(-1) ?? null, window.colourAt()]")
    someone.touch("touchEnd", [])
    someone.rest()
    return result


def laid_over(tiles, fill):
    *colour, share = fill
    return [below * (1 - share) + above * share for below, above in zip(tiles, colour)]


def test_the_outlines_are_painted_with_the_tiles_while_the_sheet_moves_and_look_the_same(reader):
    someone = open_near(reader, "39")
    painted, tiles = paint_of_a_drag_that_ends_on(someone, "39")
    fill = someone.page.evaluate(FILL, "39")
    assert fill[3] == pytest.approx(0.24)
    assert painted == pytest.approx(laid_over(tiles, fill), abs=3)
    assert painted != tiles


def test_a_drag_beside_an_open_clause_paints_that_clause_alone(reader):
    someone = open_near(reader, "39", "&clause=39")
    painted, tiles = paint_of_a_drag_that_ends_on(someone, "39")
    assert painted == pytest.approx(laid_over(tiles, someone.page.evaluate(FILL, "39")), abs=3)
    other = next(clause for clause in ("38", "40", "37", "36", "41") if is_on_screen(someone, clause))
    painted, tiles = paint_of_a_drag_that_ends_on(someone, other)
    assert painted == tiles


def is_on_screen(someone, clause):
    x, y = someone.point_inside(clause)
    box = someone.surface()
    panel = someone.page.locator("#panel").bounding_box()
    return box["x"] < x < box["x"] + box["width"] - 60 and box["y"] + 60 < y < panel["y"] - 60


def test_what_fades_while_the_sheet_glides_goes_on_fading(reader):
    someone = reader(820, 1180).open("#xywh=0,0,1500,2000")
    someone.page.evaluate(
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
    someone.page.wait_for_selector("#panel.open")
    someone.rest()
    steps = someone.page.evaluate("window.steps")
    # How many steps there are between depends on the machine; that none goes back does not.
    assert steps[0] > steps[-1]
    assert steps == sorted(steps, reverse=True)


def test_very_many_corners_move_as_a_picture(reader):
    someone = reader(820, 1180)
    someone.page.route(re.compile(r"/api/documents/magna-carta/(clauses\?|texts/)"), lambda route: route.fulfill(json=many(route.fetch().json())))
    someone.open()
    someone.page.evaluate(WATCH_PAINT, [400, 400])
    before = someone.view
    someone.pinch(80, 200)
    someone.rest()
    assert someone.view.scale > 1.5 * before.scale
    assert someone.page.evaluate("window.painted.length") == 0


def many(answer):
    """The same clauses, each outline with a thousand corners more."""
    for clause in answer["clauses"]:
        for region in clause.get("regions", []):
            first = region["polygon"][0]
            region["polygon"] += [first] * 1000
    return answer
