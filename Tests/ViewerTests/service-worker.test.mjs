/** The service worker: what it does without storage, and what it forgets. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import vm from "node:vm";

const SCRIPT = readFileSync(new URL("../../Sources/Viewer/service-worker.js", import.meta.url), "utf8");
const ORIGIN = "https://library.example";

/** A cache in memory. */
class Cache {
    stored = new Map();

    async match(request) {
        return this.stored.get(new URL(request.url ?? request, ORIGIN).href)?.clone();
    }

    async put(request, response) {
        this.stored.set(request.url, response);
    }

    async delete(request, { ignoreSearch = false } = {}) {
        const plain = (url) => (ignoreSearch ? url.split("?")[0] : url);
        for (const url of this.stored.keys()) if (plain(url) === plain(request.url)) this.stored.delete(url);
    }
}

/** Starts a worker. Returns a function that requests a path through it, and resolves when everything is done. */
function worker(caches, fetch) {
    const listeners = new Map();
    const self = { addEventListener: (name, run) => listeners.set(name, run), skipWaiting() {} };
    vm.runInNewContext(SCRIPT, { self, caches, fetch, location: new URL(`${ORIGIN}/service-worker.js`), URL, Response, Headers });
    return async (path, mode = "navigate") => {
        const [waiting, answers] = [[], []];
        const request = { url: ORIGIN + path, method: "GET", mode, headers: new Headers() };
        listeners.get("fetch")({ request, respondWith: (answer) => answers.push(answer), waitUntil: (work) => waiting.push(work) });
        const response = await answers[0];
        await Promise.all(waiting);
        return response;
    };
}

test("pages load from the network if storage fails", async () => {
    const request = worker({ open: () => Promise.reject(new Error("forbidden")) }, async () => new Response("page"));
    assert.equal(await (await request("/documents/a")).text(), "page");
});

test("a removed document is forgotten under every query, and offline it is not shown", async () => {
    const cache = new Cache();
    let server = async () => new Response("page");
    const request = worker({ open: async () => cache }, (request) => server(request));
    for (const path of ["/documents/a", "/documents/a?lang=fr", "/documents/b"]) await request(path);
    server = async () => new Response("", { status: 404 });
    assert.equal((await request("/documents/a?clause=39")).status, 404);
    server = () => Promise.reject(new TypeError("no network"));
    for (const path of ["/documents/a", "/documents/a?lang=fr", "/documents/a?clause=39"]) await assert.rejects(request(path));
    assert.equal(await (await request("/documents/b?clause=1")).text(), "page");
});

test("a missing version of a document, or a missing file, removes nothing else", async () => {
    const cache = new Cache();
    let server = async () => new Response("page");
    const request = worker({ open: async () => cache }, (request) => server(request));
    await request("/documents/a");
    await request("/api/documents/a/clauses?lang=en", "cors");
    server = async () => new Response("", { status: 404 });
    await request("/documents/a?version=9");
    await request("/api/documents/a/clauses?lang=fr", "cors");
    server = () => Promise.reject(new TypeError("no network"));
    assert.equal(await (await request("/documents/a")).text(), "page");
    assert.equal(await (await request("/api/documents/a/clauses?lang=en", "cors")).text(), "page");
});
