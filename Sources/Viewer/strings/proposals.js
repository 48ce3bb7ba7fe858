// @ts-check
/** The texts of proposals in the editor, which readers never load. */
import { phrases as english } from "./en/proposals.js";
import { PhraseTable } from "./phrase-table.js";

export const PROPOSALS = new PhraseTable(english, "proposals");

/** @typedef {import("./phrase-table.js").TextName<typeof english>} ProposalPhrase */
/** @typedef {Exclude<keyof typeof english, ProposalPhrase>} ProposalCount */

/**
 * @param {ProposalPhrase} name
 * @param {Record<string, string | number>} [values]
 */
export function propose(name, values) {
    return PROPOSALS.say(name, values);
}

/**
 * @param {ProposalCount} name
 * @param {number} count
 */
export function proposeCount(name, count) {
    return PROPOSALS.sayCount(name, count);
}
