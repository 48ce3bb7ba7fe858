/** Tours, glossaries and recordings of a former version of a document. */
import assert from "node:assert/strict";
import test from "node:test";
import { dispatched, place, replacements, visit } from "./page.mjs";

place("div", "surface");
place("div", "notice");
const { documentURL, partPath, ROOT } = await import("../../Sources/Viewer/base/addresses.js");
const { TourMode } = await import("../../Sources/Viewer/tours/tour-mode.js");

const requests = [];
globalThis.fetch = async (address) => {
    requests.push(address.slice(ROOT.length));
    const steps = [{ page: 1, text: {} }, { document: "besancon", page: 2, text: {} }];
    return Response.json({ tours: [{ id: "both", title: {}, steps }] });
};

test("parts of the page's own document are those of the version that it shows, and no other document's", () => {
    visit(`https://library.example${ROOT}documents/magna-carta?version=2`);
    assert.equal(partPath("magna-carta", "glossary"), "api/documents/magna-carta/glossary?version=2");
    assert.equal(partPath("besancon", "glossary"), "api/documents/besancon/glossary");
    visit(`https://library.example${ROOT}documents/magna-carta`);
    assert.equal(partPath("magna-carta", "tours"), "api/documents/magna-carta/tours");
});

test("a tour of a former version leads to another document without that version", async () => {
    visit(`https://library.example${ROOT}documents/magna-carta?version=2&embed`);
    const viewer = { document: { id: "magna-carta" }, place: { tour: { id: "both", step: 2 }, lang: null }, language: "en", addEventListener() {} };
    const replaced = dispatched(globalThis, "replaced");
    new TourMode(/** @type {any} */ (viewer)).follow();
    await replaced;
    assert.deepEqual(requests, ["api/documents/magna-carta/tours?version=2"]);
    assert.deepEqual(replacements, [`${documentURL("besancon")}?embed=#tour=magna-carta%2Fboth&step=2&page=2`]);
});
