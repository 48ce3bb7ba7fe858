// @ts-check
/** The SVG files of a document that its themes and its emblem show. */

/** @typedef {Pick<import("../session/session.js").EditingSession, "value" | "categories" | "files" | "perform">} Session */

/** The server takes no larger ones. */
export const MOST_BYTES = 32 << 10;

/** @param {Session} session @returns {string[]} the names of its own files */
export function ownIcons(session) {
    const names = [session.value("document/mark"), ...session.categories().map((category) => category.icon)];
    const used = names.flatMap((name) => (typeof name === "string" && name.endsWith(".svg") ? [name] : []));
    return [...new Set([...session.files(), ...used])].sort();
}

/**
 * Adds an SVG file to the document and makes it an icon, in one edit. The same drawing again is the same file.
 * @param {Session} session
 * @param {string} path  of the field that names the icon
 * @param {string} fileName
 * @param {string} text
 */
export function addIcon(session, path, fileName, text) {
    const name = session.files().find((one) => session.value(`files/${one}`) === text) ?? freeName(session, fileName);
    session.perform({ label: "icon", operations: [{ path: `files/${name}`, after: text }, { path, after: name }] });
}

/** @param {Session} session @param {string} fileName */
function freeName(session, fileName) {
    const stem = fileName.replace(/\.svg$/i, "").normalize("NFKD").toLowerCase()
        .replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "icon";
    const taken = new Set(ownIcons(session).map((name) => name.toLowerCase()));
    for (let count = 1; ; count += 1) {
        const name = `${stem}${count === 1 ? "" : `-${count}`}.svg`;
        if (!taken.has(name)) return name;
    }
}
