/**
 * Keeps what has been seen, so that a document once opened works without a network: pages, their scripts and fonts, the
 * texts and the tiles that came. The network is asked first, so that nothing old is shown where there is one.
 */

const CACHE = "explore-1";
/** Tiles and pictures; the oldest go first. At some 20 kB to a tile that is about 60 MB. */
const LARGEST = 3000;
const TRIM_EVERY = 100;
/** Where the pages are that it is for: at the top of the host, or wherever a static site lies. */
const ROOT = new URL("./", location.href).pathname;
const PATHS = /^($|index\.html$|documents\/|viewer\/|theme\/|api\/|tiles\/|dzi\/|iiif\/3\/)/;
/** What was played is kept whole, and players ask for parts of it. */
const RECORDINGS = /^api\/documents\/[^/]+\/recordings\/./;
const PICTURES = /^(tiles\/[^/]+\/|dzi\/|iiif\/3\/|api\/.*\/image)/;
let kept = 0;

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => event.waitUntil(start()));

self.addEventListener("fetch", (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== "GET" || !isOwn(url)) return;
    if (!request.headers.has("range")) event.respondWith(answer(event));
    else if (RECORDINGS.test(url.pathname.slice(ROOT.length))) event.respondWith(part(request));
});

function isOwn({ origin, pathname }) {
    return origin === location.origin && pathname.startsWith(ROOT) && PATHS.test(pathname.slice(ROOT.length));
}

/** Takes over at once, and keeps what the pages that are open have loaded before there was anyone to keep it. */
async function start() {
    // Other pages of the same host may keep things too.
    for (const name of await caches.keys()) {
        if (name.startsWith("explore-") && name !== CACHE) await caches.delete(name);
    }
    await self.clients.claim();
}

async function answer(event) {
    const cache = await caches.open(CACHE);
    try {
        const response = await fetch(event.request);
        // A proxy answers in the place of a server that is gone.
        if (response.status >= 502 && response.status <= 504) return (await storedAnswer(cache, event.request)) ?? response;
        // What is not there any more, or not for this reader, is not to come back without a network either.
        if (response.status === 404) event.waitUntil(cache.delete(event.request, { ignoreVary: true }));
        if (isWorthKeeping(response)) event.waitUntil(keep(cache, event.request, response.clone()));
        return response;
    } catch (error) {
        const stored = await storedAnswer(cache, event.request);
        if (stored) return stored;
        throw error;
    }
}

/** A part of a recording: from the network, or else of what is kept. */
async function part(request) {
    try {
        return await fetch(request);
    } catch (error) {
        const stored = await (await caches.open(CACHE)).match(request.url, { ignoreVary: true });
        const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get("range") ?? "") ?? [];
        if (!stored || first === undefined) throw error;
        const whole = await stored.blob();
        const end = Math.min(last === "" ? whole.size : Number(last) + 1, whole.size);
        const headers = new Headers(stored.headers);
        if (Number(first) >= end) {
            headers.set("content-range", `bytes */${whole.size}`);
            return new Response(null, { status: 416, headers });
        }
        headers.set("content-range", `bytes ${first}-${end - 1}/${whole.size}`);
        headers.set("content-length", String(end - Number(first)));
        return new Response(whole.slice(Number(first), end, whole.type), { status: 206, headers });
    }
}

async function storedAnswer(cache, request) {
    return (await cache.match(request, { ignoreVary: true })) ?? (await cachedPage(cache, request));
}

/** A document opens by links into it too, which differ in their query alone; what that says, the page itself follows. */
async function cachedPage(cache, request) {
    const { pathname, searchParams } = new URL(request.url);
    if (request.mode !== "navigate" || searchParams.has("plain")) return undefined;
    return cache.match(pathname, { ignoreVary: true });
}

/** Answers to a token are the reader's as long as the token is good, and not this browser's. */
function isWorthKeeping(response) {
    return response.ok && !/no-store|private/.test(response.headers.get("cache-control") ?? "");
}

async function keep(cache, request, response) {
    await cache.put(request, response);
    kept += 1;
    if (kept % TRIM_EVERY !== 0) return;
    // Pages and texts stay; a coarser tile stands in for one that goes.
    const pictures = (await cache.keys()).filter(({ url }) => PICTURES.test(new URL(url).pathname.slice(ROOT.length)));
    for (const oldest of pictures.slice(0, Math.max(0, pictures.length - LARGEST))) await cache.delete(oldest);
}

/** A page tells what it loaded before this worker came. */
self.addEventListener("message", (event) => {
    if (!Array.isArray(event.data?.keep)) return;
    event.waitUntil(
        caches.open(CACHE).then((cache) =>
            Promise.all(
                event.data.keep.map(async (url) => {
                    if (typeof url !== "string" || !isOwn(new URL(url, location.href)) || (await cache.match(url))) return;
                    const response = await fetch(url).catch(() => undefined);
                    if (response && isWorthKeeping(response)) await cache.put(url, response);
                }),
            ),
        ),
    );
});
