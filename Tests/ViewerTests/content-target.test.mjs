import assert from "node:assert/strict";
import test from "node:test";
import { encode, StateError } from "../../Sources/Viewer/iiif/content-state.js";

// What the modules below read while loading: the page of a document, from a server.
globalThis.location = new URL("https://library.example/documents/magna-carta");
globalThis.document = { querySelector: () => null };
const api = await import("../../Sources/Viewer/base/api.js");
const { locate } = await import("../../Sources/Viewer/iiif/content-target.js");

const fetched = [];
globalThis.fetch = async (address) => {
    fetched.push(String(address));
    return new Response("{}", { status: 404 });
};

const about = {
    id: "magna-carta",
    manifest: "https://library.example/iiif/presentation/3/magna-carta/manifest.json",
    languages: ["en"],
    pages: [{ number: 1, width: 6000, height: 8000 }],
};

/** Returns what is reported for a state that cannot be shown: the fault, and the host or document concerned. */
async function faultOf(text) {
    try {
        return await locate(text, [about], api);
    } catch (error) {
        if (error instanceof StateError) return [error.fault, error.about];
        throw error;
    }
}

test("an invalid state is malformed, and nothing is fetched", async () => {
    const bytes = (text) => Buffer.from(text, "latin1").toString("base64url");
    const broken = {
        "not base64": "AAAAA",
        "not letters": "é😀",
        "not UTF-8": bytes("\xff\xfe{}"),
        "not percent": bytes("%7B%E0%A4%7D"),
        "not JSON": encode('{"id": '),
        "a number": encode("[[1]]"),
        nothing: "",
        empty: encode("{}"),
        "not an address": encode('{"id": "canvas/1", "type": "Canvas"}'),
        script: encode('{"id": "javascript:alert(1)", "type": "Canvas"}'),
        deep: encode('{"partOf":'.repeat(200) + "{}" + "}".repeat(200)),
    };
    for (const [name, text] of Object.entries(broken)) assert.deepEqual(await faultOf(text), ["malformed", ""], name);
    assert.deepEqual(fetched, []);
});

test("a state of another host is foreign, and nothing is fetched", async () => {
    const foreign = {
        "an address": "https://example.org/manifest.json",
        "a canvas": encode('{"id": "https://example.org/c/1#xywh=1,2,3,4", "type": "Canvas"}'),
        "a long one": encode(`{"id": "https://example.org/${"a".repeat(5000)}"}`),
    };
    for (const [name, text] of Object.entries(foreign)) {
        assert.deepEqual(await faultOf(text), ["foreign", "example.org"], name);
    }
    assert.deepEqual(fetched, []);
});

test("a state that this library lacks is missing, after at most one request", async () => {
    const root = "https://library.example";
    assert.deepEqual(await faultOf(`${root}/iiif/presentation/3/magna-carta/canvas/9`), ["missing", "magna-carta"]);
    assert.deepEqual(fetched, []);
    assert.deepEqual(await faultOf(`${root}/iiif/presentation/3/no-such/manifest.json`), ["missing", "no-such"]);
    assert.deepEqual(fetched.length, 1);
    assert.deepEqual(await faultOf(`${root}/no/such/state.json`), ["missing", ""]);
    assert.deepEqual(fetched[1], `${root}/no/such/state.json`);
});

test("an address or object of this library leads to its place", async () => {
    const usual = { page: 1, clause: null, category: "all", query: "", box: null };
    const places = {
        "/manifest.json": {},
        "/canvas/1": {},
        "/annotations/1.json": {},
        "/range/clause/39": { clause: "39" },
        "/clause/39": { clause: "39" },
        "/category/church": { category: "church" },
        "/range/clauses": {},
        "/canvas/1#xywh=10,20,30,40": { box: { x: 10, y: 20, width: 30, height: 40 } },
    };
    for (const [path, expected] of Object.entries(places)) {
        const id = `https://library.example/iiif/presentation/3/magna-carta${path}`;
        for (const text of [id, JSON.stringify({ id, type: "Range" }), encode(JSON.stringify({ id }))]) {
            const { document, place } = await locate(text, [about], api);
            assert.equal(document, "magna-carta");
            for (const [name, value] of Object.entries({ ...usual, ...expected })) {
                assert.deepEqual(place[name], value, `${text}: ${name}`);
            }
        }
    }
});
