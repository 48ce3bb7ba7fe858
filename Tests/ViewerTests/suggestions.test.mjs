/** The lines of writing that the server suggests for the page shown. */
import "./page.mjs";
import assert from "node:assert/strict";
import test from "node:test";

const { SuggestionsTool } = await import("../../Sources/Viewer/editing/drawing/tools/suggestions.js");

test("lines are fetched again when a page has another image, and once it has one at all", async (context) => {
    const asked = [];
    context.mock.method(globalThis, "fetch", async (address) => {
        asked.push(String(address));
        return Response.json({ lines: [], pitch: 10 });
    });
    const drawing = {
        page: { number: 2, image: null, width: 100, height: 100 },
        session: { document: "d", selection: null, value: () => null },
        regions: { index: { at: () => [] } },
        on: { refresh() {}, announce() {} },
    };
    const tool = new SuggestionsTool(drawing, null);
    const counts = [];
    for (const image of [null, "d-2", "d-2~cropped", "d-2"]) {
        drawing.page = { ...drawing.page, image };
        tool.enter();
        await new Promise((resolve) => setImmediate(resolve));
        await new Promise((resolve) => setImmediate(resolve));
        counts.push(asked.length);
    }
    assert.deepEqual(counts, [0, 1, 2, 2]);
});
