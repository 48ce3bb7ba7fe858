// @ts-check
/** What the pages fetch, in the shapes of the web API: from the server, or on a static site from its files. */
import { documentHere, IS_SITE, json, own, ROOT, viewerURL } from "./addresses.js";

export { APIError, isOutage } from "./addresses.js";

/** @typedef {import("./types.js").Document} Document */
/** @typedef {import("./types.js").Documents} Documents */
/** @typedef {import("./types.js").Category} Category */
/** @typedef {import("./types.js").Clause} Clause */
/** @typedef {import("./types.js").Page} Page */
/** @typedef {import("./types.js").Tiles} Tiles */

/** @type {import("./types.js").AnswerSource} */
const server = {
    documents({ words = "", conditions = {}, after, limit, withFacets = false }) {
        const query = new URLSearchParams({ limit: String(limit) });
        for (const [name, value] of Object.entries(conditions)) query.set(name, String(value));
        if (withFacets) query.set("include", "facets");
        if (words !== "") query.set("q", words);
        if (after !== undefined) query.set("after", after);
        return json(`api/documents?${query}`);
    },
    document: (id) => json(ofVersion(id, documentPath(id))),
    categories: (id) => json(ofVersion(id, `${documentPath(id)}/categories`)),
    clauses(id, category, language, words) {
        const query = new URLSearchParams({ category, lang: language, include: "regions" });
        if (words !== "") query.set("q", words);
        return json(ofVersion(id, `${documentPath(id)}/clauses?${query}`));
    },
    clause(id, clause, language) {
        const query = new URLSearchParams({ lang: language, include: "regions" });
        return json(ofVersion(id, `${clausePath(id, clause)}?${query}`));
    },
    async tiles(image) {
        const name = encodeURIComponent(image);
        const { tileSize = 256, tiles: templates = [], cut, version } = await json(`tiles/${name}.json`);
        const format = /\.(\w+)$/.exec(templates[0] ?? "")?.[1] ?? "jpg";
        // The content of an address with a version never changes, so that it need not be revalidated.
        const query = version && !cut ? `?v=${encodeURIComponent(version)}` : "";
        return {
            tileSize,
            format,
            cut,
            isDoubled: true,
            url: (level, column, row) => `${ROOT}dzi/${name}_files/${level}/${column}_${row}.${format}${query}`,
        };
    },
};

/**
 * The version of its document that this page is to show; null for the newest.
 * @returns {number | null}
 */
export function wantedVersion() {
    const stated = new URLSearchParams(location.search).get("version") ?? "";
    return /^[1-9]\d{0,8}$/.test(stated) ? Number(stated) : null;
}

/**
 * An address of the version that the page shows, where it is of the page's document.
 * @param {string} id
 * @param {string} path
 */
function ofVersion(id, path) {
    const version = wantedVersion();
    if (version === null || id !== documentHere()) return path;
    return `${path}${path.includes("?") ? "&" : "?"}version=${version}`;
}

let source = server;

/**
 * Takes all answers from elsewhere. A static site's pages load a script that calls this before any page starts
 * (site/answers.js); a server's pages do not.
 * @param {import("./types.js").AnswerSource} other
 */
export function answerFrom(other) {
    source = other;
}

/** @param {import("./types.js").Part} part */
export function documents(part) {
    return source.documents(part);
}

/** @param {string} id */
export function document(id) {
    return source.document(id);
}

/** @param {string} id */
export function categories(id) {
    return source.categories(id);
}

/**
 * The clauses of a category in reading order, with regions.
 * @param {string} id
 * @param {string} category  an id, several with commas between, or `all`
 * @param {string} language
 * @param {string} words  that they must contain, or the beginnings of such; empty for none
 */
export function clauses(id, category, language, words) {
    return source.clauses(id, category, language, words);
}

/** @param {string} id @param {string} clause @param {string} language */
export function clause(id, clause, language) {
    return source.clause(id, clause, language);
}

/**
 * How an image is cut, or how far that is, from its TileJSON.
 * @param {string} image
 */
export function tiles(image) {
    return source.tiles(image);
}

/**
 * Whether the reader has a valid token, and its label; else why it is not valid, where they have one. If the server does
 * not say, it is as if they had none.
 * @returns {Promise<import("./types.js").Session>}
 */
export async function session() {
    if (IS_SITE) return { signedIn: false };
    return json("access/session").catch(() => ({ signedIn: false }));
}

/**
 * The address of a clause's picture, cut out of the scan.
 * @param {string} id
 * @param {string} clause
 * @param {number} [width]  pixels; by default as many as the scan has
 */
export function cutOutURL(id, clause, width) {
    const folder = `${ROOT}${clausePath(id, clause)}`;
    if (!IS_SITE) return ofVersion(id, `${folder}/image.jpg${width === undefined ? "" : `?width=${width}`}`);
    // A site has each in a few widths; the next larger one.
    const stored = width === undefined ? undefined : CUT_OUT_WIDTHS.find((candidate) => candidate >= width);
    return `${folder}/image${stored === undefined ? "" : `-${stored}`}.jpg`;
}

/** Of a static site, as SiteCutOuts writes them. */
const CUT_OUT_WIDTHS = [640, 1280];

/**
 * The address of an icon's picture: as the server states it, else among those that ship with the viewer.
 * @param {string | null} name
 * @param {string | null} [url]
 */
export function iconURL(name, url) {
    if (url) return own(url);
    return name !== null && /^[a-z0-9-]+$/.test(name) ? viewerURL(`vendor/icons/${name}.svg`) : null;
}

/** @param {string} id */
function documentPath(id) {
    return `api/documents/${encodeURIComponent(id)}`;
}

/** @param {string} id @param {string} clause */
function clausePath(id, clause) {
    return `${documentPath(id)}/clauses/${encodeURIComponent(clause)}`;
}
