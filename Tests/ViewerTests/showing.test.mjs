/** Which clauses are outlined: those of the filter or of a tour's step, and the open one. */
import assert from "node:assert/strict";
import test from "node:test";
import "./page.mjs";

const { Showing } = await import("../../Sources/Viewer/app/showing.js");

const START = { category: "all", query: "" };
const square = [[0, 0], [10, 0], [10, 10]];
const region = (page) => ({ page, polygon: square, holes: [] });
const clause = (id, ...pages) => ({ id, number: id, title: null, regions: pages.map(region) });
const known = [clause("1", 1), clause("2", 1, 2), clause("3", 2)];

/** Creates a part whose fetched clauses arrive only when the test lets them, with what it has drawn last. */
function showing(leaves = [{ page: { number: 1, width: 100, height: 100 }, x: 0, y: 0, factor: 1 }]) {
    const drawn = { ids: [], regions: [], isSpotlight: false, selected: null };
    const waiting = new Map();
    const overlays = {
        show(clauses, { isSpotlight }) {
            drawn.ids = clauses.map(({ id }) => id);
            drawn.regions = clauses.map(({ regions }) => regions);
            drawn.isSpotlight = isSpotlight;
        },
        select: (id) => (drawn.selected = id),
    };
    const found = (id) => known.find((one) => one.id === id);
    const clauses = { byID: (id) => new Promise((resolve) => waiting.set(id, () => resolve(found(id)))) };
    const pages = { leaves, page: leaves[0].page };
    const parts = { overlays, listing: { clauses: known }, clauses, pages, colours: [], ownLanguage: "la" };
    const part = new Showing(/** @type {any} */ (parts));
    return { part, drawn, arrive: (id) => waiting.get(id)() };
}

test("a step's clauses that arrive late replace neither those of the next step nor those of the filter", async () => {
    const { part, drawn, arrive } = showing();
    const [first, second] = [part.spotlight(["1"], "en"), part.spotlight(["2"], "en")];
    arrive("2");
    await second;
    arrive("1");
    await first;
    part.draw(null, START, false);
    assert.deepEqual(drawn.ids, ["2"]);
    const third = part.spotlight(["1"], "en");
    await part.spotlight(null, "en");
    arrive("1");
    await third;
    part.draw(null, START, false);
    assert.deepEqual([drawn.ids, drawn.isSpotlight], [["1", "2"], false]);
});

test("a clause opened during a tour is outlined too, and marked as open", async () => {
    const { part, drawn, arrive } = showing();
    const [first, second, third] = known;
    const step = part.spotlight(["1"], "en");
    arrive("1");
    await step;
    assert.deepEqual([part.has(null), part.has(first), part.has(second)], [true, true, false]);
    part.draw(second, START, false);
    assert.deepEqual(drawn.ids, ["1", "2"]);
    assert.equal(drawn.selected, "2");
    await part.spotlight(null, "en");
    assert.ok(part.has(third));
});

test("a step's clauses on the second page of an opening lie on that page, without their regions elsewhere", async () => {
    const page = (number) => ({ number, width: 100, height: 100 });
    const opening = [{ page: page(1), x: 0, y: 0, factor: 1 }, { page: page(2), x: 100, y: 0, factor: 2 }];
    const { part, drawn, arrive } = showing(opening);
    const step = part.spotlight(["3"], "en");
    arrive("3");
    await step;
    part.draw(null, START, false);
    assert.deepEqual(drawn.regions, [[{ page: 2, polygon: [[100, 0], [120, 0], [120, 20]], holes: [] }]]);
    assert.ok(drawn.isSpotlight);
    const alone = showing();
    const both = alone.part.spotlight(["2"], "en");
    alone.arrive("2");
    await both;
    alone.part.draw(null, START, false);
    assert.deepEqual(alone.drawn.regions.map((regions) => regions.map(({ page }) => page)), [[1]]);
});
