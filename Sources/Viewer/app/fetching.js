// @ts-check
/** The clauses that a place needs. What cannot be fetched is said to the reader, and the page goes on with the rest. */
import { APIError } from "../base/api.js";
import { showRemark } from "../base/notice.js";
import { say } from "../strings/strings.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {import("../base/fragment.js").Place} Place */

export class Fetching {
    #clauses;
    #state;
    #retry;

    /**
     * @param {import("./clauses.js").Clauses} clauses
     * @param {import("./state.js").State} state
     * @param {() => void} retry  shows the place again
     */
    constructor(clauses, state, retry) {
        this.#clauses = clauses;
        this.#state = state;
        this.#retry = retry;
    }

    /**
     * The clauses of the filter, on every page.
     * @param {Place} place
     * @param {string} language
     */
    async list(place, language) {
        try {
            return await this.#clauses.matching(place, language);
        } catch (error) {
            this.#remark(error, say("missingCategory", { category: place.category }));
            return [];
        }
    }

    /**
     * The clause that is read, which need not be one of the filter's. The place forgets one that is not there.
     * @param {string | null} id
     * @param {Clause[]} list
     * @param {string} language
     */
    async selected(id, list, language) {
        if (id === null) return null;
        const shown = list.find((clause) => clause.id === id);
        if (shown) return shown;
        try {
            return await this.#clauses.byID(id, language);
        } catch (error) {
            this.#remark(error, say("missingClause", { clause: id }));
            this.#state.note({ clause: null });
            return null;
        }
    }

    /**
     * The same clause in a second language; null where it has no text in that.
     * @param {Clause | null} clause
     * @param {string | null} language
     */
    beside(clause, language) {
        return this.#clauses.beside(clause, language);
    }

    /** @param {unknown} error @param {string} missing  what to say where the server knows of no such thing */
    #remark(error, missing) {
        if (error instanceof APIError && (error.status === 404 || error.status === 400)) showRemark(missing);
        else showRemark(say("serverGone"), { label: say("retry"), run: this.#retry });
    }
}
