// @ts-check
/** Addresses and requests. A server is at the root of its host, a static site in any folder. */

/**
 * The folder that contains the viewer's folder, as a path with a slash at both ends. A server's viewer folder is named after its
 * content, so that browsers need not revalidate it: `/viewer/0123456789abcdef/`.
 */
export const ROOT = new URL(import.meta.url).pathname.replace(/viewer\/([0-9a-f]{16}\/)?(base|bundles)\/[^/]+\.js$/, "");

/** Whether responses come from the files of a static site rather than a server. */
export const IS_SITE = document.querySelector("meta[name='explore-site']") !== null;

/** Not every host serves a folder's index page for the folder's address. */
const PAGE = IS_SITE ? "index.html" : "";

/** Returns the address of the library's page. */
export function libraryURL() {
    return ROOT + PAGE;
}

/** @param {string} id  the id of a document */
export function documentURL(id) {
    return `${ROOT}documents/${encodeURIComponent(id)}${PAGE && `/${PAGE}`}`;
}

/**
 * @param {{ id: string, manifest?: string | null }} document
 * @returns {string} the address of the document's IIIF manifest
 */
export function manifestURL({ id, manifest }) {
    return manifest ?? `${location.origin}${ROOT}iiif/presentation/3/${encodeURIComponent(id)}/manifest.json`;
}

/** @param {string} id @returns {string} the path of a document in the API, relative to the root */
export function documentPath(id) {
    return `api/documents/${encodeURIComponent(id)}`;
}

/** @param {string} id @param {string} part @returns {string} the path of a part of a document that a site has as a file */
export function partPath(id, part) {
    const path = `${documentPath(id)}/${part}`;
    return IS_SITE ? `${path}.json` : ofVersion(id, path);
}

/** Returns the id of the document this page shows: `documents/{id}`, whatever follows. */
export function documentHere() {
    return decodeURIComponent(location.pathname.slice(ROOT.length).split("/")[1] ?? "");
}

/**
 * Returns the version of the document that a page shows, or null for the newest.
 * @param {string} search  the query of the page's address; by default, of this page's
 * @param {string} name  the parameter that names the version
 * @returns {number | null}
 */
export function wantedVersion(search = location.search, name = "version") {
    const stated = new URLSearchParams(search).get(name) ?? "";
    return /^[1-9]\d{0,8}$/.test(stated) ? Number(stated) : null;
}

/**
 * Returns the address that shows a document's page twice, in the same version and at the same place. compare/place.js, which is
 * loaded only there, reads it.
 * @param {Pick<Location, "pathname" | "search" | "hash">} page
 */
export function comparisonURL({ pathname, search, hash }) {
    const [version, place] = [wantedVersion(search), encodeURIComponent(hash.slice(1))];
    const versions = version === null ? "" : `&version=${version}&compare-version=${version}`;
    return `${pathname}?compare=${versions}#left=${place}&right=${place}`;
}

/**
 * Adds the version the page shows to a path of the page's own document. A static site has only one version.
 * @param {string} id
 * @param {string} path
 */
export function ofVersion(id, path) {
    const version = wantedVersion();
    if (IS_SITE || version === null || id !== documentHere()) return path;
    return `${path}${path.includes("?") ? "&" : "?"}version=${version}`;
}

/**
 * @param {string} image
 * @param {string} region  `full`, or a box in pixels
 * @param {string} size  as in IIIF's Image API
 * @returns {string} the address of a picture that the server renders
 */
export function imageURL(image, region, size) {
    return `${ROOT}iiif/3/${encodeURIComponent(image)}/${region}/${size}/0/default.jpg`;
}

/** @param {string} path  the path of a file relative to the viewer's folder */
export function viewerURL(path) {
    return new URL(`../${path}`, import.meta.url).pathname;
}

/**
 * Resolves an address from a response. An address on the same server begins with a slash.
 * @param {string} address
 */
export function own(address) {
    if (address.startsWith("/viewer/")) return viewerURL(address.slice("/viewer/".length));
    return /^\/(?!\/)/.test(address) ? ROOT + address.slice(1) : address;
}

/** A failed request. The status is 0 if there was no response at all. */
export class APIError extends Error {
    /** @param {number} status @param {string} message */
    constructor(status, message) {
        super(message);
        this.status = status;
    }
}

/**
 * Whether there was no response, or a proxy responded in place of a server that is down.
 * @param {unknown} error
 */
export function isOutage(error) {
    return error instanceof APIError && (error.status === 0 || (error.status >= 502 && error.status <= 504));
}

/** A server that takes longer counts as down. */
const PATIENCE_MILLISECONDS = 5000;

/** Whether the server responds. Bypasses all caches on the way to it. */
export async function isServerReachable() {
    const request = new AbortController();
    const timer = setTimeout(() => request.abort(), PATIENCE_MILLISECONDS);
    try {
        const path = IS_SITE ? "api/documents.json" : "api/documents?limit=1";
        // The service worker handles only GET and would respond from its cache.
        const { status } = await fetch(ROOT + path, { method: "HEAD", cache: "no-store", signal: request.signal });
        return status < 500;
    } catch {
        return false;
    } finally {
        clearTimeout(timer);
    }
}

/** @param {string} path  the path relative to the root @returns {Promise<any>} */
export async function json(path) {
    const response = await get(path);
    try {
        return await response.json();
    } catch (error) {
        // The connection was lost during the response.
        throw new APIError(0, String(error));
    }
}

/** @type {Map<string, Promise<any>>} */
const fetched = new Map();

/**
 * Fetches a file once. If that fails, the next call fetches it again.
 * @param {string} path  the path relative to the root
 * @returns {Promise<any>}
 */
export function jsonOnce(path) {
    const response = fetched.get(path) ?? json(path);
    fetched.set(path, response);
    response.catch(() => fetched.delete(path));
    return response;
}

/** @param {string} path  the path relative to the root @param {Record<string, string>} [headers] */
export async function get(path, headers) {
    let response;
    try {
        response = await fetch(ROOT + path, { headers });
    } catch (error) {
        throw new APIError(0, String(error));
    }
    if (!response.ok) throw new APIError(response.status, response.statusText);
    return response;
}

/**
 * Returns whether the reader has a valid token, with its label, or why their token is invalid. If the server does not respond,
 * the reader counts as signed out.
 * @returns {Promise<import("./types.js").Session>}
 */
export async function session() {
    if (IS_SITE) return { signedIn: false };
    return json("access/session").catch(() => ({ signedIn: false }));
}
