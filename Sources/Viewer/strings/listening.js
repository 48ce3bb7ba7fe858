// @ts-check
/** The texts of reading aloud. */
import { phrases as english } from "./en/listening.js";
import { PhraseTable } from "./phrase-table.js";

export const LISTENING = new PhraseTable(english, "listening");

/**
 * @param {import("./phrase-table.js").TextName<typeof english>} name
 * @param {Record<string, string | number>} [values]
 */
export function listeningText(name, values) {
    return LISTENING.say(name, values);
}
