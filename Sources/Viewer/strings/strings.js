// @ts-check
/** The core texts of the interface in the reader's language, and the choice among a document's languages. */

import { direction, isolated } from "./direction.js";
import { INSTITUTION, institutionLanguages, institutionTexts, replaced } from "./institution.js";
import { english, LANGUAGES, load } from "./languages.js";

/** @typedef {Record<string, string> | string} LanguageMap  a string is the same in every language */
/** @typedef {import("./languages.js").Phrase} Phrase */

/** @type {import("./languages.js").Phrases} */
let phrases = english;
let current = "en";
/** Whether the phrases have been loaded, including the institution's own texts. */
let isLoaded = institutionLanguages().length === 0;
let wanted = "en";

/**
 * Sets the language of the page. Falls back to English if the language is not available or its phrases cannot be fetched. The
 * latest call wins, whichever finishes first.
 * @param {string} language
 */
export async function setLanguage(language) {
    wanted = language;
    const isNew = language !== current || !isLoaded;
    const isForeign = isNew && language !== "en" && LANGUAGES.includes(language);
    const [loaded, texts] = await Promise.all([
        isForeign ? load(language, "phrases").catch(() => null) : null,
        isNew ? institutionTexts(language) : {},
    ]);
    if (wanted !== language) return;
    if (isNew) {
        const isAdded = !LANGUAGES.includes(language) && institutionLanguages().includes(language);
        current = loaded || isAdded ? language : "en";
        const known = /** @type {import("./languages.js").Phrases | undefined} */ (loaded?.phrases) ?? english;
        phrases = replaced(known, "phrases", texts);
        isLoaded = true;
    }
    document.documentElement.lang = current;
    document.documentElement.dir = direction(current);
}

/** Returns the tags of the interface's languages, English first. */
export function pageLanguages() {
    return [...LANGUAGES, ...institutionLanguages().filter((language) => !LANGUAGES.includes(language))];
}

/** Returns the institution's name in the language of the page; empty if there is none. */
export function institutionName() {
    return localized(INSTITUTION.name, current)?.text ?? "";
}

export function uiLanguage() {
    return current;
}

/** Whether the interface language is written from right to left. The page is then mirrored, except for the sheet. */
export function isMirrored() {
    return direction(current) === "rtl";
}

/**
 * Returns the locale for `Intl`: the page's language with the digits used in documents, so that no line mixes two kinds of
 * digits.
 */
export function formatLocale() {
    return `${current}-u-nu-latn`;
}

/**
 * @param {Phrase} phrase
 * @param {Record<string, string | number>} [values]
 */
export function say(phrase, values = {}) {
    return filled(phrases[phrase], values);
}

/**
 * Returns a phrase with a count, in the plural form of the language.
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
    const form = forms[new Intl.PluralRules(current).select(count)] ?? forms.other;
    return filled(form, { ...values, count: figure(count) });
}

/** @param {string} text @param {Record<string, string | number>} values  the values for the names in braces */
export function filled(text, values) {
    return text.replace(/\{(\w+)\}/g, (whole, name) => apart(String(values[name] ?? whole)));
}

/**
 * Isolates a text for a line in the page's language where markup is impossible.
 * @param {string} text
 */
export function apart(text) {
    return isolated(text, isMirrored() ? "rtl" : "ltr");
}

/**
 * Formats a number in the language of the page.
 * @param {number} count
 */
export function figure(count) {
    return new Intl.NumberFormat(formatLocale()).format(count);
}

/** Writes the phrases of all elements that name one: `data-text` for the text, `data-label` for the label. */
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
 * Returns a language map's text in the reader's language, otherwise in English, otherwise in any language, with the language it
 * is in; that is empty for a text that is the same in every language.
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
 * Returns the first of the reader's languages in which the document has texts, otherwise the document's first.
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

/** Returns the device's language, in which its user probably writes, without the region. */
export function deviceLanguage() {
    try {
        const { language, script } = new Intl.Locale(navigator.languages[0] ?? "und");
        return script ? `${language}-${script}` : language || "und";
    } catch {
        return "und";
    }
}

/** @param {string} language  @param {string} [inLanguage] by default the language itself */
export function languageName(language, inLanguage = language) {
    try {
        const name = new Intl.DisplayNames([inLanguage], { type: "language" }).of(language) ?? language;
        return name.charAt(0).toLocaleUpperCase(inLanguage) + name.slice(1);
    } catch {
        return language;
    }
}
