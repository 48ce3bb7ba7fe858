// @ts-check
/** The years of the library's documents: a bar for each period, as high as its number of documents, and fields for years. */
import { make } from "../base/dom.js";
import { findingCount, findingText } from "../strings/finding.js";

/** @typedef {import("../base/types.js").YearCounts} YearCounts */
/** @typedef {{ from?: number, to?: number }} Years */

/** The minimum number of dated documents for which the timeline is shown. */
const LEAST = 2;

/**
 * Returns a year as text. Year 0 is 1 BC.
 * @param {number} year
 */
function yearText(year) {
    return year > 0 ? String(year) : findingText("beforeChrist", { year: String(1 - year) });
}

export class Timeline {
    element = make("div", { class: "timeline", role: "group", hidden: "" });
    #onChange;
    #bars = make("div", { class: "bars", role: "toolbar" });
    #ends = [make("span"), make("span")];
    /** @type {{ from: HTMLInputElement, to: HTMLInputElement } | null} */
    #fields = null;
    /** @type {YearCounts | null} */
    #counts = null;
    /** @type {Years} */
    #chosen = {};

    /** @param {(years: Years) => void} onChange */
    constructor(onChange) {
        this.#onChange = onChange;
        this.#bars.addEventListener("click", (event) => this.#press(event));
        this.#bars.addEventListener("keydown", (event) => this.#move(event));
    }

    /**
     * @param {YearCounts | null} counts
     * @param {Years} chosen
     */
    show(counts, chosen) {
        [this.#counts, this.#chosen] = [counts, { from: chosen.from, to: chosen.to }];
        const isChosen = chosen.from !== undefined || chosen.to !== undefined;
        this.element.hidden = !isChosen && (counts?.total ?? 0) < LEAST;
        if (this.element.hidden) return;
        const fields = (this.#fields ??= this.#build());
        for (const name of /** @type {const} */ (["from", "to"])) {
            // Not while somebody types in it.
            if (fields[name] !== document.activeElement) fields[name].value = String(chosen[name] ?? "");
        }
        const focused = [...this.#bars.children].indexOf(/** @type {Element} */ (document.activeElement));
        this.#bars.replaceChildren(...this.#draw());
        const bars = this.#enabled();
        const stop = bars.find((bar) => bar.ariaPressed === "true") ?? bars[0];
        if (stop) stop.tabIndex = 0;
        if (focused >= 0) /** @type {HTMLElement | undefined} */ (this.#bars.children[focused])?.focus();
        const shown = counts ? [yearText(counts.start), yearText(counts.start + counts.step * counts.counts.length - 1)] : ["", ""];
        this.#ends.forEach((end, place) => (end.textContent = shown[place]));
    }

    #build() {
        const id = "timeline-title";
        const fields = { from: yearField("from"), to: yearField("to") };
        /** @param {"from" | "to"} changed */
        const take = (changed) => {
            const [from, to] = [fields.from, fields.to].map((input) => (input.value === "" || !input.validity.valid ? undefined : input.valueAsNumber));
            const isTurned = from !== undefined && to !== undefined && from > to;
            // The year just typed takes precedence; the other is dropped if the two conflict.
            this.#choose(isTurned ? { [changed]: changed === "from" ? from : to } : { from, to });
        };
        for (const name of /** @type {const} */ (["from", "to"])) fields[name].addEventListener("change", () => take(name));
        this.element.setAttribute("aria-labelledby", id);
        this.#bars.ariaLabel = findingText("stretches");
        this.element.replaceChildren(
            make("p", { id, class: "title" }, findingText("years")),
            this.#bars,
            make("p", { class: "ends", "aria-hidden": "true" }, ...this.#ends),
            make("div", { class: "fields" }, labelled("from", fields.from), labelled("to", fields.to)),
        );
        return fields;
    }

    #draw() {
        if (this.#counts === null) return [];
        const { start, step, counts } = this.#counts;
        const most = Math.max(...counts, 1);
        const { from = -Infinity, to = Infinity } = this.#chosen;
        const isChosen = from > -Infinity || to < Infinity;
        return counts.map((count, place) => {
            const [first, last] = [start + place * step, start + (place + 1) * step - 1];
            const years = step === 1 ? yearText(first) : findingText("stretch", { from: yearText(first), to: yearText(last) });
            const text = findingCount("inYears", count, { years });
            const isIn = isChosen && first <= to && last >= from;
            const bar = make("button", { class: count === 0 ? "empty" : "", type: "button", tabindex: "-1", "aria-pressed": String(isIn), "aria-label": text, title: text, "data-first": String(first), "data-last": String(last) });
            bar.disabled = count === 0 && !isIn;
            bar.append(make("span", { class: "bar" }));
            bar.style.setProperty("--height", String(count / most));
            return bar;
        });
    }

    /** @returns {HTMLButtonElement[]} */
    #enabled() {
        return [...this.#bars.querySelectorAll("button")].filter(({ disabled }) => !disabled);
    }

    /**
     * Chooses one period, or with the shift key all from the chosen ones to it. A second press on the chosen one chooses all
     * years.
     * @param {MouseEvent} event
     */
    #press(event) {
        const bar = event.target instanceof Element ? event.target.closest("button") : null;
        if (!bar) return;
        const [first, last] = [Number(bar.dataset.first), Number(bar.dataset.last)];
        const { from, to } = this.#chosen;
        if (event.shiftKey && from !== undefined && to !== undefined) this.#choose({ from: Math.min(from, first), to: Math.max(to, last) });
        else this.#choose(from === first && to === last ? {} : { from: first, to: last });
    }

    /**
     * Moves between the bars with the arrow keys, in visual order.
     * @param {KeyboardEvent} event
     */
    #move(event) {
        const bars = this.#enabled();
        const at = bars.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
        const isMirrored = getComputedStyle(this.#bars).direction === "rtl";
        /** @type {Record<string, number>} */
        const places = { ArrowLeft: isMirrored ? 1 : -1, ArrowRight: isMirrored ? -1 : 1, Home: -at, End: bars.length - 1 - at };
        const steps = places[event.key];
        const next = steps === undefined ? undefined : bars[at + steps];
        if (at < 0 || !next) return;
        event.preventDefault();
        bars[at].tabIndex = -1;
        next.tabIndex = 0;
        next.focus();
    }

    /** @param {Years} years */
    #choose({ from, to }) {
        this.#onChange({ ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) });
    }
}

/** @param {"from" | "to"} name */
function yearField(name) {
    return make("input", { id: `finding-${name}`, type: "number", min: "-9999", max: "9999", step: "1", inputmode: "numeric", autocomplete: "off" });
}

/** @param {"from" | "to"} name @param {HTMLInputElement} input */
function labelled(name, input) {
    return make("p", {}, make("label", { for: input.id }, findingText(name)), input);
}
