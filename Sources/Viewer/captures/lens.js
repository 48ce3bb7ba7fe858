// @ts-check
/** A round lens on the surface that follows the mouse, is dragged by its grip, or moved with the arrow keys. */
import { make, ownIcon } from "../base/dom.js";
import { ARROWS } from "../base/keys.js";
import { localMovement, localPoint } from "../base/turning.js";
import { captureText } from "../strings/captures.js";

/** @typedef {import("../base/types.js").Point} Point */

const STEP = 20;
/** The radius as a share of the shorter side of the surface. */
const SHARE = 0.22;
const [LEAST_RADIUS, LARGEST_RADIUS] = [70, 180];

export class Lens {
    #surface;
    #onMove;
    #grip = make("button", { class: "grip", type: "button" }, ownIcon("up-down-left-right"));
    #ring = make("div", { class: "lens", hidden: "" }, this.#grip);
    /** The position as shares of the surface's size, so that it stays visible when the screen is rotated. */
    #place = { x: 0.5, y: 0.45 };

    /** @param {HTMLElement} surface @param {() => void} onMove */
    constructor(surface, onMove) {
        this.#surface = surface;
        this.#onMove = onMove;
        this.#grip.addEventListener("pointerdown", (event) => {
            event.stopPropagation();
            if (event.button === 0) this.#grip.setPointerCapture(event.pointerId);
        });
        this.#grip.addEventListener("pointermove", (event) => {
            if (!this.#grip.hasPointerCapture(event.pointerId)) return;
            event.stopPropagation();
            const { x, y } = localPoint(this.#surface, event);
            // The grip is below the lens, so that no finger covers what is seen through it.
            this.#moveTo({ x, y: y - this.radius });
        });
        this.#grip.addEventListener("pointerup", (event) => event.stopPropagation());
        this.#grip.addEventListener("keydown", (event) => {
            const arrow = ARROWS[event.key];
            if (!arrow || event.altKey || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            event.stopPropagation();
            const [dx, dy] = localMovement(this.#surface, arrow);
            this.#moveTo({ x: this.middle.x + STEP * dx, y: this.middle.y + STEP * dy });
        });
        this.#surface.append(this.#ring);
    }

    /** The centre of the lens in CSS pixels on the surface. */
    get middle() {
        return { x: this.#place.x * this.#surface.clientWidth, y: this.#place.y * this.#surface.clientHeight };
    }

    get radius() {
        const { clientWidth, clientHeight } = this.#surface;
        return Math.max(LEAST_RADIUS, Math.min(LARGEST_RADIUS, SHARE * Math.min(clientWidth, clientHeight)));
    }

    /** @param {string | null} name  the name of the capture in the lens; null for no lens */
    show(name) {
        this.#ring.hidden = name === null;
        // If the lens is hidden, nothing is measured, because measuring forces a layout.
        if (name === null) return;
        this.#grip.setAttribute("aria-label", captureText("moveLens", { capture: name }));
        this.#draw();
    }

    /** @param {Point} point  the position of the mouse */
    follow(point) {
        if (!this.#ring.hidden) this.#moveTo(point);
    }

    /** @param {Point} point */
    #moveTo({ x, y }) {
        const within = (/** @type {number} */ share) => Math.min(1, Math.max(0, share));
        this.#place = { x: within(x / this.#surface.clientWidth), y: within(y / this.#surface.clientHeight) };
        this.#draw();
        this.#onMove();
    }

    #draw() {
        const { middle, radius } = this;
        this.#ring.style.transform = `translate(${middle.x - radius}px, ${middle.y - radius}px)`;
        this.#ring.style.width = this.#ring.style.height = `${2 * radius}px`;
    }
}
