// @ts-check
/** The facts that the About dialog shows beyond the document's own fields: free metadata and links to related resources. */
import { make } from "../base/dom.js";
import { localized, say } from "../strings/strings.js";

/** @typedef {import("../base/types.js").Document} Document */
/** @typedef {import("../base/types.js").WebLink} WebLink */

/**
 * Returns the facts as rows of a definition list.
 * @param {Document} about
 * @param {string} language
 */
export function furtherFacts(about, language) {
    return [...metadata(about, language), ...links(about, language)];
}

/**
 * Returns the document's additional metadata as rows.
 * @param {Document} about
 * @param {string} language
 */
function metadata(about, language) {
    return (about.metadata ?? []).map(({ label, value }) => {
        const name = localized(label, language);
        const texts = localizedTexts(value, language).map(({ text, lang }) => make("span", { lang }, text));
        const term = make("dt", { lang: name?.lang ?? "" }, name?.text ?? "");
        return make("div", { class: "known" }, term, make("dd", {}, ...texts));
    });
}

/**
 * Returns the links to related resources as rows. Nothing is loaded from these, not even logos.
 * @param {Document} about @param {string} language
 */
function links(about, language) {
    const providers = (about.provider ?? []).map(({ label, homepage }) => {
        const home = homepage?.[0];
        return home ? link({ ...home, label }, language) : named(localized(label, language));
    });
    /** @type {[import("../strings/strings.js").Phrase, HTMLElement[]][]} */
    const rows = [
        ["provider", providers],
        ["homepage", (about.homepage ?? []).map((each) => link(each, language))],
        ["rendering", (about.rendering ?? []).map((each) => link(each, language))],
        ["seeAlso", (about.seeAlso ?? []).map((each) => link(each, language))],
    ];
    return rows
        .filter(([, elements]) => elements.length > 0)
        .map(([phrase, elements]) =>
            make("div", { class: "known" }, make("dt", {}, say(phrase)), make("dd", {}, ...elements)),
        );
}

/** @param {WebLink} to @param {string} language */
function link(to, language) {
    const name = named(localized(to.label, language) ?? { text: to.id, lang: "" });
    // The server accepts no other addresses; should one arrive, it is shown as text.
    if (!/^https?:/.test(to.id)) return name;
    const attributes = { href: to.id, rel: "noopener", target: "_blank" };
    return make("a", to.format ? { ...attributes, type: to.format } : attributes, name);
}

/** @param {{ text: string, lang: string } | null} text */
function named(text) {
    return make("span", { lang: text?.lang ?? "" }, text?.text ?? "");
}

/**
 * Returns several texts in the reader's language, or else without a language, in English, or in any language there is.
 * @param {import("../base/types.js").LanguageTexts} texts
 * @param {string} language
 * @returns {{ text: string, lang: string }[]}
 */
function localizedTexts(texts, language) {
    const candidates = [language, language.split("-")[0], "none", "en", ...Object.keys(texts)];
    const lang = candidates.find((candidate) => candidate in texts);
    return lang === undefined ? [] : texts[lang].map((text) => ({ text, lang: lang === "none" ? "" : lang }));
}
