// @ts-check
/** The files that a clause, a page or a document can be downloaded as, and their estimated sizes. */
import { documentPath, IS_SITE, json, partPath, ROOT } from "../base/addresses.js";

/** @typedef {import("../base/types.js").Document} Document */
/** @typedef {import("../base/types.js").Page} Page */
/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {"clause" | "page" | "document"} What */
/** @typedef {"pdf" | "text" | "image"} Form */

/** The maximum number of pages in one file, as on the server. */
export const MOST_PAGES = 500;
/** The choices for the longer side of pictures in pixels, up to the server's limit. */
export const SIDES = [1000, 2000, 3000, 4000];
/** The average number of bytes per pixel in a JPEG of manuscripts and prints. */
const BYTES_PER_PIXEL = 0.35;
/** The size of the fonts in a PDF. */
const FONT_BYTES = 60_000;

/**
 * Returns the forms of files available for a document: both on a server; a static site has a list.
 * @param {string} id
 * @returns {Promise<Form[]>}
 */
export async function filesOf(id) {
    return IS_SITE ? json(partPath(id, "downloads")).catch(() => []) : ["pdf", "text"];
}

/**
 * Returns what can be downloaded here, each with its forms.
 * @param {Form[]} files  the forms available for the document
 * @param {Page} page
 * @param {Clause | null} clause
 * @param {boolean} [isSite]
 * @returns {[What, Form[]][]} the downloads that have at least one form
 */
export function offered(files, page, clause, isSite = IS_SITE) {
    const hasPicture = clause !== null && clause.regions.length > 0;
    /** @type {Form[]} */
    const image = ["image"];
    const ofClause = clause === null ? [] : [...(isSite ? [] : files), ...(hasPicture ? image : [])];
    const ofPage = isSite ? [] : [...files, ...(page.image !== null && !page.cut ? image : [])];
    return /** @type {[What, Form[]][]} */ ([["clause", ofClause], ["page", ofPage], ["document", files]]).filter(([, forms]) => forms.length > 0);
}

/**
 * @typedef {object} Wish
 * @property {What} what
 * @property {Form} form
 * @property {string[]} languages
 * @property {number} side  the longer side of pictures in pixels
 */

const ENDINGS = { pdf: "pdf", text: "txt", image: "jpg" };

/**
 * Returns the address of a file.
 * @param {Wish} wish
 * @param {Document} about
 * @param {Page} page
 * @param {Clause | null} clause
 * @param {boolean} [isSite]
 */
export function fileURL({ what, form, languages, side }, about, page, clause, isSite = IS_SITE) {
    const folder = ROOT + documentPath(about.id);
    const part = { clause: `/clauses/${encodeURIComponent(clause?.id ?? "")}`, page: `/pages/${page.number}`, document: "" }[what];
    if (isSite) return what === "clause" ? `${folder}${part}/image.jpg` : `${folder}/download.${ENDINGS[form]}`;
    const query = new URLSearchParams();
    if (form !== "image") query.set("lang", languages.join(","));
    if (what !== "clause" && form !== "text") query.set("size", String(side));
    if (what === "document" && form === "pdf" && about.pages.length > MOST_PAGES) query.set("pages", `1-${MOST_PAGES}`);
    if (about.newest !== undefined) query.set("version", String(about.version));
    return `${folder}${part}/download.${ENDINGS[form]}${`?${query}`.replace(/\?$/, "")}`;
}

/**
 * Returns the approximate size of a file in bytes, or null if it is small or unknown.
 * @param {Wish} wish
 * @param {Document} about
 * @param {Page} page
 */
export function estimatedBytes({ what, form, side }, about, page) {
    if (form === "text" || what === "clause") return null;
    const pages = what === "page" ? [page] : about.pages.slice(0, MOST_PAGES);
    const pixels = pages.filter(({ image }) => image !== null).reduce((sum, { width, height }) => {
        const scale = Math.min(1, side / Math.max(width, height, 1));
        return sum + width * scale * height * scale;
    }, 0);
    return Math.round(pixels * BYTES_PER_PIXEL) + (form === "pdf" ? FONT_BYTES : 0);
}
