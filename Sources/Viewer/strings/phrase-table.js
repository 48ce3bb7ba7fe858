// @ts-check
/**
 * A separate table of texts, in the language of the page, for a part of the program that readers do not load, so that they do not
 * load its texts either.
 */
import { institutionTexts, replaced } from "./institution.js";
import { LANGUAGES, load } from "./languages.js";
import { filled, inForm, setLanguage, uiLanguage } from "./strings.js";

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
    /** The language of the page whose texts are loaded; empty if none are. */
    language = "";

    /**
     * @param {English} english
     * @param {import("./languages.js").Part} part  the file of these texts in each language's folder
     */
    constructor(english, part) {
        this.#english = english;
        this.#part = part;
        this.#phrases = english;
    }

    /** Loads the texts in the language of the page, or in English if that fails. */
    async load() {
        const language = uiLanguage();
        const isForeign = language !== "en" && LANGUAGES.includes(language);
        const [loaded, texts] = await Promise.all([
            isForeign ? load(language, this.#part).catch(() => null) : null,
            institutionTexts(language),
        ]);
        this.#phrases = replaced(/** @type {Table} */ (loaded?.phrases ?? this.#english), this.#part, texts);
        if (loaded || !isForeign) this.language = language;
    }

    /**
     * @param {TextName<English>} name
     * @param {Record<string, string | number>} [values]  the values for the names in braces
     */
    say(name, values = {}) {
        return filled(/** @type {string} */ (this.#phrases[name]), values);
    }

    /**
     * Returns a phrase with a count, in the plural form of the language.
     * @param {Exclude<keyof English, TextName<English>> & string} name
     * @param {number} count
     * @param {Record<string, string>} [values]
     */
    sayCount(name, count, values = {}) {
        return inForm(/** @type {PluralForms} */ (this.#phrases[name]), count, values);
    }

    /**
     * Whether there is a text of this name.
     * @param {string} name
     */
    has(name) {
        return Object.hasOwn(this.#english, name);
    }
}

/**
 * Loads a table's texts in the language of the page, if they are not loaded yet. For parts with a bundle of their own, which have
 * their own copy of strings.js.
 * @param {PhraseTable<any>} table
 * @returns {Promise<boolean>} whether they were loaded; if that fails, the next call tries again
 */
export async function updateTexts(table) {
    const { lang } = document.documentElement;
    const before = table.language;
    if (lang === before) return false;
    await setLanguage(lang);
    await table.load();
    return table.language !== before;
}
