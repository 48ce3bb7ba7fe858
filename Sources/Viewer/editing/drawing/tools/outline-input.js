// @ts-check
/** What the user has entered of an outline that follows lines of writing: as stored in the browser, and as sent to the server. */
import { isCorner } from "../draft.js";

/** @typedef {import("../types.js").Corner} Corner */

/**
 * @typedef {object} OutlineInput
 * @property {Corner} from
 * @property {Corner | null} to
 * @property {number} above  the number of lines to add above the first one, negative to remove lines
 * @property {number} below
 * @property {number | null} left  the left limit of the column, if set by hand
 * @property {number | null} right
 * @property {string[]} exact  the names of the ends set by hand
 */

/**
 * The query of a request for an outline.
 * @param {OutlineInput} input
 * @param {Corner} to
 */
export function queryOf(input, to) {
    const query = new URLSearchParams({ from: input.from.join(","), to: to.join(",") });
    for (const name of /** @type {const} */ (["above", "below"])) if (input[name] !== 0) query.set(name, String(input[name]));
    for (const name of /** @type {const} */ (["left", "right"])) if (input[name] !== null) query.set(name, String(input[name]));
    if (input.exact.length > 0) query.set("exact", input.exact.join(","));
    return query;
}

/** @param {unknown} value  a stored value @returns {boolean} */
export function isOutlineInput(value) {
    const { from, to, above, below, left, right, exact } = /** @type {Record<string, unknown>} */ (value ?? {});
    return value === null || (isCorner(from) && (to === null || isCorner(to)) && [above, below].every(Number.isInteger)
        && [left, right].every((limit) => limit === null || Number.isFinite(limit)) && Array.isArray(exact));
}
