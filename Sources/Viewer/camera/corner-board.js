// @ts-check
/** A picture with four draggable corners, and a magnifier for the corner being dragged. */
import { make } from "../base/dom.js";
import { ARROWS } from "../base/keys.js";
import { makeSVG } from "../base/svg.js";
import { speakOf } from "../strings/camera.js";
import { path } from "./drawing.js";

/** @typedef {import("./detection/quads.js").Quad} Quad */
/** @typedef {import("./detection/quads.js").Corner} Corner */

/** Steps of the arrow keys, in thousandths of the picture's longer side. */
const [STEP, LARGE_STEP] = [1, 10];
/** The magnifier's side and its distance from the border of the board, in CSS pixels, and its magnification. */
const [LENS, INSET, TIMES] = [132, 8, 3];

export class CornerBoard {
    element;
    /** @type {Quad} in pixels of the picture */
    quad;
    #source;
    #lens = make("canvas", { class: "lens", "aria-hidden": "true", width: String(2 * LENS), height: String(2 * LENS) });
    #outline = path("", { class: "outline" });
    #under = path("", { class: "outline under" });
    #handles;
    #onChange;

    /**
     * @param {HTMLCanvasElement} source  the picture
     * @param {Quad} quad  the corners, in pixels of the picture
     * @param {() => void} onChange
     */
    constructor(source, quad, onChange) {
        this.#source = source;
        this.quad = quad;
        this.#onChange = onChange;
        const { width, height } = source;
        this.#handles = quad.map((_, index) => this.#handle(index));
        this.#lens.hidden = true;
        const svg = makeSVG("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, this.#under, this.#outline);
        this.element = make("div", { class: "corner-board" }, source, svg, ...this.#handles, this.#lens);
        this.element.style.setProperty("--ratio", String(width / height));
        this.#place();
    }

    /** @param {Quad} quad */
    set(quad) {
        this.quad = quad;
        this.#place();
        this.#onChange();
    }

    focus() {
        this.#handles[0].focus();
    }

    /** @param {number} index */
    #handle(index) {
        const handle = make("button", { type: "button", class: "corner", "data-corner": String(index + 1), "aria-label": speakOf(/** @type {const} */ (`corner${/** @type {1} */ (index + 1)}`)) });
        let held = -1;
        const end = (/** @type {PointerEvent} */ event) => {
            if (held !== event.pointerId) return;
            held = -1;
            this.#lens.hidden = true;
            this.#onChange();
        };
        handle.addEventListener("pointerdown", (event) => {
            if (event.button !== 0) return;
            handle.setPointerCapture(event.pointerId);
            held = event.pointerId;
            this.#magnify(index);
        });
        handle.addEventListener("pointermove", (event) => held === event.pointerId && this.#put(index, this.#cornerAt(event)));
        handle.addEventListener("pointerup", end);
        handle.addEventListener("pointercancel", end);
        handle.addEventListener("blur", () => (this.#lens.hidden = true));
        handle.addEventListener("keydown", (event) => {
            const step = ((event.shiftKey ? LARGE_STEP : STEP) * Math.max(this.#source.width, this.#source.height)) / 1000;
            const arrow = ARROWS[event.key];
            if (!arrow) return;
            event.preventDefault();
            this.#put(index, [this.quad[index][0] + step * arrow[0], this.quad[index][1] + step * arrow[1]]);
            this.#onChange();
        });
        return handle;
    }

    /** @param {PointerEvent} event @returns {Corner} */
    #cornerAt({ clientX, clientY }) {
        const { left, top, width, height } = this.#source.getBoundingClientRect();
        return [((clientX - left) / width) * this.#source.width, ((clientY - top) / height) * this.#source.height];
    }

    /** @param {number} index @param {Corner} corner */
    #put(index, [x, y]) {
        const { width, height } = this.#source;
        this.quad = /** @type {Quad} */ (this.quad.map((corner, at) => (at === index ? [Math.min(width, Math.max(0, x)), Math.min(height, Math.max(0, y))] : corner)));
        this.#place();
        this.#magnify(index);
    }

    #place() {
        const { width, height } = this.#source;
        for (const [index, handle] of this.#handles.entries()) {
            handle.style.left = `${(100 * this.quad[index][0]) / width}%`;
            handle.style.top = `${(100 * this.quad[index][1]) / height}%`;
        }
        const d = `M${this.quad.map((corner) => corner.join(",")).join("L")}Z`;
        for (const line of [this.#under, this.#outline]) line.setAttribute("d", d);
    }

    /**
     * Magnifies the surroundings of a corner, on the half of the board away from the finger.
     * @param {number} index
     */
    #magnify(index) {
        const context = this.#lens.getContext("2d");
        const [x, y] = this.quad[index];
        const box = this.#source.getBoundingClientRect();
        if (!context || box.width === 0) return;
        this.#lens.hidden = false;
        const isLeft = x < this.#source.width / 2;
        // `left` and `right` are physical on purpose: the picture is not mirrored in right-to-left languages.
        this.#lens.style.left = isLeft ? "auto" : `${INSET}px`;
        this.#lens.style.right = isLeft ? `${INSET}px` : "auto";
        const side = 2 * LENS;
        const part = (LENS / TIMES) * (this.#source.width / box.width);
        context.fillStyle = "#000";
        context.fillRect(0, 0, side, side);
        context.drawImage(this.#source, x - part / 2, y - part / 2, part, part, 0, 0, side, side);
        const at = (/** @type {Corner} */ corner) => /** @type {const} */ ([((corner[0] - x) / part + 0.5) * side, ((corner[1] - y) / part + 0.5) * side]);
        // The same colour as the outline on the picture, which an institution's theme may change.
        const line = getComputedStyle(this.#outline).stroke;
        for (const [colour, width] of /** @type {const} */ ([["#000", 7], [line, 3]])) {
            Object.assign(context, { strokeStyle: colour, lineWidth: width });
            context.beginPath();
            context.moveTo(...at(this.quad[(index + 3) % 4]));
            context.lineTo(side / 2, side / 2);
            context.lineTo(...at(this.quad[(index + 1) % 4]));
            context.stroke();
        }
    }
}
