import assert from "node:assert/strict";
import test from "node:test";
import { LiveReplica } from "../../Sources/Viewer/editing/session/live-replica.js";

globalThis.window ??= globalThis;
globalThis.EventSource ??= class { static CLOSED = 2; };
globalThis.document ??= { querySelector: () => null };

const TITLE = "document/title";

/** Returns a working copy whose title is its version. */
const copyOf = (revision, version) => ({
    document: "d", revision, version, editors: [], content: { document: { id: "d", title: { en: `v${version}` }, pages: [] }, categories: [], clauses: [], texts: {} },
});

const edit = (revision, operations = [], more = {}) => ({ id: `j${revision}`, revision, kind: "edit", editor: "ben", at: "", operations, ...more });
const titled = (revision, title) => edit(revision, [{ path: TITLE, before: null, after: { en: title } }]);

/** Opens a replica on a server whose copies, or promises of them, are given in the order in which they are loaded. */
function open([first, ...copies], journal = []) {
    const sources = [];
    const server = {
        loads: 0,
        async load() {
            server.loads += 1;
            return copies.shift();
        },
        journal: async ({ since = 0, limit, order }) => {
            const edits = journal.filter(({ revision }) => revision > since);
            return { edits: order === "newest" ? edits.reverse().slice(0, limit) : edits.slice(0, limit) };
        },
        stream(since) {
            sources.push(Object.assign(new EventTarget(), { since, readyState: 1, close() {} }));
            return sources.at(-1);
        },
    };
    const live = new LiveReplica(server, first, () => new Map(), { change() {}, edit() {}, load() {}, connect() {}, editors() {} });
    const send = (event, data) => sources.at(-1).dispatchEvent(Object.assign(new Event(event), { data: JSON.stringify(data) }));
    return { live, server, send };
}

/** Lets pending promises settle. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** The wait for edits that others have made before one of ours. */
const GAP = 1500;

test("a replica loads everything again if the server has an earlier revision or another version when it connects", async () => {
    for (const state of [{ revision: 4, version: 12 }, { revision: 60, version: 2 }]) {
        const { live, server, send } = open([copyOf(57, 12), copyOf(state.revision, state.version)]);
        send("state", state);
        await settle();
        assert.deepEqual([server.loads, live.now.revision, live.now.value(TITLE)], [1, state.revision, { en: `v${state.version}` }]);
        live.close();
    }
});

test("a replica that is up to date loads nothing when it connects", async () => {
    const { live, server, send } = open([copyOf(57, 12), copyOf(58, 13)]);
    send("state", { revision: 57, version: 12 });
    await settle();
    assert.equal(server.loads, 0);
    // A missed publication is loaded once: its event comes before the state.
    send("published", { revision: 58, version: 13 });
    send("state", { revision: 58, version: 13 });
    await settle();
    assert.deepEqual([server.loads, live.now.revision], [1, 58]);
    live.close();
});

test("an acknowledgement with a revision that is not later than the edit's own means another journal", async () => {
    const { live, server } = open([copyOf(57, 12), copyOf(4, 1)]);
    live.acknowledge({ id: "a", revision: 58, editor: "me", at: "", operations: [] }, 57);
    await settle();
    assert.equal(server.loads, 0);
    live.acknowledge({ id: "b", revision: 4, editor: "me", at: "", operations: [] }, 58);
    await settle();
    assert.deepEqual([server.loads, live.now.revision], [1, 4]);
    live.close();
});

test("a replica that lacks a publication or a discard loads everything instead of following the journal", async (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    for (const event of [{ kind: "published", version: 13 }, { kind: "discarded", keptUntil: "" }]) {
        const journal = [titled(58, "Ben's"), { revision: 59, editor: "ada", at: "", ...event }, titled(60, "Later"), edit(61)];
        const { live, server } = open([copyOf(57, 12), copyOf(61, 13)], journal);
        live.acknowledge(journal[3], 57);
        context.mock.timers.tick(GAP);
        await settle();
        assert.deepEqual([server.loads, live.now.revision, live.now.value(TITLE)], [1, 61, { en: "v13" }], event.kind);
        live.close();
    }
});

test("a replica that lacks a restoration of something unknown loads everything", async (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const journal = [edit(58, [{ path: "clauses/gone", before: null, after: true }]), edit(59)];
    const { live, server } = open([copyOf(57, 12), copyOf(59, 12)], journal);
    live.acknowledge(journal[1], 57);
    context.mock.timers.tick(GAP);
    await settle();
    assert.deepEqual([server.loads, live.now.revision], [1, 59]);
    live.close();
});

test("a publication between a loaded copy and the journal is loaded too", async () => {
    const journal = [edit(58), { revision: 59, kind: "published", version: 13, editor: "ada", at: "" }];
    const { live, server } = open([copyOf(57, 12), copyOf(58, 12), copyOf(59, 13)], journal);
    await live.load();
    assert.deepEqual([server.loads, live.now.revision, live.now.value(TITLE)], [2, 59, { en: "v13" }]);
    live.close();
});

test("what has changed when is still known after everything was loaded again, with the edits missed meanwhile", async () => {
    const gone = (revision) => edit(revision, [{ path: `clauses/${revision}`, before: true, after: null }]);
    const journal = [gone(58), gone(59), gone(60), gone(61), { revision: 62, kind: "published", version: 13, editor: "ada", at: "" }];
    const { live, server, send } = open([copyOf(57, 12), copyOf(62, 13)], journal);
    const queries = [];
    server.journal = ((answer) => (query) => answer((queries.push(query), query)))(server.journal);
    send("edit", gone(58));
    send("published", { revision: 62, version: 13 });
    await settle();
    const known = () => [57, 58, 59, 60, 61].filter((revision) => live.now.lastChange(`clauses/${revision}`)?.revision === revision);
    assert.deepEqual([live.now.revision, known()], [62, [58, 59, 60, 61]]);
    assert.deepEqual(queries, [{ since: 62, limit: 1000 }, { limit: 4, order: "newest" }]);
    live.close();
});

test("what has changed when is fetched again if the journal is another one", async () => {
    const made = (revision, name) => edit(revision, [{ path: `clauses/${name}`, before: null, after: true }]);
    const { live, send } = open([copyOf(57, 12), copyOf(4, 1)], [made(3, "new"), made(4, "newer")]);
    send("edit", made(58, "old"));
    assert.equal(live.now.lastChange("clauses/old").revision, 58);
    send("state", { revision: 4, version: 1 });
    await settle();
    assert.deepEqual(["old", "new", "newer"].map((name) => live.now.lastChange(`clauses/${name}`)?.revision), [undefined, 3, 4]);
    live.close();
});

test("a copy that arrives after one that was requested later is ignored", async () => {
    let arrive;
    const late = new Promise((resolve) => (arrive = resolve));
    const { live, server } = open([copyOf(57, 12), late, copyOf(59, 14)]);
    const first = live.load();
    await live.load();
    arrive(copyOf(58, 13));
    await first;
    assert.deepEqual([server.loads, live.now.revision, live.now.value(TITLE)], [2, 59, { en: "v14" }]);
    live.close();
});

test("an edit is sent with the name of the editor who made it", async (context) => {
    const { WorkingCopyServer } = await import("../../Sources/Viewer/editing/session/server.js");
    const bodies = [];
    context.mock.method(globalThis, "fetch", async (_, { body }) => {
        bodies.push(JSON.parse(new TextDecoder().decode(body)));
        return new Response('{ "detail": "the edit is by Anna" }', { status: 403 });
    });
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const entry = { id: "e", owner: "d\nAnna", revision: 7, label: "text", undoes: null, operations: [] };
    assert.deepEqual(await new WorkingCopyServer("d").send(entry), { kind: "expired" });
    assert.deepEqual(bodies, [{ id: "e", revision: 7, label: "text", undoes: null, editor: "Anna", operations: [] }]);
});
