// @ts-check
/**
 * The place that is shown, as a fragment of the address: #clause=39&category=justice&q=peers&lang=fr,en&xywh=100,200,900,600,
 * the number of pages side by side: #page=4&view=opening,
 * the display of captures: #capture=uv, #capture=daylight,uv&curtain=50, &fade=50 or &lens=1,
 * and the step of a tour: #tour=ten-minutes&step=3
 */

/** @typedef {"one" | "fade" | "curtain" | "lens"} CaptureMode */
/** @typedef {"single" | "opening"} View */

/**
 * The captures of the page that are shown, and how.
 * @typedef {object} Comparison
 * @property {CaptureMode} mode
 * @property {string[]} ids  one id; two to fade, or with the second in the lens; two to four side by side
 * @property {number[]} at  percentages: how far the second has faded in, or the positions of the curtains on the surface
 */

/**
 * @typedef {object} Place
 * @property {string | null} clause
 * @property {string} category  comma-separated ids, `all` or `none`
 * @property {string} query  search words; empty for no search
 * @property {string | null} lang  the language of the texts; null to follow the browser's preferences
 * @property {string | null} secondLanguage  a second language, shown beside the first
 * @property {number} page
 * @property {import("./types.js").Box | null} box  the view in image space; null for the whole sheet
 * @property {Comparison | null} captures  the captures shown; null for the page's default capture
 * @property {View | null} view  whether one page or an opening is shown; null to follow the document and the screen
 * @property {{ id: string, step: number } | null} tour  the tour's id, prefixed with its document and a slash if that is another
 *   document, and the number of a step from 1
 */

/** @type {Readonly<Place>} */
export const START = Object.freeze({
    clause: null,
    category: "all",
    query: "",
    lang: null,
    secondLanguage: null,
    page: 1,
    box: null,
    captures: null,
    view: null,
    tour: null,
});

/** @type {readonly View[]} */
const VIEWS = ["single", "opening"];

/** The maximum number of captures side by side. */
export const MOST_COMPARED = 4;

/** @param {string} hash  the fragment, with or without its # @returns {Place} */
export function parse(hash) {
    const values = new URLSearchParams(hash.replace(/^#/, ""));
    const page = Number(values.get("page") ?? 1);
    const tour = values.get("tour");
    const [lang = "", secondLanguage = ""] = (values.get("lang") ?? "").split(",");
    return {
        clause: values.get("clause") || null,
        category: values.get("category") || START.category,
        query: values.get("q") ?? "",
        lang: lang || null,
        secondLanguage: (lang && secondLanguage !== lang && secondLanguage) || null,
        page: Number.isInteger(page) && page >= 1 ? page : START.page,
        box: parseBox(values.get("xywh")),
        captures: parseComparison(values),
        view: VIEWS.find((view) => view === values.get("view")) ?? null,
        tour: tour ? { id: tour, step: Math.max(1, Number(values.get("step")) | 0) } : null,
    };
}

/** @param {URLSearchParams} values @returns {Comparison | null} */
function parseComparison(values) {
    const ids = [...new Set((values.get("capture") ?? "").split(",").filter((id) => id !== ""))].slice(0, MOST_COMPARED);
    if (ids.length === 0) return null;
    const numbers = (/** @type {string} */ name) => (values.get(name) ?? "").split(",").filter((text) => text !== "").map(Number);
    const isWithin = (/** @type {number} */ number) => number >= 0 && number <= 100;
    if (ids.length === 2 && values.has("lens")) return { mode: "lens", ids, at: [] };
    const fade = numbers("fade");
    if (ids.length === 2 && fade.length === 1 && fade.every(isWithin)) return { mode: "fade", ids, at: fade };
    if (ids.length > 1) {
        const curtain = numbers("curtain");
        const isSorted = curtain.every((place, index) => isWithin(place) && place >= (curtain[index - 1] ?? 0));
        return { mode: "curtain", ids, at: curtain.length === ids.length - 1 && isSorted ? curtain : evenly(ids.length) };
    }
    return { mode: "one", ids, at: [] };
}

/**
 * @param {number} count  the number of captures
 * @returns {number[]} evenly spaced positions of the curtains between them, in percent
 */
export function evenly(count) {
    return Array.from({ length: count - 1 }, (_, index) => Math.round((100 * (index + 1)) / count));
}

/** @param {string | null} id @returns {Comparison | null} the display of a capture alone */
export function oneCapture(id) {
    return id ? { mode: "one", ids: [id], at: [] } : null;
}

/** @param {Comparison} captures */
function formatComparison({ mode, ids, at }) {
    const parts = [`capture=${ids.map(encodeURIComponent).join(",")}`];
    if (mode === "lens") parts.push("lens=1");
    else if (mode !== "one") parts.push(`${mode}=${at.map(Math.round).join(",")}`);
    return parts;
}

/** @param {Place} place @returns {string} the fragment with its #; empty for the initial place */
export function format(place) {
    const parts = [];
    if (place.tour) parts.push(`tour=${encodeURIComponent(place.tour.id)}`, `step=${place.tour.step}`);
    if (place.clause !== null) parts.push(`clause=${encodeURIComponent(place.clause)}`);
    if (place.category !== START.category) {
        parts.push(`category=${place.category.split(",").map(encodeURIComponent).join(",")}`);
    }
    if (place.query !== "") parts.push(`q=${encodeURIComponent(place.query)}`);
    if (place.lang !== null) {
        const languages = place.secondLanguage === null ? [place.lang] : [place.lang, place.secondLanguage];
        parts.push(`lang=${languages.map(encodeURIComponent).join(",")}`);
    }
    if (place.page !== START.page) parts.push(`page=${place.page}`);
    if (place.box) {
        const { x, y, width, height } = place.box;
        parts.push(`xywh=${[x, y, width, height].map(Math.round).join(",")}`);
    }
    if (place.captures) parts.push(...formatComparison(place.captures));
    if (place.view) parts.push(`view=${place.view}`);
    return parts.length === 0 ? "" : `#${parts.join("&")}`;
}

/** @param {string | null} text  a value of `xywh` @returns {import("./types.js").Box | null} */
export function parseBox(text) {
    if (!text) return null;
    const numbers = text.replace(/^pixel:/, "").split(",").map(Number);
    if (numbers.length !== 4 || !numbers.every(Number.isFinite)) return null;
    const [x, y, width, height] = numbers;
    return width > 0 && height > 0 ? { x, y, width, height } : null;
}
