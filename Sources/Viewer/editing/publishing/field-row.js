// @ts-check
/** How a field changed, as a list item. */
import { make } from "../../base/dom.js";
import { phrase } from "../../strings/editor.js";
import { fieldLabel, valueText } from "../shell/field-names.js";
import { difference } from "../texts/replacing.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {import("../session/server.js").FieldChange} FieldChange */

/** @param {EditingSession} session @param {FieldChange} field */
export function fieldRow(session, { path, before, after }) {
    const [one, other] = [before, after].map((value) => (isNothing(value) ? "" : valueText(session, path, value)));
    const parts = one !== "" && other !== "" ? difference(one, other) : { start: "", before: one, after: other, end: "" };
    const line = make("p", { dir: "auto" }, parts.start);
    if (parts.before !== "") line.append(make("del", {}, make("span", { class: "visually-hidden" }, phrase("was")), parts.before));
    if (parts.after !== "") line.append(make("ins", {}, make("span", { class: "visually-hidden" }, phrase("is")), parts.after));
    line.append(parts.end);
    return make("li", {}, make("span", { class: "field-name" }, fieldLabel(path)), line);
}

/** @param {unknown} value @returns {boolean} whether the field is empty */
function isNothing(value) {
    return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}
