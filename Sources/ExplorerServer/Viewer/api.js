// @ts-check
/** The server's answers, in the shapes of DESIGN.md. */

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

/** @typedef {{ tileSize: number, format: string, cut?: Cut }} Tiles */

/** An answer that is not the one asked for; status 0 where the server did not answer at all. */
export class APIError extends Error {
    /** @param {number} status @param {string} message */
    constructor(status, message) {
        super(message);
        this.status = status;
    }
}

/** @typedef {{ signedIn: boolean, label?: string, expires?: string | null, reason?: string }} Session */

/**
 * Whether the reader has shown a token that is good, and whose; else why not, where they have shown one. Where the server
 * does not say it, it is as if they had not.
 * @returns {Promise<Session>}
 */
export async function session() {
    return json("/access/session").catch(() => ({ signedIn: false }));
}

/**
 * A part of the documents, sorted by id; `next` is where the next part goes on, where there is one.
 * @typedef {{ total: number, next?: string, documents: Document[] }} Documents
 */

/**
 * @param {{ words?: string, after?: string, limit: number }} part  words that they are called by; the `next` of the part
 *     before; how many are wanted
 * @returns {Promise<Documents>}
 */
export function documents({ words = "", after, limit }) {
    const query = new URLSearchParams({ limit: String(limit) });
    if (words !== "") query.set("q", words);
    if (after !== undefined) query.set("after", after);
    return json(`/api/documents?${query}`);
}

/** @param {string} id @returns {Promise<Document>} */
export function document(id) {
    return json(`/api/documents/${encodeURIComponent(id)}`);
}

/** @param {string} id @returns {Promise<{ total: number, all: number, categories: Category[] }>} */
export function categories(id) {
    return json(`/api/documents/${encodeURIComponent(id)}/categories`);
}

/**
 * The clauses of a category (or several, with commas between; or `all`) in reading order, with regions.
 * @param {string} id
 * @param {string} category
 * @param {string} language
 * @param {string} words  that they must have, or the beginnings of such; empty for none
 * @returns {Promise<{ total: number, clauses: Clause[] }>}
 */
export function clauses(id, category, language, words) {
    const query = new URLSearchParams({ category, lang: language, include: "regions" });
    if (words !== "") query.set("q", words);
    return json(`/api/documents/${encodeURIComponent(id)}/clauses?${query}`);
}

/**
 * @param {string} id
 * @param {string} clause
 * @param {string} language
 * @returns {Promise<Clause>}
 */
export function clause(id, clause, language) {
    const query = new URLSearchParams({ lang: language, include: "regions" });
    return json(`${clauseURL(id, clause)}?${query}`);
}

/**
 * The address of a clause's picture, cut out of the scan.
 * @param {string} id
 * @param {string} clause
 * @param {number} [width]  pixels; as many as the scan has where none is given
 */
export function cutOutURL(id, clause, width) {
    return `${clauseURL(id, clause)}/image.jpg${width === undefined ? "" : `?width=${width}`}`;
}

/** @param {string} id @param {string} clause */
function clauseURL(id, clause) {
    return `/api/documents/${encodeURIComponent(id)}/clauses/${encodeURIComponent(clause)}`;
}

/**
 * How an image is cut, or how far that is, from its TileJSON.
 * @param {string} image
 * @returns {Promise<Tiles>}
 */
export async function tiles(image) {
    const { tileSize = 256, tiles: templates = [], cut } = await json(`/tiles/${encodeURIComponent(image)}.json`);
    return { tileSize, format: /\.(\w+)$/.exec(templates[0] ?? "")?.[1] ?? "jpg", cut };
}

/**
 * Where the picture of an icon is: where the server says, else among those that ship with the viewer.
 * @param {string | null} name
 * @param {string | null} [url]
 */
export function iconURL(name, url) {
    if (url) return url;
    return name !== null && /^[a-z0-9-]+$/.test(name) ? `/viewer/vendor/icons/${name}.svg` : null;
}

/** @param {string} path @returns {Promise<any>} */
async function json(path) {
    const answer = await get(path);
    return answer.json();
}

/** @param {string} path */
async function get(path) {
    let answer;
    try {
        answer = await fetch(path);
    } catch (error) {
        throw new APIError(0, String(error));
    }
    if (!answer.ok) throw new APIError(answer.status, answer.statusText);
    return answer;
}
