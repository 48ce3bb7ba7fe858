// @ts-check
/** The texts of the drawing layer, which readers never load. */
import { phrases as english } from "./en/drawing.js";
import { PhraseTable } from "./phrase-table.js";

export const DRAWING = new PhraseTable(english, "drawing");

/** @typedef {import("./phrase-table.js").TextName<typeof english>} DrawingPhrase */
/** @typedef {Exclude<keyof typeof english, DrawingPhrase>} DrawingCount */

/**
 * @param {DrawingPhrase} name
 * @param {Record<string, string | number>} [values]
 */
export function draw(name, values) {
    return DRAWING.say(name, values);
}

/**
 * @param {DrawingCount} name
 * @param {number} count
 * @param {Record<string, string>} [values]
 */
export function drawCount(name, count, values) {
    return DRAWING.sayCount(name, count, values);
}

/** @param {string} name  a name composed of parts; the tests check that each text exists */
export function drawNamed(name) {
    return DRAWING.say(/** @type {DrawingPhrase} */ (name));
}
