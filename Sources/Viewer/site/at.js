// @ts-check
/** Finds the clauses at a point from a static site's files. */
import { APIError } from "../base/addresses.js";
import { categories, document, everything } from "./files.js";
import { chooser, split, withoutRegions } from "../base/filter.js";
import { contains, regionArea } from "../base/containment.js";
import { transformed } from "../base/projection.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {{ x: number, y: number }} Point */

/**
 * @typedef {object} Hits
 * @property {string} document
 * @property {number} page
 * @property {number} x
 * @property {number} y
 * @property {string} [capture]  the capture that the point is on
 * @property {Point | null} [onPage]  the point on the page; null if it is outside
 * @property {object[]} clauses
 */

/**
 * Returns the clauses and details at a point, the most specific first: by the area of their smallest region that contains the
 * point, then by id.
 * @param {string} id
 * @param {number} x  in image space
 * @param {number} y
 * @param {{ page?: number, capture?: string, category?: string, lang?: string }} wish  if there is a capture, the point is on it
 * @returns {Promise<Hits>}
 * @throws {APIError} status 400 for a point outside the page or the capture
 */
export async function at(id, x, y, { page = 1, capture, category = "", lang }) {
    const about = await document(id);
    const paper = about.pages.find(({ number }) => number === page);
    if (!paper) throw new APIError(400, `no page ${page}`);
    if (capture !== undefined) {
        const shown = paper.captures?.find((candidate) => candidate.id === capture);
        if (!shown) throw new APIError(404, `no capture ${capture} of page ${page}`);
        if (!isOn(shown, x, y)) throw new APIError(400, "the point is outside the capture");
        const place = transformed(shown.toPage, x, y);
        const onPage = place && isOn(paper, place.x, place.y) ? place : null;
        const { clauses } = onPage ? await at(id, onPage.x, onPage.y, { page, category, lang }) : { clauses: [] };
        return { document: id, page, x, y, capture, onPage, clauses };
    }
    const all = await everything(id, lang);
    if (!isOn(paper, x, y)) throw new APIError(400, "the point is outside the page");
    const chosen = split(category);
    const takes = chosen.length === 0 ? () => true : chooser(await categories(id), chosen).takes;
    const found = regionsOf(all, page)
        .filter((region) => contains(region.region, region.box, x, y) && takes(region.clause))
        .sort((a, b) => a.area - b.area || (a.clause.id < b.clause.id ? -1 : a.clause.id > b.clause.id ? 1 : 0));
    const hits = [...new Set(found.map((region) => region.clause))].map(withoutRegions);
    return { document: id, page, x, y, clauses: hits };
}

/**
 * Whether a point is within a size. x = width and y = height are outside.
 * @param {{ width: number, height: number }} size
 * @param {number} x
 * @param {number} y
 */
function isOn({ width, height }, x, y) {
    return x >= 0 && y >= 0 && x < width && y < height;
}

/**
 * @typedef {object} PlacedRegion
 * @property {Clause} clause
 * @property {import("../base/types.js").Region} region
 * @property {import("../base/containment.js").Extent} box
 * @property {number} area
 */

/** @type {WeakMap<Clause[], Map<number, PlacedRegion[]>>} */
const placed = new WeakMap();

/**
 * Returns the regions of a page with their boxes and areas, computed once.
 * @param {Clause[]} all
 * @param {number} page
 */
function regionsOf(all, page) {
    const pages = placed.get(all) ?? new Map();
    placed.set(all, pages);
    /** @type {PlacedRegion[] | undefined} */
    const known = pages.get(page);
    if (known) return known;
    const made = all.flatMap((clause) =>
        clause.regions
            .filter((candidate) => candidate.page === page)
            .map((region) => ({ clause, region, ...regionArea(region) })),
    );
    pages.set(page, made);
    return made;
}
