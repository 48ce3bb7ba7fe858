/** Edits of the table of contents. */
import assert from "node:assert/strict";
import test from "node:test";
import { added, earlier, inwards, later, MOST_LEVELS, outwards, partsOf, rowsOf, without } from "../../Sources/Viewer/editing/contents/contents-edits.js";
import { isField, normal } from "../../Sources/Viewer/editing/session/values.js";

const part = (label, page, ...items) => ({ label, ...(page ? { pages: [{ page }] } : {}), ...(items.length > 0 ? { items } : {}) });
const tree = [part("A", 1, part("A1", 2), part("A2", 3, part("A2a", 3))), part("B", 4), part("C", 5)];
const outline = (rows) => rows.map(({ depth, part: { label } }) => "-".repeat(depth) + label).join(" ");
const rows = rowsOf(tree);

test("parts are converted to rows with levels and back", () => {
    assert.equal(outline(rows), "A -A1 -A2 --A2a B C");
    assert.deepEqual(partsOf(rows), tree);
    assert.deepEqual([rowsOf(null), partsOf([])], [[], null]);
});

test("a part moves with its subparts among its siblings", () => {
    assert.equal(outline(earlier(rows, 4).rows), "B A -A1 -A2 --A2a C");
    assert.equal(earlier(rows, 4).index, 0);
    assert.equal(outline(later(rows, 0).rows), "B A -A1 -A2 --A2a C");
    assert.equal(later(rows, 0).index, 1);
    assert.equal(outline(later(rows, 1).rows), "A -A2 --A2a -A1 B C");
    assert.equal(later(rows, 1).index, 3);
    for (const [step, index] of [[earlier, 0], [earlier, 1], [later, 5], [later, 2]]) assert.equal(step(rows, index), null);
});

test("a part can be indented into its predecessor and outdented", () => {
    assert.equal(outline(inwards(rows, 4).rows), "A -A1 -A2 --A2a -B C");
    assert.equal(inwards(rows, 1), null);
    assert.equal(outline(outwards(rows, 1).rows), "A -A2 --A2a A1 B C");
    assert.equal(outwards(rows, 1).index, 3);
    assert.equal(outwards(rows, 0), null);
    const deep = Array.from({ length: MOST_LEVELS }, (_, depth) => ({ depth, part: { label: String(depth) } }));
    assert.equal(inwards([...deep, { depth: MOST_LEVELS - 1, part: {} }], MOST_LEVELS), null);
});

test("a part without a page takes the page of its last removed subpart", () => {
    const heading = rowsOf([part("H", null, part("H1", 7)), part("I", 8)]);
    assert.deepEqual(without(heading, 1)[0], { depth: 0, part: { label: "H", pages: [{ page: 7 }] } });
    assert.deepEqual(outwards(heading, 1).rows[0].part.pages, [{ page: 7 }]);
    assert.equal(outline(without(rows, 0)), "B C");
});

test("a new part is inserted after another with its subparts, or at the end", () => {
    assert.equal(outline(added(rows, 0, { label: "N" }).rows), "A -A1 -A2 --A2a N B C");
    assert.equal(outline(added(rows, 1, { label: "N" }).rows), "A -A1 -N -A2 --A2a B C");
    assert.deepEqual(added(rows, null, { label: "N" }).index, 6);
});

test("the normal form has pages as objects and no empty lists or unknown keys", () => {
    assert.ok(isField("document/structures") && !isField("document/structures/0"));
    const loose = [{ label: "A", pages: [1, { page: 2, box: [0, 0, 1, 1] }], items: [], behavior: [], "x-own": 1 }];
    assert.deepEqual(normal("document/structures", loose), [{ label: "A", pages: [{ page: 1 }, { page: 2, box: [0, 0, 1, 1] }] }]);
    assert.equal(normal("document/structures", []), null);
});
