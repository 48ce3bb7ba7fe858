// @ts-check
/** The whole glossary: its terms in alphabetical order of the language, with the clauses that contain them. */
import { openDialog } from "../base/dialogs.js";
import { make } from "../base/dom.js";
import { direction } from "../strings/direction.js";
import { glossaryText, termCount } from "../strings/glossary.js";
import { uiLanguage } from "../strings/strings.js";
import { heading, titleOf } from "../reading/naming.js";
import { explanation, nameOf } from "./entry.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {import("./terms.js").Term} Term */
/** @typedef {{ clauses: Clause[], places: Map<string, string[]> }} Found  the clauses by the terms they contain */

/**
 * @param {object} shown
 * @param {Term[]} shown.terms
 * @param {string} shown.language  the language of the texts
 * @param {string} shown.ownLanguage  the document's own language
 * @param {string | null} at  the id of the term to scroll to
 * @param {() => Promise<Found | null>} find  finds the clauses; null if the document is too long to be fetched whole
 * @param {(clause: string) => void} onOpen
 */
export function openGlossary(shown, at, find, onOpen) {
    const { terms, language } = shown;
    const { compare } = new Intl.Collator(language);
    /** @type {Map<string, HTMLElement>} */
    const entries = new Map();
    const go = (/** @type {string} */ id) => {
        field.value = "";
        filter();
        const entry = entries.get(id);
        entry?.scrollIntoView({ block: "start" });
        entry?.querySelector("a")?.focus({ preventScroll: true });
    };
    const sorted = terms.map((term) => ({ term, name: nameOf(term, language) })).sort((one, other) => compare(one.name.text, other.name.text));
    for (const { term, name } of sorted) {
        const link = make("a", { href: `#term=${encodeURIComponent(term.id)}`, lang: name.lang }, name.text);
        link.addEventListener("click", (event) => {
            event.preventDefault();
            go(term.id);
        });
        const said = explanation(term, shown, (other) => go(other.id));
        entries.set(term.id, make("li", { "data-term": term.id, dir: direction(name.lang) }, make("h3", {}, link), ...said));
    }
    const list = make("ul", { role: "list", class: "terms", lang: language }, ...entries.values());
    const label = make("label", { for: "glossary-search", class: "visually-hidden" }, glossaryText("search"));
    const field = make("input", { id: "glossary-search", type: "search", placeholder: glossaryText("search"), autocomplete: "off" });
    const count = make("p", { class: "aside", role: "status" }, termCount(terms.length));
    const filter = () => {
        const sought = plain(field.value);
        let left = 0;
        for (const { term } of sorted) {
            const entry = entries.get(term.id);
            if (!entry) continue;
            const names = typeof term.term === "string" ? [] : Object.values(term.term);
            const words = [entry.textContent ?? "", ...names, ...Object.values(term.forms).flat()].map(plain);
            entry.hidden = !words.some((text) => text.includes(sought));
            if (!entry.hidden) left += 1;
        }
        count.textContent = left === 0 ? glossaryText("nothing") : termCount(left);
    };
    field.addEventListener("input", filter);
    const dialog = openDialog("glossary", glossaryText("glossary"), make("p", { class: "search" }, label, field), count, list);
    const open = (/** @type {string} */ clause) => {
        dialog.close();
        onOpen(clause);
    };
    find().then((found) => found && showPlaces(entries, found, shown.ownLanguage, open)).catch(() => null);
    if (at !== null && entries.has(at)) go(at);
    else if (at !== null) count.textContent = glossaryText("missing");
    return dialog;
}

/**
 * @param {Map<string, HTMLElement>} entries
 * @param {Found} found
 * @param {string} ownLanguage
 * @param {(clause: string) => void} open
 */
function showPlaces(entries, { clauses, places }, ownLanguage, open) {
    const byID = new Map(clauses.map((clause) => [clause.id, clause]));
    for (const [id, entry] of entries) {
        const buttons = (places.get(id) ?? []).flatMap((place) => byID.get(place) ?? []).map((clause) => {
            const title = titleOf(clause, ownLanguage);
            const name = heading(clause) || title.text;
            const button = make("button", { type: "button", class: "place", title: title.text, lang: uiLanguage() }, name);
            button.addEventListener("click", () => open(clause.id));
            return make("li", {}, button);
        });
        const words = glossaryText(buttons.length > 0 ? "inClauses" : "nowhere");
        const label = make("span", { lang: uiLanguage() }, words);
        entry.append(make("div", { class: "places", dir: direction(uiLanguage()) }, label, make("ul", { role: "list" }, ...buttons)));
    }
}

/** @param {string} text  a text to compare without regard to case and accents */
function plain(text) {
    return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("\u2019", "'").trim();
}
