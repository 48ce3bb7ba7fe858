// @ts-check
/** Highlights words on the sheet with boxes over the tiles. */
import { find, make } from "../base/dom.js";

/** @typedef {import("./fetching.js").Word} Word */
/** @typedef {Pick<import("../base/viewer.js").Viewer, "page" | "sight" | "look" | "replacePlace" | "addEventListener">} Viewer */

/** A word shorter than the first is enlarged to the second, in CSS pixels. */
const [LEGIBLE, COMFORTABLE] = [8, 16];
/** The least distance of a revealed word from the border of the visible area, in CSS pixels. */
const MARGIN = 8;
/** The padding around a word, as a fraction of its height. */
const AROUND = 0.12;

export class SheetMarks {
    #viewer;
    #layer = make("div", { id: "word-marks", "aria-hidden": "true" });
    /** @type {readonly Word[]} */
    #words = [];
    /** @type {Word | null} the word to reveal once its page is shown */
    #wanted = null;

    /** @param {Viewer} viewer */
    constructor(viewer) {
        this.#viewer = viewer;
        find("surface", HTMLElement).append(this.#layer);
        viewer.addEventListener("move", () => this.#place());
        viewer.addEventListener("change", () => {
            this.#fill();
            const wanted = this.#wanted;
            if (wanted?.page === this.#viewer.page.number) this.reveal([wanted]);
        });
    }

    /** @param {readonly Word[]} words */
    show(words) {
        this.#words = words;
        this.#wanted = null;
        this.#fill();
    }

    /**
     * Moves the sheet as far as necessary to show the words. Opens their page unless one of them is on the current page.
     * @param {readonly Word[]} words
     */
    reveal(words) {
        if (words.length === 0) return;
        const { number } = this.#viewer.page;
        const here = words.filter(({ page }) => page === number);
        if (here.length === 0) {
            this.#wanted = words[0];
            this.#viewer.replacePlace({ page: words[0].page });
            return;
        }
        this.#wanted = null;
        const { scale } = this.#viewer.sight;
        const height = Math.min(...here.map(({ box }) => box[3]));
        const isLegible = height * scale >= LEGIBLE;
        const seen = visibleArea();
        const rects = Array.from(this.#layer.children, (mark) => mark.getBoundingClientRect());
        const isSeen = rects.every(
            ({ left, top, right, bottom }) =>
                left >= seen.left + MARGIN && right <= seen.right - MARGIN && top >= seen.top + MARGIN && bottom <= seen.bottom - MARGIN,
        );
        if (isSeen && isLegible) return;
        const wanted = isLegible ? scale : COMFORTABLE / height;
        const [left, top] = [Math.min(...here.map(({ box }) => box[0])), Math.min(...here.map(({ box }) => box[1]))];
        const right = Math.max(...here.map(({ box }) => box[0] + box[2]));
        const bottom = Math.max(...here.map(({ box }) => box[1] + box[3]));
        // As much as is visible now, or all of the words.
        const width = Math.max((seen.right - seen.left) / wanted, (right - left) * 1.1);
        const tall = Math.max((seen.bottom - seen.top) / wanted, (bottom - top) * 1.1);
        this.#viewer.look({ x: (left + right - width) / 2, y: (top + bottom - tall) / 2, width, height: tall });
    }

    /**
     * @param {readonly Word[]} words
     * @param {import("../base/types.js").Point} point  in CSS pixels on the surface
     * @returns {number} the index of the word at the point; -1 if there is none
     */
    at(words, point) {
        const { box, scale } = this.#viewer.sight;
        const [x, y] = [box.x + point.x / scale, box.y + point.y / scale];
        const { number } = this.#viewer.page;
        return words.findIndex(({ page, box: [left, top, width, height] }) => page === number && x >= left && x < left + width && y >= top && y < top + height);
    }

    #fill() {
        const here = this.#words.filter(({ page }) => page === this.#viewer.page.number);
        this.#layer.replaceChildren(...here.map(() => make("div", {})));
        this.#place();
    }

    #place() {
        const here = this.#words.filter(({ page }) => page === this.#viewer.page.number);
        const { box, scale } = this.#viewer.sight;
        for (const [index, mark] of Array.from(this.#layer.children).entries()) {
            const [x, y, width, height] = here[index].box;
            const around = height * AROUND;
            if (!(mark instanceof HTMLElement)) continue;
            mark.style.left = `${(x - around - box.x) * scale}px`;
            mark.style.top = `${(y - around - box.y) * scale}px`;
            mark.style.width = `${(width + 2 * around) * scale}px`;
            mark.style.height = `${(height + 2 * around) * scale}px`;
        }
    }
}

/** Returns the part of the surface that the panel does not cover, in window coordinates. */
function visibleArea() {
    const { left, top, right, bottom } = find("surface", HTMLElement).getBoundingClientRect();
    const seen = { left, top, right, bottom };
    const panel = find("panel", HTMLElement);
    if (!panel.classList.contains("open")) return seen;
    const over = panel.getBoundingClientRect();
    if (getComputedStyle(panel).getPropertyValue("--at-side").trim() !== "1") seen.bottom = Math.min(bottom, over.top);
    else if (over.left > (left + right) / 2) seen.right = Math.min(right, over.left);
    else seen.left = Math.max(left, over.right);
    return seen;
}
