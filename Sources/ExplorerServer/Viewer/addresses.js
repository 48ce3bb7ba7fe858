// @ts-check
/** Where things are. A server has them at the top of its host, a static site in any folder of any host. */

/** The folder above the viewer's own, as a path with a slash at both ends. */
export const ROOT = new URL("..", import.meta.url).pathname;

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

/** @param {string} path  of a file of the viewer */
export function viewerURL(path) {
    return `${ROOT}viewer/${path}`;
}

/**
 * An address as an answer has it, which begins with a slash where it is of the same server.
 * @param {string} address
 */
export function own(address) {
    return /^\/(?!\/)/.test(address) ? ROOT + address.slice(1) : address;
}
