import assert from "node:assert/strict";
import test from "node:test";

globalThis.window = globalThis;
globalThis.document = Object.assign(new EventTarget(), { querySelector: () => null, getElementById: () => null, documentElement: { lang: "" } });
// Events of the page.
Object.assign(globalThis, { addEventListener() {} });

/** Web Locks: the first tab that requests a lock holds it until its work is done. */
const queues = new Map();
const locks = {
    request(name, { signal }, work) {
        const done = (queues.get(name) ?? Promise.resolve()).then(() => (signal.aborted ? undefined : work()));
        queues.set(name, done);
        return done;
    },
};
Object.defineProperty(globalThis, "navigator", { value: { locks }, configurable: true });

const { Delivery } = await import("../../Sources/Viewer/editing/session/delivery.js");
const { LiveReplica } = await import("../../Sources/Viewer/editing/session/live-replica.js");
const { Replica } = await import("../../Sources/Viewer/editing/session/replica.js");
const { EditingSession } = await import("../../Sources/Viewer/editing/session/session.js");
const { WorkingCopyServer } = await import("../../Sources/Viewer/editing/session/server.js");

const NUMBER = "clauses/39/number";
const TRANSLATION = "clauses/39/texts/el/translation";

const content = () => ({
    document: { id: "d", title: { en: "D" }, languages: ["el"], pages: [] },
    categories: [],
    clauses: [{ id: "39", number: "39", order: 0, categories: [], regions: [] }],
    texts: { el: {} },
});
const operation = (path, before, after) => ({ path, before, after });
const journal = (revision, operations, editor, id = `j${revision}`) => ({ id, revision, editor, at: "", operations });

/** A device's storage, which any number of tabs use. */
class Disk {
    #entries = new Map();
    #history;

    /** @returns the storage as one tab sees it; its `isFull` makes its changes fail */
    opened() {
        const storage = {
            isLasting: true,
            isFull: false,
            change: async ({ put, remove }, { stored }) => {
                if (storage.isFull) throw new DOMException("full", "QuotaExceededError");
                for (const id of remove) this.#entries.delete(id);
                for (const entry of put) this.#entries.set(entry.id, entry);
                this.#history = stored;
            },
            entries: async () => [...this.#entries.values()],
            history: async () => this.#history,
        };
        return storage;
    }
}

/** A condition that is never met fails its test. */
const PATIENCE = { timeout: 20_000 };

let documentCount = 0;

/** Opens tabs of one user and a new document. Each records what it sends, and gets `outcome` in response. */
async function openTabs(context, storages, outcome) {
    const owner = `d${(documentCount += 1)}\nme`;
    const replica = new Replica(content(), 7);
    const listeners = new Set();
    const tell = () => listeners.forEach((listener) => listener());
    const tabs = storages.map((storage) => {
        const sent = [];
        const server = {
            send: async (entry) => {
                sent.push(entry.operations[0].after);
                tell();
                return outcome(entry);
            },
        };
        const moves = [];
        const pending = (_, numbers) => {
            if (numbers) moves.push(numbers);
            tell();
        };
        const on = { pending, state: tell, acknowledged: () => {}, refusal: () => {} };
        const delivery = new Delivery({ owner, server, storage, entries: [], replica: () => replica }, on);
        context.after(() => delivery.close());
        return { delivery, sent, moves, write: (text) => delivery.add("text", [operation(NUMBER, "39", text)], null) };
    });
    /** Waits until a condition holds, which is tested after each event of a tab. */
    const until = (isMet) => new Promise((resolve) => {
        const look = () => {
            if (!isMet()) return;
            listeners.delete(look);
            resolve();
        };
        listeners.add(look);
        look();
    });
    return { tabs, until };
}

const applied = ({ id, operations }) => ({ kind: "applied", entry: journal(8, operations, "me", id) });

test("a request outlives the page only if its body is small enough in bytes, not in letters", async (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const requests = [];
    context.mock.method(globalThis, "fetch", async (_, { body, keepalive }) => {
        requests.push([(await new Response(body).arrayBuffer()).byteLength > 65_536, keepalive]);
        return Response.json({ id: "e1", revision: 1 });
    });
    const server = new WorkingCopyServer("d");
    for (const text of ["a".repeat(20_000), "α".repeat(10_000), "α".repeat(20_000)]) {
        const operations = [{ path: TRANSLATION, before: text, after: `${text}.` }];
        assert.equal((await server.send({ id: "e1", revision: 0, label: "text", undoes: null, operations })).kind, "applied");
    }
    assert.deepEqual(requests, [[false, true], [false, true], [true, false]]);
});

test("a long edit has as much time on a slow line as the server grants it", async (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const signals = [];
    context.mock.method(globalThis, "fetch", (_, { signal }) => new Promise((_, reject) => {
        signals.push(signal);
        signal.addEventListener("abort", () => reject(signal.reason));
    }));
    const server = new WorkingCopyServer("d");
    const send = (text) => server.send({ id: "e1", revision: 0, label: "text", undoes: null, operations: [operation(TRANSLATION, null, text)] });
    const outcomes = [send("a"), send("a".repeat(160_000))];
    context.mock.timers.tick(31_000);
    assert.deepEqual(signals.map(({ aborted }) => aborted), [true, false]);
    context.mock.timers.tick(98_000);
    assert.equal(signals[1].aborted, false);
    context.mock.timers.tick(2_000);
    assert.deepEqual(await Promise.all(outcomes), [{ kind: "away" }, { kind: "away" }]);
});

test("an edit states the revision up to which all edits are known, and missing ones are fetched after an acknowledgement", async (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const requests = [];
    const server = {
        send: () => new Promise(() => {}),
        stream: () => new EventTarget(),
        journal: async (query) => {
            requests.push(query);
            return { edits: [journal(8, [operation(TRANSLATION, null, "By Ben")], "ben")] };
        },
    };
    const changes = [];
    const live = new LiveReplica(server, { content: content(), revision: 7 }, () => new Map(), { change: (paths) => changes.push(...paths) });
    const storage = { isLasting: true, change: async () => {}, entries: async () => [], history: async () => undefined };
    const on = { pending() {}, acknowledged() {}, state() {}, refusal() {} };
    const delivery = new Delivery({ owner: "d\nme", server, storage, entries: [], replica: () => live.now }, on);
    context.after(() => delivery.close());
    // The event stream has not delivered revision 8. The server treats a deletion as one by somebody who has not seen it.
    live.acknowledge(journal(9, [operation(NUMBER, "39", "39a")], "me"));
    delivery.add("delete", [operation("clauses/39", true, null)], null);
    assert.equal(delivery.outbox.entries[0].revision, 7);
    context.mock.timers.tick(1500);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(requests, [{ since: 7, limit: 1000 }]);
    assert.deepEqual([live.now.revision, live.now.value(TRANSLATION), changes.at(-1)], [9, "By Ben", TRANSLATION]);
});

test("a tab that cannot store its edits sends them itself", PATIENCE, async (context) => {
    const memory = () => ({ ...new Disk().opened(), isLasting: false });
    const { tabs: [first, second], until } = await openTabs(context, [memory(), memory()], applied);
    second.write("40");
    await until(() => second.delivery.state === "saved");
    assert.deepEqual([first.sent, second.sent], [[], ["40"]]);
});

test("an edit that could not be stored is sent, and stays when another tab changes what is stored", PATIENCE, async (context) => {
    const disk = new Disk();
    const storages = [disk.opened(), disk.opened()];
    let outcome = () => ({ kind: "away" });
    const { tabs: [first, second], until } = await openTabs(context, storages, (entry) => outcome(entry));
    storages[1].isFull = true;
    second.write("By the second tab");
    await until(() => second.sent.length > 0 && second.delivery.state === "offline");
    assert.equal(second.delivery.isLasting, false);
    first.write("By the first tab");
    await until(() => second.delivery.outbox.pending.length === 2);
    assert.deepEqual([second.delivery.state, second.delivery.history.canUndo], ["offline", true]);
    // Once there is space, it is stored with the next edit.
    storages[1].isFull = false;
    second.write("And another");
    await until(() => first.delivery.outbox.pending.length === 3);
    assert.equal(second.delivery.isLasting, true);
    outcome = applied;
    second.delivery.retry();
    await until(() => first.delivery.state === "saved" && second.delivery.state === "saved");
    assert.deepEqual(await storages[0].entries(), []);
});

test("all tabs show whether the one that sends is offline or signed out, and each can have it try again", PATIENCE, async (context) => {
    const disk = new Disk();
    const outcomes = ["away", "expired"];
    const outcome = (entry) => (outcomes.length > 0 ? { kind: outcomes.shift() } : applied(entry));
    const { tabs: [first, second], until } = await openTabs(context, [disk.opened(), disk.opened()], outcome);
    second.write("40");
    for (const state of ["offline", "expired", "saved"]) {
        await until(() => first.delivery.state === state && second.delivery.state === state);
        second.delivery.retry();
    }
    assert.deepEqual([first.sent, second.sent], [["40", "40", "40"], []]);
});

test("all tabs learn that a new page has another number, whichever sends", PATIENCE, async (context) => {
    const disk = new Disk();
    let isHeld = true;
    const outcome = (entry) => {
        if (isHeld) return { kind: "away" };
        const { path, before, after } = entry.operations[0];
        if (path !== "pages/1") return applied(entry);
        return { kind: "conflict", revision: 9, conflicts: [{ path, before, theirs: true, mine: after, editor: "ben", at: null }] };
    };
    const { tabs: [first, second], until } = await openTabs(context, [disk.opened(), disk.opened()], outcome);
    second.delivery.add("addPage", [operation("pages/1", null, true), operation("pages/1/order", null, 0)], null);
    second.delivery.add("text", [operation("pages/1/label", null, { el: "Page" })], null);
    await until(() => first.delivery.outbox.pending.length === 2);
    isHeld = false;
    second.delivery.retry();
    await until(() => first.delivery.state === "saved" && second.delivery.state === "saved" && second.moves.length > 0);
    assert.deepEqual([first.moves, second.moves], [[{ from: 1, to: 2 }], [{ from: 1, to: 2 }]]);
    assert.deepEqual(second.delivery.history.stored.done.map(({ operations }) => operations[0].path), ["pages/2", "pages/2/label"]);
});

test("a conflict stays until the value chosen for it could be set", (context) => {
    const server = { send: () => new Promise(() => {}), stream: () => Object.assign(new EventTarget(), { close() {} }) };
    const copy = { document: "d", editor: { name: "me" }, editors: [], revision: 7, version: 1, content: content() };
    const held = (path, mine) => ({
        id: path, owner: "d\nme", sequence: 1, state: "conflict", mergeKey: null, label: "label", undoes: null, revision: 7, at: 0,
        operations: [operation(path, null, mine)], conflicts: [{ path, before: null, theirs: null, mine, editor: "ben", at: null }],
    });
    // Ben has removed page 2 and the theme. Only themes are restored for the sake of a field.
    const entries = [held("pages/2/label", { el: "Page" }), held("categories/law/label", { el: "Law" })];
    const session = new EditingSession(server, copy, new Disk().opened(), entries);
    context.after(() => session.close());
    assert.throws(() => session.resolve("pages/2/label", { value: { el: "Page" } }), RangeError);
    assert.equal(session.delivery.outbox.conflicts.length, 2);
    session.resolve("categories/law/label", { value: { el: "Law" } });
    session.resolve("pages/2/label", null);
    assert.equal(session.delivery.outbox.conflicts.length, 0);
    assert.deepEqual(session.delivery.outbox.pending.map(({ operations }) => operations.map(({ path }) => path)), [["categories/law", "categories/law/label"]]);
});
