/** Kiosk mode: when a page starts afresh, beside another page too, and which links it has. */
import assert from "node:assert/strict";
import test from "node:test";
import { replacements, visit } from "./page.mjs";
import { fakeTimers } from "./values.mjs";

const { ROOT } = await import("../../Sources/Viewer/base/addresses.js");
const { watchKiosk } = await import("../../Sources/Viewer/app/kiosk.js");

/** Lets what is waiting for a response continue. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Opens a page in an empty tab and window. The server responds with what `respond` returns. */
function opened(context, query, respond) {
    const [tab, page] = [new Map(), new EventTarget()];
    globalThis.sessionStorage = {
        getItem: (key) => tab.get(key) ?? null,
        setItem: (key, value) => tab.set(key, value),
        removeItem: (key) => tab.delete(key),
    };
    globalThis.addEventListener = page.addEventListener.bind(page);
    globalThis.parent = globalThis;
    globalThis.fetch = respond;
    replacements.length = 0;
    visit(`https://library.example/documents/magna-carta${query}`);
    return { tab, timers: fakeTimers(context), touch: (name = "pointerdown") => page.dispatchEvent(new Event(name)) };
}

const there = async () => new Response("");
const away = () => Promise.reject(new TypeError("no response"));

test("an idle kiosk starts afresh once the server responds", async (context) => {
    const { timers } = opened(context, "?kiosk=10", away);
    watchKiosk(null);
    timers.pass(10_000);
    await settled();
    assert.deepEqual(replacements, []);
    globalThis.fetch = there;
    timers.pass(10_000);
    await settled();
    assert.deepEqual(replacements, ["/documents/magna-carta?kiosk=10"]);
});

test("a kiosk with a service worker starts afresh without the server", async (context) => {
    const { timers } = opened(context, "?kiosk=10", away);
    navigator.serviceWorker = { controller: {} };
    context.after(() => delete navigator.serviceWorker);
    watchKiosk(null);
    timers.pass(10_000);
    await settled();
    assert.equal(replacements.length, 1);
});

test("a touch while the server is asked keeps the page", async (context) => {
    const { timers, touch } = opened(context, "?kiosk=10", there);
    watchKiosk(null);
    timers.pass(10_000);
    touch();
    await settled();
    assert.deepEqual(replacements, []);
});

test("a page beside another one does not start afresh, and its touches are those of the comparison page", async (context) => {
    const { tab, timers, touch } = opened(context, "?embed&paired", there);
    tab.set("explore-kiosk", "10");
    tab.set("explore-attracting", "1");
    globalThis.parent = Object.assign(new EventTarget(), { location });
    let touches = 0;
    parent.addEventListener("input", () => (touches += 1));
    watchKiosk({ list: [{ id: "39" }], selected: null, replacePlace: () => assert.fail("the attract loop") });
    timers.pass(100_000);
    await settled();
    for (const name of ["pointerdown", "keydown", "wheel", "input"]) touch(name);
    assert.deepEqual([replacements, touches, tab.has("explore-attracting")], [[], 4, true]);
});

test("links to files are removed, with a name or without", (context) => {
    opened(context, "?kiosk=10", there);
    const { origin } = location;
    const link = (id, download) => {
        const element = document.createElement("a");
        Object.assign(element, { id, origin, pathname: `${ROOT}documents/a`, target: "", lang: "", download: download ?? "" });
        if (download !== null) element.setAttribute("download", download);
        return element;
    };
    document.body.append(link("named", "a.pdf"), link("nameless", ""), link("inside", null));
    watchKiosk(null);
    assert.deepEqual(document.querySelectorAll("a").map(({ id }) => id), ["inside"]);
});
