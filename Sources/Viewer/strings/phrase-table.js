// @ts-check
/**
 * A table of texts of its own, in the language of the page: for a part of the program that readers never load, so that
 * its texts need not be loaded by them either.
 */
import { institutionTexts, replaced } from "./institution.js";
import { LANGUAGES, load } from "./languages.js";
import { filled, inForm, spokenLanguage } from "./strings.js";

/** @typedef {import("./languages.js").PluralForms} PluralForms */
/** @typedef {Record<string, string | PluralForms>} Table */

/**
 * @template {Table} English
 * @typedef {{ [Name in keyof English]: English[Name] extends string ? Name : never }[keyof English] & string} TextName
 */

/** @template {Table} English */
export class PhraseTable {
    #english;
    #part;
    /** @type {Table} */
    #phrases;

    /**
     * @param {English} english
     * @param {import("./languages.js").Part} part  the file of these texts in each language's folder
     */
    constructor(english, part) {
        this.#english = english;
        this.#part = part;
        this.#phrases = english;
    }

    /** Takes the language that the page speaks; English if the texts cannot be loaded. */
    async speak() {
        const language = spokenLanguage();
        const isForeign = language !== "en" && LANGUAGES.includes(language);
        const [loaded, texts] = await Promise.all([
            isForeign ? load(language, this.#part).catch(() => null) : null,
            institutionTexts(language),
        ]);
        this.#phrases = replaced(/** @type {Table} */ (loaded?.phrases ?? this.#english), this.#part, texts);
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
