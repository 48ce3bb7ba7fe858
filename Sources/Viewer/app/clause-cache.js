// @ts-check
/** All clauses of a document in the languages fetched so far, used for filters and searches without a connection. */
import * as api from "../base/api.js";
import { isMatch, suggestion } from "../base/clause-search.js";
import { chooser, split } from "../base/filter.js";

/** @typedef {import("../base/types.js").Clause} Clause */

export class ClauseCache {
    #document;
    #menu;
    #everything;
    /** @type {Map<string, Clause[]>} by language, the last fetched being last */
    #whole = new Map();

    /**
     * @param {string} document
     * @param {api.Category[]} categories
     * @param {string} everything  comma-separated category ids that include every clause
     */
    constructor(document, categories, everything) {
        this.#document = document;
        this.#menu = { total: categories.length, all: 0, categories };
        this.#everything = everything;
    }

    /** @param {string} language @returns {Promise<Clause[]>} */
    async all(language) {
        const here = this.#whole.get(language);
        if (here) return here;
        const { clauses } = await api.clauses(this.#document, this.#everything, language, "");
        this.#whole.set(language, clauses);
        return clauses;
    }

    /**
     * @param {string} wanted  comma-separated category ids
     * @param {string} query
     * @param {string} language
     * @returns {Promise<import("./clauses.js").Matches | null>} null if nothing is stored on the device
     */
    async matching(wanted, query, language) {
        // A search finds nothing useful in the texts of another language.
        const others = query === "" ? [...this.#whole.keys()].reverse() : [];
        for (const here of new Set([language, ...others])) {
            const all = await this.all(here).catch(() => null);
            if (all === null) continue;
            const { takes, drawn } = chooser(this.#menu, split(wanted));
            const clauses = all.filter(takes).map(drawn);
            return query === "" ? { clauses, language: here } : { clauses: clauses.filter(isMatch(query)), language };
        }
        return null;
    }

    /** @param {string} query @param {string} language */
    async suggestion(query, language) {
        const all = await this.all(language).catch(() => null);
        return all && suggestion(query, all);
    }
}
