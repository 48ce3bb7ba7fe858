import assert from "node:assert/strict";
import test from "node:test";
import { RevisionSequencer } from "../../Sources/Viewer/editing/session/revision-sequencer.js";
import { parseEdits, predictedOutcomes } from "../../Sources/Viewer/editing/session/imported-edits.js";
import { merged, Outbox } from "../../Sources/Viewer/editing/session/outbox.js";
import { Replica } from "../../Sources/Viewer/editing/session/replica.js";
import { requestedChanges } from "../../Sources/Viewer/editing/session/requested-changes.js";
import { Sender } from "../../Sources/Viewer/editing/session/sender.js";
import { UndoHistory } from "../../Sources/Viewer/editing/session/undo-history.js";
import { isField, isScale, normal, same, split } from "../../Sources/Viewer/editing/session/values.js";

const TITLE = "clauses/39/texts/en/title";
const NUMBER = "clauses/39/number";

const content = () => ({
    document: { id: "d", title: { en: "D" }, languages: ["en"], pages: [{ number: 1, imageId: "d-1", width: 10, height: 20 }] },
    categories: [{ id: "law", label: { en: "Law" }, icon: null, style: "filled", includedInAll: true, order: 0 }],
    clauses: [
        { id: "40", number: "40", order: 1, categories: [], regions: [] },
        { id: "39", number: "39", order: 0, categories: ["law"], regions: [{ page: 1, polygon: [[0, 0], [1, 0], [0, 1]] }] },
    ],
    texts: { en: { 39: { title: "Free men" } } },
});

const operation = (path, before, after) => ({ path, before, after });
let count = 0;
const edit = (operations, { key = null, at = 0, undoes = null } = {}) => ({
    id: `e${(count += 1)}`, owner: "d\nme", mergeKey: key, label: "change", undoes, revision: 0, operations, at,
});
const journal = (revision, operations, editor = "anna", id = `j${revision}`) => ({ id, revision, editor, at: "", operations });

test("values are compared regardless of key order, and paths are split into object and field", () => {
    assert.ok(same({ a: [1, { b: null }], c: "x" }, { c: "x", a: [1, { b: null }] }));
    assert.ok(same(0, -0) && !same(1, "1") && !same(null, undefined) && !same([], {}) && !same({ a: 1 }, { a: 1, b: 2 }));
    assert.deepEqual(split(TITLE), ["clauses/39", "texts/en/title"]);
    assert.deepEqual(split("clauses/39"), ["clauses/39", ""]);
    assert.deepEqual(split("document/title"), ["document", "title"]);
    assert.ok(isField(TITLE) && isField("clauses/39") && isField("clauses/39/regions/2") && isField("document/rights"));
    assert.ok(!isField("clauses/39/regions/0") && !isField("clauses/39/texts/en/poem") && !isField("document/id") && !isField("x"));
});

test("equivalent values have the same normal form as on the server", () => {
    assert.deepEqual(normal("clauses/1/regions/1", [{ polygon: [] }]), [{ polygon: [], holes: [] }]);
    assert.equal(normal("clauses/1/regions/1", []), null);
    assert.equal(normal("clauses/1/number", ""), null);
    assert.equal(normal("categories/law/label", {}), null);
    assert.equal(normal("clauses/1/kind", null), "clause");
    assert.deepEqual(normal("clauses/1/categories", null), []);
    assert.equal(normal("document/access", null), "open");
    assert.equal(normal("document/languages", null), null);
    assert.equal(normal("clauses/1", true), true);
    // The server compares only the colours that it knows.
    const colours = { paper: "#ffffff", ink: "#222222", accent: "#a03020", background: "#101010", overlays: ["#112233", "#445566"] };
    assert.deepEqual(normal("document/palette", { gold: "#d4af37", ...colours }), colours);
    assert.equal(normal("document/palette", null), null);
});

test("a page's scale has the same limits as on the server", () => {
    for (const scale of [0.001, 11.8, 1e6]) assert.equal(isScale(scale), true, String(scale));
    for (const scale of [0, 0.0009, 1e-310, 1_000_001, NaN, Infinity]) assert.equal(isScale(scale), false, String(scale));
});

test("edits with the same merge key are merged until they are released", () => {
    const outbox = new Outbox();
    outbox.add(edit([operation(TITLE, "Free men", "Free p")], { key: "t" }));
    const { entry } = outbox.add(edit([operation(TITLE, "Free p", "Free people")], { key: "t", at: 5 }));
    assert.deepEqual(entry.operations, [operation(TITLE, "Free men", "Free people")]);
    assert.equal(outbox.entries.length, 1);
    assert.equal(outbox.next(6).entry, null);
    assert.ok(outbox.next(6).waitMilliseconds > 1000);
    assert.equal(outbox.next(60_000).entry.id, entry.id, "an entry whose page is gone is sent");
    outbox.release();
    assert.equal(outbox.next(6).entry.id, entry.id);
    outbox.add(edit([operation(TITLE, "Free people", "Free")], { key: "t" }));
    assert.equal(outbox.entries.length, 2);
});

test("a merged edit without change is dropped, and another merge key closes the previous edit", () => {
    const outbox = new Outbox();
    outbox.add(edit([operation(TITLE, "a", "b")], { key: "t" }));
    const { entry, changes } = outbox.add(edit([operation(TITLE, "b", "a")], { key: "t" }));
    assert.equal(entry, null);
    assert.equal(changes.remove.length, 1);
    assert.equal(outbox.entries.length, 0);
    outbox.add(edit([operation(TITLE, "a", "b")], { key: "t" }));
    outbox.add(edit([operation(NUMBER, "39", "40")], { key: "n" }));
    assert.deepEqual(outbox.entries.map(({ state }) => state), ["waiting", "open"]);
    assert.deepEqual(merged([operation("p", 1, 2), operation("q", 1, 2), operation("p", 2, 1)]), [operation("q", 1, 2)]);
});

test("a conflict keeps its fields with later edits, and the rest becomes a separate edit", () => {
    const outbox = new Outbox();
    const first = outbox.add(edit([operation(TITLE, "Free men", "Mine"), operation(NUMBER, "39", "39a")])).entry;
    const later = outbox.add(edit([operation(TITLE, "Mine", "Mine too")])).entry;
    const other = outbox.add(edit([operation("clauses/40/number", "40", "41")])).entry;
    const { rest, changes } = outbox.divide(first.id, [{ path: TITLE, theirs: "Theirs", editor: "anna", at: "now" }], "rest");
    assert.deepEqual(rest.operations, [operation(NUMBER, "39", "39a")]);
    assert.deepEqual(outbox.pending.map(({ id }) => id), ["rest", other.id]);
    assert.deepEqual(changes.remove, [later.id]);
    assert.deepEqual(outbox.conflicts[0].conflicts, [
        { path: TITLE, before: "Free men", theirs: "Theirs", mine: "Mine too", editor: "anna", at: "now" },
    ]);
    assert.equal(outbox.values().has(TITLE), false);
    assert.deepEqual(outbox.resolve(TITLE).remove, [first.id]);
    assert.equal(outbox.conflicts.length, 0);
});

test("no field of a clause is sent while its existence is in conflict", () => {
    const outbox = new Outbox();
    const { entry } = outbox.add(edit([operation("clauses/x", null, true), operation("clauses/x/number", null, "1"), operation(NUMBER, "39", "2")]));
    const { rest } = outbox.divide(entry.id, [{ path: "clauses/x", theirs: null, editor: null, at: null }], "rest");
    assert.deepEqual(rest.operations.map(({ path }) => path), [NUMBER]);
});

test("edits after a refused one are rebased, and a refused edit can be sent again", () => {
    const outbox = new Outbox();
    const first = outbox.add(edit([operation(TITLE, "a", "too long")])).entry;
    const second = outbox.add(edit([operation(TITLE, "too long", "b")])).entry;
    outbox.refuse(first.id, "too long", () => "a");
    assert.deepEqual(outbox.pending.map(({ id, operations }) => [id, operations]), [[second.id, [operation(TITLE, "a", "b")]]]);
    assert.equal(outbox.refused[0].detail, "too long");
    outbox.resend(first.id, "again", () => "b");
    assert.deepEqual(outbox.pending.at(-1).operations, [operation(TITLE, "b", "too long")]);
    assert.equal(outbox.refused.length, 0);
});

test("undo and redo report values that somebody else has changed since", () => {
    const history = new UndoHistory();
    const values = { [TITLE]: "b", [NUMBER]: "2" };
    const value = (path) => values[path] ?? null;
    history.add({ id: "1", label: "text", operations: [operation(TITLE, "a", "b")] });
    history.add({ id: "2", label: "number", operations: [operation(NUMBER, "1", "2")] });
    const plan = history.plan("undo", value);
    assert.deepEqual([plan.operations, plan.changed], [[operation(NUMBER, "2", "1")], []]);
    values[NUMBER] = "1";
    history.take("undo", "3");
    assert.deepEqual([history.canUndo, history.canRedo], [true, true]);
    assert.deepEqual(history.plan("redo", value).operations, [operation(NUMBER, "1", "2")]);
    assert.equal(history.plan("redo", value).step.id, "3");
    values[TITLE] = "theirs";
    assert.deepEqual(history.plan("undo", value).changed, [TITLE]);
    history.drop("undo");
    assert.equal(history.canUndo, false);
    const again = new UndoHistory(JSON.parse(JSON.stringify(history.stored)));
    again.take("redo", "4");
    assert.deepEqual([again.canUndo, again.canRedo], [true, false]);
    again.add({ id: "5", label: "text", operations: [] });
    again.replace("5", null);
    assert.equal(again.stored.done.length, 1);
});

test("the undo history keeps the newest thousand steps, fewer if their texts are long, and at least one", () => {
    const history = new UndoHistory();
    const kept = () => history.stored.done.map(({ id }) => Number(id));
    for (let id = 1; id <= 1200; id += 1) history.add({ id: String(id), label: "text", operations: [operation(TITLE, "a", "b")] });
    assert.deepEqual([kept().length, kept()[0], kept().at(-1)], [1000, 201, 1200]);
    const long = "α".repeat(5000);
    for (let id = 1201; id <= 2400; id += 1) history.add({ id: String(id), label: "text", operations: [operation(TITLE, long, `${long}.`)] });
    assert.ok(kept().length > 150 && JSON.stringify(history.stored).length < 2_100_000, `${kept().length} steps are kept`);
    assert.equal(kept().at(-1), 2400);
    // A step that grows as its text is typed counts anew, and a history from before there was a limit is shortened.
    const again = new UndoHistory({ done: Array.from({ length: 1000 }, (_, id) => ({ id: String(id), label: "text", operations: [operation(TITLE, long, long)] })), undone: [] });
    again.add({ id: "999", label: "text", operations: [operation(TITLE, "", "α".repeat(3_000_000))] });
    assert.deepEqual(again.stored.done.map(({ id }) => id), ["999"]);
    assert.equal(again.canUndo, true);
});

test("journal entries are applied once, in revision order", () => {
    const sequencer = new RevisionSequencer(3);
    assert.deepEqual(sequencer.receive(journal(5, [])), []);
    assert.equal(sequencer.hasGap, true);
    assert.deepEqual(sequencer.receive(journal(4, [])).map(({ revision }) => revision), [4, 5]);
    assert.deepEqual(sequencer.receive(journal(5, [])), []);
    assert.deepEqual([sequencer.revision, sequencer.hasGap], [5, false]);
});

test("a replica shows pending over confirmed values, in whatever order entries arrive", () => {
    const replica = new Replica(content(), 7);
    assert.deepEqual(replica.clauses().map(({ id, pages }) => [id, pages]), [["39", [1]], ["40", []]]);
    assert.deepEqual(replica.value("clauses/39/regions/1"), [{ polygon: [[0, 0], [1, 0], [0, 1]], holes: [] }]);
    assert.deepEqual(replica.setPending(new Map([[TITLE, "Mine"]])), [TITLE]);
    assert.deepEqual([replica.value(TITLE), replica.served(TITLE)], ["Mine", "Free men"]);
    // Our edit is acknowledged as revision 9 before Anna's revision 8 has arrived.
    assert.deepEqual(replica.acknowledge(journal(9, [operation(TITLE, "Free men", "Mine")], "me")), []);
    assert.deepEqual(replica.setPending(new Map()), []);
    assert.deepEqual([replica.value(TITLE), replica.revision, replica.hasGap], ["Mine", 7, true]);
    assert.deepEqual(replica.follow(journal(8, [operation(NUMBER, "39", "39b")])), [NUMBER]);
    assert.deepEqual([replica.revision, replica.value(NUMBER), replica.value(TITLE)], [9, "39b", "Mine"]);
    assert.equal(replica.lastChange(NUMBER).editor, "anna");
    replica.follow(journal(10, [operation("clauses/39", true, null), operation("clauses/new", null, true), operation("clauses/new/order", null, -1)]));
    assert.deepEqual(replica.clauses().map(({ id }) => id), ["new", "40"]);
});

test("a replica knows when a restored object has fields it has not loaded", () => {
    const replica = new Replica(content(), 7);
    const gone = "clauses/gone";
    assert.equal(replica.restoresUnknown(journal(8, [operation(gone, null, true)])), true);
    assert.equal(replica.restoresUnknown({ ...journal(8, [operation(gone, null, true), operation(`${gone}/order`, null, 2)]), undoes: "e1" }), true);
    // Created and deleted objects are known.
    assert.equal(replica.restoresUnknown(journal(8, [operation(gone, null, true), operation(`${gone}/order`, null, 2)])), false);
    replica.follow(journal(8, [operation("clauses/39", true, null)]));
    assert.equal(replica.restoresUnknown(journal(9, [operation("clauses/39", null, true)])), false);
    assert.equal(replica.restoresUnknown(journal(8, [operation(gone, null, true)])), false);
    assert.equal(replica.restoresUnknown({ revision: 9, id: "p", editor: "Ada", at: "", kind: "published", version: 2 }), false);
});

test("the sender retries edits that did not arrive, and settles those that did", async () => {
    const outbox = new Outbox();
    const waiting = outbox.add(edit([operation(TITLE, "a", "b")])).entry;
    const stop = new AbortController();
    const log = [];
    const outcomes = [{ kind: "away" }, { kind: "expired" }, { kind: "applied", entry: journal(1, []) }];
    const sender = new Sender({
        next: () => outbox.next(10),
        close: async () => {},
        send: async ({ id }) => {
            log.push(id);
            return outcomes.shift();
        },
        settle: async ({ id }, { kind }) => {
            log.push(kind);
            outbox.remove(id);
        },
        show: (state) => {
            log.push(state);
            // As if the network returned at once, so that no test waits for a pause.
            if (state === "offline" || state === "expired") sender.wake();
            if (state === "idle") stop.abort();
        },
    });
    await sender.run(stop.signal);
    assert.deepEqual(log, [
        "sending", waiting.id, "offline", waiting.id, "expired", waiting.id, "applied", "idle",
    ]);
});

test("the sender's pauses double up to 30 seconds, and begin again once an edit has arrived", async (context) => {
    const pauses = [];
    context.mock.method(globalThis, "setTimeout", (resolve, milliseconds) => {
        pauses.push(milliseconds);
        resolve();
    });
    // No jitter.
    context.mock.method(Math, "random", () => 0.5);
    const outbox = new Outbox();
    outbox.add(edit([operation(TITLE, "a", "b")]));
    outbox.add(edit([operation(NUMBER, "39", "40")]));
    const stop = new AbortController();
    const outcomes = [...Array(7).fill("away"), "applied", "expired", "applied"];
    const sender = new Sender({
        next: () => outbox.next(10),
        close: async () => {},
        send: async () => ({ kind: outcomes.shift() }),
        settle: async ({ id }) => void outbox.remove(id),
        show: (state) => {
            if (state === "idle") stop.abort();
        },
    });
    await sender.run(stop.signal);
    assert.deepEqual(pauses, [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 1000]);
});

test("edits made during a slow write are stored together in the next one", async () => {
    globalThis.window = globalThis;
    globalThis.navigator ??= {};
    const { Delivery } = await import("../../Sources/Viewer/editing/session/delivery.js");
    const stored = [];
    const finish = [];
    const storage = {
        isLasting: true,
        change: (changes, history) => new Promise((resolve) => {
            stored.push([changes.put.map(({ operations }) => operations[0].after), changes.remove.length, history.stored.done.length]);
            finish.push(resolve);
        }),
        entries: async () => [],
        history: async () => undefined,
    };
    const replica = new Replica(content(), 7);
    const server = { send: () => new Promise(() => {}) };
    const on = { pending() {}, acknowledged() {}, state() {}, refusal() {} };
    const delivery = new Delivery({ owner: "d", server, storage, entries: [], replica: () => replica }, on);
    for (let number = 0; number < 20; number += 1) {
        delivery.add("text", [operation(NUMBER, String(number), String(number + 1))], null);
        await Promise.resolve();
        await Promise.resolve();
    }
    assert.deepEqual(stored, [[["1"], 0, 1]]);
    finish.shift()();
    await new Promise((resolve) => setTimeout(resolve));
    assert.deepEqual(stored[1], [Array.from({ length: 19 }, (_, index) => String(index + 2)), 0, 20]);
    // Undone while it is being stored: the next write stores the current state.
    delivery.discardRefused(delivery.outbox.entries[5].id);
    delivery.discardRefused(delivery.outbox.entries[5].id);
    finish.shift()();
    await new Promise((resolve) => setTimeout(resolve));
    assert.deepEqual(stored.slice(2), [[[], 2, 20]]);
    finish.shift()();
    delivery.close();
});

test("an edit of a missing object is an error, unless it creates it", () => {
    const replica = new Replica(content(), 1);
    const value = (path) => replica.value(path);
    assert.throws(() => requestedChanges([{ path: "clauses/x/number", after: "1" }], value), RangeError);
    assert.throws(() => requestedChanges([{ path: "clauses/39/poem", after: "1" }], value), RangeError);
    assert.deepEqual(requestedChanges([{ path: "clauses/x", after: true }, { path: "clauses/x/kind", after: "clause" }, { path: "clauses/x/number", after: "1" }], value), [
        operation("clauses/x", null, true), operation("clauses/x/number", null, "1"),
    ]);
    assert.deepEqual(requestedChanges([{ path: TITLE, after: "Free men" }, { path: NUMBER, after: "" }], value), [operation(NUMBER, "39", null)]);
});

test("an outline is drawn only on a page that is still there", () => {
    const values = { "clauses/39": true, "pages/1": true, "clauses/39/regions/1": null, "clauses/39/regions/2": [{ polygon: [], holes: [] }] };
    const draw = (page, after, ...more) => requestedChanges([...more, { path: `clauses/39/regions/${page}`, after }], (path) => values[path] ?? null);
    const shape = [{ polygon: [[0, 0], [1, 0], [0, 1]] }];
    assert.equal(draw(1, shape).length, 1);
    assert.throws(() => draw(2, shape), RangeError);
    // What is left on a removed page can be taken away, and a page can come with its outlines.
    assert.equal(draw(2, null).length, 1);
    assert.equal(draw(2, shape, { path: "pages/2", after: true }).length, 2);
});

test("an edits file is read as written, and an invalid one is rejected with the position", () => {
    const written = { id: "e-1", revision: 7, label: "text", undoes: null, operations: [operation(TITLE, "Free men", "Free people")], editor: "anna" };
    const file = (edits) => JSON.stringify({ document: "d", edits });
    assert.deepEqual(parseEdits(file([{ ...written, state: "waiting" }])), { document: "d", edits: [written] });
    const faults = [
        ["{", /not JSON/], ["[]", /expected document and edits/], ["null", /expected document/],
        [file([{ ...written, id: "../e" }]), /edits\[0\]\.id/],
        [file([written, { ...written, label: "two words" }]), /edits\[1\]\.label/],
        [file([{ ...written, operations: [] }]), /edits\[0\]\.operations: expected 1 to 5000/],
        [file([{ ...written, operations: [operation("clauses/39/poem", null, "x")] }]), /operations\[0\]\.path/],
        [file([{ ...written, operations: [{ path: TITLE, after: "x" }] }]), /expected before and after/],
        [file([{ ...written, operations: Array(5001).fill(written.operations[0]) }]), /expected 1 to 5000/],
        [file(Array(5001).fill(written)), /at most 5000/],
    ];
    // The largest edit that a server accepts.
    const largest = { ...written, operations: Array(5000).fill(written.operations[0]) };
    assert.deepEqual(parseEdits(file([largest])).edits, [largest]);
    for (const [text, message] of faults) assert.throws(() => parseEdits(text), { name: "RangeError", message }, text.slice(0, 60));
});

test("outcomes of a file's edits are predicted per field, each after the previous ones", () => {
    const values = new Map([[TITLE, "Free men"], [NUMBER, "40"]]);
    const edits = [[operation(TITLE, "Free men", "A"), operation(NUMBER, "39", "41")], [operation(TITLE, "A", "B"), operation(NUMBER, "40", "41")]];
    const outcomes = predictedOutcomes(edits.map((operations) => ({ operations })), (path) => values.get(path) ?? null);
    assert.deepEqual(outcomes, [["ready", "differs"], ["ready", "has"]]);
});
