// @ts-check
/** Fetches the clauses a place needs. If some cannot be fetched, it notifies the reader and the page shows the rest. */
import { APIError, isOutage } from "../base/api.js";
import { showNotice } from "../base/notice.js";
import { languageName, say, uiLanguage } from "../strings/strings.js";

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
     * @param {() => void} restore  retries what could not be fetched
     */
    constructor(clauses, state, outage, restore) {
        this.#clauses = clauses;
        this.#state = state;
        this.#outage = outage;
        this.#restore = restore;
    }

    /**
     * Returns the clauses of the filter, on all pages.
     * @param {Place} place
     * @param {string} language
     * @param {Matches | null} shown  the clauses of the same filter in another language, if they are shown now
     * @returns {Promise<Matches & { unknown: string | null }>} the clauses, and a message if they cannot be determined now
     */
    async list(place, language, shown) {
        try {
            const matches = await this.#clauses.matching(place, language);
            if (matches.language !== language) this.#reportMissingTexts(language);
            return { ...matches, unknown: null };
        } catch (error) {
            if (isOutage(error) && shown) {
                this.#reportMissingTexts(language);
                return { ...shown, unknown: null };
            }
            const unknown = place.query === "" ? say("unknownTheme") : say("unknownSearch", { words: place.query });
            this.#reportFailure(error, say("missingCategory", { category: place.category }), unknown);
            return { clauses: [], language, unknown: isMissing(error) ? null : unknown };
        }
    }

    /**
     * Returns the open clause, which need not match the filter. Removes it from the place if it does not exist.
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
            this.#reportFailure(error, say("missingClause", { clause: id }), say("unknownClause"));
            // A clause that cannot be fetched at the moment stays in the place, and the reader may have opened another meanwhile.
            if (isMissing(error) && this.#state.place.clause === id) this.#state.replacePlace({ clause: null });
            return null;
        }
    }

    /**
     * Returns the same clause in a second language, or null if it has no text in it or none that can be fetched.
     * @param {Clause | null} clause
     * @param {string | null} language
     */
    async inSecondLanguage(clause, language) {
        try {
            return await this.#clauses.inSecondLanguage(clause, language);
        } catch {
            this.#reportMissingTexts(language ?? "");
            return null;
        }
    }

    /** @param {string} language  the language whose texts cannot be fetched */
    #reportMissingTexts(language) {
        this.#outage.begin(say("unknownTexts", { language: languageName(language, uiLanguage()) }));
    }

    /**
     * @param {unknown} error
     * @param {string} missing  the message if the server reports that it does not exist
     * @param {string} unknown  the message if the server does not respond
     */
    #reportFailure(error, missing, unknown) {
        if (isMissing(error)) showNotice(missing);
        else if (isOutage(error)) this.#outage.begin(unknown);
        else showNotice(say("failedMore"), { label: say("retry"), run: this.#restore });
    }
}

/** @param {unknown} error  @returns {boolean} whether the server reports that what was requested does not exist */
function isMissing(error) {
    return error instanceof APIError && (error.status === 404 || error.status === 400);
}
