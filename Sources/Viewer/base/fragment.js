// @ts-check
/** The place that is shown, as a fragment of the address: #clause=39&category=justice&q=peers&lang=fr,en&xywh=100,200,900,600 */

/**
 * @typedef {object} Place
 * @property {string | null} clause
 * @property {string} category  an id, several with commas between, `all` or `none`
 * @property {string} query  words that are searched for; empty for none
 * @property {string | null} lang  null: by the browser's preferences
 * @property {string | null} beside  a second language, shown beside the first
 * @property {number} page
 * @property {import("./types.js").Box | null} box  image space; null is the whole sheet
 */

/** @type {Readonly<Place>} */
export const START = Object.freeze({
    clause: null,
    category: "all",
    query: "",
    lang: null,
    beside: null,
    page: 1,
    box: null,
});

/** @param {string} hash  with or without its # @returns {Place} */
export function parse(hash) {
    const values = new URLSearchParams(hash.replace(/^#/, ""));
    const page = Number(values.get("page") ?? 1);
    const [lang = "", beside = ""] = (values.get("lang") ?? "").split(",");
    return {
        clause: values.get("clause") || null,
        category: values.get("category") || START.category,
        query: values.get("q") ?? "",
        lang: lang || null,
        beside: (lang && beside !== lang && beside) || null,
        page: Number.isInteger(page) && page >= 1 ? page : START.page,
        box: parseBox(values.get("xywh")),
    };
}

/** @param {Place} place @returns {string} empty at the start, otherwise with its # */
export function format(place) {
    const parts = [];
    if (place.clause !== null) parts.push(`clause=${encodeURIComponent(place.clause)}`);
    if (place.category !== START.category) {
        parts.push(`category=${place.category.split(",").map(encodeURIComponent).join(",")}`);
    }
    if (place.query !== "") parts.push(`q=${encodeURIComponent(place.query)}`);
    if (place.lang !== null) {
        const languages = place.beside === null ? [place.lang] : [place.lang, place.beside];
        parts.push(`lang=${languages.map(encodeURIComponent).join(",")}`);
    }
    if (place.page !== START.page) parts.push(`page=${place.page}`);
    if (place.box) {
        const { x, y, width, height } = place.box;
        parts.push(`xywh=${[x, y, width, height].map(Math.round).join(",")}`);
    }
    return parts.length === 0 ? "" : `#${parts.join("&")}`;
}

/** @param {string | null} text */
function parseBox(text) {
    if (!text) return null;
    const numbers = text.replace(/^pixel:/, "").split(",").map(Number);
    if (numbers.length !== 4 || !numbers.every(Number.isFinite)) return null;
    const [x, y, width, height] = numbers;
    return width > 0 && height > 0 ? { x, y, width, height } : null;
}
