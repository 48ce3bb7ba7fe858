// @ts-check
/**
 * The clauses of a document, fetched once for each filter and language; recent searches are cached too. Without a
 * connection, filters and searches are answered from the list of all clauses, where that is on the device.
 */
import * as api from "../base/api.js";
import { KeptClauses } from "./kept-clauses.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {import("../base/fragment.js").Place} Place */
/** @typedef {{ clauses: Clause[], language: string }} Matches  the language that was requested, or the one that is there */

const KEPT = 40;
/** Documents of more clauses are not fetched as a whole. */
const MOST_CLAUSES = 1000;

export class Clauses {
    #document;
    #languages;
    #isLong;
    #everything;
    /** @type {Map<string, Promise<any>>} in the order of their last use */
    #fetched = new Map();
    #kept;

    /** @param {api.Document} document @param {api.Category[]} categories */
    constructor(document, categories) {
        this.#document = document.id;
        this.#languages = document.languages;
        this.#isLong = document.counts.clauses > MOST_CLAUSES;
        const apart = categories.filter(({ includedInAll }) => !includedInAll).map(({ id }) => id);
        this.#everything = ["all", ...apart].join(",");
        this.#kept = new KeptClauses(document.id, categories, this.#everything);
    }

    /**
     * Fetches all clauses in all languages, so that they can be read without a connection, unless they are very many.
     * @param {string} first  the language to begin with
     */
    async keep(first) {
        if (this.#isLong) return;
        for (const language of new Set([first, ...this.#languages])) await this.#kept.all(language).catch(() => null);
    }

    /**
     * Those that a place shows, in reading order, whatever page they are on. A search goes through everything there is.
     * @param {Place} place
     * @param {string} language
     * @returns {Promise<Matches>}
     * @throws {api.APIError} status 400 where there is no such category
     */
    async matching({ category, query }, language) {
        if (category === "none" && query === "") return { clauses: [], language };
        const wanted = query === "" ? category : this.#everything;
        try {
            const { clauses } = await this.#once(`${language} ${wanted} ${query}`, () =>
                api.clauses(this.#document, wanted, language, query),
            );
            return { clauses, language };
        } catch (error) {
            if (!api.isOutage(error)) throw error;
            return this.#matchingHere(wanted, query, language, error);
        }
    }

    /**
     * @param {string} id
     * @param {string} language
     * @returns {Promise<Clause>} in another language where the requested one is out of reach
     * @throws {api.APIError} status 404 where there is no such clause
     */
    async byID(id, language) {
        try {
            return await this.#once(`${language}/${id}`, () => api.clause(this.#document, id, language));
        } catch (error) {
            if (!api.isOutage(error)) throw error;
            const { clauses } = await this.#matchingHere(this.#everything, "", language, error);
            const found = clauses.find((clause) => clause.id === id);
            if (!found) throw new api.APIError(404, `no clause ${id}`);
            return found;
        }
    }

    /**
     * A clause in a second language; null where it has no text in that.
     * @param {Clause | null} clause
     * @param {string | null} language
     * @throws {api.APIError} where that is not known
     */
    async beside(clause, language) {
        if (clause === null || language === null) return null;
        try {
            const other = await this.#once(`${language}/${clause.id}`, () => api.clause(this.#document, clause.id, language));
            return other.lang === language ? other : null;
        } catch (error) {
            if (!api.isOutage(error)) return null;
            const all = await this.#kept.all(language);
            const other = all.find(({ id }) => id === clause.id);
            return other?.lang === language ? other : null;
        }
    }

    /**
     * What may have been meant by a search that found nothing; null where that is not known.
     * @param {string} query
     * @param {string} language
     */
    async suggestion(query, language) {
        return this.#isLong ? null : this.#kept.suggestion(query, language);
    }

    /**
     * @param {string} wanted  ids of categories
     * @param {string} query
     * @param {string} language
     * @param {unknown} outage  to be thrown where nothing is on the device
     * @returns {Promise<Matches>}
     */
    async #matchingHere(wanted, query, language, outage) {
        const matches = await this.#kept.matching(wanted, query, language);
        if (!matches) throw outage;
        return matches;
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
