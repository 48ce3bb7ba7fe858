// @ts-check
/** A place in another document of the library, read from its address. */
import { ROOT } from "../../base/addresses.js";
import { clause as clauseOf, document as documentOf } from "../../base/api.js";
import { parse } from "../../base/fragment.js";
import { bounds } from "../../base/geometry.js";
import { boxOf } from "./tour-edits.js";

/** @typedef {{ document: string, page: number, box: import("./tour-edits.js").StepBox | null, clauses: string[], capture: string | null }} PlaceElsewhere */

/** The margin shown around a clause, as a share of its longer side. */
const MARGIN = 0.15;

/**
 * Parses an address into a document of this library and a place in it. Returns null for other addresses.
 * @param {string} text
 * @param {string} [here]  the address of this page
 * @returns {{ id: string, place: import("../../base/fragment.js").Place } | null}
 */
export function placeOf(text, here = location.href) {
    try {
        const { origin, pathname, hash, search } = new URL(text.trim(), here);
        const id = /^documents\/([^/]+)$/.exec(pathname.startsWith(ROOT) ? pathname.slice(ROOT.length) : "")?.[1];
        if (origin !== new URL(here).origin || id === undefined || text.trim() === "") return null;
        return { id: decodeURIComponent(id), place: parse(hash || search.replace(/^\?/, "")) };
    } catch {
        return null;
    }
}

/**
 * Returns a step's view of a place in another document. Fetches the document.
 * @param {NonNullable<ReturnType<typeof placeOf>>} target
 * @param {string} language
 * @returns {Promise<PlaceElsewhere | null>} null if there is no such page or clause
 * @throws {import("../../base/api.js").APIError} 404 if there is no such document
 */
export async function viewOf({ id, place }, language) {
    const { pages } = await documentOf(id);
    const chosen = place.clause === null ? null : await clauseOf(id, place.clause, language);
    const region = chosen?.regions.find(({ page }) => page === place.page) ?? chosen?.regions[0];
    const page = pages.find(({ number }) => number === (region?.page ?? place.page));
    if (!page) return null;
    const box = place.box ?? (region ? around(region) : null);
    const capture = place.captures?.mode === "one" ? place.captures.ids[0] : null;
    return {
        document: id,
        page: page.number,
        box: box && boxOf({ isHome: false, box }, page),
        clauses: chosen ? [chosen.id] : [],
        capture: page.captures?.some((one) => one.id === capture) ? capture : null,
    };
}

/** @param {import("../../base/types.js").Region} region @returns {import("../../base/types.js").Box} */
function around(region) {
    const { x, y, width, height } = bounds([region]);
    const margin = MARGIN * Math.max(width, height);
    return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
}
