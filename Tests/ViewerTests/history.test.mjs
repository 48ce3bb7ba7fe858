/** The reading history on this device. */
import assert from "node:assert/strict";
import test from "node:test";
import { clause } from "./values.mjs";

globalThis.document = /** @type {any} */ ({ querySelector: () => null, getElementById: () => null, documentElement: { lang: "" } });
const stored = new Map();
Object.defineProperty(globalThis, "localStorage", {
    value: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => stored.set(key, value),
        removeItem: (key) => stored.delete(key),
    },
});
const { keepHistory } = await import("../../Sources/Viewer/app/history.js");
const { forgetChoices, recall } = await import("../../Sources/Viewer/base/memory.js");
const { parse } = await import("../../Sources/Viewer/base/fragment.js");

const visited = () => recall().history?.map(({ hash }) => hash);

test("what was forgotten is not recorded again until the reader goes elsewhere", () => {
    const viewer = Object.assign(new EventTarget(), {
        document: { id: "d", title: { en: "A document" } },
        language: "en",
        place: parse("#clause=1"),
        selected: clause({ id: "1" }),
    });
    keepHistory(/** @type {any} */ (viewer));
    assert.deepEqual(visited(), ["#clause=1"]);
    forgetChoices();
    // The page is redrawn and comes to rest at the same place.
    viewer.dispatchEvent(new Event("rest"));
    assert.equal(visited(), undefined);
    viewer.place = parse("#clause=1&xywh=1,2,3,4");
    viewer.dispatchEvent(new Event("rest"));
    assert.deepEqual(visited(), ["#clause=1&xywh=1,2,3,4"]);
});
