// @ts-check
/**
 * The clauses of a document, fetched once per filter and language. Recent searches are cached too. Without a connection, filters
 * and searches use the list of all clauses, if it is on the device.
 */
import * as api from "../base/api.js";
import { everyCategory } from "../base/filter.js";
import { ClauseCache } from "./clause-cache.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {import("../base/fragment.js").Place} Place */
/** @typedef {{ clauses: Clause[], language: string }} Matches  the language is the one requested, or else the one available */

const KEPT = 40;
/** Documents with more clauses are not fetched whole. */
const MOST_CLAUSES = 1000;

export class Clauses {
    #document;
    #languages;
    #isLong;
    #everything;
    /** @type {Map<string, Promise<any>>} in order of last use */
    #fetched = new Map();
    #cache;

    /** @param {api.Document} document @param {api.Category[]} categories */
    constructor(document, categories) {
        this.#document = document.id;
        this.#languages = document.languages;
        this.#isLong = document.counts.clauses > MOST_CLAUSES;
        this.#everything = everyCategory(categories);
        this.#cache = new ClauseCache(document.id, categories, this.#everything);
    }

    /**
     * Fetches all clauses in all languages so that they can be read offline, unless there are too many.
     * @param {string} first  the language to begin with
     */
    async cacheForOffline(first) {
        if (this.#isLong) return;
        for (const language of new Set([first, ...this.#languages])) await this.#cache.all(language).catch(() => null);
    }

    /**
     * Returns the clauses that a place shows, in reading order, on all pages. A search covers every category.
     * @param {Place} place
     * @param {string} language
     * @returns {Promise<Matches>}
     * @throws {api.APIError} with status 400 if the category does not exist
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
     * @returns {Promise<Clause>} in another language if the requested one cannot be fetched
     * @throws {api.APIError} with status 404 if the clause does not exist
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
     * Returns a clause in a second language, or null if it has no text in it.
     * @param {Clause | null} clause
     * @param {string | null} language
     * @throws {api.APIError} if this cannot be determined
     */
    async inSecondLanguage(clause, language) {
        if (clause === null || language === null) return null;
        try {
            const other = await this.#once(`${language}/${clause.id}`, () => api.clause(this.#document, clause.id, language));
            return other.lang === language ? other : null;
        } catch (error) {
            if (!api.isOutage(error)) return null;
            const all = await this.#cache.all(language);
            const other = all.find(({ id }) => id === clause.id);
            return other?.lang === language ? other : null;
        }
    }

    /**
     * Returns a suggested correction for a search without results, or null if there is none or it cannot be determined.
     * @param {string} query
     * @param {string} language
     */
    async suggestion(query, language) {
        return this.#isLong ? null : this.#cache.suggestion(query, language);
    }

    /**
     * @param {string} wanted  comma-separated category ids
     * @param {string} query
     * @param {string} language
     * @param {unknown} outage  the error to throw if nothing is stored on the device
     * @returns {Promise<Matches>}
     */
    async #matchingHere(wanted, query, language, outage) {
        const matches = await this.#cache.matching(wanted, query, language);
        if (!matches) throw outage;
        return matches;
    }

    /**
     * @template Result
     * @param {string} key
     * @param {() => Promise<Result>} fetch
     * @returns {Promise<Result>}
     */
    async #once(key, fetch) {
        const result = this.#fetched.get(key) ?? fetch();
        this.#fetched.delete(key);
        this.#fetched.set(key, result);
        for (const oldest of this.#fetched.keys()) {
            if (this.#fetched.size <= KEPT) break;
            this.#fetched.delete(oldest);
        }
        try {
            return await result;
        } catch (error) {
            this.#fetched.delete(key);
            throw error;
        }
    }
}
