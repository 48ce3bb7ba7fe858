// @ts-check
/** The form for writing a note. */
import { actionButton } from "../base/dialogs.js";
import { make } from "../base/dom.js";
import { noteText } from "../strings/notes.js";
import { MOST_TEXT } from "./annotations.js";

/**
 * @param {object} draft
 * @param {string} draft.text  the text, updated while the reader types
 * @param {object} on
 * @param {(text: string) => void} on.save
 * @param {() => void} on.cancel
 */
export function noteForm(draft, on) {
    const area = make("textarea", { rows: "4", dir: "auto", maxlength: String(MOST_TEXT), "aria-label": noteText("label") });
    area.value = draft.text;
    area.addEventListener("input", () => (draft.text = area.value));
    const save = actionButton("feather-pointed", noteText("save"), () => undefined);
    save.type = "submit";
    const buttons = make("div", { class: "actions" }, save, actionButton("xmark", noteText("cancel"), on.cancel));
    const form = make("form", { class: "note-form" }, area, buttons);
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        on.save(area.value.trim());
    });
    form.addEventListener("keydown", (event) => {
        // Keeps shortcuts of the sheet and the panel from acting.
        event.stopPropagation();
        // Escape then only discards what an input method suggests.
        if (event.isComposing) return;
        if (event.key === "Escape") {
            event.preventDefault();
            on.cancel();
        } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            form.requestSubmit();
        }
    });
    return form;
}

/**
 * Focuses the field and places the caret at its end.
 * @param {HTMLElement} within
 */
export function focusForm(within) {
    const area = within.querySelector("textarea");
    area?.focus();
    area?.setSelectionRange(area.value.length, area.value.length);
    area?.scrollIntoView({ block: "nearest" });
}
