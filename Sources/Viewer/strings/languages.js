// @ts-check
/** The languages of the page itself. To add one, write its phrases and add a row to the table below. */
import { phrases as english } from "./phrases-en.js";

/**
 * A phrase with a count, by the plural categories of its language (https://cldr.unicode.org/index/cldr-spec/plural-rules).
 * @typedef {{ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>} PluralForms
 */

/**
 * The phrases of a language: the same as in English.
 * @typedef {{ [Name in keyof typeof english]: (typeof english)[Name] extends string ? string : PluralForms }} Phrases
 */

/**
 * The phrases that are texts, and those with a count.
 * @typedef {{ [Name in keyof Phrases]: Phrases[Name] extends string ? Name : never }[keyof Phrases]} Phrase
 * @typedef {Exclude<keyof Phrases, Phrase>} CountPhrase
 */

/**
 * By their tags; how the phrases of each are fetched. English is always there, for what cannot be fetched.
 * @type {Readonly<Record<string, () => Promise<{ phrases: Phrases }>>>}
 */
export const LANGUAGES = Object.freeze({
    en: async () => ({ phrases: english }),
    fr: () => import("./phrases-fr.js"),
});

export { english };
