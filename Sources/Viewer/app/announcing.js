// @ts-check
/** Announces the state of the page: to screen readers, beside the sheet, and in the title of the window. */
import { announce } from "../base/dialogs.js";
import { find } from "../base/dom.js";
import { nameOf } from "../reading/naming.js";
import { apart, institutionName, localized, say } from "../strings/strings.js";

/** @typedef {import("../base/types.js").Clause} Clause */

/** @param {Clause} clause  the clause about to be opened */
export function announceClause(clause) {
    announce(nameOf(clause));
}

/**
 * @param {string} text  a description of what the filter shows
 * @param {import("../base/fragment.js").Place} place
 * @param {boolean} aloud  whether screen readers announce it
 */
export function announceFilter(text, { category, query }, aloud) {
    find("overlays", SVGSVGElement).setAttribute("aria-label", `${say("sheet")}. ${text}`);
    if (aloud) announce(text);
    const filter = find("filter", HTMLElement);
    const hadFocus = filter.contains(document.activeElement);
    filter.hidden = category === "all" && query === "";
    // A button that is hidden loses the focus.
    if (hadFocus && filter.hidden) find("overlays", SVGSVGElement).focus({ preventScroll: true });
    find("filter-text", HTMLElement).textContent = text;
}

/**
 * Sets the title of the window.
 * @param {import("../base/types.js").Document} about
 * @param {Clause | null} clause  the open clause
 * @param {string} language
 */
export function setWindowTitle(about, clause, language) {
    const title = localized(about.title, language)?.text ?? about.id;
    const name = institutionName();
    const page = clause ? `${nameOf(clause)} · ${apart(title)}` : title;
    document.title = name === "" ? page : `${page} · ${apart(name)}`;
}
