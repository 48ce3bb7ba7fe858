// @ts-check
/** Icons of a document: those that ship with the viewer, and SVG files of its own, which are shown as pictures only. */
import { ROOT } from "../../base/addresses.js";
import { iconURL } from "../../base/api.js";
import { icon, make } from "../../base/dom.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */

/** @param {EditingSession} session @param {string | null} name @returns {HTMLElement} nothing to see where there is none */
export function documentIcon(session, name) {
    if (name === null || !name.endsWith(".svg")) return icon(iconURL(name));
    const src = `${ROOT}documents/${encodeURIComponent(session.document)}/icons/${encodeURIComponent(name)}`;
    return make("img", { class: "own-icon", src, alt: "" });
}

/** @param {EditingSession} session @returns {string[]} the names of its own files, as far as something has them */
export function ownIcons(session) {
    const names = [session.value("document/mark"), ...session.categories().map((category) => category.icon)];
    return [...new Set(names.flatMap((name) => (typeof name === "string" && name.endsWith(".svg") ? [name] : [])))].sort();
}
