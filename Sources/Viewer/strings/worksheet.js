// @ts-check
/** The texts of worksheets. */
import { phrases as english } from "./en/worksheet.js";
import { PhraseTable } from "./phrase-table.js";

export const WORKSHEET = new PhraseTable(english, "worksheet");

/**
 * @param {import("./phrase-table.js").TextName<typeof english>} name
 * @param {Record<string, string | number>} [values]
 */
export function worksheetText(name, values) {
    return WORKSHEET.say(name, values);
}
