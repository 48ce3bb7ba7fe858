/** An institution's own texts that replace the program's, and the languages that it adds. */
import assert from "node:assert/strict";
import { test } from "node:test";

const block = {
    name: { en: "Museum", de: "Museum zu Beispiel" },
    back: "https://museum.example/",
    overlays: ["#112233", "#ddeeff"],
    pictures: { helpMenu: "/theme/0123456789abcdef/menu.svg" },
    texts: { en: "/theme/0123456789abcdef/texts/en.json", pl: "/theme/0123456789abcdef/texts/pl.json" },
};
const files = {
    "/theme/0123456789abcdef/texts/en.json": { "phrases.library": "The whole collection", "editor.undo": "Take back" },
    "/theme/0123456789abcdef/texts/pl.json": {
        "phrases.library": "Wszystkie dokumenty",
        "phrases.clauseCount": { one: "{count} artykuł", few: "{count} artykuły", many: "{count} artykułów", other: "{count} artykułu" },
    },
};
globalThis.document = /** @type {any} */ ({
    baseURI: "https://museum.example/documents/charter",
    documentElement: { lang: "", dir: "" },
    getElementById: (/** @type {string} */ id) => (id === "institution" ? { textContent: JSON.stringify(block) } : null),
});
let requests = [];
globalThis.fetch = /** @type {any} */ (
    async (/** @type {string} */ address) => {
        requests.push(address);
        return { ok: true, json: async () => files[new URL(address).pathname] };
    }
);

const strings = await import("../../Sources/Viewer/strings/strings.js");
const { EDITOR } = await import("../../Sources/Viewer/strings/editor.js");
const { pictureURL } = await import("../../Sources/Viewer/strings/institution.js");

test("the institution's texts replace the program's, and others stay", async () => {
    await strings.setLanguage("en");
    assert.equal(strings.say("library"), "The whole collection");
    assert.equal(strings.say("close"), "Close");
    await EDITOR.load();
    assert.equal(EDITOR.say("undo"), "Take back");
    assert.equal(EDITOR.say("redo"), "Redo");
    // Another of the program's languages, in which the institution has no texts.
    await strings.setLanguage("de");
    assert.notEqual(strings.say("library"), "The whole collection");
    assert.equal(strings.institutionName(), "Museum zu Beispiel");
});

test("a language added by the institution is offered, and falls back to English", async () => {
    assert.ok(strings.pageLanguages().includes("pl"));
    assert.equal(strings.pageLanguages().filter((language) => language === "en").length, 1);
    await strings.setLanguage("pl");
    assert.equal(strings.uiLanguage(), "pl");
    assert.equal(document.documentElement.lang, "pl");
    assert.equal(strings.say("library"), "Wszystkie dokumenty");
    assert.equal(strings.say("close"), "Close");
    assert.equal(strings.sayCount("clauseCount", 3), "3 artykuły");
    assert.equal(strings.sayCount("clauseCount", 5), "5 artykułów");
});

test("files are fetched once, and addresses are resolved against the page", async () => {
    await strings.setLanguage("en");
    await EDITOR.load();
    await strings.setLanguage("pl");
    assert.equal(requests.length, new Set(requests).size);
    assert.equal(pictureURL("helpMenu"), "https://museum.example/theme/0123456789abcdef/menu.svg");
    assert.equal(pictureURL("helpMove"), null);
});
