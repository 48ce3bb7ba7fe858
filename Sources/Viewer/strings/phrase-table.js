// @ts-check
/**
 * A table of texts of its own, in the language of the page: for a part of the program that readers never load, so that
 * its texts need not be loaded by them either.
 */
import { filled, inForm, spokenLanguage } from "./strings.js";

/** @typedef {import("./languages.js").PluralForms} PluralForms */
/** @typedef {Record<string, string | PluralForms>} Table */

/**
 * @template {Table} English
 * @typedef {{ [Name in keyof English]: English[Name] extends string ? string : PluralForms }} Same
 */

/**
 * @template {Table} English
 * @typedef {{ [Name in keyof English]: English[Name] extends string ? Name : never }[keyof English] & string} TextName
 */

/** @template {Table} English */
export class PhraseTable {
    #english;
    #others;
    /** @type {Same<English>} */
    #phrases;

    /**
     * @param {English} english
     * @param {Record<string, () => Promise<{ phrases: Same<English> }>>} others  by language; how each is loaded
     */
    constructor(english, others) {
        this.#english = english;
        this.#others = others;
        this.#phrases = /** @type {any} */ (english);
    }

    /** Takes the language that the page speaks; English if it is not in the table, or cannot be loaded. */
    async speak() {
        const language = spokenLanguage();
        const load = Object.hasOwn(this.#others, language) ? this.#others[language] : undefined;
        const loaded = await load?.().catch(() => null);
        this.#phrases = loaded?.phrases ?? /** @type {any} */ (this.#english);
    }

    /**
     * @param {TextName<English>} name
     * @param {Record<string, string | number>} [values]  for the names in braces
     */
    say(name, values = {}) {
        return filled(/** @type {string} */ (this.#phrases[name]), values);
    }

    /**
     * A phrase with a count, in the form that the language has for it.
     * @param {Exclude<keyof English, TextName<English>> & string} name
     * @param {number} count
     * @param {Record<string, string>} [values]
     */
    sayCount(name, count, values = {}) {
        return inForm(/** @type {PluralForms} */ (this.#phrases[name]), count, values);
    }

    /** @param {string} name  whether there is a text of this name */
    has(name) {
        return Object.hasOwn(this.#english, name);
    }
}
