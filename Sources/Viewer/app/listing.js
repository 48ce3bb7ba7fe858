// @ts-check
/** The clauses of the filter, in reading order and on all pages, with a description of the filter. */
import { regionOn } from "../base/leaves.js";
import { filterText } from "../reading/naming.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {import("../base/types.js").Category} Category */
/** @typedef {import("../base/fragment.js").Place} Place */

export class Listing {
    #categories;
    /** @type {Clause[]} */
    clauses = [];
    /** The language of the texts. Differs from the requested one if that cannot be fetched. */
    language = "";
    /** A message naming what cannot be determined offline, or null if nothing is missing. */
    #unknown = /** @type {string | null} */ (null);

    /** @param {Category[]} categories */
    constructor(categories) {
        this.#categories = categories;
    }

    /** Whether these are the clauses of the filter. False if they are missing for lack of a connection. */
    get isKnown() {
        return this.#unknown === null;
    }

    /** @param {import("./clauses.js").Matches & { unknown: string | null }} fetched */
    update({ clauses, language, unknown }) {
        this.clauses = clauses;
        this.language = language;
        this.#unknown = unknown;
    }

    /** @param {Clause | null} clause @param {number} steps */
    neighbour(clause, steps) {
        const index = this.clauses.findIndex(({ id }) => id === clause?.id);
        return index < 0 ? undefined : this.clauses[index + steps];
    }

    /**
     * Returns a description of what the filter shows.
     * @param {Place} place
     * @param {string} language
     */
    text(place, language) {
        return this.#unknown ?? filterText(place, this.clauses.length, this.#categories, language);
    }
}

/**
 * Whether a clause is among others; null counts as contained.
 * @param {Clause | null} clause
 * @param {readonly Clause[]} clauses
 */
export function isAmong(clause, clauses) {
    return clause === null || clauses.some(({ id }) => id === clause.id);
}

/**
 * Returns the clauses on adjacent pages, each with only its regions there, in pixels of the first page.
 * @param {readonly Clause[]} clauses
 * @param {readonly import("../base/leaves.js").Leaf[]} leaves
 * @param {Clause | null} selected  the selected clause, included even if it is not one of them
 */
export function clausesOn(clauses, leaves, selected) {
    const apart = selected !== null && !isAmong(selected, clauses) ? [selected] : [];
    return [...clauses, ...apart]
        .map((clause) => ({ ...clause, regions: clause.regions.flatMap((region) => regionOn(region, leaves)) }))
        .filter(({ regions }) => regions.length > 0);
}

/**
 * Whether the filter shows some of the clauses, rather than all or none.
 * @param {Place} place
 */
export function isTheme({ category, query }) {
    return query !== "" || !category.split(",").some((id) => id === "all" || id === "none");
}
