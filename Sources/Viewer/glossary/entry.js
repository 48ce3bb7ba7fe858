// @ts-check
/** The content of a glossary entry: its name, its name in the document's own language, its definition, and related terms. */
import { make, paragraphs } from "../base/dom.js";
import { direction } from "../strings/direction.js";
import { glossaryText } from "../strings/glossary.js";
import { languageName, localized, say, uiLanguage } from "../strings/strings.js";

/** @typedef {import("./terms.js").Term} Term */

/**
 * @param {Term} entry
 * @param {string} language
 * @returns {{ text: string, lang: string }}
 */
export function nameOf(entry, language) {
    return localized(entry.term, language) ?? { text: entry.id, lang: "" };
}

/**
 * Returns the content below the entry's heading.
 * @param {Term} entry
 * @param {object} shown
 * @param {Term[]} shown.terms  all terms of the glossary
 * @param {string} shown.language  the language requested
 * @param {string} shown.ownLanguage  the document's own language
 * @param {(other: Term) => void} onSee
 * @returns {HTMLElement[]}
 */
export function explanation(entry, { terms, language, ownLanguage }, onSee) {
    const parts = [];
    const name = nameOf(entry, language);
    const own = typeof entry.term === "string" ? undefined : entry.term[ownLanguage];
    if (own !== undefined && own !== name.text) parts.push(make("p", { class: "own", lang: ownLanguage }, own));
    const words = localized(entry.definition, language);
    if (words === null) {
        parts.push(make("p", { class: "aside", lang: uiLanguage() }, glossaryText("noDefinition")));
    } else {
        if (words.lang !== "" && words.lang !== language) {
            const wanted = languageName(language, uiLanguage());
            parts.push(make("p", { class: "aside", lang: uiLanguage() }, say("otherLanguage", { language: wanted })));
        }
        parts.push(...paragraphs(words.text, words.lang));
    }
    const others = entry.seeAlso.flatMap((id) => terms.find((term) => term.id === id) ?? []);
    if (others.length > 0) parts.push(related(others, language, onSee));
    return parts;
}

/** @param {Term[]} others @param {string} language @param {(other: Term) => void} onSee */
function related(others, language, onSee) {
    const links = others.map((other) => {
        const { text, lang } = nameOf(other, language);
        const button = make("button", { type: "button", class: "term-link", "data-see": other.id, lang }, text);
        button.addEventListener("click", () => onSee(other));
        return make("li", {}, button);
    });
    const label = make("span", { lang: uiLanguage() }, glossaryText("seeAlso"));
    return make("div", { class: "see-also", dir: direction(uiLanguage()) }, label, make("ul", { role: "list" }, ...links));
}
