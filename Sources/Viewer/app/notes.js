// @ts-check
/** Loads bookmarks and notes at once if the device has any, otherwise on first use. */
import * as api from "../base/api.js";
import { actionButton } from "../base/dialogs.js";
import { find } from "../base/dom.js";
import { loadModule, showLoadFailure } from "../base/load-module.js";
import { hasNotes } from "../base/memory.js";
import { say } from "../strings/strings.js";

/** @typedef {import("../notes/notes.js").Notes} Notes */

/** @type {((what: keyof Notes) => void) | undefined} undefined if notes are not offered */
export let openNotes;

/** @param {import("../base/viewer.js").Viewer} viewer */
export function offerNotes(viewer) {
    /** @type {Promise<Notes | void> | undefined} */
    let loading;
    const load = () =>
        (loading ??= loadModule("notes/notes")
            .then((part) => part.showNotes(viewer, { document: api.document, categories: api.categories, clauses: api.clauses }))
            .catch(() => ((loading = undefined), showLoadFailure())));
    openNotes = (what) => load().then((notes) => notes?.[what]());
    const offer = () => {
        if (loading) return;
        const button = actionButton("bookmark", say("notes"), () => (button.remove(), openNotes?.("begin")));
        find("panel-body", HTMLElement).querySelector(".actions")?.append(button);
    };
    if (hasNotes()) load();
    viewer.addEventListener("read", offer);
    offer();
}
