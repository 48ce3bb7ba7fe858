// @ts-check
/** A dialog for choosing an icon, from those that ship with the viewer or the document's own. */
import { openDialog } from "../../base/dialogs.js";
import { make } from "../../base/dom.js";
import { phrase } from "../../strings/editor.js";
import { attempt, labelled, wordButton } from "../shell/forms.js";
import { documentIcon } from "./document-icons.js";
import { addIcon, MOST_BYTES, ownIcons } from "./own-icons.js";
import { ICON_GROUPS } from "./icon-names.js";

/**
 * @param {import("../session/session.js").EditingSession} session @param {string} path  the path of the field that names the icon
 */
export function openIcons(session, path) {
    const chosen = session.value(path);
    const choose = (/** @type {string | null} */ name) => {
        attempt(() => session.perform({ label: "icon", operations: [{ path, after: name }] }));
        dialog.close();
    };
    const button = (/** @type {string} */ name) => {
        const label = name.replaceAll("-", " ");
        const attributes = { type: "button", class: "tool", "aria-label": label, title: label, "aria-pressed": String(name === chosen) };
        const made = make("button", attributes, documentIcon(session, name));
        made.addEventListener("click", () => choose(name));
        return made;
    };
    const own = ownIcons(session);
    const all = [...(own.length > 0 ? [{ group: /** @type {const} */ ("own"), names: own }] : []), ...ICON_GROUPS];
    const groups = all.map(({ group, names }) =>
        make("section", {}, make("h3", {}, phrase(`${group}Icons`)), make("div", { class: "icons" }, ...names.map(button))));
    const none = make("p", { class: "actions" }, wordButton(phrase("noIcon"), () => choose(null)));
    const problem = make("p", { class: "warning", role: "alert" });
    const file = make("input", { type: "file", accept: ".svg,image/svg+xml" });
    file.addEventListener("change", async () => {
        const chosenFile = file.files?.[0];
        if (!chosenFile) return;
        const text = chosenFile.size <= 16 * MOST_BYTES ? drawingIn(await chosenFile.text()) : null;
        const isSmall = text !== null && new TextEncoder().encode(text).length <= MOST_BYTES;
        problem.textContent = isSmall ? "" : phrase("noIconFile", { name: chosenFile.name, size: MOST_BYTES >> 10 });
        if (!isSmall) return;
        attempt(() => addIcon(session, path, chosenFile.name, text));
        dialog.close();
    });
    const dialog = openDialog("icon-choice", phrase("chooseIcon"), none, labelled(phrase("iconFile"), file), problem, ...groups);
}

/**
 * Serialises an SVG without its declarations, which the server does not accept. Entities defined in them are expanded.
 * @param {string} text  the text of a file
 * @returns {string | null} null if the text is not SVG
 */
function drawingIn(text) {
    const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    const isDrawing = root.localName === "svg" && root.namespaceURI === "http://www.w3.org/2000/svg";
    return isDrawing && root.getElementsByTagName("parsererror").length === 0 ? new XMLSerializer().serializeToString(root) : null;
}
