// @ts-check
/** The texts of bookmarks and notes. */
import { phrases as english } from "./en/notes.js";
import { PhraseTable } from "./phrase-table.js";

export const NOTES = new PhraseTable(english, "notes");

/** @typedef {import("./phrase-table.js").TextName<typeof english>} NotePhrase */
/** @typedef {Exclude<keyof typeof english, NotePhrase>} NoteCount */

/**
 * @param {NotePhrase} name
 * @param {Record<string, string | number>} [values]
 */
export function noteText(name, values) {
    return NOTES.say(name, values);
}

/** @param {NoteCount} name @param {number} count */
export function noteCount(name, count) {
    return NOTES.sayCount(name, count);
}
