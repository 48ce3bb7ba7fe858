// @ts-check
/** What was read, on this device: recorded on a document's page, shown on the library's page. */
import { documentURL } from "../base/addresses.js";
import { wordButton } from "../base/dialogs.js";
import { make } from "../base/dom.js";
import { format } from "../base/fragment.js";
import { recall, remember, rememberPlace } from "../base/memory.js";
import { showNotice } from "../base/notice.js";
import { nameOf } from "../reading/naming.js";
import { apart, localized, say } from "../strings/strings.js";

/** @typedef {import("../base/memory.js").Visit} Visit */
/** @typedef {Pick<import("../base/viewer.js").Viewer, "document" | "arrival" | "language" | "place" | "selected" | "addEventListener">} Viewer */

const MOST = 20;

/**
 * Returns a function that stores a fragment unless it is the one that was given last: after "Forget" the page is redrawn at the
 * same place, which must not be stored again.
 * @param {(hash: string) => void} store
 */
function onChange(store) {
    /** @type {string | null} */
    let last = null;
    return (/** @type {string} */ hash) => {
        if (hash !== last) store((last = hash));
    };
}

/**
 * Remembers where the reader is, and offers to resume where they left off.
 * @param {Viewer} viewer
 */
export function keepPlace(viewer) {
    const { id } = viewer.document;
    const before = recall().places?.[id];
    // Not if the reader came for something else, even if that does not exist.
    if (before && viewer.arrival === "" && location.search === "") {
        showNotice(say("leftOff"), { label: say("goOn"), run: () => location.assign(before) });
    }
    // The events for the place in the address may have fired before this module was loaded.
    rememberPlace(id, location.hash || (before ?? ""));
    const store = onChange((hash) => rememberPlace(id, hash));
    const keep = () => store(location.hash);
    for (const event of /** @type {const} */ (["list", "select", "rest"])) viewer.addEventListener(event, keep);
}

/**
 * Records each clause that is opened, and, once the sheet rests, the view.
 * @param {Viewer} viewer
 */
export function keepHistory(viewer) {
    const keep = onChange((hash) => {
        const { document: about, selected: clause, language } = viewer;
        if (!clause) return;
        const title = localized(about.title, language)?.text ?? about.id;
        const visit = { document: about.id, title, clause: clause.id, name: nameOf(clause), hash };
        const others = (recall().history ?? []).filter((one) => one.document !== about.id || one.clause !== clause.id);
        remember({ history: [visit, ...others].slice(0, MOST) });
    });
    const note = (box = viewer.place.box) => {
        if (viewer.selected) keep(format({ ...viewer.place, box, clause: viewer.selected.id }));
    };
    // The view is still that of the previous clause.
    viewer.addEventListener("select", () => note(null));
    viewer.addEventListener("rest", () => note());
    note();
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
