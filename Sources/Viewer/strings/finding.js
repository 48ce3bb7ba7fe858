// @ts-check
/** The texts of the library's filters. */
import { phrases as english } from "./en/finding.js";
import { PhraseTable } from "./phrase-table.js";

export const FINDING = new PhraseTable(english, "finding");

/** @typedef {import("./phrase-table.js").TextName<typeof english>} FindingPhrase */
/** @typedef {Exclude<keyof typeof english, FindingPhrase>} FindingCount */

/**
 * @param {FindingPhrase} name
 * @param {Record<string, string | number>} [values]
 */
export function findingText(name, values) {
    return FINDING.say(name, values);
}

/** @param {FindingCount} name @param {number} count @param {Record<string, string>} values */
export function findingCount(name, count, values) {
    return FINDING.sayCount(name, count, values);
}
