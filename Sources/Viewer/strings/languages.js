// @ts-check
/**
 * The languages of the interface. Each has a folder named after it with the texts of each part of the program, so that
 * translators find a language in one place, and readers load neither other languages nor the editor's texts. To add a language,
 * write its folder and add its tag to `LANGUAGES`.
 */
import { phrases as english } from "./en/phrases.js";

/**
 * A phrase with a count, by the plural categories of its language (https://cldr.unicode.org/index/cldr-spec/plural-rules).
 * @typedef {{ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>} PluralForms
 */

/**
 * The same phrases in another language.
 * @template {Record<string, string | PluralForms>} English
 * @typedef {{ [Name in keyof English]: English[Name] extends string ? string : PluralForms }} Same
 */

/**
 * The phrases of a language, those without a count, and those with a count.
 * @typedef {Same<typeof english>} Phrases
 * @typedef {{ [Name in keyof Phrases]: Phrases[Name] extends string ? Name : never }[keyof Phrases]} Phrase
 * @typedef {Exclude<keyof Phrases, Phrase>} CountPhrase
 */

/** @typedef {"phrases" | "plain" | "captures" | "books" | "tours" | "listening" | "worksheet" | "finding" | "citing" | "camera" | "editor" | "drawing" | "proposals" | "download" | "glossary" | "linked" | "notes"} Part  a file of a language's folder */

/** The phrases by language tag. English is first and always available, in case another language cannot be fetched. */
export const LANGUAGES = Object.freeze(["en", "de", "es", "fr", "it", "nl", "ar"]);

/**
 * Loads the texts of a part in a language. They are not part of a page's bundle. Bundles are in a folder beside this one, hence
 * the path up and down again.
 * @param {string} language  one of `LANGUAGES`
 * @param {Part} part
 * @returns {Promise<{ phrases: Record<string, string | PluralForms> }>}
 */
export function load(language, part) {
    return import(new URL(`../strings/${language}/${part}.js`, import.meta.url).href);
}

export { english };
