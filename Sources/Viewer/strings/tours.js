// @ts-check
/** The texts of tours. */
import { phrases as english } from "./en/tours.js";
import { PhraseTable } from "./phrase-table.js";

export const TOURS = new PhraseTable(english, "tours");

/** @typedef {import("./phrase-table.js").TextName<typeof english>} TourPhrase */
/** @typedef {Exclude<keyof typeof english, TourPhrase>} TourCount */

/**
 * @param {TourPhrase} name
 * @param {Record<string, string | number>} [values]
 */
export function tourText(name, values) {
    return TOURS.say(name, values);
}

/** @param {TourCount} name @param {number} count */
export function tourCount(name, count) {
    return TOURS.sayCount(name, count);
}
