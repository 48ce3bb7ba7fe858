// @ts-check
/**
 * The clauses of a document, fetched once for each filter and language; recent searches are cached too. Without a
 * connection, filters and searches are answered from the list of all clauses, where that is on the device.
 */
import * as api from "../base/api.js";
import { chooser, split } from "../base/filter.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {import("../base/fragment.js").Place} Place */
/** @typedef {{ clauses: Clause[], language: string }} Matches  the language that was requested, or the one that is there */

const KEPT = 40;
/** Documents of more clauses are not fetched as a whole. */
const MOST_CLAUSES = 1000;

export class Clauses {
    #document;
    #menu;
    #everything;
    /** @type {Map<string, Promise<any>>} in the order of their last use */
    #fetched = new Map();
    /** @type {Map<string, Clause[]>} all clauses and details, by language; the last that came stands last */
    #whole = new Map();

    /** @param {string} document @param {api.Category[]} categories */
    constructor(document, categories) {
        this.#document = document;
        this.#menu = { total: categories.length, all: 0, categories };
        const apart = categories.filter(({ includedInAll }) => !includedInAll).map(({ id }) => id);
        this.#everything = ["all", ...apart].join(",");
    }

    /**
     * Fetches all clauses in some languages, so that they can be read without a connection, unless they are very many.
     * @param {string[]} languages
     * @param {number} count  of all clauses
     */
    async keep(languages, count) {
        if (count > MOST_CLAUSES) return;
        for (const language of languages) await this.#all(language).catch(() => null);
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
            const other = (await this.#all(language)).find(({ id }) => id === clause.id);
            return other?.lang === language ? other : null;
        }
    }

    /**
     * What may have been meant by a search that found nothing; null where that is not known.
     * @param {string} query
     * @param {string} language
     * @param {number} count  of all clauses
     */
    async suggestion(query, language, count) {
        const all = count > MOST_CLAUSES ? null : await this.#all(language).catch(() => null);
        const { suggestion } = await import("../base/clause-search.js");
        return all && suggestion(query, all);
    }

    /** @param {string} language @returns {Promise<Clause[]>} */
    async #all(language) {
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
     * @param {unknown} outage  to be thrown where nothing is on the device
     * @returns {Promise<Matches>}
     */
    async #matchingHere(wanted, query, language, outage) {
        // Words of another language are no answer to a search.
        const others = query === "" ? [...this.#whole.keys()].reverse() : [];
        for (const here of new Set([language, ...others])) {
            const all = await this.#all(here).catch(() => null);
            if (all === null) continue;
            const { takes, drawn } = chooser(this.#menu, split(wanted));
            const clauses = all.filter(takes).map(drawn);
            if (query === "") return { clauses, language: here };
            const { isMatch } = await import("../base/clause-search.js");
            return { clauses: clauses.filter(isMatch(query)), language };
        }
        throw outage;
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
