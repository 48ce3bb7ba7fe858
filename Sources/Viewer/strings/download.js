// @ts-check
/** The texts for downloads. */
import { phrases as english } from "./en/download.js";
import { PhraseTable } from "./phrase-table.js";

export const DOWNLOAD = new PhraseTable(english, "download");

/**
 * @param {import("./phrase-table.js").TextName<typeof english>} name
 * @param {Record<string, string | number>} [values]
 */
export function downloadText(name, values) {
    return DOWNLOAD.say(name, values);
}
