// @ts-check
/**
 * The institution's own look, as the page states it in a block of data: its name, links, pictures, and the files of texts
 * that take the place of the program's. docs/theme.md lists what a theme can change.
 */

/** @typedef {import("./languages.js").PluralForms} PluralForms */
/** @typedef {Record<string, string> | string} Words */
/** @typedef {`help${"Corners" | "Parallel" | "Background" | "Flat" | "Release"}${"" | "Wrong"}`} CameraPictureName  as of the text below it */
/** @typedef {"helpMove" | "helpClause" | "helpMenu" | "emptyLibrary" | "missingDocument" | CameraPictureName} PictureName */

/**
 * @typedef {object} Institution
 * @property {Words} [name]
 * @property {string} [logo]  an address, as are the following
 * @property {Words} [back]  where the way back from the library leads
 * @property {Partial<Record<"imprint" | "privacy" | "accessibility", Words>>} [footer]
 * @property {string[]} [overlays]  the colours of outlines of documents without a palette
 * @property {Partial<Record<PictureName, string>>} [pictures]
 * @property {boolean} [hasFont]  whether texts are set in a font of the institution's
 * @property {Record<string, string>} [texts]  files of texts by language
 */

/** @returns {Institution} */
function stated() {
    const block = globalThis.document?.getElementById("institution")?.textContent;
    return block ? JSON.parse(block) : {};
}

/** What the page states; nothing where it looks as the program does by itself. */
export const INSTITUTION = stated();

/** Addresses are relative to the page on static sites, and the page's own may change. @type {string} */
const BASE = globalThis.document?.baseURI ?? "http://localhost/";

/** @param {string} address  as the block has it */
function absolute(address) {
    return new URL(address, BASE).href;
}

/** The address of the logo; null where there is none. */
export function logoURL() {
    return INSTITUTION.logo ? absolute(INSTITUTION.logo) : null;
}

/**
 * The address of a picture of the help or of an empty state; null where the program's own is shown, or none.
 * @param {PictureName} name
 */
export function pictureURL(name) {
    const address = INSTITUTION.pictures?.[name];
    return address ? absolute(address) : null;
}

/** The tags of the languages in which the institution has texts of its own. */
export function institutionLanguages() {
    return Object.keys(INSTITUTION.texts ?? {});
}

/** @type {Map<string, Promise<Record<string, string | PluralForms>>>} */
const loads = new Map();

/**
 * The institution's own texts in a language, by their ids; none where they cannot be fetched.
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
 * The phrases of a part with those that the institution has instead.
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
