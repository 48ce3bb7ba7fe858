// @ts-check
/** The clauses of a document, fetched once for each filter and language; recent searches are cached too. */
import * as api from "../base/api.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {import("../base/fragment.js").Place} Place */

const KEPT = 40;

export class Clauses {
    #document;
    #everything;
    /** @type {Map<string, Promise<any>>} in the order of their last use */
    #fetched = new Map();

    /** @param {string} document @param {api.Category[]} categories */
    constructor(document, categories) {
        this.#document = document;
        const apart = categories.filter(({ includedInAll }) => !includedInAll).map(({ id }) => id);
        this.#everything = ["all", ...apart].join(",");
    }

    /**
     * Those that a place shows, in reading order, whatever page they are on. A search goes through everything there is.
     * @param {Place} place
     * @param {string} language
     * @returns {Promise<Clause[]>}
     * @throws {api.APIError} status 400 where there is no such category
     */
    async matching({ category, query }, language) {
        if (category === "none" && query === "") return [];
        const wanted = query === "" ? category : this.#everything;
        const { clauses } = await this.#once(`${language} ${wanted} ${query}`, () =>
            api.clauses(this.#document, wanted, language, query),
        );
        return clauses;
    }

    /**
     * @param {string} id
     * @param {string} language
     * @returns {Promise<Clause>}
     * @throws {api.APIError} status 404 where there is no such clause
     */
    byID(id, language) {
        return this.#once(`${language}/${id}`, () => api.clause(this.#document, id, language));
    }

    /**
     * A clause in a second language; null where it has no text in that.
     * @param {Clause | null} clause
     * @param {string | null} language
     */
    async beside(clause, language) {
        if (clause === null || language === null) return null;
        const other = await this.byID(clause.id, language).catch(() => null);
        return other?.lang === language ? other : null;
    }

    /**
     * @template Answer
     * @param {string} key
     * @param {() => Promise<Answer>} fetch
     * @returns {Promise<Answer>}
     */
    async #once(key, fetch) {
        const answer = this.#fetched.get(key) ?? fetch();
        this.#fetched.delete(key);
        this.#fetched.set(key, answer);
        for (const oldest of this.#fetched.keys()) {
            if (this.#fetched.size <= KEPT) break;
            this.#fetched.delete(oldest);
        }
        try {
            return await answer;
        } catch (error) {
            this.#fetched.delete(key);
            throw error;
        }
    }
}

/**
 * Those that have a region on a page, with those regions alone.
 * @param {Clause[]} clauses
 * @param {number} page
 */
export function onPage(clauses, page) {
    return clauses
        .map((clause) => ({ ...clause, regions: clause.regions.filter((region) => region.page === page) }))
        .filter(({ regions }) => regions.length > 0);
}

/** @param {Clause[]} list @param {Clause | null} clause */
export function isIn(list, clause) {
    return clause === null || list.some(({ id }) => id === clause.id);
}
