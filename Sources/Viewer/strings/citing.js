// @ts-check
/** The texts of citations and of versions. */
import { phrases as english } from "./en/citing.js";
import { PhraseTable } from "./phrase-table.js";

export const CITING = new PhraseTable(english, "citing");

/**
 * @param {import("./phrase-table.js").TextName<typeof english>} name
 * @param {Record<string, string | number>} [values]
 */
export function citingText(name, values) {
    return CITING.say(name, values);
}
