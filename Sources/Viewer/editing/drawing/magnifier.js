// @ts-check
/** Shows the area under a finger, enlarged, above the finger. */
import { make } from "../../base/dom.js";

/** @typedef {import("../../base/types.js").Point} Point */

/** The magnifier's size and its distance from the finger, in CSS pixels, and its magnification. */
const SIZE = 120;
const LIFT = 92;
const TIMES = 2;

export class Magnifier {
    #canvas = make("canvas", { class: "magnifier", "aria-hidden": "true", width: "1", height: "1" });
    #surface;
    #layers;

    /**
     * @param {HTMLElement} surface
     * @param {HTMLElement} root
     * @param {() => HTMLCanvasElement[]} layers  the canvases above the tiles
     */
    constructor(surface, root, layers) {
        this.#surface = surface;
        this.#layers = layers;
        this.#canvas.hidden = true;
        root.append(this.#canvas);
    }

    /** @param {Point} point  in CSS pixels of the surface */
    show({ x, y }) {
        const { clientWidth: width } = this.#surface;
        // Without space above the finger, the magnifier goes beside it.
        const isAbove = y - LIFT - SIZE / 2 > 0;
        const side = x > width / 2 ? -1 : 1;
        const [left, top] = isAbove ? [x, y - LIFT] : [x + side * LIFT, y];
        const clear = Math.min(width - SIZE / 2 - 4, Math.max(SIZE / 2 + 4, left));
        this.#canvas.hidden = false;
        this.#canvas.style.transform = `translate(${clear - SIZE / 2}px, ${Math.max(4, top - SIZE / 2)}px)`;
        this.#draw(x, y);
    }

    hide() {
        this.#canvas.hidden = true;
    }

    /** @param {number} x @param {number} y */
    #draw(x, y) {
        const density = devicePixelRatio;
        const side = Math.round(SIZE * density);
        if (this.#canvas.width !== side) this.#canvas.width = this.#canvas.height = side;
        const context = this.#canvas.getContext("2d");
        if (!context) return;
        context.clearRect(0, 0, side, side);
        const tiles = this.#surface.querySelector("#tiles canvas");
        const part = SIZE / TIMES;
        for (const layer of [...(tiles instanceof HTMLCanvasElement ? [tiles] : []), ...this.#layers()]) {
            const ratio = layer.width / Math.max(1, this.#surface.clientWidth);
            context.drawImage(layer, (x - part / 2) * ratio, (y - part / 2) * ratio, part * ratio, part * ratio, 0, 0, side, side);
        }
    }
}
