// @ts-check
/** The clauses of the filter, in reading order and on every page, and what is said of them. */
import { regionOn } from "../base/leaves.js";
import { filterText } from "../reading/naming.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {import("../base/types.js").Category} Category */
/** @typedef {import("../base/fragment.js").Place} Place */

export class Listing {
    #categories;
    /** @type {Clause[]} */
    clauses = [];
    /** Of their texts: another than was requested where that is out of reach. */
    language = "";
    /** What cannot be known without a connection, in words; null where nothing is missing. */
    #unknown = /** @type {string | null} */ (null);

    /** @param {Category[]} categories */
    constructor(categories) {
        this.#categories = categories;
    }

    /** Whether these are what the filter shows, and not empty for want of a connection. */
    get isKnown() {
        return this.#unknown === null;
    }

    /** @param {import("./clauses.js").Matches & { unknown: string | null }} fetched */
    take({ clauses, language, unknown }) {
        this.clauses = clauses;
        this.language = language;
        this.#unknown = unknown;
    }

    /** @param {Clause | null} clause  null is in every list */
    has(clause) {
        return clause === null || this.clauses.some(({ id }) => id === clause.id);
    }

    /**
     * What pages beside each other show: each clause with its regions there alone, in pixels of the first.
     * @param {readonly import("../base/leaves.js").Leaf[]} leaves
     * @param {Clause | null} selected  shown even where the filter leaves it out
     */
    on(leaves, selected) {
        const apart = selected !== null && !this.has(selected) ? [selected] : [];
        return [...this.clauses, ...apart]
            .map((clause) => ({ ...clause, regions: clause.regions.flatMap((region) => regionOn(region, leaves)) }))
            .filter(({ regions }) => regions.length > 0);
    }

    /** @param {Clause | null} clause @param {number} steps */
    neighbour(clause, steps) {
        const index = this.clauses.findIndex(({ id }) => id === clause?.id);
        return index < 0 ? undefined : this.clauses[index + steps];
    }

    /**
     * What the filter shows, in words.
     * @param {Place} place
     * @param {string} language
     */
    text(place, language) {
        return this.#unknown ?? filterText(place, this.clauses.length, this.#categories, language);
    }
}

/**
 * Whether some of the clauses are shown, and neither all nor none.
 * @param {Place} place
 */
export function isTheme({ category, query }) {
    return query !== "" || !category.split(",").some((id) => id === "all" || id === "none");
}
