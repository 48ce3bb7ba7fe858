// @ts-check
/** The choice of an icon among those that ship with the viewer, and the document's own. */
import { openDialog } from "../../base/dialogs.js";
import { make } from "../../base/dom.js";
import { phrase } from "../../strings/editor.js";
import { attempt, wordButton } from "../shell/forms.js";
import { documentIcon, ownIcons } from "./document-icons.js";
import { ICON_GROUPS } from "./icon-names.js";

/** @param {import("../session/session.js").EditingSession} session @param {string} path  of the field that names it */
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
    const dialog = openDialog("icon-choice", phrase("chooseIcon"), none, ...groups);
}
