// @ts-check
/**
 * The API without a server: responses computed from the files of a static site. Only a static site's pages load this,
 * before all other scripts.
 */
// A static site has the same pages as the server, with a mark in their head. addresses.js derives the site's base from its own
// address, and api.js calls this module instead of a server. The responses are computed from files: at.js is as exact as the
// server's `Polygon`, word-index.js and search.js match ClauseStore/Search, and archive.js reads byte ranges of an SZI. Pages of a
// server load none of these.
import { APIError } from "../base/addresses.js";
import { setSource } from "../base/api.js";
import { categories, document, everything } from "./files.js";
import { chooser, split } from "../base/filter.js";
import { tiles } from "./tiles.js";

/** @typedef {import("../base/types.js").Clause} Clause */

export { categories, document, tiles };

/**
 * @param {import("../base/types.js").Part} part
 * @returns {Promise<import("../base/types.js").Documents>}
 */
export async function documents(part) {
    return (await import("./documents.js")).documents(part);
}

/**
 * @param {string} id
 * @param {string} category
 * @param {string} language
 * @param {string} words
 * @returns {Promise<import("../base/types.js").Clauses>}
 */
export async function clauses(id, category, language, words) {
    const [menu, all] = await Promise.all([categories(id), everything(id, language)]);
    const chosen = split(category);
    const { takes, drawn } = chooser(menu, chosen.length === 0 ? ["all"] : chosen);
    let found = all.map((clause, position) => ({ clause, position })).filter(({ clause }) => takes(clause));
    if (words.trim() !== "") {
        const loading = Promise.all([import("./word-index.js"), import("../base/clause-search.js")]);
        const [{ matching }, { isNumbered }] = await loading.catch((error) => {
            throw new APIError(0, String(error));
        });
        const positions = await matching(id, words, language);
        const hasNumber = isNumbered(words);
        found = found.filter(({ clause, position }) => positions.has(position) || hasNumber(clause));
    }
    return { total: found.length, clauses: found.map(({ clause }) => drawn(clause)) };
}

/**
 * @param {string} id
 * @param {string} clause
 * @param {string} language
 * @returns {Promise<Clause>}
 * @throws {APIError} status 404 if there is no such clause
 */
export async function clause(id, clause, language) {
    const found = (await everything(id, language)).find((candidate) => candidate.id === clause);
    if (!found) throw new APIError(404, `no clause ${clause}`);
    return found;
}

/**
 * Returns the clauses and details at a point, in the shape of the server's `at`. The viewer itself uses its outlines instead.
 * @param {string} id
 * @param {number} x  in image space
 * @param {number} y
 * @param {{ page?: number, capture?: string, category?: string, lang?: string }} [options]  if there is a capture, the point is
 *   on it
 * @returns {Promise<object>}
 */
export async function at(id, x, y, options = {}) {
    return (await import("./at.js")).at(id, x, y, options);
}

/**
 * Searches all documents. The result has the shape of the server's.
 * @param {string} words
 * @param {{ lang?: string, limit?: number, after?: string }} [options]
 * @returns {Promise<object>}
 */
export async function search(words, options = {}) {
    return (await import("./search.js")).search(words, options);
}

setSource({ documents, document, categories, clauses, clause, tiles });
