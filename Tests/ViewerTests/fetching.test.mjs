/** Clauses that cannot be fetched: what stays in the address, and what the page reports. */
import assert from "node:assert/strict";
import test from "node:test";
import { place } from "./page.mjs";

const notice = place("div", "notice");
const { APIError } = await import("../../Sources/Viewer/base/addresses.js");
const { Fetching } = await import("../../Sources/Viewer/app/fetching.js");

/** Returns a `Fetching` whose requests fail with a status, and the place and what happened. */
function failing(status, clause) {
    const state = { place: { clause, category: "all", query: "" }, replacePlace: (change) => Object.assign(state.place, change) };
    const seen = { outages: 0, retries: 0 };
    const fail = () => Promise.reject(new APIError(status, ""));
    const outage = { begin: () => (seen.outages += 1) };
    return { fetching: new Fetching({ matching: fail, byID: fail }, state, outage, () => (seen.retries += 1)), state, seen };
}

test("only a clause that does not exist is removed from the place", async () => {
    for (const status of [0, 403, 429, 500, 503]) {
        const { fetching, state, seen } = failing(status, "39");
        assert.equal(await fetching.selected("39", [], "en"), null);
        assert.equal(state.place.clause, "39", `${status}`);
        notice.querySelector("button.action")?.click();
        assert.deepEqual([seen.outages, seen.retries], status === 0 || status === 503 ? [1, 0] : [0, 1], `${status}`);
    }
    for (const status of [400, 404]) {
        const { fetching, state } = failing(status, "39");
        await fetching.selected("39", [], "en");
        assert.equal(state.place.clause, null, `${status}`);
    }
});

test("a missing clause does not close one that was opened meanwhile", async () => {
    const { fetching, state } = failing(404, "no-such");
    const selecting = fetching.selected("no-such", [], "en");
    state.place.clause = "12";
    await selecting;
    assert.equal(state.place.clause, "12");
});

test("a list is known to be empty only if the category does not exist", async () => {
    for (const status of [0, 403, 429, 500, 503]) {
        const { fetching, state } = failing(status, null);
        assert.notEqual((await fetching.list(state.place, "en", null)).unknown, null, `${status}`);
    }
    const { fetching, state } = failing(400, null);
    assert.equal((await fetching.list(state.place, "en", null)).unknown, null);
});
