// @ts-check
/** Decides which clauses a choice of categories includes, by the server's rules. For static sites and offline reading. */
import { APIError } from "./addresses.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {import("../base/types.js").Category} Category */

/** @param {string} list  a comma-separated list */
export function split(list) {
    return list.split(",").filter((part) => part !== "");
}

/** @param {Category[]} categories @returns {string} a comma-separated list of categories that includes every clause */
export function everyCategory(categories) {
    return ["all", ...categories.filter(({ includedInAll }) => !includedInAll).map(({ id }) => id)].join(",");
}

/**
 * Returns functions that decide which clauses a choice of categories includes and how they are drawn.
 * @param {import("../base/types.js").Categories} menu
 * @param {string[]} chosen  category ids, of which a clause needs one; `all` stands for the clauses in "all"
 * @throws {APIError} with status 400 for an unknown id
 */
export function chooser({ categories: known }, chosen) {
    for (const id of chosen) {
        if (id !== "all" && !known.some((category) => category.id === id)) throw new APIError(400, `no category ${id}`);
    }
    const takesAll = chosen.includes("all");
    const byID = new Map(known.map((category) => [category.id, category]));
    return {
        /** @param {Clause} clause */
        takes: (clause) =>
            clause.categories.some((id) => chosen.includes(id)) || (takesAll && isInAll(clause, byID)),
        /** @param {Clause} clause @returns {Clause} */
        drawn: (clause) => {
            const shownFor = clause.categories.filter(
                (id) => chosen.includes(id) || (takesAll && byID.get(id)?.includedInAll),
            );
            const isOutline = shownFor.some((id) => byID.get(id)?.style === "outline");
            return { ...clause, style: isOutline ? "outline" : "filled" };
        },
    };
}

/** @param {Clause} clause @param {Map<string, Category>} byID */
function isInAll({ categories: own }, byID) {
    return own.length === 0 || own.some((id) => byID.get(id)?.includedInAll);
}

/** @param {Clause} clause */
export function withoutRegions(clause) {
    const { regions: _, ...rest } = clause;
    return rest;
}
