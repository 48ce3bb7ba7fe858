// @ts-check
/** What is said of one clause: springs up from the foot, or from the side where the screen is low and wide. */
import { find, make, ownIcon, paragraphs } from "./dom.js";
import { heading } from "./naming.js";
import { languageName, say, spokenLanguage } from "./strings.js";
import { watchSwipe } from "./swipe.js";

/** @typedef {import("./api.js").Clause} Clause */
/** @typedef {import("./view.js").Insets} Insets */

/**
 * @typedef {object} Shown
 * @property {Clause} clause
 * @property {string} language  that the reader asked for
 * @property {string} ownLanguage  of the document
 * @property {boolean} hasPrevious
 * @property {boolean} hasNext
 */

export class Panel {
    #panel = find("panel", HTMLElement);
    #body = find("panel-body", HTMLElement);
    #number = find("panel-number", HTMLElement);
    #title = find("panel-title", HTMLElement);
    #previous = find("panel-previous", HTMLButtonElement);
    #next = find("panel-next", HTMLButtonElement);

    /**
     * @param {object} on
     * @param {() => void} on.close
     * @param {(steps: -1 | 1) => void} on.step  to the clause before or after
     * @param {(insets: Insets) => void} on.resize  it covers another part of the surface now
     */
    constructor(on) {
        find("panel-close", HTMLButtonElement).addEventListener("click", on.close);
        this.#previous.addEventListener("click", () => on.step(-1));
        this.#next.addEventListener("click", () => on.step(1));
        this.#panel.addEventListener("keydown", (event) => {
            if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
            if (event.key === "ArrowLeft" && !this.#previous.disabled) on.step(-1);
            if (event.key === "ArrowRight" && !this.#next.disabled) on.step(1);
        });
        watchSwipe(this.#panel, {
            direction: () => (this.#isAtSide ? "right" : "down"),
            scroller: this.#body,
            onDismiss: on.close,
        });
        new ResizeObserver(() => on.resize(this.insets)).observe(this.#panel);
    }

    get isOpen() {
        return this.#panel.classList.contains("open");
    }

    get hasFocus() {
        return this.#panel.contains(document.activeElement);
    }

    /** Takes the keyboard's focus, where a button that had it has been disabled. */
    focus() {
        this.#title.focus({ preventScroll: true });
    }

    /**
     * What it covers once it has come to rest; nothing while it is closed.
     * @returns {Insets}
     */
    get insets() {
        const covers = { top: 0, right: 0, bottom: 0, left: 0 };
        if (this.isOpen && this.#isAtSide) covers.right = this.#panel.offsetWidth;
        else if (this.isOpen) covers.bottom = this.#panel.offsetHeight;
        return covers;
    }

    /** @param {Shown} shown @param {boolean} takesFocus */
    open(shown, takesFocus) {
        this.fill(shown);
        this.#panel.inert = false;
        this.#panel.parentElement?.classList.add("reading");
        this.#panel.classList.add("open");
        this.#body.scrollTop = 0;
        if (takesFocus) this.#title.focus({ preventScroll: true });
    }

    close() {
        this.#panel.classList.remove("open");
        this.#panel.inert = true;
        this.#panel.parentElement?.classList.remove("reading");
    }

    /** @param {Shown} shown */
    fill({ clause, language, ownLanguage, hasPrevious, hasNext }) {
        this.#number.textContent = heading(clause);
        this.#number.hidden = this.#number.textContent === "";
        const textLanguage = clause.lang ?? language;
        const title = clause.title ?? clause.incipit ?? heading(clause) ?? clause.id;
        this.#title.textContent = title || clause.id;
        this.#title.lang = clause.title === null && clause.incipit !== null ? ownLanguage : textLanguage;
        this.#previous.disabled = !hasPrevious;
        this.#next.disabled = !hasNext;
        this.#body.replaceChildren(...text(clause, language, ownLanguage));
    }

    get #isAtSide() {
        return getComputedStyle(this.#panel).getPropertyValue("--at-side").trim() === "1";
    }
}

/** @param {Clause} clause @param {string} language @param {string} ownLanguage */
function text(clause, language, ownLanguage) {
    const { translation, context, transcription, lang } = clause;
    const parts = [];
    const words = make("div", { class: "words" });
    if (translation !== null) words.append(...paragraphs(translation, lang ?? language));
    if (lang !== null && lang !== language && (translation !== null || context !== null)) {
        const name = languageName(language, spokenLanguage());
        words.prepend(make("p", { class: "aside" }, say("otherLanguage", { language: name })));
    }
    if (translation === null && context === null && transcription === null) {
        words.append(make("p", { class: "aside" }, say("noText")));
    }
    if (words.childElementCount > 0) parts.push(words);
    if (context !== null) {
        const title = make("h3", {}, ownIcon("landmark"), say("context"));
        parts.push(make("section", { class: "context" }, title, ...paragraphs(context, lang ?? language)));
    }
    if (transcription !== null) {
        const summary = make("summary", {}, ownIcon("chevron-right"), say("transcription"));
        const details = make("details", { class: "transcription" }, summary, ...paragraphs(transcription, ownLanguage));
        details.open = translation === null && context === null;
        parts.push(details);
    }
    return parts;
}
