// @ts-check
/**
 * The card of a tour, beside the sheet or, on a phone, below it. It shows a step, an overview of all steps, or the tours of a
 * document.
 */
import { wordButton } from "../base/dialogs.js";
import { find, make, paragraphs, setLabel } from "../base/dom.js";
import { isMirrored, localized } from "../strings/strings.js";
import { tourCount, tourText } from "../strings/tours.js";
import { resumed, SPEEDS } from "./pace.js";

/** @typedef {import("./pace.js").Tour} Tour */
/** @typedef {"route" | "chevron-left" | "chevron-right" | "xmark" | "list"} Icon */

/**
 * @typedef {object} Actions
 * @property {(steps: -1 | 1) => void} move
 * @property {(tour: Tour, step: number) => void} go
 * @property {() => void} overview  toggles between the overview and the step
 * @property {() => void} play
 * @property {(speed: number) => void} speed
 * @property {() => void} close
 */

export class TourCard {
    #on;
    #title = make("h2", { id: "tour-title", tabindex: "-1" });
    #bar = make("div", { id: "tour-progress", role: "progressbar", "aria-labelledby": "tour-title", "aria-valuemin": "0" }, make("span"));
    #body = make("div", { id: "tour-body", tabindex: "0", role: "region", "aria-labelledby": "tour-title" });
    #place = make("button", { type: "button", id: "tour-place", "aria-pressed": "false" });
    #back;
    #next;
    #close;
    #play = make("button", { type: "button", class: "tool", id: "tour-play", "aria-pressed": "false" }, make("span", { class: "play", "aria-hidden": "true" }));
    #speed = make("select", { id: "tour-speed" });
    #controls = make("div", { id: "tour-controls", role: "group" });
    element = make("aside", { id: "tour", "aria-labelledby": "tour-title" });

    /** @param {Actions} on */
    constructor(on) {
        this.#on = on;
        this.#back = tool("chevron-left", () => on.move(-1));
        this.#next = tool("chevron-right", () => on.move(1));
        this.#close = tool("xmark", on.close);
        this.#back.id = "tour-back";
        this.#next.id = "tour-next";
        this.#close.id = "tour-close";
        this.#place.addEventListener("click", on.overview);
        this.#play.addEventListener("click", on.play);
        this.#speed.addEventListener("change", () => on.speed(Number(this.#speed.value)));
        this.#controls.append(this.#back, this.#place, this.#next, this.#play, this.#speed);
        this.element.append(make("div", { id: "tour-head" }, this.#title, this.#close), this.#bar, this.#body, this.#controls);
        this.element.addEventListener("keydown", (event) => this.#key(event));
        this.updateStrings();
    }

    get isThere() {
        return this.element.isConnected;
    }

    /** Writes the labels of buttons in the language of the page. */
    updateStrings() {
        for (const [button, name] of /** @type {const} */ ([[this.#back, "back"], [this.#next, "next"], [this.#close, "close"]])) {
            setLabel(button, tourText(name));
        }
        const chosen = this.#speed.value || "1";
        setLabel(this.#speed, tourText("speed"));
        const number = new Intl.NumberFormat(document.documentElement.lang);
        this.#speed.replaceChildren(...SPEEDS.map((speed) => make("option", { value: String(speed) }, tourText("times", { speed: number.format(speed) }))));
        this.#speed.value = chosen;
        this.#controls.setAttribute("aria-label", tourText("controls"));
    }

    /** Places the card beside the sheet and focuses its title. */
    open() {
        if (!this.isThere) find("main", HTMLElement).after(this.element);
        document.body.classList.add("touring");
        this.#title.focus({ preventScroll: true });
    }

    remove() {
        this.element.remove();
        document.body.classList.remove("touring");
    }

    /**
     * @param {Tour} tour
     * @param {number} step  from 1
     * @param {string} language  the language of the texts
     * @param {boolean} isLast  whether nothing follows, in another document either
     */
    showStep(tour, step, language, isLast) {
        const count = tour.steps.length;
        this.#head(tour, language);
        const text = localized(tour.steps[step - 1]?.text ?? null, language);
        const held = document.activeElement;
        this.#body.replaceChildren(...paragraphs(text?.text ?? "", text?.lang ?? ""));
        // The button that led to this step is gone.
        if (held && !held.isConnected) this.#title.focus({ preventScroll: true });
        this.#body.scrollTop = 0;
        this.#controls.hidden = this.#bar.hidden = false;
        this.#place.textContent = tourText("step", { step, count });
        this.#place.title = tourText("overview");
        this.#place.setAttribute("aria-pressed", "false");
        // Not `disabled`, which would remove the focus from a button just pressed.
        this.#back.setAttribute("aria-disabled", String(step === 1));
        this.#next.setAttribute("aria-disabled", String(isLast));
        this.#bar.setAttribute("aria-valuemax", String(count));
        this.#bar.setAttribute("aria-valuenow", String(step));
        this.#bar.setAttribute("aria-valuetext", tourText("step", { step, count }));
        this.#bar.style.setProperty("--share", String(step / count));
    }

    /**
     * Shows all steps to choose from.
     * @param {Tour} tour
     * @param {number} current  from 1
     * @param {string} language
     */
    showOverview(tour, current, language) {
        this.#head(tour, language);
        const summary = localized(tour.summary, language);
        const items = tour.steps.map((step, index) => {
            const words = localized(step.text, language);
            const name = make("span", { class: "opening", lang: words?.lang ?? "" }, words?.text ?? tourText("step", { step: index + 1, count: tour.steps.length }));
            const button = make("button", { type: "button" }, name);
            if (index + 1 === current) button.setAttribute("aria-current", "step");
            button.addEventListener("click", () => this.#on.go(tour, index + 1));
            return make("li", {}, button);
        });
        this.#body.replaceChildren(...(summary ? [make("p", { lang: summary.lang }, summary.text)] : []), make("ol", {}, ...items));
        this.#place.setAttribute("aria-pressed", "true");
        this.#place.title = tourText("backToStep");
        const shown = this.#body.querySelector("[aria-current]");
        if (shown instanceof HTMLElement) shown.focus();
    }

    /**
     * Shows the tours of the document, to begin or resume one.
     * @param {Tour[]} tours
     * @param {string} language
     * @param {(tour: Tour) => number | undefined} before  returns the reader's last step
     */
    showTours(tours, language, before) {
        this.#title.textContent = tourText("tours");
        this.#title.lang = "";
        this.#controls.hidden = this.#bar.hidden = true;
        this.#body.replaceChildren(...tours.map((tour) => {
            const [title, summary] = [localized(tour.title, language), localized(tour.summary, language)];
            const count = tour.steps.length;
            const on = resumed(before(tour), count);
            const start = wordButton(tourText(on === null ? "start" : "startAnew"), () => this.#on.go(tour, 1));
            const resume = on === null ? [] : [wordButton(tourText("goOn", { step: on }), () => this.#on.go(tour, on))];
            return make(
                "section",
                { class: "tour-entry" },
                make("h3", { lang: title?.lang ?? "" }, title?.text ?? tour.id),
                ...(summary ? [make("p", { lang: summary.lang }, summary.text)] : []),
                make("p", { class: "aside" }, tourCount("count", count)),
                make("p", { class: "actions" }, ...resume, start),
            );
        }));
    }

    /** @param {number} speed  the speed chosen elsewhere */
    setSpeed(speed) {
        this.#speed.value = String(speed);
    }

    /** @param {boolean} isPlaying @param {number} seconds  the duration of the step */
    showPlaying(isPlaying, seconds) {
        this.#play.setAttribute("aria-pressed", String(isPlaying));
        setLabel(this.#play, tourText(isPlaying ? "pause" : "play"));
        this.element.classList.toggle("playing", isPlaying);
        this.element.style.setProperty("--seconds", `${seconds}s`);
        // Reading the width forces a reflow, which restarts the animation of the progress bar.
        this.#bar.classList.remove("running");
        void this.#bar.offsetWidth;
        this.#bar.classList.toggle("running", isPlaying);
    }

    /** @param {Tour} tour @param {string} language */
    #head(tour, language) {
        const title = localized(tour.title, language);
        this.#title.textContent = title?.text ?? tour.id;
        this.#title.lang = title?.lang ?? "";
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        // These keys scroll the text; elsewhere they turn pages.
        if (event.key === "PageDown" || event.key === "PageUp") event.stopPropagation();
        if (event.altKey || event.ctrlKey || event.metaKey || event.target instanceof HTMLSelectElement) return;
        const step = stepOf(event.key);
        if (event.key === "Escape") this.#on.close();
        else if (step !== null && !this.#controls.hidden) this.#on.move(step);
        else return;
        event.preventDefault();
    }
}

/**
 * Returns the direction in which a key moves through a tour; null for other keys.
 * @param {string} key
 * @returns {-1 | 1 | null}
 */
export function stepOf(key) {
    const forward = isMirrored() ? "ArrowLeft" : "ArrowRight";
    if (key === forward) return 1;
    return key === "ArrowLeft" || key === "ArrowRight" ? -1 : null;
}

/** @param {Icon} icon @param {() => void} onClick */
function tool(icon, onClick) {
    const button = make("button", { type: "button", class: "tool" }, make("span", { class: `icon own ${icon}`, "aria-hidden": "true" }));
    button.addEventListener("click", onClick);
    return button;
}
