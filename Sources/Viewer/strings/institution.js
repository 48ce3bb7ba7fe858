// @ts-check
/**
 * The institution's theme, which the page contains as a data block: its name, links, pictures, and the files of texts that
 * replace the program's. docs/theme.md lists what a theme can change.
 */

/** @typedef {import("./languages.js").PluralForms} PluralForms */
/** @typedef {Record<string, string> | string} Words */
/**
 * @typedef {`help${"Corners" | "Parallel" | "Background" | "Flat" | "Release"}${"" | "Wrong"}`} CameraPictureName  the same as
 *   the name of the text below it
 */
/** @typedef {"helpMove" | "helpClause" | "helpMenu" | "emptyLibrary" | "missingDocument" | CameraPictureName} PictureName */

/**
 * @typedef {object} Institution
 * @property {Words} [name]
 * @property {string} [logo]  an address, like the following
 * @property {Words} [back]  the target of the link back from the library
 * @property {Partial<Record<"imprint" | "privacy" | "accessibility", Words>>} [footer]
 * @property {string[]} [overlays]  the colours of outlines in documents without a palette
 * @property {Partial<Record<PictureName, string>>} [pictures]
 * @property {boolean} [hasFont]  whether the theme has its own font
 * @property {Record<string, string>} [texts]  files of texts by language
 */

/** @returns {Institution} */
function stated() {
    const block = globalThis.document?.getElementById("institution")?.textContent;
    return block ? JSON.parse(block) : {};
}

/** The page's data block; empty without a theme. */
export const INSTITUTION = stated();

/**
 * Resolved once: on static sites addresses are relative to the page, whose own address may change.
 * @type {string}
 */
const BASE = globalThis.document?.baseURI ?? "http://localhost/";

/** @param {string} address  an address from the data block */
function absolute(address) {
    return new URL(address, BASE).href;
}

/** Returns the address of the logo; null if there is none. */
export function logoURL() {
    return INSTITUTION.logo ? absolute(INSTITUTION.logo) : null;
}

/**
 * Returns the address of a help or empty-state picture; null if the theme does not replace it.
 * @param {PictureName} name
 */
export function pictureURL(name) {
    const address = INSTITUTION.pictures?.[name];
    return address ? absolute(address) : null;
}

/** Returns the tags of the languages for which the institution has its own texts. */
export function institutionLanguages() {
    return Object.keys(INSTITUTION.texts ?? {});
}

/** @type {Map<string, Promise<Record<string, string | PluralForms>>>} */
const loads = new Map();

/**
 * Returns the institution's own texts in a language, by their ids; empty if they cannot be fetched.
 * @param {string} language
 * @returns {Promise<Record<string, string | PluralForms>>}
 */
export function institutionTexts(language) {
    const address = INSTITUTION.texts?.[language];
    if (!address) return Promise.resolve({});
    const known = loads.get(language);
    if (known) return known;
    const loading = fetch(absolute(address)).then((answer) => (answer.ok ? answer.json() : {}));
    loads.set(language, loading);
    return loading.catch(() => {
        loads.delete(language);
        return {};
    });
}

/**
 * Returns the phrases of a part, with those replaced for which the institution has its own text.
 * @template {Record<string, string | PluralForms>} Phrases
 * @param {Phrases} phrases
 * @param {import("./languages.js").Part} part
 * @param {Record<string, string | PluralForms>} texts
 * @returns {Phrases}
 */
export function replaced(phrases, part, texts) {
    const own = Object.entries(texts).filter(([id]) => id.startsWith(`${part}.`));
    if (own.length === 0) return phrases;
    return { ...phrases, ...Object.fromEntries(own.map(([id, text]) => [id.slice(part.length + 1), text])) };
}
