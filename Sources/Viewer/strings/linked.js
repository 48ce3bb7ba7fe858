// @ts-check
/** The texts of linked words and phrases, for readers and for editors. */
import { phrases as english } from "./en/linked.js";
import { PhraseTable } from "./phrase-table.js";

export const LINKED = new PhraseTable(english, "linked");

/** @typedef {import("./phrase-table.js").TextName<typeof english>} LinkedPhrase */

/**
 * @param {LinkedPhrase} name
 * @param {Record<string, string | number>} [values]
 */
export function linkedText(name, values) {
    return LINKED.say(name, values);
}
