// @ts-check
/** The texts of the camera page. */
import { phrases as english } from "./en/camera.js";
import { PhraseTable } from "./phrase-table.js";

export const CAMERA = new PhraseTable(english, "camera");

/** @typedef {import("./phrase-table.js").TextName<typeof english>} CameraPhrase */
/** @typedef {Exclude<keyof typeof english, CameraPhrase>} CameraCount */

/**
 * @param {CameraPhrase} name
 * @param {Record<string, string | number>} [values]
 */
export function speakOf(name, values) {
    return CAMERA.say(name, values);
}

/**
 * @param {CameraCount} name
 * @param {number} count
 */
export function countOf(name, count) {
    return CAMERA.sayCount(name, count);
}
