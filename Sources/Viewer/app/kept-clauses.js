// @ts-check
/** All clauses of a document in the languages that have come: what filters and searches are answered from without a connection. */
import * as api from "../base/api.js";
import { isMatch, suggestion } from "../base/clause-search.js";
import { chooser, split } from "../base/filter.js";

/** @typedef {import("../base/types.js").Clause} Clause */

export class KeptClauses {
    #document;
    #menu;
    #everything;
    /** @type {Map<string, Clause[]>} by language; the last that came stands last */
    #whole = new Map();

    /** @param {string} document @param {api.Category[]} categories @param {string} everything  ids of categories that take all */
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
     * @param {string} wanted  ids of categories
     * @param {string} query
     * @param {string} language
     * @returns {Promise<import("./clauses.js").Matches | null>} null where nothing is on the device
     */
    async matching(wanted, query, language) {
        // Words of another language are no answer to a search.
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
