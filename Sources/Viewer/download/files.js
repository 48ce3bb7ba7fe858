// @ts-check
/** The files that a clause, a page or a document can be downloaded as, and what they measure. */
import { IS_SITE, ROOT, json } from "../base/addresses.js";

/** @typedef {import("../base/types.js").Document} Document */
/** @typedef {import("../base/types.js").Page} Page */
/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {"clause" | "page" | "document"} What */
/** @typedef {"pdf" | "text" | "image"} Form */

/** The most pages that one file holds, as the server has it. */
export const MOST_PAGES = 500;
/** The longer side of pictures, in pixels, that can be chosen; the server makes none beyond. */
export const SIDES = [1000, 2000, 3000, 4000];
/** Bytes of a JPEG for a pixel, as manuscripts and prints have them on average. */
const BYTES_PER_PIXEL = 0.35;
/** What the fonts of a PDF take. */
const FONT_BYTES = 60_000;

/**
 * The files that there are of a document: both on a server; a static site has a list.
 * @param {string} id
 * @returns {Promise<Form[]>}
 */
export async function filesOf(id) {
    return IS_SITE ? json(`api/documents/${encodeURIComponent(id)}/downloads.json`).catch(() => []) : ["pdf", "text"];
}

/**
 * The forms of each thing that there are here.
 * @param {Form[]} files  of the document
 * @param {Page} page
 * @param {Clause | null} clause
 * @param {boolean} [isSite]
 * @returns {[What, Form[]][]} those without any form left out
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
 * @property {number} side  of pictures, pixels
 */

const ENDINGS = { pdf: "pdf", text: "txt", image: "jpg" };

/**
 * The address of a file.
 * @param {Wish} wish
 * @param {Document} about
 * @param {Page} page
 * @param {Clause | null} clause
 * @param {boolean} [isSite]
 */
export function fileURL({ what, form, languages, side }, about, page, clause, isSite = IS_SITE) {
    const folder = `${ROOT}api/documents/${encodeURIComponent(about.id)}`;
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
 * About how many bytes a file has; null where that is little or not known.
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
