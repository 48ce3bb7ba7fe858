// @ts-check
/** The texts of captures and of comparisons. */
import { phrases as english } from "./en/captures.js";
import { PhraseTable } from "./phrase-table.js";

export const CAPTURES = new PhraseTable(english, "captures");

/** @typedef {import("./phrase-table.js").TextName<typeof english>} CapturePhrase */
/** @typedef {Exclude<keyof typeof english, CapturePhrase>} CaptureCount */

/**
 * @param {CapturePhrase} name
 * @param {Record<string, string | number>} [values]
 */
export function captureText(name, values) {
    return CAPTURES.say(name, values);
}

/** @param {CaptureCount} name @param {number} count */
export function captureCount(name, count) {
    return CAPTURES.sayCount(name, count);
}
