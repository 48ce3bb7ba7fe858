// @ts-check
/** The document's own SVG files, used as icons of its themes and as its emblem. */
import { plainName } from "../session/object-edits.js";

/** @typedef {Pick<import("../session/session.js").EditingSession, "value" | "categories" | "files" | "perform">} Session */

/** The server's limit on the size of an icon, in bytes. */
export const MOST_BYTES = 32 << 10;

/** @param {Session} session @returns {string[]} the names of the document's SVG files */
export function ownIcons(session) {
    const names = [session.value("document/mark"), ...session.categories().map((category) => category.icon)];
    const used = names.flatMap((name) => (typeof name === "string" && name.endsWith(".svg") ? [name] : []));
    return [...new Set([...session.files(), ...used])].sort();
}

/**
 * Adds an SVG file to the document and uses it as an icon, in one edit. A drawing that already exists is reused.
 * @param {Session} session
 * @param {string} path  the path of the field that names the icon
 * @param {string} fileName
 * @param {string} text
 */
export function addIcon(session, path, fileName, text) {
    const name = session.files().find((one) => session.value(`files/${one}`) === text) ?? freeName(session, fileName);
    session.perform({ label: "icon", operations: [{ path: `files/${name}`, after: text }, { path, after: name }] });
}

/** @param {Session} session @param {string} fileName */
function freeName(session, fileName) {
    const stem = plainName(fileName.replace(/\.svg$/i, ""), 60) || "icon";
    const taken = new Set(ownIcons(session).map((name) => name.toLowerCase()));
    for (let count = 1; ; count += 1) {
        const name = `${stem}${count === 1 ? "" : `-${count}`}.svg`;
        if (!taken.has(name)) return name;
    }
}
