/**
 * Caches what has been viewed (pages, scripts, fonts, texts and tiles) so that a document works offline once it has been opened.
 * The network is tried first, so nothing stale is shown while it is available.
 */

const CACHE = "explore-1";
/** The maximum number of cached tiles and pictures. The oldest are evicted first. At about 20 kB per tile this is about 60 MB. */
const LARGEST = 3000;
const TRIM_EVERY = 100;
/** The base path of the pages this worker serves: the root of the host, or the folder of a static site. */
const ROOT = new URL("./", location.href).pathname;
const PATHS = /^($|index\.html$|documents\/|viewer\/|theme\/|api\/|tiles\/|dzi\/|iiif\/3\/)/;
/** Recordings are cached whole, but players request ranges of them. */
const RECORDINGS = /^api\/documents\/[^/]+\/recordings\/./;
const PICTURES = /^(tiles\/[^/]+\/|dzi\/|iiif\/3\/|api\/.*\/image)/;
let kept = 0;

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => event.waitUntil(start()));

self.addEventListener("fetch", (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== "GET" || !isOwn(url)) return;
    if (!request.headers.has("range")) event.respondWith(respond(event));
    else if (RECORDINGS.test(url.pathname.slice(ROOT.length))) event.respondWith(respondToRange(request));
});

function isOwn({ origin, pathname }) {
    return origin === location.origin && pathname.startsWith(ROOT) && PATHS.test(pathname.slice(ROOT.length));
}

/** Deletes the caches of earlier versions and takes control of the open pages at once. */
async function start() {
    // Other pages of the same origin may have caches of their own.
    for (const name of await caches.keys()) {
        if (name.startsWith("explore-") && name !== CACHE) await caches.delete(name);
    }
    await self.clients.claim();
}

async function respond(event) {
    const cache = await caches.open(CACHE).catch(() => null);
    // Without storage, for example in a browser that forbids it, pages still load from the network.
    if (!cache) return fetch(event.request);
    try {
        const response = await fetch(event.request);
        // A proxy responds in place of a server that is down.
        if (response.status >= 502 && response.status <= 504) return (await cachedResponse(cache, event.request)) ?? response;
        // What has been removed, or is no longer open to this reader, must not reappear offline.
        if (response.status === 404) event.waitUntil(forget(cache, event.request));
        if (isWorthKeeping(response)) event.waitUntil(keep(cache, event.request, response.clone()));
        return response;
    } catch (error) {
        const stored = await cachedResponse(cache, event.request);
        if (stored) return stored;
        throw error;
    }
}

/** Responds to a range request for a recording, from the network or else from the cache. */
async function respondToRange(request) {
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

async function cachedResponse(cache, request) {
    return (await cache.match(request, { ignoreVary: true })) ?? (await cachedPage(cache, request));
}

/**
 * Links into a document differ only in their query, which the page's own script evaluates. So the cached page serves all of them.
 */
async function cachedPage(cache, request) {
    const { pathname, searchParams } = new URL(request.url);
    if (request.mode !== "navigate" || searchParams.has("plain")) return undefined;
    return cache.match(pathname, { ignoreVary: true });
}

/**
 * Removes a response. A missing document has no page any more, under whatever query it was cached, but a missing version says
 * nothing about the document.
 */
async function forget(cache, request) {
    const ignoreSearch = request.mode === "navigate" && !new URL(request.url).searchParams.has("version");
    await cache.delete(request, { ignoreSearch, ignoreVary: true });
}

/** Responses to a token may be read only while the token is valid, so they are not cached. */
function isWorthKeeping(response) {
    return response.ok && !/no-store|private/.test(response.headers.get("cache-control") ?? "");
}

async function keep(cache, request, response) {
    await cache.put(request, response);
    kept += 1;
    if (kept % TRIM_EVERY !== 0) return;
    // Pages and texts are never evicted; a coarser tile stands in for an evicted one.
    const pictures = (await cache.keys()).filter(({ url }) => PICTURES.test(new URL(url).pathname.slice(ROOT.length)));
    for (const oldest of pictures.slice(0, Math.max(0, pictures.length - LARGEST))) await cache.delete(oldest);
}

/** A page reports the resources it loaded before this worker was active. */
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
