// @ts-check
/** The panel beside the sheet. Its tabs are clauses, texts, themes, tours, the glossary, pages, the document, and proposals. */
import { find, make } from "../../base/dom.js";
import { phrase } from "../../strings/editor.js";
import { iconButton } from "./forms.js";

/** @typedef {"clauses" | "texts" | "themes" | "tours" | "glossary" | "pages" | "document" | "proposals"} Tab */
/**
 * @typedef {{ show(): void, hide?(): void, element: HTMLElement, title?: string }} Panel  its element dispatches `title` when the
 *   title changes
 */

/**
 * Whether a panel is the one shown.
 * @param {HTMLElement} element  the panel's element
 */
export function isShown(element) {
    return element.parentElement?.hidden === false;
}

export class Side {
    #element = find("side", HTMLElement);
    /** @type {Map<Tab, { button: HTMLButtonElement, panel: Panel, body: HTMLElement }>} */
    #tabs = new Map();
    /** @type {Tab} */
    #current = "clauses";

    /** @param {Record<Tab, Panel>} panels */
    constructor(panels) {
        const list = make("div", { role: "tablist", "aria-label": phrase("editor") });
        const size = iconButton("expand", phrase("largerPanel"), () => {
            const isLarge = document.body.classList.toggle("large-panel");
            size.setAttribute("aria-pressed", String(isLarge));
        }, { "aria-pressed": "false", id: "side-size" });
        this.#element.append(make("div", { id: "side-head" }, list, size));
        for (const [name, panel] of /** @type {[Tab, Panel][]} */ (Object.entries(panels))) {
            const button = make("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `tabpanel-${name}` });
            const label = () => (button.textContent = panel.title ?? phrase(/** @type {any} */ (`${name}Tab`)));
            label();
            panel.element.addEventListener("title", label);
            const body = make("div", { role: "tabpanel", id: `tabpanel-${name}`, "aria-labelledby": `tab-${name}`, tabindex: "0" }, panel.element);
            button.addEventListener("click", () => this.open(name));
            list.append(button);
            this.#element.append(body);
            this.#tabs.set(name, { button, panel, body });
        }
        list.addEventListener("keydown", (event) => this.#walk(event));
        this.open("clauses");
    }

    get current() {
        return this.#current;
    }

    /** @param {Tab} name */
    open(name) {
        if (name !== this.#current) this.#tabs.get(this.#current)?.panel.hide?.();
        this.#current = name;
        for (const [other, { button, body }] of this.#tabs) {
            button.setAttribute("aria-selected", String(other === name));
            button.tabIndex = other === name ? 0 : -1;
            body.hidden = other !== name;
        }
        this.#tabs.get(name)?.panel.show();
    }

    /** @param {KeyboardEvent} event */
    #walk(event) {
        const names = [...this.#tabs.keys()];
        const isLeftToRight = getComputedStyle(this.#element).direction !== "rtl";
        const forward = isLeftToRight ? "ArrowRight" : "ArrowLeft";
        const backward = isLeftToRight ? "ArrowLeft" : "ArrowRight";
        const index = names.indexOf(this.#current);
        const next = { [forward]: index + 1, [backward]: index - 1, Home: 0, End: names.length - 1 }[event.key];
        if (next === undefined) return;
        event.preventDefault();
        const name = names[(next + names.length) % names.length];
        this.open(name);
        this.#tabs.get(name)?.button.focus();
    }
}
