// @ts-check
/** The reading history on this device: recorded on a document's page, shown on the library's page. */
import { documentURL } from "../base/addresses.js";
import { wordButton } from "../base/dialogs.js";
import { make } from "../base/dom.js";
import { format } from "../base/fragment.js";
import { recall, remember } from "../base/memory.js";
import { nameOf } from "../reading/naming.js";
import { apart, localized, say } from "../strings/strings.js";

/** @typedef {import("../base/memory.js").Visit} Visit */
/** @typedef {Pick<import("../base/viewer.js").Viewer, "document" | "language" | "place" | "selected" | "addEventListener">} Viewer */

const MOST = 20;

/**
 * Records each clause that is opened, and, once the sheet rests, the view.
 * @param {Viewer} viewer
 */
export function keepHistory(viewer) {
    let noted = "";
    /** @param {import("../base/fragment.js").Place} place */
    const note = (place) => {
        const clause = viewer.selected;
        if (!clause) return;
        const { id, title } = viewer.document;
        const hash = format({ ...place, clause: clause.id });
        // After "Forget" the page is redrawn at the same place, which must not be recorded again.
        if (hash === noted) return;
        noted = hash;
        const visit = {
            document: id,
            title: localized(title, viewer.language)?.text ?? id,
            clause: clause.id,
            name: nameOf(clause),
            hash,
        };
        const others = (recall().history ?? []).filter((one) => one.document !== id || one.clause !== clause.id);
        remember({ history: [visit, ...others].slice(0, MOST) });
    };
    // The view is still that of the previous clause.
    viewer.addEventListener("select", () => note({ ...viewer.place, box: null }));
    viewer.addEventListener("rest", () => note(viewer.place));
    note(viewer.place);
}

/** @returns {HTMLElement | null} links to the last clause that was read and to earlier ones */
export function historyPart() {
    const visits = (recall().history ?? []).filter(isVisit);
    const [last, ...earlier] = visits;
    if (!last) return null;
    const part = make("section", { id: "history", "aria-labelledby": "history-title" });
    const remove = wordButton(say("deleteHistory"), () => {
        remember({ history: undefined });
        const done = make("p", { role: "status", tabindex: "-1" }, say("historyDeleted"));
        part.replaceChildren(done);
        done.focus();
    });
    const items = earlier.map((visit) => make("li", {}, link(visit)));
    const more = make("details", {}, make("summary", {}, say("readBefore")));
    if (items.length > 0) more.append(make("ol", { role: "list" }, ...items));
    more.append(remove);
    part.append(make("h2", { id: "history-title" }, say("goOnReading")), link(last), more);
    return part;
}

/** @param {Visit} visit */
function link(visit) {
    const names = [make("span", { class: "name" }, apart(visit.name)), make("span", { class: "of" }, apart(visit.title))];
    return make("a", { href: documentURL(visit.document) + visit.hash }, ...names);
}

/** @param {unknown} value  the stored value, possibly written by another version @returns {value is Visit} */
function isVisit(value) {
    if (typeof value !== "object" || value === null) return false;
    const visit = /** @type {Record<string, unknown>} */ (value);
    const texts = [visit.document, visit.title, visit.clause, visit.name, visit.hash];
    return texts.every((text) => typeof text === "string") && String(visit.hash).startsWith("#");
}
