// @ts-check
/** The toolbar, and the bar for the active tool: its hint, its controls and the options. */
import { viewerURL } from "../../base/addresses.js";
import { icon, make } from "../../base/dom.js";
import { draw, drawNamed } from "../../strings/drawing.js";

/** @typedef {import("./types.js").Control} Control */

/**
 * @typedef {object} Entry  an entry of the toolbar
 * @property {string} name
 * @property {string} icon
 * @property {string} keys
 * @property {"tool" | "option" | "action"} kind
 */

/** @type {readonly Entry[]} */
export const ENTRIES = [
    { name: "select", icon: "hand-pointer", keys: "V", kind: "tool" },
    { name: "lines", icon: "grip-lines", keys: "L", kind: "tool" },
    { name: "suggestions", icon: "paragraph", keys: "G", kind: "tool" },
    { name: "polygon", icon: "draw-polygon", keys: "P", kind: "tool" },
    { name: "rectangle", icon: "vector-square", keys: "R", kind: "tool" },
    { name: "freehand", icon: "pencil", keys: "F", kind: "tool" },
    { name: "reshape", icon: "bezier-curve", keys: "E", kind: "tool" },
    { name: "move", icon: "up-down-left-right", keys: "M", kind: "tool" },
    { name: "border", icon: "signature", keys: "B", kind: "tool" },
    { name: "split", icon: "scissors", keys: "S", kind: "tool" },
    { name: "join", icon: "code-merge", keys: "J", kind: "tool" },
    { name: "cut", icon: "circle-dot", keys: "H", kind: "tool" },
    { name: "simplify", icon: "feather", keys: "I", kind: "tool" },
    { name: "duplicate", icon: "clone", keys: "D", kind: "action" },
    { name: "trim", icon: "eraser", keys: "T", kind: "action" },
    { name: "remove", icon: "trash-can", keys: "Delete", kind: "action" },
    { name: "snaps", icon: "magnet", keys: "N", kind: "option" },
    { name: "showsOverlap", icon: "layer-group", keys: "O", kind: "option" },
    { name: "addsToClause", icon: "object-group", keys: "A", kind: "option" },
];

export class Toolbar {
    #bar = make("div", { id: "drawing-tools", role: "toolbar" });
    #options = make("div", { id: "drawing-options", role: "group" });
    #hint = make("p", { id: "drawing-hint" });
    #controls = make("div", { class: "drawing-controls" });
    /** @type {Map<string, HTMLButtonElement>} */
    #buttons = new Map();
    /** @type {Map<string, HTMLElement>} */
    #shown = new Map();
    /** @type {Map<string, (value: number) => void>} */
    #runs = new Map();

    /**
     * @param {HTMLElement} host
     * @param {(name: string) => void} onPress
     */
    constructor(host, onPress) {
        this.#bar.setAttribute("aria-label", draw("tools"));
        this.#options.setAttribute("aria-label", draw("options"));
        for (const { name, icon: picture, keys, kind } of ENTRIES) {
            const label = drawNamed(`tool-${name}`);
            const attributes = { type: "button", class: `tool drawing-${kind}`, "data-tool": name, "aria-keyshortcuts": keys, "aria-label": label, title: `${label} (${keys})` };
            const button = make("button", attributes, icon(viewerURL(`vendor/icons/${picture}.svg`)));
            button.addEventListener("click", () => onPress(name));
            this.#buttons.set(name, button);
            this.#bar.append(button);
        }
        this.#setTabStop(ENTRIES[0].name);
        this.#bar.addEventListener("keydown", (event) => this.#walk(event));
        this.#bar.addEventListener("focusin", ({ target }) => {
            if (target instanceof HTMLElement && target.dataset.tool) this.#setTabStop(target.dataset.tool);
        });
        this.#options.append(this.#hint, this.#controls);
        host.append(this.#bar, this.#options);
    }

    /** @param {boolean} isHidden */
    set hidden(isHidden) {
        this.#bar.hidden = this.#options.hidden = isHidden;
    }

    /**
     * @param {object} state
     * @param {string} state.tool  the name of the active tool
     * @param {Record<string, boolean>} state.options
     * @param {ReadonlySet<string>} state.unfinished  the names of tools with unfinished work
     * @param {ReadonlySet<string>} state.disabled
     * @param {string} state.hint
     * @param {boolean} state.isProblem
     * @param {Control[]} state.controls
     */
    update({ tool, options, unfinished, disabled, hint, isProblem, controls }) {
        for (const { name, kind, keys } of ENTRIES) {
            const button = this.#buttons.get(name);
            if (!button) continue;
            if (kind !== "action") button.setAttribute("aria-pressed", String(kind === "tool" ? name === tool : options[name]));
            button.setAttribute("aria-disabled", String(disabled.has(name)));
            button.classList.toggle("unfinished", unfinished.has(name));
            const label = drawNamed(`tool-${name}`);
            const full = unfinished.has(name) ? draw("unfinished", { tool: label }) : label;
            if (button.getAttribute("aria-label") === full) continue;
            button.setAttribute("aria-label", full);
            button.title = `${full} (${keys})`;
        }
        if (this.#hint.textContent !== hint) this.#hint.textContent = hint;
        this.#options.classList.toggle("problem", isProblem);
        this.#updateControls(controls);
    }

    /** @param {Control[]} controls */
    #updateControls(controls) {
        const ids = new Set(controls.map(({ id }) => id));
        for (const [id, element] of this.#shown) {
            if (ids.has(id)) continue;
            element.remove();
            this.#shown.delete(id);
        }
        for (const [place, control] of controls.entries()) {
            this.#runs.set(control.id, control.run);
            const element = this.#shown.get(control.id) ?? (control.range ? this.#slider(control) : this.#button(control));
            this.#shown.set(control.id, element);
            if (control.range) this.#updateSlider(element, control.range);
            else {
                // Not `disabled`: the control keeps the keyboard focus even when it can no longer be pressed.
                element.setAttribute("aria-disabled", String(control.isDisabled ?? false));
                if (control.isPressed !== undefined) element.setAttribute("aria-pressed", String(control.isPressed));
            }
            if (this.#controls.children[place] !== element) this.#controls.insertBefore(element, this.#controls.children[place] ?? null);
        }
    }

    /** @param {Control} control */
    #button({ id, label, keys, icon: picture, isMain }) {
        const attributes = { type: "button", class: isMain ? "action main" : "action", "data-control": id, ...(keys ? { "aria-keyshortcuts": keys } : {}) };
        const button = make("button", attributes, ...(picture ? [icon(viewerURL(`vendor/icons/${picture}.svg`))] : []), make("span", {}, label));
        button.addEventListener("click", () => {
            if (button.getAttribute("aria-disabled") !== "true") this.#runs.get(id)?.(0);
        });
        return button;
    }

    /** @param {Control} control */
    #slider({ id, label, range }) {
        const input = make("input", { type: "range", min: String(range?.least ?? 0), max: String(range?.most ?? 1) });
        input.addEventListener("input", () => this.#runs.get(id)?.(Number(input.value)));
        return make("label", { class: "drawing-slider", "data-control": id }, make("span", {}, label), input, make("output", {}));
    }

    /** @param {HTMLElement} element @param {NonNullable<Control["range"]>} range */
    #updateSlider(element, { value, text }) {
        const [input, output] = [element.querySelector("input"), element.querySelector("output")];
        if (!input || !output) return;
        if (input.value !== String(value)) input.value = String(value);
        input.setAttribute("aria-valuetext", text);
        output.textContent = text;
    }

    /** @param {string} name */
    #setTabStop(name) {
        for (const [other, button] of this.#buttons) button.tabIndex = other === name ? 0 : -1;
    }

    /** @param {KeyboardEvent} event */
    #walk(event) {
        const buttons = [...this.#buttons.values()];
        const place = buttons.findIndex((button) => button === event.target);
        const isRightToLeft = getComputedStyle(this.#bar).direction === "rtl";
        const sideways = isRightToLeft ? -1 : 1;
        const step = { ArrowDown: 1, ArrowUp: -1, ArrowRight: sideways, ArrowLeft: -sideways }[event.key];
        const next = event.key === "Home" ? 0 : event.key === "End" ? buttons.length - 1 : step === undefined ? -1 : (place + step + buttons.length) % buttons.length;
        if (place === -1 || next === -1) return;
        buttons[next].focus();
        event.preventDefault();
        event.stopPropagation();
    }
}
