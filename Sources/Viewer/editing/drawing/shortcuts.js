// @ts-check
/** Keyboard shortcuts for tools and controls. They work on the sheet and its bars, never in text fields. */
import { ENTRIES } from "./toolbar.js";

/**
 * @param {HTMLElement} root
 * @param {{ press: (name: string) => void, controls: () => import("./types.js").Control[] }} on
 * @param {AbortSignal} signal
 */
export function watchShortcuts(root, on, signal) {
    /** @param {KeyboardEvent} event */
    const press = (event) => {
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || root.hidden) return;
        const target = event.target instanceof Element ? event.target : document.body;
        const isHere = target === document.body || target.closest("#drawing, #drawing-tools, #drawing-options") !== null;
        if (!isHere || document.querySelector("dialog[open]")) return;
        const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
        // Enter on a button presses the button.
        if (key === "Enter" && target.closest("button, input")) return;
        const control = on.controls().find(({ keys, isDisabled }) => keys === key && !isDisabled);
        const entry = ENTRIES.find(({ keys }) => keys === key);
        if (control) control.run(0);
        else if (entry) on.press(entry.name);
        else return;
        event.preventDefault();
    };
    document.addEventListener("keydown", press, { signal });
}
