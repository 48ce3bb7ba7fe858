import assert from "node:assert/strict";
import test from "node:test";

globalThis.window = globalThis;
globalThis.document = Object.assign(new EventTarget(), { querySelector: () => null, getElementById: () => null, documentElement: { lang: "" } });
globalThis.EventSource ??= class { static CLOSED = 2; };
// Events of the page.
Object.assign(globalThis, { addEventListener() {} });

const { ToolContext } = await import("../../Sources/Viewer/editing/drawing/tool-context.js");
const { movePage } = await import("../../Sources/Viewer/editing/pages/page-edits.js");
const { moveObject } = await import("../../Sources/Viewer/editing/session/object-edits.js");
const { ordersAt } = await import("../../Sources/Viewer/editing/session/orders.js");
const { EditingSession } = await import("../../Sources/Viewer/editing/session/session.js");
const { addStep, moveStep } = await import("../../Sources/Viewer/editing/tours/tour-edits.js");

const page = (number) => ({ number, imageId: `d-${number}`, width: 1000, height: 1000 });

/** Opens a session whose edits are never sent, on a document with these clauses and pages, given by id and number. */
function open(context, clauses, pages = [1]) {
    const server = { send: () => new Promise(() => {}), stream: () => Object.assign(new EventTarget(), { close() {} }) };
    const content = {
        document: { id: "d", title: { en: "D" }, languages: ["en"], pages: pages.map(page) },
        categories: [], texts: {}, tours: [{ id: "tour", title: { en: "Tour" }, steps: [] }],
        clauses: clauses.map((id, order) => ({ id, number: id, order, categories: [], regions: [] })),
    };
    const copy = { document: "d", editor: { name: "me" }, editors: [], revision: 1, version: 1, content };
    const storage = { isLasting: false, change: async () => {}, entries: async () => [], history: async () => undefined };
    const session = new EditingSession(server, copy, storage, []);
    context.after(() => session.close());
    return session;
}

const idsOf = (items) => items.map(({ id }) => id);

test("200 clauses drawn one after another are in the order of drawing, and undo restores each step", (context) => {
    const session = open(context, ["a", "b", "c"]);
    const drawing = new ToolContext(session, {}, page(1), {});
    const drawn = [];
    const states = [];
    for (let count = 0; count < 200; count += 1) {
        states.push(session.clauses());
        const { clause, operations } = drawing.newClause(drawn.at(-1) ?? "b");
        assert.ok(operations.length <= 1000, "far below the server's limit of operations");
        session.perform({ label: "draw", operations });
        drawn.push(clause);
        assert.deepEqual(idsOf(session.clauses()), ["a", "b", ...drawn, "c"]);
    }
    assert.equal(new Set(session.clauses().map(({ order }) => order)).size, 203);
    // Clauses that were there before keep their orders.
    assert.deepEqual(["a", "b", "c"].map((id) => session.value(`clauses/${id}/order`)), [0, 1, 2]);
    for (const state of states.reverse()) {
        session.undo();
        assert.deepEqual(session.clauses(), state);
    }
});

test("many rows of new clauses at the same place are in order", (context) => {
    const session = open(context, ["a", "b", "c"]);
    const drawing = new ToolContext(session, {}, page(1), {});
    let expected = ["b"];
    for (let row = 0; row < 12; row += 1) {
        // Each row comes after the first clause, so before all former rows.
        const { clauses, operations } = drawing.newClauses("a", 300);
        assert.ok(operations.length <= 5000 - 2 * 300, "within the server's limit, with an outline for each clause");
        session.perform({ label: "draw", operations });
        expected = [...clauses, ...expected];
        assert.deepEqual(idsOf(session.clauses()), ["a", ...expected, "c"]);
    }
});

test("clauses, pages and steps that are moved between the same neighbours again and again do move", (context) => {
    const session = open(context, ["a", "b", "c", "d"], [1, 2, 3, 4]);
    const tour = () => session.tours()[0];
    const steps = ["a", "b", "c", "d"].map(() => addStep(session, tour(), { page: 1, box: null, clauses: [] }));
    const expected = ["a", "b", "c", "d"];
    for (let round = 0; round < 120; round += 1) {
        // The third one goes before the second.
        expected.splice(1, 2, expected[2], expected[1]);
        moveObject(session, "clauses", session.clauses()[2].id, -1);
        assert.deepEqual(idsOf(session.clauses()), expected);
        assert.ok(movePage(session, session.pages[2].number, 1));
        assert.deepEqual(session.pages.map(({ number }) => "abcd"[number - 1]), expected);
        moveStep(session, tour(), tour().steps[2].id, -1);
        assert.deepEqual(tour().steps.map(({ id }) => "abcd"[steps.indexOf(id)]), expected);
    }
});

test("objects with equal orders, or without one, get orders of their own when something is put between them", () => {
    const others = [1, 1, 1, 2, Infinity, Infinity].map((order, index) => ({ id: String(index), order }));
    for (let index = 0; index <= others.length; index += 1) {
        const { orders, moved } = ordersAt(others, index, 2);
        const made = others.map((one) => moved.find(({ item }) => item === one)?.order ?? one.order);
        const around = [...made.slice(0, index).slice(-1), ...orders, ...made.slice(index, index + 1)];
        assert.ok(orders.every(Number.isFinite) && around.every((order, at) => at === 0 || order > around[at - 1]), String(around));
        assert.deepEqual(made, [...made].sort((one, other) => one - other));
    }
});

test("orders are halfway between neighbours, and in steps of one at the ends", () => {
    const others = [{ order: 3 }, { order: 4 }];
    assert.deepEqual(ordersAt(others, 1), { orders: [3.5], moved: [] });
    assert.deepEqual(ordersAt(others, 0, 2), { orders: [1, 2], moved: [] });
    assert.deepEqual(ordersAt(others, 2, 2), { orders: [5, 6], moved: [] });
    assert.deepEqual(ordersAt([], 0, 2), { orders: [0, 1], moved: [] });
});
