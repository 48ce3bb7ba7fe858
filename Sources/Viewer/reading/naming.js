// @ts-check
/** The names of clauses and filters, on the page and for screen readers. */
import { apart, localized, say, sayCount, uiLanguage } from "../strings/strings.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {import("../base/types.js").Category} Category */

/**
 * Returns the name above the title: "Clause 39", "Hidden detail", or nothing.
 * @param {Clause} clause
 */
export function heading(clause) {
    if (clause.number !== null) return say("clause", { number: clause.number });
    return clause.kind === "detail" ? say("detail") : "";
}

/**
 * Returns the title, or else the first words in the document's own language, or else the clause's name.
 * @param {Clause} clause
 * @param {string} ownLanguage  the document's own language
 * @returns {{ text: string, lang: string }}
 */
export function titleOf(clause, ownLanguage) {
    if (clause.title !== null) return { text: clause.title, lang: clause.lang ?? "" };
    if (clause.incipit !== null) return { text: clause.incipit, lang: ownLanguage };
    return { text: heading(clause) || clause.id, lang: uiLanguage() };
}

/**
 * Returns the full name of a clause: its number and its title.
 * @param {Clause} clause
 */
export function nameOf(clause) {
    const parts = [heading(clause), apart(clause.title ?? clause.incipit ?? "")].filter((part) => part !== "");
    return parts.join(": ") || clause.id;
}

/**
 * Returns a description of what a filter shows: "The Church: 6 clauses shown".
 * @param {import("../base/fragment.js").Place} place
 * @param {number} count
 * @param {Category[]} categories
 * @param {string} language
 */
export function filterText({ category, query }, count, categories, language) {
    if (query !== "") return sayCount("found", count, { words: query });
    if (category === "none") return say("shownNone");
    const names = category.split(",").map((id) => {
        const label = categories.find((candidate) => candidate.id === id)?.label;
        return id === "all" ? say("all") : (localized(label, language)?.text ?? id);
    });
    return sayCount("shown", count, { name: names.join(", ") });
}
