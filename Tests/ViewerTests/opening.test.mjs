/** Pages that cannot be fetched: what is reported, and that they are opened again. */
import assert from "node:assert/strict";
import test from "node:test";
import { alone } from "../../Sources/Viewer/base/leaves.js";
import { place } from "./page.mjs";

const notice = place("div", "notice");
const { APIError } = await import("../../Sources/Viewer/base/addresses.js");
const { Opening } = await import("../../Sources/Viewer/app/opening.js");

const leaves = alone({ number: 2, image: "roll-2", width: 10, height: 10 });

/** Returns an `Opening` whose pages fail, and what happened. */
function failing(error) {
    notice.replaceChildren();
    const seen = { outages: 0, retries: 0 };
    const stage = { open: () => Promise.reject(error), cover() {} };
    const outage = { begin: () => (seen.outages += 1) };
    const opening = new Opening(/** @type {any} */ (stage), /** @type {any} */ (outage), () => (seen.retries += 1));
    return { opening, seen, open: () => opening.open(leaves, { box: null, captures: null }) };
}

test("a page that cannot be fetched leaves the document open, and is fetched again", async () => {
    for (const status of [0, 429, 500, 503]) {
        const { opening, seen, open } = failing(new APIError(status, ""));
        await open();
        notice.querySelector("button.action")?.click();
        assert.deepEqual([seen.outages, seen.retries], status === 0 || status === 503 ? [1, 0] : [0, 1], `${status}`);
        assert.ok(!opening.isPending && opening.has(leaves), `${status}`);
        opening.forgetMissing();
        assert.ok(!opening.has(leaves), `${status}`);
    }
});

test("a page that is not there, and a fault of the program, are reported in place of the document", async () => {
    for (const error of [new APIError(404, ""), new TypeError()]) await assert.rejects(failing(error).open(), error);
});
