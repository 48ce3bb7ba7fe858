// @ts-check
/**
 * Parses IIIF Content State in all its forms, by which another program or reader requests a view.
 * https://iiif.io/api/content-state/1.0/
 */

/** @typedef {Record<string, any>} Resource  unvalidated JSON-LD */
/** @typedef {"malformed" | "large" | "foreign" | "missing" | "unreachable"} Fault */

/** The largest state, in characters. The state of a canvas has about three hundred. */
const LARGEST = 1_000_000;

/** A state that cannot be shown. */
export class StateError extends Error {
    /** @param {Fault} fault @param {string} [about]  the host or document concerned */
    constructor(fault, about = "") {
        super(`${fault} ${about}`);
        this.fault = fault;
        this.about = about;
    }
}

/**
 * Encodes a state for use in addresses, which other programs may encode again: section 6.
 * @param {string} text
 */
export function encode(text) {
    return btoa(encodeURIComponent(text)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Decodes an encoded state. Also accepts the other base64 alphabet, padding, and the single-step encoding of drafts of the
 * specification.
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
 * Returns the annotation or its target, or the address of either.
 * @param {string} text  JSON or an address, encoded or not
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
    // "JTdC" is the beginning of an encoded brace.
    return /^(https?:\/\/\S+|JTdC[\w+/=-]+)$/.test(plain) || (plain.startsWith("{") && plain.endsWith("}"));
}

/** @param {string} text */
function isPlain(text) {
    // An address embedded in another without encoding has lost one level of its own encoding, so it may contain spaces.
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
 * Fetches a state, from this page's own origin only.
 * @param {string} url
 * @returns {Promise<Resource>}
 * @throws {StateError}
 */
export async function fetchState(url) {
    const { origin, host } = new URL(url);
    if (origin !== location.origin) throw new StateError("foreign", host);
    const response = await fetch(url, { headers: { Accept: "application/ld+json, application/json" } }).catch(() => null);
    if (!response?.ok) throw new StateError(response ? "missing" : "unreachable");
    const text = await response.text();
    if (text.length > LARGEST) throw new StateError("large");
    try {
        return JSON.parse(text);
    } catch {
        throw new StateError("malformed");
    }
}
