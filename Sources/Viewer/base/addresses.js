// @ts-check
/** Addresses and requests. A server is at the root of its host, a static site in any folder. */

/**
 * The folder above the viewer's own, as a path with a slash at both ends. A server's viewer is in a folder that is named after
 * its content, so that browsers need not revalidate it: `/viewer/0123456789abcdef/`.
 */
export const ROOT = new URL(import.meta.url).pathname.replace(/viewer\/([0-9a-f]{16}\/)?(base|bundles)\/[^/]+\.js$/, "");

/** Whether files answer and not a server. */
export const IS_SITE = document.querySelector("meta[name='explore-site']") !== null;

/** Not every host gives a folder's page for its name alone. */
const PAGE = IS_SITE ? "index.html" : "";

/** Of the library. */
export function libraryURL() {
    return ROOT + PAGE;
}

/** @param {string} id  of a document */
export function documentURL(id) {
    return `${ROOT}documents/${encodeURIComponent(id)}${PAGE && `/${PAGE}`}`;
}

/** The document that this page is of: `documents/{id}`, whatever follows. */
export function documentHere() {
    return decodeURIComponent(location.pathname.slice(ROOT.length).split("/")[1] ?? "");
}

/** @param {string} path  of a file, from the folder of the viewer */
export function viewerURL(path) {
    return new URL(`../${path}`, import.meta.url).pathname;
}

/**
 * An address as an answer has it, which begins with a slash where it is of the same server.
 * @param {string} address
 */
export function own(address) {
    if (address.startsWith("/viewer/")) return viewerURL(address.slice("/viewer/".length));
    return /^\/(?!\/)/.test(address) ? ROOT + address.slice(1) : address;
}

/** A request that failed; status 0 if there was no response at all. */
export class APIError extends Error {
    /** @param {number} status @param {string} message */
    constructor(status, message) {
        super(message);
        this.status = status;
    }
}

/**
 * Whether there was no response, or one from a proxy in the place of a server that is gone.
 * @param {unknown} error
 */
export function isOutage(error) {
    return error instanceof APIError && (error.status === 0 || (error.status >= 502 && error.status <= 504));
}

/** A server that takes longer is as good as gone. */
const PATIENCE_MILLISECONDS = 5000;

/** Whether the server answers, past everything that is stored on the way to it. */
export async function answers() {
    const asking = new AbortController();
    const timer = setTimeout(() => asking.abort(), PATIENCE_MILLISECONDS);
    try {
        const path = IS_SITE ? "api/documents.json" : "api/documents?limit=1";
        // The service worker answers other methods than this one from what it has stored.
        const { status } = await fetch(ROOT + path, { method: "HEAD", cache: "no-store", signal: asking.signal });
        return status < 500;
    } catch {
        return false;
    } finally {
        clearTimeout(timer);
    }
}

/** @param {string} path  below the root @returns {Promise<any>} */
export async function json(path) {
    const answer = await get(path);
    try {
        return await answer.json();
    } catch (error) {
        // The connection ended within the response.
        throw new APIError(0, String(error));
    }
}

/** @param {string} path  below the root @param {Record<string, string>} [headers] */
export async function get(path, headers) {
    let answer;
    try {
        answer = await fetch(ROOT + path, { headers });
    } catch (error) {
        throw new APIError(0, String(error));
    }
    if (!answer.ok) throw new APIError(answer.status, answer.statusText);
    return answer;
}
