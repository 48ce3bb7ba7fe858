// @ts-check
/** The texts of the page itself, in the reader's language; and the choice among the languages of a document. */

import { isolated } from "./direction.js";
import { english, LANGUAGES } from "./languages.js";

/** @typedef {Record<string, string> | string} LanguageMap  a string is the same in every language */
/** @typedef {import("./languages.js").Phrase} Phrase */

/** @type {import("./languages.js").Phrases} */
let phrases = english;
let spoken = "en";

/**
 * Sets the language of the page; English if it is not in the table, or its phrases cannot be fetched.
 * @param {string} language
 */
export async function speak(language) {
    const load = Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language] : undefined;
    const loaded = await load?.().catch(() => null);
    spoken = loaded ? language : "en";
    phrases = loaded?.phrases ?? english;
    document.documentElement.lang = spoken;
}

/** The tags of the languages of the page, English first. */
export function pageLanguages() {
    return Object.keys(LANGUAGES);
}

export function spokenLanguage() {
    return spoken;
}

/**
 * @param {Phrase} phrase
 * @param {Record<string, string | number>} [values]
 */
export function say(phrase, values = {}) {
    return filled(phrases[phrase], values);
}

/**
 * A phrase with a count, in the form that the language has for it.
 * @param {import("./languages.js").CountPhrase} phrase
 * @param {number} count
 * @param {Record<string, string>} [values]
 */
export function sayCount(phrase, count, values = {}) {
    return inForm(phrases[phrase], count, values);
}

/**
 * @param {import("./languages.js").PluralForms} forms
 * @param {number} count
 * @param {Record<string, string>} values
 */
export function inForm(forms, count, values) {
    const form = forms[new Intl.PluralRules(spoken).select(count)] ?? forms.other;
    return filled(form, { ...values, count: figure(count) });
}

/** @param {string} text @param {Record<string, string | number>} values  for the names in braces */
export function filled(text, values) {
    return text.replace(/\{(\w+)\}/g, (whole, name) => isolated(String(values[name] ?? whole)));
}

/** @param {number} count  as it is written in the language of the page */
export function figure(count) {
    return new Intl.NumberFormat(spoken).format(count);
}

/** Fills in every element of the page that names a phrase: `data-text` its text, `data-label` its label. */
export function translatePage() {
    for (const element of document.querySelectorAll("[data-text]")) {
        element.textContent = say(/** @type {Phrase} */ (element.getAttribute("data-text")));
    }
    for (const element of document.querySelectorAll("[data-label]")) {
        const text = say(/** @type {Phrase} */ (element.getAttribute("data-label")));
        element.setAttribute("aria-label", text);
        if (element instanceof HTMLButtonElement) element.title = text;
    }
}

/**
 * A language map's text in the reader's language, else in English, else in whatever it has, with the language it is in;
 * empty for a text that is the same in every language.
 * @param {LanguageMap | null | undefined} map
 * @param {string} language
 * @returns {{ text: string, lang: string } | null}
 */
export function localized(map, language) {
    if (!map) return null;
    if (typeof map === "string") return { text: map, lang: "" };
    const lang = [language, language.split("-")[0], "en", ...Object.keys(map)].find((candidate) => candidate in map);
    return lang === undefined ? null : { text: map[lang], lang };
}

/**
 * The first of the reader's languages that the document's texts are in, else the document's first.
 * @param {string[]} available
 * @param {string | null} wanted
 */
export function chooseLanguage(available, wanted) {
    const candidates = [...(wanted === null ? [] : [wanted]), ...navigator.languages];
    for (const candidate of candidates) {
        const short = candidate.split("-")[0];
        if (available.includes(candidate)) return candidate;
        if (available.includes(short)) return short;
        const akin = available.find((language) => language.split("-")[0] === short);
        if (akin) return akin;
    }
    return available[0] ?? "en";
}

/** The language of whoever has this device, in which they are likely to write; without a region, since texts are for all. */
export function deviceLanguage() {
    try {
        const { language, script } = new Intl.Locale(navigator.languages[0] ?? "und");
        return script ? `${language}-${script}` : language || "und";
    } catch {
        return "und";
    }
}

/** @param {string} language  @param {string} [inLanguage] its own where none is given */
export function languageName(language, inLanguage = language) {
    try {
        const name = new Intl.DisplayNames([inLanguage], { type: "language" }).of(language) ?? language;
        return name.charAt(0).toLocaleUpperCase(inLanguage) + name.slice(1);
    } catch {
        return language;
    }
}
