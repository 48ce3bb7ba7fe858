// @ts-check
/** The data that pages fetch, in the shapes of the web API: from a server, or from the files of a static site. */
import { documentPath, IS_SITE, json, ofVersion, own, ROOT, viewerURL } from "./addresses.js";

export { APIError, isOutage, session } from "./addresses.js";

/** @typedef {import("./types.js").Document} Document */
/** @typedef {import("./types.js").Documents} Documents */
/** @typedef {import("./types.js").Category} Category */
/** @typedef {import("./types.js").Clause} Clause */
/** @typedef {import("./types.js").Page} Page */
/** @typedef {import("./types.js").Tiles} Tiles */

/** @type {import("./types.js").DataSource} */
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
        // The content of an address with a version never changes and need not be revalidated.
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

export let { documents, document, categories, clauses, clause, tiles } = server;

/**
 * Takes all data from another source. The pages of a static site load a script that calls this before any page starts
 * (site/responses.js).
 * @param {import("./types.js").DataSource} other
 */
export function setSource(other) {
    ({ documents, document, categories, clauses, clause, tiles } = other);
}

/**
 * Returns the address of a clause's picture, cut out of the scan.
 * @param {string} id
 * @param {string} clause
 * @param {number} [width]  the width in pixels; by default that of the scan
 */
export function cutOutURL(id, clause, width) {
    const folder = `${ROOT}${clausePath(id, clause)}`;
    if (!IS_SITE) return ofVersion(id, `${folder}/image.jpg${width === undefined ? "" : `?width=${width}`}`);
    // A static site has a few widths of each picture; the next larger one is used.
    const stored = width === undefined ? undefined : CUT_OUT_WIDTHS.find((candidate) => candidate >= width);
    return `${folder}/image${stored === undefined ? "" : `-${stored}`}.jpg`;
}

/** The widths in a static site, as written by SiteCutOuts. */
const CUT_OUT_WIDTHS = [640, 1280];

/**
 * Returns the address of an icon: as given by the server, or that of an icon shipped with the viewer.
 * @param {string | null} name
 * @param {string | null} [url]
 */
export function iconURL(name, url) {
    if (url) return own(url);
    return name !== null && /^[a-z0-9-]+$/.test(name) ? viewerURL(`vendor/icons/${name}.svg`) : null;
}

/** @param {string} id @param {string} clause */
function clausePath(id, clause) {
    return `${documentPath(id)}/clauses/${encodeURIComponent(clause)}`;
}
