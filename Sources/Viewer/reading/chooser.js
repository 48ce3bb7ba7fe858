// @ts-check
/** Lets the reader choose between clauses that a touch was equally near to. */
import { find, make } from "../base/dom.js";
import { say } from "../strings/strings.js";
import { heading, titleOf } from "./naming.js";
import { positionCard } from "./peek.js";

/** @typedef {import("../base/types.js").Clause} Clause */

export class Chooser {
    #card = make("div", { id: "chooser", role: "dialog", hidden: "" });
    #surface = find("surface", HTMLElement);
    #onChoose;

    /** @param {(id: string) => void} onChoose */
    constructor(onChoose) {
        this.#onChoose = onChoose;
        find("main", HTMLElement).append(this.#card);
        this.#card.addEventListener("keydown", (event) => this.#step(event));
        // Closes when the focus moves elsewhere. A press on the sheet may become a tap, which closes it too.
        this.#card.addEventListener("focusout", ({ relatedTarget }) => {
            const isElsewhere = relatedTarget instanceof Node && !this.#card.contains(relatedTarget);
            if (isElsewhere && !this.#surface.contains(relatedTarget)) this.close();
        });
    }

    get isOpen() {
        return !this.#card.hidden;
    }

    /**
     * @param {Clause[]} clauses  the clauses, nearest first
     * @param {string} ownLanguage  the document's own language
     * @param {import("../base/types.js").Point} point  a point on the surface in CSS pixels
     */
    show(clauses, ownLanguage, point) {
        const entries = clauses.map((clause) => {
            const name = heading(clause);
            const title = titleOf(clause, ownLanguage);
            const button = make("button", { type: "button" });
            if (name !== "" && name !== title.text) button.append(make("span", { class: "number" }, `${name}:`), " ");
            button.append(make("bdi", { lang: title.lang }, title.text));
            button.addEventListener("click", () => {
                this.close();
                this.#onChoose(clause.id);
            });
            return make("li", {}, button);
        });
        this.#card.setAttribute("aria-label", say("whichOne"));
        this.#card.replaceChildren(make("p", {}, say("whichOne")), make("ul", { role: "list" }, ...entries));
        this.#card.hidden = false;
        positionCard(this.#card, point, this.#surface);
        this.#card.querySelector("button")?.focus({ preventScroll: true });
    }

    close() {
        const hadFocus = this.#card.contains(document.activeElement);
        this.#card.hidden = true;
        if (hadFocus) find("overlays", SVGSVGElement).focus({ preventScroll: true });
    }

    /** @param {KeyboardEvent} event */
    #step(event) {
        const steps = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (steps === undefined) return;
        const entries = [...this.#card.querySelectorAll("button")];
        const index = entries.findIndex((entry) => entry === document.activeElement);
        entries[Math.min(entries.length - 1, Math.max(0, index + steps))]?.focus();
        event.preventDefault();
    }
}
