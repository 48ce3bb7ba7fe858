// @ts-check
/** The clause's part of the scan with the boxes of its words, which can be drawn and moved. */
import { imageURL } from "../../base/addresses.js";
import { make } from "../../base/dom.js";
import { bounds, wholePixels } from "../../base/geometry.js";
import { ARROWS } from "../../base/keys.js";
import { linkedText } from "../../strings/linked.js";
import { attempt, wordButton } from "../shell/forms.js";
import { place } from "./link-edits.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {import("./link-edits.js").Word} Word */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/**
 * @typedef {object} Host
 * @property {() => string[]} words  returns the words of the transcription
 * @property {ReadonlySet<number>} chosen
 * @property {(text: string) => void} showMessage  shows a message
 * @property {() => boolean} isMirrored  returns whether the text runs from right to left
 */

/** The maximum width of the picture in pixels, and a divisor for its minimum width on the screen, so that words are legible. */
const [WIDEST, LINES_IN_SIGHT] = [2400, 2];
/** A drag smaller than this is treated as a touch, not as a box, in CSS pixels. */
const LEAST = 5;
/** The step by which arrow keys move a box, as a share of its height. */
const STEP = 0.1;

export class PlacePicture {
    element;
    button;
    #session;
    #clause;
    #page;
    #box;
    #host;
    #layer = make("div", { class: "boxes" });
    #draft = make("div", { class: "draft", hidden: "" });
    /** @type {readonly (Word | null)[]} */
    #places = [];

    /**
     * @param {EditingSession} session
     * @param {string} clause
     * @param {Host} host
     * @returns {PlacePicture | null} null if the clause is on no page with an image
     */
    static of(session, clause, host) {
        for (const { number, imageId, width, height } of session.pages) {
            const regions = /** @type {any[] | null} */ (session.value(`clauses/${clause}/regions/${number}`));
            if (imageId === null || !regions || regions.length === 0) continue;
            const box = wholePixels(bounds(regions), { width, height });
            if (box.width > 0 && box.height > 0) return new PlacePicture(session, clause, number, imageId, box, host);
        }
        return null;
    }

    /**
     * @param {EditingSession} session @param {string} clause @param {number} page @param {string} image
     * @param {Box} box  the part of the page that is shown, in image space
     * @param {Host} host
     */
    constructor(session, clause, page, image, box, host) {
        this.#session = session;
        this.#clause = clause;
        this.#page = page;
        this.#box = box;
        this.#host = host;
        const shown = Math.min(WIDEST, box.width);
        const src = imageURL(image, `${box.x},${box.y},${box.width},${box.height}`, `${shown},`);
        const picture = make("img", { src, alt: "", width: String(shown), height: String(Math.round((shown * box.height) / box.width)), draggable: "false" });
        const frame = make("div", { class: "place-frame" }, picture, this.#layer, this.#draft);
        // A clause as wide as the sheet is scrolled rather than shrunk until it is illegible.
        frame.style.width = `max(100%, ${Math.round(shown / LINES_IN_SIGHT)}px)`;
        this.element = make("div", { class: "place-picture", role: "region", tabindex: "0", "aria-label": linkedText("partOf", { number: page }) }, frame);
        this.button = wordButton(linkedText("place"), () => this.#placeInTheMiddle());
        frame.addEventListener("pointerdown", (event) => this.#draw(frame, event));
    }

    /** @param {readonly (Word | null)[]} places  the place of each word of the transcription */
    show(places) {
        this.#places = places;
        const focused = this.#layer.contains(document.activeElement) ? document.activeElement?.getAttribute("data-word") : null;
        this.#layer.replaceChildren(
            ...places.flatMap((word, index) => {
                if (!word || word.page !== this.#page) return [];
                const label = linkedText("box", { words: word.text });
                const mark = make("div", { "data-word": String(index), tabindex: "-1", role: "img", "aria-label": label, "aria-description": linkedText("boxHelp"), title: word.text });
                put(mark, this.#shares(word.box));
                mark.addEventListener("keydown", (event) => this.#move(index, event));
                return [mark];
            }),
        );
        this.choose(this.#host.chosen);
        if (focused) this.#markOf(Number(focused))?.focus();
    }

    /** @param {ReadonlySet<number>} chosen */
    choose(chosen) {
        // While no words are chosen, there is no box to draw, and fingers scroll the picture.
        this.element.classList.toggle("armed", chosen.size > 0);
        for (const mark of this.#layer.children) {
            const isChosen = chosen.has(Number(mark.getAttribute("data-word")));
            mark.classList.toggle("chosen", isChosen);
            // Chosen boxes can be moved by keyboard.
            mark.setAttribute("tabindex", isChosen ? "0" : "-1");
        }
    }

    /** @param {number} index @returns {HTMLElement | null} */
    #markOf(index) {
        return this.#layer.querySelector(`[data-word="${index}"]`);
    }

    /**
     * Converts a box to fractions of the picture.
     * @param {readonly number[]} box
     */
    #shares([x, y, width, height]) {
        const all = this.#box;
        return [(x - all.x) / all.width, (y - all.y) / all.height, width / all.width, height / all.height];
    }

    /** @param {HTMLElement} frame @param {PointerEvent} start */
    #draw(frame, start) {
        if (start.button !== 0 || this.#host.chosen.size === 0) {
            if (start.button === 0) this.#host.showMessage(linkedText("chooseWords"));
            return;
        }
        start.preventDefault();
        frame.setPointerCapture(start.pointerId);
        const stop = new AbortController();
        const rect = frame.getBoundingClientRect();
        const corners = (/** @type {PointerEvent} */ event) => {
            const x = [start.clientX, event.clientX].map((value) => Math.min(Math.max(value, rect.left), rect.right) - rect.left).sort((one, other) => one - other);
            const y = [start.clientY, event.clientY].map((value) => Math.min(Math.max(value, rect.top), rect.bottom) - rect.top).sort((one, other) => one - other);
            return { x: x[0], y: y[0], width: x[1] - x[0], height: y[1] - y[0] };
        };
        frame.addEventListener("pointermove", (event) => {
            const { x, y, width, height } = corners(event);
            this.#draft.hidden = false;
            put(this.#draft, [x / rect.width, y / rect.height, width / rect.width, height / rect.height]);
        }, { signal: stop.signal });
        const end = (/** @type {PointerEvent} */ event) => {
            stop.abort();
            this.#draft.hidden = true;
            const { x, y, width, height } = corners(event);
            if (event.type === "pointercancel" || width < LEAST || height < LEAST) return;
            const scale = this.#box.width / rect.width;
            this.#place({ x: this.#box.x + x * scale, y: this.#box.y + y * scale, width: width * scale, height: height * scale });
        };
        for (const type of /** @type {const} */ (["pointerup", "pointercancel"])) frame.addEventListener(type, end, { signal: stop.signal });
    }

    /** Places a box for users who cannot draw one; it can then be moved by keyboard. */
    #placeInTheMiddle() {
        if (this.#host.chosen.size === 0) return this.#host.showMessage(linkedText("chooseWords"));
        const { x, y, width, height } = this.#box;
        const letters = [...this.#host.chosen].reduce((sum, index) => sum + this.#host.words()[index].length + 1, 0);
        const tall = Math.max(1, Math.min(height / 2, width / 20));
        const wide = Math.min(width, (letters * tall) / 2);
        this.#place({ x: x + (width - wide) / 2, y: y + (height - tall) / 2, width: wide, height: tall });
        const [first] = [...this.#host.chosen].sort((one, other) => one - other);
        this.#markOf(first)?.focus();
    }

    /** @param {Box} box  in image space */
    #place(box) {
        const { words, chosen, showMessage, isMirrored } = this.#host;
        attempt(() => place(this.#session, this.#clause, words(), chosen, this.#page, box, isMirrored()));
        showMessage(linkedText("placed"));
    }

    /** @param {number} index @param {KeyboardEvent} event */
    #move(index, event) {
        const word = this.#places[index];
        const way = ARROWS[event.key];
        if (!word || !way || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        const step = Math.max(0.5, word.box[3] * STEP);
        let [x, y, width, height] = word.box;
        if (event.shiftKey) [width, height] = [Math.max(step, width + way[0] * step), Math.max(step, height + way[1] * step)];
        else [x, y] = [x + way[0] * step, y + way[1] * step];
        const all = this.#box;
        [width, height] = [Math.min(width, all.width), Math.min(height, all.height)];
        x = Math.min(Math.max(x, all.x), all.x + all.width - width);
        y = Math.min(Math.max(y, all.y), all.y + all.height - height);
        attempt(() => place(this.#session, this.#clause, this.#host.words(), new Set([index]), this.#page, { x, y, width, height }));
    }
}

/** @param {HTMLElement} element @param {number[]} shares  left, top, width and height, as fractions of the parent */
function put(element, [left, top, width, height]) {
    for (const [name, share] of Object.entries({ left, top, width, height })) element.style.setProperty(name, `${share * 100}%`);
}
