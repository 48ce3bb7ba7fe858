// @ts-check
/** The curtains between captures: lines on the surface that can be dragged, or moved with the arrow keys. */
import { make } from "../base/dom.js";
import { localPoint } from "../base/turning.js";
import { captureText } from "../strings/captures.js";
import { movedCurtain } from "./arrangement.js";

/** @typedef {import("../base/types.js").Capture} Capture */
/** @typedef {NonNullable<ReturnType<typeof import("./arrangement.js").comparisonOn>>} Comparison */

/**
 * @type {Readonly<Record<string, number>>} steps in percent of the visible part of the sheet; Home and End move as far as
 *   possible
 */
const KEYS = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1, PageDown: -10, PageUp: 10, Home: -100, End: 100 };

export class Curtains {
    #surface;
    #adjust;
    /** @type {HTMLElement[]} */
    #lines = [];
    /** @type {number[]} */
    #at = [];
    /** The visible part of the page, in CSS pixels on the surface. */
    #sheet = { x: 0, y: 0, width: 1, height: 1 };

    /** @param {HTMLElement} surface @param {(at: number[]) => void} adjust */
    constructor(surface, adjust) {
        this.#surface = surface;
        this.#adjust = adjust;
    }

    /** @param {Comparison | null} comparison @param {(capture: Capture) => string} name */
    show(comparison, name) {
        this.#at = comparison?.at ?? [];
        while (this.#lines.length > this.#at.length) this.#lines.pop()?.remove();
        while (this.#lines.length < this.#at.length) this.#lines.push(this.#line(this.#lines.length));
        for (const [index, line] of this.#lines.entries()) {
            const percent = this.#at[index];
            line.setAttribute("aria-valuenow", String(Math.round(percent)));
            const [left, right] = [index, index + 1].map((place) => comparison?.shown[place]);
            if (left && right) line.setAttribute("aria-label", captureText("curtainBetween", { left: name(left), right: name(right) }));
        }
        this.hang(this.#sheet);
    }

    /**
     * Moves the lines with the sheet.
     * @param {import("../base/types.js").Box} sheet  the visible part of the sheet, in CSS pixels on the surface
     */
    hang(sheet) {
        this.#sheet = sheet;
        for (const [index, line] of this.#lines.entries()) {
            line.style.transform = `translateX(${sheet.x + (this.#at[index] / 100) * sheet.width}px)`;
        }
    }

    /** @param {number} index */
    #line(index) {
        const line = make(
            "div",
            { class: "curtain", role: "slider", tabindex: "0", "aria-valuemin": "0", "aria-valuemax": "100", "aria-orientation": "horizontal" },
            make("span", { class: "grip", "aria-hidden": "true" }),
        );
        const moveTo = (/** @type {number} */ percent) => this.#adjust(movedCurtain(this.#at, index, percent));
        line.addEventListener("pointerdown", (event) => {
            // Keeps the sheet from moving.
            event.stopPropagation();
            if (event.button === 0) line.setPointerCapture(event.pointerId);
        });
        line.addEventListener("pointermove", (event) => {
            if (!line.hasPointerCapture(event.pointerId)) return;
            event.stopPropagation();
            moveTo((100 * (localPoint(this.#surface, event).x - this.#sheet.x)) / Math.max(1, this.#sheet.width));
        });
        line.addEventListener("pointerup", (event) => event.stopPropagation());
        line.addEventListener("keydown", (event) => {
            const step = KEYS[event.key];
            if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            event.stopPropagation();
            moveTo(this.#at[index] + step);
        });
        this.#surface.append(line);
        return line;
    }
}
