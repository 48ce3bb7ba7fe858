// @ts-check
/** The clauses of a document, fetched once for each category and language. */
import * as api from "./api.js";

/** @typedef {import("./api.js").Clause} Clause */

export class Clauses {
    #document;
    /** @type {Map<string, Promise<{ clauses: Clause[] }>>} */
    #fetched = new Map();

    /** @param {string} document */
    constructor(document) {
        this.#document = document;
    }

    /**
     * Those of a category that lie on a page, in reading order, with what of them lies there.
     * @param {string} category  as in the address; `none` has none
     * @param {string} language
     * @param {number} page
     * @returns {Promise<Clause[]>}
     * @throws {api.APIError} status 400 where there is no such category
     */
    async ofCategory(category, language, page) {
        if (category === "none") return [];
        const key = `${language} ${category}`;
        const answer = this.#fetched.get(key) ?? api.clauses(this.#document, category, language);
        this.#fetched.set(key, answer);
        try {
            const { clauses } = await answer;
            return clauses.map((clause) => onPage(clause, page)).filter(({ regions }) => regions.length > 0);
        } catch (error) {
            this.#fetched.delete(key);
            throw error;
        }
    }

    /**
     * One clause with what of it lies on a page, which may be nothing.
     * @param {string} id
     * @param {string} language
     * @param {number} page
     * @returns {Promise<Clause>}
     * @throws {api.APIError} status 404 where there is no such clause
     */
    async byID(id, language, page) {
        return onPage(await api.clause(this.#document, id, language), page);
    }
}

/** @param {Clause} clause @param {number} page @returns {Clause} */
function onPage(clause, page) {
    return { ...clause, regions: clause.regions.filter((region) => region.page === page) };
}
