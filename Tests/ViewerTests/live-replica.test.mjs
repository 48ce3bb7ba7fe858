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

/** Opens a replica on a server whose copies are given in the order in which they are loaded. */
function open([first, ...copies]) {
    const sources = [];
    const server = {
        loads: 0,
        async load() {
            server.loads += 1;
            return copies.shift();
        },
        journal: async () => ({ edits: [] }),
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
