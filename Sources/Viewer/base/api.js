// @ts-check
/**
 * The answers to what the pages ask, in the shapes of the web API: the server's, or on a static site those that are worked
 * out here from its files, by a module that no server's page loads.
 */
import { IS_SITE, json, own, ROOT, viewerURL } from "./addresses.js";

export { APIError } from "./addresses.js";

/** @typedef {Record<string, string> | string} LanguageMap  a string is the same in every language */
/** @typedef {{ paper: string, ink: string, accent: string, background: string, overlays: string[] }} Palette */

/**
 * An image that is being cut: how far that is, 0 … 1; how many rows of tiles of each level of the Deep Zoom pyramid there
 * are; a small picture of all of it. Or why it could not be cut.
 * @typedef {{ fraction?: number, rows?: number[], previewURL?: string, error?: string }} Cut
 */

/**
 * @typedef {object} Page
 * @property {number} number
 * @property {LanguageMap | null} label
 * @property {string | null} image
 * @property {number} width
 * @property {number} height
 * @property {number | null} pixelsPerMillimetre
 * @property {Cut} [cut]  while its image is being cut
 */

/** @typedef {Record<string, string[]>} LanguageTexts  of each language perhaps several; `none` is no language */
/** @typedef {{ label: LanguageMap, value: LanguageTexts }} Metadata */

/**
 * Something elsewhere on the web.
 * @typedef {object} WebLink
 * @property {string} id  its address
 * @property {LanguageMap} [label]
 * @property {string} [format]
 * @property {string[]} [language]
 */

/**
 * A part of a document in its table of contents: the pages, or boxes on them, that it is on, and the parts within.
 * @typedef {object} Chapter
 * @property {LanguageMap} [label]
 * @property {string[]} [behavior]
 * @property {{ page: number, box?: number[] }[]} [pages]
 * @property {Chapter[]} [items]
 */

/**
 * @typedef {object} Document
 * @property {string} id
 * @property {LanguageMap} title
 * @property {LanguageMap | null} summary
 * @property {LanguageMap | null} holder
 * @property {string | null} shelfmark
 * @property {LanguageMap | null} date
 * @property {string | null} rights
 * @property {LanguageMap | null} attribution
 * @property {Record<string, string> | null} credits  who translated, by language
 * @property {string} language  the document's own
 * @property {string[]} languages  of its texts; the first is the fallback
 * @property {Palette | null} palette
 * @property {string | null} mark  the name of an icon that ships with the viewer
 * @property {string | null} [markURL]  where its picture is, for one that is the document's own
 * @property {Page[]} pages
 * @property {{ clauses: number, all: number }} counts
 * @property {string} [manifest]  where its IIIF manifest is
 * @property {Metadata[]} [metadata]
 * @property {{ label: LanguageMap, homepage?: WebLink[] }[]} [provider]
 * @property {WebLink[]} [homepage]
 * @property {WebLink[]} [seeAlso]
 * @property {WebLink[]} [rendering]  other forms of the document
 * @property {Chapter[]} [structures]  its table of contents
 */

/**
 * @typedef {object} Category
 * @property {string} id
 * @property {LanguageMap} label
 * @property {string | null} icon  the name of one that ships with the viewer
 * @property {string | null} [iconURL]  where its picture is, for one that is the document's own
 * @property {"filled" | "outline"} style
 * @property {boolean} includedInAll
 * @property {number} count
 */

/** @typedef {[number, number][]} Ring  image space */
/** @typedef {{ page: number, polygon: Ring, holes: Ring[] }} Region */

/**
 * @typedef {object} Clause
 * @property {string} id
 * @property {string | null} number
 * @property {"clause" | "detail"} kind
 * @property {string | null} incipit
 * @property {string | null} title
 * @property {string | null} translation
 * @property {string | null} context
 * @property {string | null} transcription
 * @property {string | null} lang  of title, translation and context
 * @property {string[]} categories
 * @property {"filled" | "outline"} style
 * @property {Region[]} regions
 */

/**
 * @typedef {object} Tiles
 * @property {number} tileSize
 * @property {string} format
 * @property {Cut} [cut]
 * @property {boolean} isDoubled  whether there is a level above the native one
 * @property {number} [minLevel]  the coarsest that there is, by Deep Zoom's numbers; 0 where it is not said
 * @property {(level: number, column: number, row: number) => string} url
 * @property {(level: number, column: number, row: number) => Promise<Blob>} [read]  where tiles have no address of their own
 * @property {Pick<OpenSeadragon.TileSourceOptions, "downloadTileStart" | "downloadTileAbort">} [loader]  which reads them so
 */

/** What answers on a static site. */
const site = () => import("../site/answers.js");

/** @typedef {{ signedIn: boolean, label?: string, expires?: string | null, reason?: string }} Session */

/**
 * Whether the reader has shown a token that is good, and whose; else why not, where they have shown one. Where the server
 * does not say it, it is as if they had not.
 * @returns {Promise<Session>}
 */
export async function session() {
    if (IS_SITE) return { signedIn: false };
    return json("access/session").catch(() => ({ signedIn: false }));
}

/**
 * A part of the documents, sorted by id; `next` is where the next part goes on, where there is one.
 * @typedef {{ total: number, next?: string, documents: Document[] }} Documents
 */

/**
 * Which documents are wanted: words that they are called by; the `next` of the part before; how many.
 * @typedef {{ words?: string, after?: string, limit: number }} Part
 */

/** @param {Part} part @returns {Promise<Documents>} */
export async function documents(part) {
    if (IS_SITE) return (await site()).documents(part);
    const { words = "", after, limit } = part;
    const query = new URLSearchParams({ limit: String(limit) });
    if (words !== "") query.set("q", words);
    if (after !== undefined) query.set("after", after);
    return json(`api/documents?${query}`);
}

/** @param {string} id @returns {Promise<Document>} */
export async function document(id) {
    return IS_SITE ? (await site()).document(id) : json(documentPath(id));
}

/** @param {string} id @returns {Promise<{ total: number, all: number, categories: Category[] }>} */
export async function categories(id) {
    return IS_SITE ? (await site()).categories(id) : json(`${documentPath(id)}/categories`);
}

/**
 * The clauses of a category (or several, with commas between; or `all`) in reading order, with regions.
 * @param {string} id
 * @param {string} category
 * @param {string} language
 * @param {string} words  that they must have, or the beginnings of such; empty for none
 * @returns {Promise<{ total: number, clauses: Clause[] }>}
 */
export async function clauses(id, category, language, words) {
    if (IS_SITE) return (await site()).clauses(id, category, language, words);
    const query = new URLSearchParams({ category, lang: language, include: "regions" });
    if (words !== "") query.set("q", words);
    return json(`${documentPath(id)}/clauses?${query}`);
}

/**
 * @param {string} id
 * @param {string} clause
 * @param {string} language
 * @returns {Promise<Clause>}
 */
export async function clause(id, clause, language) {
    if (IS_SITE) return (await site()).clause(id, clause, language);
    const query = new URLSearchParams({ lang: language, include: "regions" });
    return json(`${clausePath(id, clause)}?${query}`);
}

/**
 * The address of a clause's picture, cut out of the scan.
 * @param {string} id
 * @param {string} clause
 * @param {number} [width]  pixels; as many as the scan has where none is given
 */
export function cutOutURL(id, clause, width) {
    const folder = `${ROOT}${clausePath(id, clause)}`;
    if (!IS_SITE) return `${folder}/image.jpg${width === undefined ? "" : `?width=${width}`}`;
    // A site has each in a few widths; the next larger one.
    const stored = width === undefined ? undefined : CUT_OUT_WIDTHS.find((candidate) => candidate >= width);
    return `${folder}/image${stored === undefined ? "" : `-${stored}`}.jpg`;
}

/** Of a static site, as SiteCutOuts writes them. */
const CUT_OUT_WIDTHS = [640, 1280];

/** @param {string} id */
function documentPath(id) {
    return `api/documents/${encodeURIComponent(id)}`;
}

/** @param {string} id @param {string} clause */
function clausePath(id, clause) {
    return `${documentPath(id)}/clauses/${encodeURIComponent(clause)}`;
}

/**
 * How an image is cut, or how far that is, from its TileJSON.
 * @param {string} image
 * @returns {Promise<Tiles>}
 */
export async function tiles(image) {
    if (IS_SITE) return (await site()).tiles(image);
    const name = encodeURIComponent(image);
    const { tileSize = 256, tiles: templates = [], cut, version } = await json(`tiles/${name}.json`);
    const format = /\.(\w+)$/.exec(templates[0] ?? "")?.[1] ?? "jpg";
    // What an address with its version gives never changes, so that nobody need ask again.
    const query = version && !cut ? `?v=${encodeURIComponent(version)}` : "";
    return {
        tileSize,
        format,
        cut,
        isDoubled: true,
        url: (level, column, row) => `${ROOT}dzi/${name}_files/${level}/${column}_${row}.${format}${query}`,
    };
}

/**
 * Where the picture of an icon is: where the server says, else among those that ship with the viewer.
 * @param {string | null} name
 * @param {string | null} [url]
 */
export function iconURL(name, url) {
    if (url) return own(url);
    return name !== null && /^[a-z0-9-]+$/.test(name) ? viewerURL(`vendor/icons/${name}.svg`) : null;
}
