// @ts-check
/** Icons of a document: those that ship with the viewer, and its own SVG files, which are only shown as images. */
import { ROOT } from "../../base/addresses.js";
import { iconURL } from "../../base/api.js";
import { icon, make } from "../../base/dom.js";

/** @typedef {Pick<import("../session/session.js").EditingSession, "value" | "document">} Session */

/** @param {Session} session @param {string | null} name @returns {HTMLElement} an empty element if there is no icon */
export function documentIcon(session, name) {
    if (name === null || !name.endsWith(".svg")) return icon(iconURL(name));
    const text = session.value(`files/${name}`);
    const src = typeof text === "string" ? `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
        : `${ROOT}documents/${encodeURIComponent(session.document)}/icons/${encodeURIComponent(name)}`;
    return make("img", { class: "own-icon", src, alt: "" });
}
