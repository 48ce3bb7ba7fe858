// @ts-check
/**
 * IIIF Content State in all its forms: what another program or reader wants to be shown.
 * https://iiif.io/api/content-state/1.0/
 */

/** @typedef {Record<string, any>} Resource  JSON-LD, of which nothing is known yet */
/** @typedef {"malformed" | "large" | "foreign" | "missing" | "unreachable"} Fault */

/** Characters; a state of a canvas has some three hundred. */
const LARGEST = 1_000_000;

/** A state that cannot be shown. */
export class StateError extends Error {
    /** @param {Fault} fault @param {string} [about]  the host or document that it speaks of */
    constructor(fault, about = "") {
        super(`${fault} ${about}`);
        this.fault = fault;
        this.about = about;
    }
}

/**
 * For addresses, which other programs may encode again on the way: section 6.
 * @param {string} text
 */
export function encode(text) {
    return btoa(encodeURIComponent(text)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * What was encoded. The other alphabet, padding, and drafts of the specification that knew one step only, are understood.
 * @param {string} text
 * @throws {StateError}
 */
export function decode(text) {
    try {
        const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, ""));
        const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
        const once = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
        return /^\s*[[{]/.test(once) ? once : decodeURIComponent(once);
    } catch {
        throw new StateError("malformed");
    }
}

/**
 * The annotation or its target, or the address of one of them.
 * @param {string} text  JSON, an address, or either of them encoded
 * @returns {Resource | string}
 * @throws {StateError}
 */
export function read(text) {
    if (text.length > LARGEST) throw new StateError("large");
    const plain = text.trim();
    if (isPlain(plain)) return plainState(plain);
    const decoded = /^[\w+/=-]+$/.test(plain) ? decode(plain).trim() : "";
    if (!isPlain(decoded)) throw new StateError("malformed");
    return plainState(decoded);
}

/**
 * Whether a pasted text looks like a state.
 * @param {string} text
 */
export function looksLikeState(text) {
    const plain = text.trim();
    // "JTdC" is how a brace begins once it is encoded.
    return /^(https?:\/\/\S+|JTdC[\w+/=-]+)$/.test(plain) || (plain.startsWith("{") && plain.endsWith("}"));
}

/** @param {string} text */
function isPlain(text) {
    // An address that somebody put into another one as it was has lost one step of its encoding: spaces are in it.
    return /^([[{]|https?:\/\/\S.*$)/.test(text);
}

/** @param {string} text */
function plainState(text) {
    if (text.startsWith("http")) return text;
    try {
        return JSON.parse(text);
    } catch {
        throw new StateError("malformed");
    }
}

/**
 * Fetches what an address names, from where this page came from and from nowhere else.
 * @param {string} url
 * @returns {Promise<Resource>}
 * @throws {StateError}
 */
export async function fetchState(url) {
    const { origin, host } = new URL(url);
    if (origin !== location.origin) throw new StateError("foreign", host);
    const answer = await fetch(url, { headers: { Accept: "application/ld+json, application/json" } }).catch(() => null);
    if (!answer?.ok) throw new StateError(answer ? "missing" : "unreachable");
    const text = await answer.text();
    if (text.length > LARGEST) throw new StateError("large");
    try {
        return JSON.parse(text);
    } catch {
        throw new StateError("malformed");
    }
}
