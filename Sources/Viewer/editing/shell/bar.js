// @ts-check
/** The editor's bar: the document, the save state, undo and redo, the switch between reading and editing, and the changes. */
import { announce } from "../../base/dialogs.js";
import { find, write } from "../../base/dom.js";
import { showNotice } from "../../base/notice.js";
import { counted, phrase } from "../../strings/editor.js";
import { localized, uiLanguage } from "../../strings/strings.js";
import { pathLabel } from "./field-names.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */

/** The delay before the save state is announced, so that announcements do not interrupt typing. */
const ANNOUNCE_MILLISECONDS = 1500;

export class EditorBar {
    #session;
    #undo = find("undo", HTMLButtonElement);
    #redo = find("redo", HTMLButtonElement);
    #saved = find("saved", HTMLButtonElement);
    #state = "";
    #timer = 0;

    /**
     * @param {EditingSession} session
     * @param {object} on
     * @param {(isReading: boolean) => void} on.mode
     * @param {() => void} on.changes
     * @param {() => void} on.outbox
     */
    constructor(session, on) {
        this.#session = session;
        this.#undo.addEventListener("click", () => this.#step("undo"));
        this.#redo.addEventListener("click", () => this.#step("redo"));
        this.#saved.addEventListener("click", on.outbox);
        find("changes", HTMLElement).addEventListener("click", on.changes);
        const mode = find("mode", HTMLElement);
        mode.addEventListener("click", () => {
            const isReading = mode.getAttribute("aria-pressed") !== "true";
            mode.setAttribute("aria-pressed", String(isReading));
            document.body.classList.toggle("viewing", isReading);
            announce(phrase(isReading ? "viewing" : "editing"));
            on.mode(isReading);
        });
        document.addEventListener("keydown", (event) => this.#key(event));
        // Pointer and key events can change the steps of an unfinished shape.
        for (const event of ["pointerup", "keyup"]) document.addEventListener(event, () => requestAnimationFrame(() => this.#show()));
        session.addEventListener("state", () => this.#show());
        session.addEventListener("change", () => this.#show());
        session.addEventListener("editors", () => this.#showEditors());
        session.addEventListener("refusal", (event) => this.#refuse(/** @type {CustomEvent} */ (event).detail));
        this.#show();
        this.#showEditors();
    }

    /** @param {"undo" | "redo"} action */
    #step(action) {
        const isPossible = action === "undo" ? this.#session.canUndo : this.#session.canRedo;
        if (!isPossible) return;
        this.#session[action]();
        announce(phrase(action === "undo" ? "undone" : "redone"));
        this.#show();
    }

    /**
     * Handles undo and redo shortcuts, in text fields too, since typing there creates ordinary edits.
     * @param {KeyboardEvent} event
     */
    #key(event) {
        if (event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey)) return;
        const key = event.key.toLowerCase();
        const isRedo = (key === "z" && event.shiftKey) || (key === "y" && !event.metaKey);
        if (!isRedo && key !== "z") return;
        // Inputs that are not bound to a field, such as a search, use the browser's own undo.
        if (event.target instanceof HTMLElement && event.target.closest("[data-own-undo]")) return;
        event.preventDefault();
        this.#step(isRedo ? "redo" : "undo");
    }

    #show() {
        const { canUndo, canRedo, state } = this.#session;
        // Not `disabled`, which would take the focus away from a button that was just pressed.
        this.#undo.setAttribute("aria-disabled", String(!canUndo));
        this.#redo.setAttribute("aria-disabled", String(!canRedo));
        const title = localized(/** @type {any} */ (this.#session.value("document/title")), uiLanguage());
        write(find("title", HTMLElement), title?.text ?? this.#session.document, title?.lang ?? "");
        document.title = `${title?.text ?? this.#session.document} · ${phrase("editor")}`;
        if (state === this.#state) return;
        this.#state = state;
        this.#saved.textContent = phrase(state);
        this.#saved.dataset.state = state;
        clearTimeout(this.#timer);
        if (state !== "saving") this.#timer = window.setTimeout(() => this.#announce(state), ANNOUNCE_MILLISECONDS);
    }

    /** @param {import("../session/delivery.js").SavedState} state */
    #announce(state) {
        if (state === this.#session.state) announce(phrase(state));
    }

    #showEditors() {
        const names = new Set(this.#session.editors.map(({ name }) => name));
        names.delete(this.#session.editor.name);
        const element = find("editors", HTMLElement);
        element.hidden = names.size === 0;
        element.textContent = names.size === 0 ? "" : counted("others", names.size, { names: [...names].join(", ") });
    }

    /** @param {{ action: "undo" | "redo", paths: string[] }} refusal */
    #refuse({ action, paths }) {
        const field = pathLabel(this.#session, paths[0]);
        const editor = this.#session.lastChange(paths[0])?.editor ?? "";
        const isOther = editor !== "" && editor !== this.#session.editor.name;
        const name = isOther ? editor : phrase("somebody");
        showNotice(phrase(action === "undo" ? "undoRefused" : "redoRefused", { field, name }));
        this.#show();
    }
}
