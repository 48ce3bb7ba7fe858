// @ts-check
/** Dialogs: created when they open, closed by their button, Escape or a click outside. */
import { say } from "../strings/strings.js";
import { find, make, ownIcon } from "./dom.js";

/** @type {WeakMap<Element, Element | null>} the element that gets the focus back from each dialog */
const openers = new WeakMap();

/**
 * Opens a dialog with a title and content. It is created afresh each time, in the current language. If it is open already, it
 * is replaced, and the same control keeps the focus.
 * @param {string} id
 * @param {string} title
 * @param {...Node} content
 * @returns {HTMLDialogElement}
 */
export function openDialog(id, title, ...content) {
    const focused = document.activeElement;
    const former = document.getElementById(id);
    // A dialog opened from another, even from itself in another language, returns the focus to where that one was opened.
    const parent = former ?? focused?.closest("dialog");
    const opener = (parent && openers.get(parent)) ?? focused;
    former?.remove();
    const close = make("button", { class: "tool close", type: "button", "aria-label": say("close") }, ownIcon("xmark"));
    const heading = make("h2", { id: `${id}-title` }, title);
    const frame = make("div", { class: "frame" }, close, heading, ...content);
    const dialog = make("dialog", { id, class: "over-sheet", "aria-labelledby": `${id}-title` }, frame);
    openers.set(dialog, opener);
    document.body.append(dialog);
    closeByTouch(dialog, close);
    dialog.addEventListener("close", () => {
        dialog.remove();
        if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    });
    dialog.showModal();
    if (focused && former?.contains(focused)) document.getElementById(focused.id)?.focus();
    return dialog;
}

/** @param {HTMLDialogElement} dialog @param {HTMLButtonElement} button */
export function closeByTouch(dialog, button) {
    button.addEventListener("click", () => dialog.close());
    // An event whose target is the dialog itself, rather than its content, is on the backdrop. A click fires on the common ancestor
    // of press and release, so one that ends a drag out of the content looks like one on the backdrop.
    let isPressed = false;
    dialog.addEventListener("pointerdown", ({ target }) => (isPressed = target === dialog));
    dialog.addEventListener("click", ({ target }) => {
        if (isPressed && target === dialog) dialog.close();
    });
}

/**
 * Creates a button with an icon and a label.
 * @param {import("./dom.js").OwnIcon} icon
 * @param {string} text
 * @param {() => void} onClick
 */
export function actionButton(icon, text, onClick) {
    const button = make("button", { type: "button", class: "action" }, ownIcon(icon), text);
    button.addEventListener("click", onClick);
    return button;
}

/**
 * Creates a button with a text.
 * @param {string} text
 * @param {() => void} onClick
 * @param {Record<string, string>} [attributes]
 */
export function wordButton(text, onClick, attributes = {}) {
    const button = make("button", { type: "button", class: "action", ...attributes }, text);
    button.addEventListener("click", onClick);
    return button;
}

/**
 * Creates a button with an icon.
 * @param {HTMLElement} icon
 * @param {string} label
 * @param {() => void} onClick
 * @param {Record<string, string>} [attributes]
 */
export function toolButton(icon, label, onClick, attributes = {}) {
    const button = make("button", { type: "button", class: "tool", "aria-label": label, title: label, ...attributes }, icon);
    button.addEventListener("click", onClick);
    return button;
}

/**
 * Creates an input for files. It is hidden, from assistive technology too, since a button beside it opens it.
 * @param {(files: File[]) => void} receive  called with at least one file
 * @param {Record<string, string>} attributes
 */
export function fileInput(receive, attributes) {
    const input = make("input", { type: "file", hidden: "", tabindex: "-1", ...attributes });
    input.addEventListener("change", () => {
        const files = [...(input.files ?? [])];
        // Lets the user choose the same file again.
        input.value = "";
        if (files.length > 0) receive(files);
    });
    return input;
}

/**
 * Creates a labelled select element.
 * @param {string} id
 * @param {string} label
 * @param {[value: string, text: string, lang?: string][]} choices
 * @param {string} chosen
 * @param {(value: string) => void} onChange
 */
export function choice(id, label, choices, chosen, onChange) {
    const select = make("select", { id });
    for (const [value, text, lang] of choices) {
        select.append(make("option", lang ? { value, lang } : { value }, text));
    }
    select.value = chosen;
    select.addEventListener("change", () => onChange(select.value));
    return make("p", { class: "choice" }, make("label", { for: id }, label), select);
}

/**
 * Announces a text to screen readers.
 * @param {string} text
 */
export function announce(text) {
    find("live", HTMLElement).textContent = text;
}
