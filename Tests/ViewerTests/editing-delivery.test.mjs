import assert from "node:assert/strict";
import test from "node:test";

globalThis.window = globalThis;
globalThis.document = { querySelector: () => null, documentElement: { lang: "" } };

const { WorkingCopyServer } = await import("../../Sources/Viewer/editing/session/server.js");

const TRANSLATION = "clauses/39/texts/el/translation";

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
