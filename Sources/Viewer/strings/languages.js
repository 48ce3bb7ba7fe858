// @ts-check
/**
 * The languages of the page itself. Each has a folder of its name with the texts of each part of the program, so that a
 * translator finds a language in one place, and readers load neither another language's nor the editor's. To add one,
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
 * The phrases of a language, those that are texts, and those with a count.
 * @typedef {Same<typeof english>} Phrases
 * @typedef {{ [Name in keyof Phrases]: Phrases[Name] extends string ? Name : never }[keyof Phrases]} Phrase
 * @typedef {Exclude<keyof Phrases, Phrase>} CountPhrase
 */

/** @typedef {"phrases" | "plain" | "captures" | "books" | "tours" | "listening" | "worksheet" | "finding" | "citing" | "camera" | "editor" | "drawing" | "proposals" | "download" | "glossary" | "linked" | "notes"} Part  a file of a language's folder */

/** By their tags, English first, which is always there for what cannot be fetched. */
export const LANGUAGES = Object.freeze(["en", "de", "es", "fr", "it", "nl", "ar"]);

/**
 * The texts of a part in a language. They are no part of a page's bundle, which lies in a folder beside this one: hence
 * the way up and down again.
 * @param {string} language  one of `LANGUAGES`
 * @param {Part} part
 * @returns {Promise<{ phrases: Record<string, string | PluralForms> }>}
 */
export function load(language, part) {
    return import(new URL(`../strings/${language}/${part}.js`, import.meta.url).href);
}

export { english };
