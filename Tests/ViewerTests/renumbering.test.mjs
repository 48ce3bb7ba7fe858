/** Pages that two editors add at the same time, with the same number. */
import "./page.mjs";
import assert from "node:assert/strict";
import test from "node:test";

globalThis.window = globalThis;
Object.assign(globalThis, { addEventListener() {} });
Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });

const { addPage } = await import("../../Sources/Viewer/editing/pages/page-edits.js");
const { stepsKey } = await import("../../Sources/Viewer/editing/drawing/steps.js");
const { renumbered, takenNumbers } = await import("../../Sources/Viewer/editing/session/renumbering.js");
const { EditingSession } = await import("../../Sources/Viewer/editing/session/session.js");

const image = (scan) => ({ scan, rotation: 0, crop: null });
const operation = (path, before, after) => ({ path, before, after });
const page = (number, scan) => [
    operation(`pages/${number}`, null, true), operation(`pages/${number}/order`, null, 1), operation(`pages/${number}/image`, null, image(scan)),
];
const conflictsOf = (operations, scan) => operations.map(({ path, before, after }) => ({
    path, before, mine: after, theirs: path.endsWith("/image") ? image(scan) : after, editor: "ben", at: null,
}));
const SQUARE = [{ polygon: [[0, 0], [9, 0], [9, 9]], holes: [] }];

test("only new pages get other numbers: not restored ones, undone ones, and those that are there already", () => {
    const operations = page(2, "mine");
    const outcome = { conflicts: conflictsOf(operations, "theirs"), revision: 8 };
    const taken = (entry, more = {}) => takenNumbers({ undoes: null, revision: 7, operations, ...entry }, { ...outcome, ...more });
    assert.deepEqual(taken({}), [2]);
    assert.deepEqual(taken({ undoes: "e1" }), []);
    assert.deepEqual(taken({ operations: operations.slice(0, 1) }), []);
    assert.deepEqual(taken({ operations: [operation("pages/2/image", null, image("mine"))] }), []);
    assert.deepEqual(taken({}, { conflicts: conflictsOf(operations, "mine") }), []);
    assert.deepEqual(taken({}, { conflicts: [] }), []);
    // The server was restored from a backup, and refuses every number.
    assert.deepEqual(taken({}, { revision: 6 }), []);
});

test("all that an editor does with a new page follows its number, and other pages keep theirs", () => {
    const words = (...pages) => pages.map((number) => ({ text: "a", page: number, box: [2, 2, 2, 2] }));
    const step = (number, more = {}) => ({ order: 2, page: number, box: [2, 2, 2, 2], clauses: ["2"], ...more });
    const contents = (number) => [{ label: { en: "2" }, pages: [{ page: 1 }, { page: number }], items: [{ pages: [number, { page: number, box: [2, 2, 2, 2] }] }] }];
    const edits = (number) => [
        [...page(number, "s"), operation("pages/22/label", null, { en: "2" }), operation("clauses/2/regions/1", null, SQUARE)],
        [operation(`clauses/2/regions/${number}`, null, SQUARE), operation("clauses/2/number", null, "2")],
        [operation("clauses/2/words", words(1), words(1, number)), operation(`pages/${number}/label`, null, { en: "Back" })],
        [operation("tours/t/steps/2", null, step(number)), operation("tours/t/steps/3", null, step(2, { document: "other" }))],
        [operation("document/structures", null, contents(number))],
        [operation("document/structures", contents(number), null), operation("clauses/2/words", words(1, number), null)],
    ];
    assert.deepEqual(renumbered(edits(2), { from: 2, to: 5 }), edits(5));
    // The value that the first edit of a field starts from is the server's.
    const first = [operation("clauses/2/words", words(2), words(2, 2))];
    assert.deepEqual(renumbered([first], { from: 2, to: 5 }), [[operation("clauses/2/words", words(2), words(5, 5))]]);
});

test("unfinished outlines belong to the image of their page, whatever its number", () => {
    const keyOf = (number, scan, tool) => stepsKey({ document: "d", value: (path) => (path === `pages/${number}/image` ? scan && image(scan) : null) }, number, tool);
    assert.equal(keyOf(2, "a", "polygon"), keyOf(5, "a", "polygon"));
    const keys = [keyOf(2, "a", "polygon"), keyOf(2, "a", "lines"), keyOf(2, "b", "polygon"), keyOf(2, null, "polygon"), keyOf(22, null, "polygon")];
    assert.equal(new Set(keys).size, keys.length);
});

/** A session of one page and one clause, whose server has pages of others with the numbers 2 and 3. */
function openSession(context) {
    const taken = new Set([2, 3]);
    const sent = [];
    let revision = 9;
    const server = {
        stream: () => Object.assign(new EventTarget(), { close() {} }),
        send: async ({ id, undoes, operations }) => {
            sent.push(operations.map(({ path }) => path));
            const isTaken = undoes === null && operations.some(({ path, after }) => after === true && taken.has(Number(path.split("/")[1])));
            if (isTaken) return { kind: "conflict", revision, conflicts: conflictsOf(operations, "theirs") };
            return { kind: "applied", entry: { id, revision: (revision += 1), editor: "me", at: "", undoes, operations } };
        },
    };
    const content = {
        document: { id: "d", languages: ["en"] }, categories: [], texts: {},
        pages: [{ number: 1, order: 0, imageId: "d-1", width: 10, height: 10, image: image("first"), state: "ready", progress: 1 }],
        clauses: [{ id: "a", number: "1", order: 0, categories: [], regions: [] }],
    };
    const copy = { document: "d", editor: { name: "me" }, editors: [], revision: 9, version: 1, content };
    const storage = { isLasting: true, change: async () => {}, entries: async () => [], history: async () => undefined };
    const session = new EditingSession(server, copy, storage, []);
    session.images.setFacts(image("mine"), { imageId: "d-2", width: 10, height: 10, state: "ready", progress: 1 });
    context.after(() => session.close());
    return { session, sent };
}

test("a page whose number others have used meanwhile gets the next one, with what was drawn on it, and no question", async (context) => {
    const { session, sent } = openSession(context);
    const moves = [];
    const kept = [];
    session.addEventListener("renumber", ({ detail }) => {
        moves.push([detail.from, detail.to]);
        kept.push(stepsKey(session, detail.to, "polygon"));
    });
    assert.equal(addPage(session, image("mine"), 1), 2);
    const key = stepsKey(session, 2, "polygon");
    session.perform({ label: "draw", operations: [{ path: "clauses/a/regions/2", after: SQUARE }] });
    await session.settled();
    assert.deepEqual([session.state, session.delivery.outbox.entries], ["saved", []]);
    assert.deepEqual(moves, [[2, 3], [3, 4]]);
    // Each time the page's unfinished outlines are found under the new number.
    assert.deepEqual(kept, [key, key]);
    assert.deepEqual(sent.map((paths) => paths[0]), ["pages/2", "pages/3", "pages/4", "clauses/a/regions/4"]);
    assert.deepEqual(session.pages.map(({ number }) => number), [1, 4]);
    assert.deepEqual(session.clauses()[0].pages, [4]);
    // Undoing reaches the page under its new number.
    session.undo();
    session.undo();
    await session.settled();
    assert.deepEqual([session.state, session.pages.map(({ number }) => number)], ["saved", [1]]);
    assert.deepEqual(sent.slice(4), [["clauses/a/regions/4"], ["pages/4/image", "pages/4/order", "pages/4"]]);
});

test("a page that was undone before it was sent is undone and redone under its new number", async (context) => {
    const { session, sent } = openSession(context);
    addPage(session, image("mine"), 1);
    session.undo();
    await session.settled();
    assert.deepEqual(sent.map((paths) => paths.at(-1)), ["pages/2/image", "pages/3/image", "pages/4/image", "pages/4"]);
    session.redo();
    await session.settled();
    assert.deepEqual([session.state, session.pages.map(({ number }) => number)], ["saved", [1, 4]]);
});
