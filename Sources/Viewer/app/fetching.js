// @ts-check
/** The clauses that a place needs. What cannot be fetched is said to the reader, and the page goes on with the rest. */
import { APIError, isOutage } from "../base/api.js";
import { showRemark } from "../base/notice.js";
import { languageName, say, spokenLanguage } from "../strings/strings.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {import("../base/fragment.js").Place} Place */
/** @typedef {import("./clauses.js").Matches} Matches */

export class Fetching {
    #clauses;
    #state;
    #outage;
    #restore;

    /**
     * @param {import("./clauses.js").Clauses} clauses
     * @param {import("./state.js").State} state
     * @param {import("./outage.js").Outage} outage
     * @param {() => void} restore  fetches again what could not be fetched
     */
    constructor(clauses, state, outage, restore) {
        this.#clauses = clauses;
        this.#state = state;
        this.#outage = outage;
        this.#restore = restore;
    }

    /**
     * The clauses of the filter, on every page.
     * @param {Place} place
     * @param {string} language
     * @param {Matches | null} shown  the clauses of the same filter in another language, where they are shown
     * @returns {Promise<Matches & { unknown: string | null }>} and what cannot be known without a connection
     */
    async list(place, language, shown) {
        try {
            const matches = await this.#clauses.matching(place, language);
            if (matches.language !== language) this.#remarkTexts(language);
            return { ...matches, unknown: null };
        } catch (error) {
            if (isOutage(error) && shown) {
                this.#remarkTexts(language);
                return { ...shown, unknown: null };
            }
            const unknown = place.query === "" ? say("unknownTheme") : say("unknownSearch", { words: place.query });
            this.#remark(error, say("missingCategory", { category: place.category }), unknown);
            return { clauses: [], language, unknown: isOutage(error) ? unknown : null };
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
            this.#remark(error, say("missingClause", { clause: id }), say("unknownClause"));
            // What is only out of reach is shown as soon as it can be.
            if (!isOutage(error)) this.#state.note({ clause: null });
            return null;
        }
    }

    /**
     * The same clause in a second language; null where it has no text in that, or none that can be fetched.
     * @param {Clause | null} clause
     * @param {string | null} language
     */
    async beside(clause, language) {
        try {
            return await this.#clauses.beside(clause, language);
        } catch {
            this.#remarkTexts(language ?? "");
            return null;
        }
    }

    /** @param {string} language  whose texts are out of reach */
    #remarkTexts(language) {
        this.#outage.begin(say("unknownTexts", { language: languageName(language, spokenLanguage()) }));
    }

    /**
     * @param {unknown} error
     * @param {string} missing  what to say where the server knows of no such thing
     * @param {string} unknown  and where it does not respond
     */
    #remark(error, missing, unknown) {
        if (error instanceof APIError && (error.status === 404 || error.status === 400)) showRemark(missing);
        else if (isOutage(error)) this.#outage.begin(unknown);
        else showRemark(say("failedMore"), { label: say("retry"), run: this.#restore });
    }
}
