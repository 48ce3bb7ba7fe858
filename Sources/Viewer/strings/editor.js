// @ts-check
/** The texts of the editor, which readers never load. */
import { phrases as english } from "./en/editor.js";
import { PhraseTable } from "./phrase-table.js";

export const EDITOR = new PhraseTable(english, "editor");

/** @typedef {import("./phrase-table.js").TextName<typeof english>} EditorPhrase */
/** @typedef {Exclude<keyof typeof english, EditorPhrase>} EditorCount */

/**
 * @param {EditorPhrase} name
 * @param {Record<string, string | number>} [values]
 */
export function phrase(name, values) {
    return EDITOR.say(name, values);
}

/**
 * @param {EditorCount} name
 * @param {number} count
 * @param {Record<string, string>} [values]
 */
export function counted(name, count, values) {
    return EDITOR.sayCount(name, count, values);
}

/** @param {string} name @returns {name is EditorPhrase} whether it is one of the editor's own texts */
export function isPhrase(name) {
    return EDITOR.has(name);
}
