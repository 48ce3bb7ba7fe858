// @ts-check
/** The badge with the number of captures of a page, and the card for choosing and comparing them. */
import { find, make, ownIcon, setLabel } from "../base/dom.js";
import { evenly, MOST_COMPARED } from "../base/fragment.js";
import { captureCount, captureText } from "../strings/captures.js";

/** @typedef {import("../base/types.js").Capture} Capture */
/** @typedef {import("../base/fragment.js").CaptureMode} CaptureMode */
/** @typedef {import("../base/fragment.js").Comparison} Comparison */
/** @typedef {ReturnType<typeof import("./arrangement.js").comparisonOn>} Shown */

/** @type {readonly CaptureMode[]} */
const MODES = ["one", "fade", "curtain", "lens"];

export class CaptureCard {
    #count = make("span", { class: "tally", "aria-hidden": "true" });
    #badge = make("button", { id: "captures-button", class: "tool", type: "button", "aria-expanded": "false", "aria-controls": "captures", hidden: "" }, ownIcon("layer-group"), this.#count);
    #card = make("div", { id: "captures", role: "group", hidden: "" });
    #on;
    /** @type {Capture[]} */
    #captures = [];

    /**
     * @param {object} on
     * @param {(comparison: Comparison | null) => void} on.show
     * @param {(at: number[]) => void} on.adjust
     */
    constructor(on) {
        this.#on = on;
        this.#badge.addEventListener("click", () => this.#toggle());
        this.#card.addEventListener("keydown", (event) => {
            if (event.key !== "Escape") return;
            event.preventDefault();
            this.#toggle();
            this.#badge.focus();
        });
        find("zoom", HTMLElement).before(this.#badge, this.#card);
    }

    #toggle() {
        this.#card.hidden = !this.#card.hidden;
        this.#badge.setAttribute("aria-expanded", String(!this.#card.hidden));
        if (!this.#card.hidden) this.#card.querySelector("input")?.focus();
    }

    /**
     * @param {Capture[]} captures  the captures of the page; empty if there is only one
     * @param {Shown} shown
     * @param {(capture: Capture) => string} name
     */
    fill(captures, shown, name) {
        this.#captures = captures;
        this.#badge.hidden = captures.length === 0;
        if (captures.length === 0) this.#card.hidden = true;
        this.#count.textContent = String(captures.length);
        setLabel(this.#badge, captureCount("count", captures.length));
        this.#card.setAttribute("aria-label", captureText("captures"));
        // The focused control must not be replaced while the reader uses it.
        const held = /** @type {HTMLElement | null} */ (this.#card.contains(document.activeElement) ? document.activeElement : null);
        const state = JSON.stringify([captures.map((capture) => [capture.id, name(capture)]), shown?.mode, shown?.shown.map(({ id }) => id), captureText("show")]);
        if (this.#card.dataset.state === state) return this.#adjust(shown);
        this.#card.dataset.state = state;
        this.#card.replaceChildren(...this.#content(shown, name));
        if (held?.id) document.getElementById(held.id)?.focus();
    }

    /** @param {Shown} shown @param {(capture: Capture) => string} name */
    #content(shown, name) {
        const [own] = this.#captures;
        const base = shown?.shown[0] ?? own;
        const mode = shown?.mode ?? "one";
        const others = shown?.shown.slice(1) ?? [];
        const parts = [
            ...this.#ranges(shown, name),
            this.#fieldset("show", this.#captures.map((capture) =>
                this.#choice("radio", `capture-${capture.id}`, name(capture), capture === base, () => this.#show(mode, capture, others)))),
            this.#fieldset("compare", MODES.map((one) =>
                this.#choice("radio", `compare-${one}`, captureText(one), one === mode, () => this.#show(one, base, others))), "modes"),
        ];
        if (mode === "one") return parts;
        const kind = mode === "curtain" && this.#captures.length > 2 ? "checkbox" : "radio";
        if (this.#captures.length > 2) {
            parts.push(this.#fieldset("comparedWith", this.#captures.filter((capture) => capture !== base).map((capture) =>
                this.#choice(kind, `with-${capture.id}`, name(capture), others.includes(capture), (isOn) => {
                    const rest = kind === "radio" ? [] : others.filter((other) => other !== capture);
                    this.#show(mode, base, isOn ? [...rest, capture] : rest);
                }))));
        }
        return parts;
    }

    /**
     * Creates sliders for the positions of the curtains, or for the degree of fading.
     * @param {Shown} shown
     * @param {(capture: Capture) => string} name
     */
    #ranges(shown, name) {
        return (shown?.at ?? []).map((percent, index) => {
            const label = shown?.mode === "fade"
                ? captureText("shareOf", { capture: name(shown.shown[1]) })
                : captureText("curtainBetween", { left: name(shown?.shown[index] ?? this.#captures[0]), right: name(shown?.shown[index + 1] ?? this.#captures[0]) });
            // The curtain is over the sheet, which no language mirrors.
            const dir = shown?.mode === "curtain" ? "ltr" : "";
            const input = make("input", { id: `range-${index}`, type: "range", min: "0", max: "100", "aria-label": label, ...(dir && { dir }) });
            input.value = String(percent);
            input.addEventListener("input", () => {
                const at = [...this.#card.querySelectorAll("input[type=range]")].map((range) => Number(/** @type {HTMLInputElement} */ (range).value));
                // A curtain pushes its neighbours along.
                this.#on.adjust(at.map((place, other) => (other < index ? Math.min(place, at[index]) : Math.max(place, at[index]))));
            });
            return input;
        });
    }

    /** @param {Shown} shown */
    #adjust(shown) {
        for (const [index, input] of [...this.#card.querySelectorAll("input[type=range]")].entries()) {
            /** @type {HTMLInputElement} */ (input).value = String(shown?.at[index] ?? 0);
        }
    }

    /**
     * @param {CaptureMode} mode
     * @param {Capture} base
     * @param {Capture[]} others
     */
    #show(mode, base, others) {
        if (mode === "one") return this.#on.show(base === this.#captures[0] ? null : { mode, ids: [base.id], at: [] });
        const rest = others.filter((other) => other !== base);
        const first = this.#captures.find((capture) => capture !== base);
        const most = mode === "curtain" ? MOST_COMPARED - 1 : 1;
        const beside = (rest.length > 0 ? rest : first ? [first] : []).slice(0, most);
        // In the order of the list, but the capture shown first stays first.
        const ids = [base, ...this.#captures.filter((capture) => beside.includes(capture))].map(({ id }) => id);
        this.#on.show({ mode, ids, at: mode === "fade" ? [50] : mode === "curtain" ? evenly(ids.length) : [] });
    }

    /** @param {"show" | "compare" | "comparedWith"} legend @param {HTMLElement[]} choices @param {string} [kind] */
    #fieldset(legend, choices, kind = "list") {
        return make("fieldset", { class: kind }, make("legend", {}, captureText(legend)), ...choices);
    }

    /** @param {"radio" | "checkbox"} type @param {string} id @param {string} text @param {boolean} isOn @param {(isOn: boolean) => void} onChange */
    #choice(type, id, text, isOn, onChange) {
        const input = make("input", { id, type, name: id.slice(0, id.indexOf("-")) });
        input.checked = isOn;
        input.addEventListener("change", () => onChange(input.checked));
        return make("label", {}, input, text);
    }
}
