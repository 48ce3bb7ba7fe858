import assert from "node:assert/strict";
import test from "node:test";
import { alone } from "../../Sources/Viewer/base/leaves.js";
import { clausesOn, isTheme, Listing } from "../../Sources/Viewer/app/listing.js";

const clause = (id, ...pages) => ({ id, regions: pages.map((page) => ({ page, polygon: [], holes: [] })) });
const [first, second, third] = [clause("1", 1), clause("2", 1, 2), clause("3", 2)];

function listing(...clauses) {
    const made = new Listing([]);
    made.update({ clauses, language: "en", unknown: null });
    return made;
}

test("a clause's neighbours are those in the list", () => {
    const list = listing(first, second, third);
    assert.equal(list.neighbour(second, -1), first);
    assert.equal(list.neighbour(second, 1), third);
    assert.equal(list.neighbour(first, -1), undefined);
    assert.equal(list.neighbour(third, 1), undefined);
    assert.equal(listing(first).neighbour(second, 1), undefined);
    assert.equal(list.neighbour(null, 1), undefined);
});

test("a page shows its own regions, and the selected clause even if filtered out", () => {
    const shown = (clauses, number, selected) =>
        clausesOn(clauses, alone({ number }), selected).map(({ id, regions }) => [id, regions.length]);
    assert.deepEqual(shown([first, second], 1, null), [["1", 1], ["2", 1]]);
    assert.deepEqual(shown([first, second], 2, third), [["2", 1], ["3", 1]]);
    assert.deepEqual(shown([first, second], 1, second), [["1", 1], ["2", 1]]);
    assert.deepEqual(shown([], 1, third), []);
});

test("an unknown list shows its explanation instead of a count", () => {
    const list = listing(first);
    list.update({ clauses: [], language: "en", unknown: "That is not known." });
    assert.ok(!list.isKnown);
    assert.equal(list.text({ category: "church", query: "" }, "en"), "That is not known.");
    list.update({ clauses: [first], language: "en", unknown: null });
    assert.ok(list.isKnown);
});

test("a theme filter is any category except all and none, or a search", () => {
    const themes = { church: true, "church,women": true, all: false, none: false, "all,hidden-details": false };
    for (const [category, is] of Object.entries(themes)) assert.equal(isTheme({ category, query: "" }), is, category);
    assert.ok(isTheme({ category: "all", query: "widow" }));
});
