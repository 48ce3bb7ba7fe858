// @ts-check
/** A picture with four numbered points, to be placed where the same points are in another picture. */
import { make } from "../../base/dom.js";
import { ARROWS } from "../../base/keys.js";
import { makeSVG } from "../../base/svg.js";
import { phrase } from "../../strings/editor.js";
import { iconButton } from "../shell/forms.js";

/** @typedef {import("./projective.js").Corner} Corner */
/** @typedef {import("../../base/types.js").Size} Size */

/** The steps of the arrow keys, in pixels of the picture. */
const [STEP, LARGE_STEP] = [1, 20];

export class PointBoard {
    element;
    /** @type {Corner[]} */
    points;
    #size;
    #sheet = make("div", { class: "board-sheet" });
    #outlines = makeSVG("path");
    #markers;
    #chosen = 0;
    #onChange;
    #isEnlarged = false;

    /**
     * @param {string} title
     * @param {Size} size
     * @param {HTMLElement} picture
     * @param {(isDone: boolean) => void} onChange
     * @param {Corner[]} [points]  four points within the picture; by default, near its corners
     */
    constructor(title, size, picture, onChange, points) {
        this.#size = size;
        this.#onChange = onChange;
        const { width, height } = size;
        const [x, y] = [width / 8, height / 8];
        this.points = points ?? [[x, y], [width - x, y], [width - x, height - y], [x, height - y]];
        const svg = makeSVG("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, this.#outlines);
        this.#markers = this.points.map((_, index) => this.#marker(index, title));
        this.#sheet.style.aspectRatio = `${width} / ${height}`;
        this.#sheet.style.setProperty("--ratio", String(width / height));
        this.#sheet.append(picture, svg, ...this.#markers);
        this.#sheet.addEventListener("click", (event) => {
            if (!this.#markers.some((marker) => marker.contains(/** @type {Node} */ (event.target)))) this.#put(this.#chosen, this.#cornerAt(event), true);
        });
        const enlarge = iconButton("magnifying-glass-plus", phrase("enlarge", { name: title }), () => {
            this.#isEnlarged = !this.#isEnlarged;
            enlarge.setAttribute("aria-pressed", String(this.#isEnlarged));
            this.#sheet.classList.toggle("enlarged", this.#isEnlarged);
            this.#markers[this.#chosen].scrollIntoView({ block: "center", inline: "center" });
        }, { "aria-pressed": "false" });
        this.element = make(
            "section",
            { class: "board", "aria-label": title },
            make("div", { class: "board-head" }, make("h3", {}, title), enlarge),
            make("div", { class: "board-window" }, this.#sheet),
        );
        this.#place();
        this.choose(0);
    }

    /** @param {string} path  outlines as SVG path data, in pixels of the picture */
    outline(path) {
        this.#outlines.setAttribute("d", path);
    }

    /** @param {Corner[]} points  four points within the picture */
    show(points) {
        this.points = points;
        this.#place();
    }

    /** @param {number} index  the index of the point that the next tap moves */
    choose(index) {
        this.#chosen = index;
        for (const [number, marker] of this.#markers.entries()) marker.setAttribute("aria-pressed", String(number === index));
    }

    /** @param {number} index @param {string} title */
    #marker(index, title) {
        const marker = make("button", { type: "button", class: "marker", "data-point": String(index + 1), "aria-label": phrase("pointOn", { number: index + 1, name: title }) }, make("span", {}, String(index + 1)));
        let held = -1;
        marker.addEventListener("pointerdown", (event) => {
            this.choose(index);
            if (event.button !== 0) return;
            marker.setPointerCapture(event.pointerId);
            held = event.pointerId;
        });
        const drag = (/** @type {PointerEvent} */ event, /** @type {boolean} */ isDone) => held === event.pointerId && this.#put(index, this.#cornerAt(event), isDone);
        marker.addEventListener("pointermove", (event) => drag(event, false));
        marker.addEventListener("pointerup", () => {
            if (held >= 0) this.#onChange(true);
            held = -1;
        });
        marker.addEventListener("pointercancel", () => (held = -1));
        marker.addEventListener("focus", () => this.choose(index));
        marker.addEventListener("keydown", (event) => {
            const step = event.shiftKey ? LARGE_STEP : STEP;
            const arrow = ARROWS[event.key];
            if (!arrow) return;
            event.preventDefault();
            const [x, y] = this.points[index];
            this.#put(index, [x + step * arrow[0], y + step * arrow[1]], true);
        });
        return marker;
    }

    /** @param {MouseEvent} event @returns {Corner} */
    #cornerAt({ clientX, clientY }) {
        const { left, top, width, height } = this.#sheet.getBoundingClientRect();
        return [((clientX - left) / width) * this.#size.width, ((clientY - top) / height) * this.#size.height];
    }

    /** @param {number} index @param {Corner} corner @param {boolean} isDone */
    #put(index, [x, y], isDone) {
        const { width, height } = this.#size;
        this.points[index] = [Math.min(width, Math.max(0, x)), Math.min(height, Math.max(0, y))];
        this.#place();
        this.#onChange(isDone);
    }

    #place() {
        for (const [index, marker] of this.#markers.entries()) {
            const [x, y] = this.points[index];
            marker.style.left = `${(100 * x) / this.#size.width}%`;
            marker.style.top = `${(100 * y) / this.#size.height}%`;
        }
    }
}
