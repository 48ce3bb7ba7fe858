import assert from "node:assert/strict";
import test from "node:test";

globalThis.window = globalThis;
globalThis.document = { querySelector: () => null, documentElement: { lang: "" } };

const { Delivery } = await import("../../Sources/Viewer/editing/session/delivery.js");
const { LiveReplica } = await import("../../Sources/Viewer/editing/session/live-replica.js");
const { WorkingCopyServer } = await import("../../Sources/Viewer/editing/session/server.js");

const NUMBER = "clauses/39/number";
const TRANSLATION = "clauses/39/texts/el/translation";
const OWNER = "d\nme";

const content = () => ({
    document: { id: "d", title: { en: "D" }, languages: ["el"], pages: [] },
    categories: [],
    clauses: [{ id: "39", number: "39", order: 0, categories: [], regions: [] }],
    texts: { el: {} },
});
const operation = (path, before, after) => ({ path, before, after });
const journal = (revision, operations, editor, id = `j${revision}`) => ({ id, revision, editor, at: "", operations });

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
    const delivery = new Delivery({ owner: OWNER, server, storage, entries: [], replica: () => live.now }, on);
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
