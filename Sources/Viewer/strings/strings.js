// @ts-check
/** The texts of the page itself, in the reader's language; and the choice among the languages of a document. */

import { direction, isolated } from "./direction.js";
import { INSTITUTION, institutionLanguages, institutionTexts, replaced } from "./institution.js";
import { english, LANGUAGES, load } from "./languages.js";

/** @typedef {Record<string, string> | string} LanguageMap  a string is the same in every language */
/** @typedef {import("./languages.js").Phrase} Phrase */

/** @type {import("./languages.js").Phrases} */
let phrases = english;
let spoken = "en";
/** Whether the phrases are those of a language with the institution's own; before the first time they are not. */
let isSpeaking = institutionLanguages().length === 0;
let wanted = "en";

/**
 * Sets the language of the page; English if it is none of the page's, or its phrases cannot be fetched. What was asked
 * for last counts, whatever comes first.
 * @param {string} language
 */
export async function speak(language) {
    wanted = language;
    const isNew = language !== spoken || !isSpeaking;
    const isForeign = isNew && language !== "en" && LANGUAGES.includes(language);
    const [loaded, texts] = await Promise.all([
        isForeign ? load(language, "phrases").catch(() => null) : null,
        isNew ? institutionTexts(language) : {},
    ]);
    if (wanted !== language) return;
    if (isNew) {
        const isAdded = !LANGUAGES.includes(language) && institutionLanguages().includes(language);
        spoken = loaded || isAdded ? language : "en";
        const known = /** @type {import("./languages.js").Phrases | undefined} */ (loaded?.phrases) ?? english;
        phrases = replaced(known, "phrases", texts);
        isSpeaking = true;
    }
    document.documentElement.lang = spoken;
    document.documentElement.dir = direction(spoken);
}

/** The tags of the languages of the page, English first. */
export function pageLanguages() {
    return [...LANGUAGES, ...institutionLanguages().filter((language) => !LANGUAGES.includes(language))];
}

/** The institution's name in the language of the page; empty where none is stated. */
export function institutionName() {
    return localized(INSTITUTION.name, spoken)?.text ?? "";
}

export function spokenLanguage() {
    return spoken;
}

/** Whether the page's own language runs from right to left, and the page is mirrored: all of it but the sheet. */
export function isMirrored() {
    return direction(spoken) === "rtl";
}

/** For `Intl`: the page's language, with the digits that stand in documents, so that no line has two kinds of them. */
export function formatLocale() {
    return `${spoken}-u-nu-latn`;
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
    return text.replace(/\{(\w+)\}/g, (whole, name) => apart(String(values[name] ?? whole)));
}

/** @param {string} text  to stand in a line of the page's language, where there can be no markup */
export function apart(text) {
    return isolated(text, isMirrored() ? "rtl" : "ltr");
}

/** @param {number} count  as it is written in the language of the page */
export function figure(count) {
    return new Intl.NumberFormat(formatLocale()).format(count);
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
