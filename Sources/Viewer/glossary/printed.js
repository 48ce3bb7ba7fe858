// @ts-check
/** The terms of clauses, explained on paper. */
import { make, paragraphs } from "../base/dom.js";
import { uiLanguage, localized } from "../strings/strings.js";
import { nameOf } from "./entry.js";
import { placesOf } from "./terms.js";

/**
 * Returns a list of the terms that occur in the clauses' translations and have a definition, in alphabetical order; empty if
 * there are none.
 * @param {import("./terms.js").Term[]} terms
 * @param {import("../base/types.js").Clause[]} clauses
 * @param {string} language
 * @param {string} title
 * @returns {HTMLElement[]}
 */
export function explainedTerms(terms, clauses, language, title) {
    const places = placesOf(terms, clauses.map((clause) => ({ ...clause, context: null, transcription: null })), language);
    const { compare } = new Intl.Collator(language);
    const entries = terms.filter(({ id }) => places.get(id)?.length).flatMap((term) => {
        const words = localized(term.definition, language);
        return words ? [{ name: nameOf(term, language), words }] : [];
    });
    if (entries.length === 0) return [];
    const list = entries.sort((one, other) => compare(one.name.text, other.name.text)).flatMap(({ name, words }) => [
        make("dt", { lang: name.lang }, name.text),
        make("dd", {}, ...paragraphs(words.text, words.lang)),
    ]);
    return [make("div", { class: "terms" }, make("h2", { lang: uiLanguage() }, title), make("dl", {}, ...list))];
}
