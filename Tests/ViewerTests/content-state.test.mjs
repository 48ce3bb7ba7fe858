import assert from "node:assert/strict";
import test from "node:test";
import { decode, encode, looksLikeState, read, StateError } from "../../Sources/Viewer/iiif/content-state.js";

const PLAIN =
    '{"id":"https://example.org/object1/canvas7#xywh=1000,2000,1000,2000","type":"Canvas",' +
    '"partOf":[{"id":"https://example.org/object1/manifest","type":"Manifest"}]}';
const CODED =
    "JTdCJTIyaWQlMjIlM0ElMjJodHRwcyUzQSUyRiUyRmV4YW1wbGUub3JnJTJGb2JqZWN0MSUyRmNhbnZhczclMjN4eXdoJTNEMTAwMCUyQzIwMDAl" +
    "MkMxMDAwJTJDMjAwMCUyMiUyQyUyMnR5cGUlMjIlM0ElMjJDYW52YXMlMjIlMkMlMjJwYXJ0T2YlMjIlM0ElNUIlN0IlMjJpZCUyMiUzQSUyMmh0" +
    "dHBzJTNBJTJGJTJGZXhhbXBsZS5vcmclMkZvYmplY3QxJTJGbWFuaWZlc3QlMjIlMkMlMjJ0eXBlJTIyJTNBJTIyTWFuaWZlc3QlMjIlN0QlNUQl" +
    "N0Q";

test("section 6.3: the example is encoded as specified, and decoded again", () => {
    assert.equal(encode(PLAIN), CODED);
    for (const text of ["", "é ☃ 𝄞", '{"label": "Łódź % + / = \\u0000"}', "~~~???>>>"]) {
        assert.match(encode(text), /^[\w-]*$/);
        assert.equal(decode(encode(text)), text);
    }
});

test("padded base64 without percent encoding is decoded", () => {
    assert.equal(decode(Buffer.from(PLAIN).toString("base64")), PLAIN);
});

test("a state is read as JSON or an address, plain or encoded", () => {
    assert.equal(read(CODED).type, "Canvas");
    assert.equal(read(` ${PLAIN}\n`).type, "Canvas");
    assert.equal(read("https://example.org/manifest"), "https://example.org/manifest");
    assert.equal(read(encode("https://example.org/manifest")), "https://example.org/manifest");
});

test("an invalid state is rejected with its fault", () => {
    const fault = (text) => {
        try {
            read(text);
        } catch (error) {
            if (error instanceof StateError) return error.fault;
        }
        return null;
    };
    const broken = ["", "{", "some words", "ftp://example.org/", "_w", encode("{"), encode("words")];
    for (const text of broken) assert.equal(fault(text), "malformed", text);
    assert.equal(fault(`"${"x".repeat(1_000_000)}"`), "large");
});

test("only addresses and objects look like states", () => {
    for (const text of [CODED, PLAIN, "https://example.org/"]) assert.ok(looksLikeState(text), text);
    for (const text of ["some words", "{ no end", "https://example.org/ and more", ""]) assert.ok(!looksLikeState(text), text);
});
