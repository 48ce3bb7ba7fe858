// @ts-check
/** The menu of categories, which slides in from the start edge: all, none, each category, and last those not included in all. */
import { iconURL } from "../base/api.js";
import { cover } from "../base/covering.js";
import { find, icon, make, ownIcon, setLabel } from "../base/dom.js";
import { watchHold, watchSwipe } from "../base/gestures.js";
import { moveFocus } from "../base/keys.js";
import { isMirrored, localized, say, sayCount } from "../strings/strings.js";

export class Menu {
    #menu = find("menu", HTMLElement);
    #button = find("menu-button", HTMLButtonElement);
    #scrim = find("scrim", HTMLElement);
    #categories;
    #on;
    /** @type {HTMLButtonElement[]} */
    #entries = [];

    /**
     * @param {import("../base/types.js").Categories} categories  the categories in the order of the menu
     * @param {object} on
     * @param {(category: string) => void} on.choose
     * @param {(category: string) => void} on.add  adds the category to those chosen, or removes it
     * @param {() => void} on.open
     */
    constructor(categories, on) {
        this.#categories = categories;
        this.#on = on;
        this.#button.addEventListener("click", () => (this.isOpen ? this.close() : this.open()));
        this.#scrim.addEventListener("click", () => this.close());
        this.#menu.addEventListener("keydown", (event) => moveFocus(this.#entries, event));
        const directions = () => ({ [isMirrored() ? "right" : "left"]: () => this.close() });
        watchSwipe(this.#menu, { directions });
        watchSwipe(this.#scrim, { directions, moves: () => this.#menu });
    }

    get isOpen() {
        return this.#button.getAttribute("aria-expanded") === "true";
    }

    open() {
        if (this.isOpen) return;
        this.#menu.classList.add("used");
        this.#on.open();
        this.#set(true);
        (this.#entries.find((entry) => entry.hasAttribute("aria-current")) ?? this.#entries[0])?.focus();
    }

    close() {
        if (!this.isOpen) return;
        const hadFocus = this.#menu.contains(document.activeElement);
        this.#set(false);
        if (hadFocus) this.#button.focus();
    }

    /** @param {string} language @param {string} chosen  as in the address, see `mark` */
    updateStrings(language, chosen) {
        const { all, categories } = this.#categories;
        const rows = [
            this.#entry("all", say("all"), ownIcon("feather-pointed"), all, null),
            this.#entry("none", say("none"), ownIcon("ban"), null, null),
        ];
        const [included, apart] = [true, false].map((isIncluded) =>
            categories
                .filter((category) => category.includedInAll === isIncluded)
                .map((category) => {
                    const { id, label, count } = category;
                    const name = localized(label, language);
                    const picture = icon(iconURL(category.icon, category.iconURL));
                    return this.#entry(id, name?.text ?? id, picture, count, name?.lang ?? null);
                }),
        );
        const lists = [rows, included, apart].filter((part) => part.length > 0);
        const heading = make("h2", { class: "visually-hidden" }, say("menu"));
        this.#menu.replaceChildren(heading, ...lists.map((part) => make("ul", { role: "list" }, ...part)));
        this.#entries = [...this.#menu.querySelectorAll("button")];
        this.#label();
        this.mark(chosen);
    }

    /** @param {string} category  as in the address: comma-separated ids, `all` or `none` */
    mark(category) {
        const chosen = category.split(",");
        for (const entry of this.#entries) {
            if (chosen.includes(entry.dataset.category ?? "")) entry.setAttribute("aria-current", "true");
            else entry.removeAttribute("aria-current");
        }
    }

    /**
     * @param {string} category
     * @param {string} name
     * @param {HTMLElement} picture
     * @param {number | null} count
     * @param {string | null} language  the language of the name, if it may differ from the page's
     */
    #entry(category, name, picture, count, language) {
        const label = make("span", language ? { class: "name", lang: language } : { class: "name" }, name);
        const button = make("button", { type: "button", "data-category": category }, picture, label);
        if (count !== null) {
            button.append(
                make("span", { class: "count", "aria-hidden": "true" }, String(count)),
                make("span", { class: "visually-hidden" }, `, ${sayCount("clauseCount", count)}`),
            );
        }
        const wasHeld = watchHold(button, () => this.#on.add(category));
        button.addEventListener("click", (event) => {
            if (wasHeld()) return;
            if (event.ctrlKey || event.metaKey || event.shiftKey) {
                this.#on.add(category);
                return;
            }
            this.close();
            this.#on.choose(category);
        });
        return make("li", {}, button);
    }

    /** @param {boolean} isOpen */
    #set(isOpen) {
        this.#button.setAttribute("aria-expanded", String(isOpen));
        this.#menu.inert = !isOpen;
        this.#menu.classList.toggle("open", isOpen);
        this.#scrim.classList.toggle("open", isOpen);
        cover("menu", isOpen ? ["main", "list"] : [], () => this.close());
        this.#label();
    }

    /** Labels the button with what a press would do. */
    #label() {
        setLabel(this.#button, say(this.isOpen ? "closeMenu" : "openMenu"));
    }
}

/**
 * Returns the category value of an address with one category added or removed; `all` and `none` replace the others.
 * @param {string} former
 * @param {string} category
 */
export function toggled(former, category) {
    if (category === "all" || category === "none") return category;
    const chosen = former.split(",").filter((id) => id !== "all" && id !== "none");
    const others = chosen.filter((id) => id !== category);
    return (others.length < chosen.length ? others : [...chosen, category]).join(",") || "all";
}
