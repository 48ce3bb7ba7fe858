/** Downloads: the offers, their addresses, and their stated sizes. */
import assert from "node:assert/strict";
import test from "node:test";

globalThis.document = /** @type {any} */ ({ querySelector: () => null });
const { MOST_PAGES, estimatedBytes, fileURL, offered } = await import("../../Sources/Viewer/download/files.js");

const page = { number: 2, label: null, image: "deed-2", width: 3000, height: 4000, pixelsPerMillimetre: null };
const about = /** @type {any} */ ({ id: "deed", version: 3, languages: ["en", "fr"], pages: [{ ...page, number: 1 }, page] });
const clause = /** @type {any} */ ({ id: "39", regions: [{ page: 2, polygon: [] }] });
/** @param {string} address */
const path = (address) => address.slice(address.indexOf("api/"));

test("a server offers each item in every available form", () => {
    assert.deepEqual(offered(["pdf", "text"], page, clause, false), [
        ["clause", ["pdf", "text", "image"]], ["page", ["pdf", "text", "image"]], ["document", ["pdf", "text"]],
    ]);
    assert.deepEqual(offered(["pdf", "text"], { ...page, image: null }, { ...clause, regions: [] }, false), [
        ["clause", ["pdf", "text"]], ["page", ["pdf", "text"]], ["document", ["pdf", "text"]],
    ]);
    assert.deepEqual(offered(["pdf", "text"], page, null, false).map(([what]) => what), ["page", "document"]);
});

test("a static site offers the files that it has", () => {
    assert.deepEqual(offered(["text"], page, clause, true), [["clause", ["image"]], ["document", ["text"]]]);
    assert.deepEqual(offered(["pdf", "text"], page, null, true), [["document", ["pdf", "text"]]]);
    assert.deepEqual(offered([], page, null, true), []);
    const wish = { what: "document", form: "pdf", languages: ["en"], side: 1000 };
    assert.equal(path(fileURL(/** @type {any} */ (wish), about, page, null, true)), "api/documents/deed/download.pdf");
});

test("addresses have languages, size and version only if they matter", () => {
    /** @param {string} what @param {string} form @param {any} [document] */
    const address = (what, form, document = about) =>
        path(fileURL(/** @type {any} */ ({ what, form, languages: ["en", "fr"], side: 2000 }), document, page, clause, false));
    assert.equal(address("clause", "pdf"), "api/documents/deed/clauses/39/download.pdf?lang=en%2Cfr");
    assert.equal(address("clause", "image"), "api/documents/deed/clauses/39/download.jpg");
    assert.equal(address("page", "image"), "api/documents/deed/pages/2/download.jpg?size=2000");
    assert.equal(address("page", "text"), "api/documents/deed/pages/2/download.txt?lang=en%2Cfr");
    assert.equal(address("document", "pdf", { ...about, newest: 5 }), "api/documents/deed/download.pdf?lang=en%2Cfr&size=2000&version=3");
    const long = { ...about, pages: Array.from({ length: MOST_PAGES + 1 }, () => page) };
    assert.match(address("document", "pdf", long), /&pages=1-500$/);
});

test("estimated sizes follow the pixels without enlargement", () => {
    /** @param {string} what @param {number} side */
    const bytes = (what, side) => estimatedBytes(/** @type {any} */ ({ what, form: "image", languages: [], side }), about, page);
    assert.equal(bytes("page", 4000), bytes("page", 9000));
    assert.equal(bytes("page", 2000), (bytes("page", 4000) ?? 0) / 4);
    assert.equal(bytes("document", 2000), 2 * (bytes("page", 2000) ?? 0));
    assert.equal(bytes("clause", 2000), null);
});
