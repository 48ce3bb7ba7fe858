// @ts-check
/** Pointing by keyboard, with a crosshair moved by the arrow keys. */
import { localMovement } from "../../base/turning.js";
import { draw } from "../../strings/drawing.js";
import { REACH } from "./gestures.js";
import { ARROWS } from "../../base/keys.js";

/** @typedef {import("./tool-context.js").ToolContext} ToolContext */
/** @typedef {import("./types.js").Spot} Spot */
/** @typedef {import("./types.js").Corner} Corner */
/** @typedef {import("./pen.js").Pen} Pen */

/** The minimum distance between the crosshair and the edge of the sheet, in CSS pixels. */
const MARGIN = 40;

export class Crosshair {
    #root;
    #surface;
    #context;
    #on;
    /** @type {Corner | null} */
    #corner = null;

    /**
     * @param {HTMLElement} root
     * @param {HTMLElement} surface  the surface, whose rotation is taken into account
     * @param {ToolContext} context
     * @param {{ place: () => void, escape: () => void, move: (spot: Spot) => void }} on
     * @param {AbortSignal} signal
     */
    constructor(root, surface, context, on, signal) {
        this.#root = root;
        this.#surface = surface;
        this.#context = context;
        this.#on = on;
        root.addEventListener("keydown", (event) => this.#press(event), { signal });
        root.addEventListener("focusout", () => this.hide(), { signal });
    }

    get isShown() {
        return this.#corner !== null;
    }

    /**
     * Returns the crosshair's position. It starts in the middle of the view.
     * @returns {Spot}
     */
    spot() {
        const { x, y, scale } = this.#context.camera.view;
        this.#corner ??= [x, y];
        return { corner: this.#corner, kind: "key", reach: REACH.key / scale, isFree: false };
    }

    hide() {
        if (this.#corner === null) return;
        this.#corner = null;
        this.#context.on.touch();
    }

    /** @param {Pen} pen */
    paint(pen) {
        if (this.#corner) pen.cross(this.#corner, pen.colours.handle, 22);
    }

    /** @param {KeyboardEvent} event */
    #press(event) {
        if (event.target !== this.#root || event.altKey || event.metaKey) return;
        const arrow = ARROWS[event.key];
        const { camera } = this.#context;
        if (arrow) this.#step(localMovement(this.#surface, arrow), event.ctrlKey ? 100 : event.shiftKey ? 10 : 1);
        else if (event.ctrlKey) return;
        else if (event.key === "Enter") this.#on.place();
        else if (event.key === "Escape") this.#on.escape();
        else if (event.key === "+" || event.key === "=") camera.zoom(1.5);
        else if (event.key === "-") camera.zoom(1 / 1.5);
        else if (event.key === "0") camera.home();
        // Space with a pointer moves the sheet; it must not scroll the page.
        else if (event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
    }

    /**
     * Moves the crosshair, and the view if the crosshair would leave it.
     * @param {[number, number]} way
     * @param {number} steps  in CSS pixels
     */
    #step([dx, dy], steps) {
        const { scale } = this.#context.camera.view;
        const { width, height } = this.#context.page;
        const [x, y] = this.spot().corner;
        const across = Math.min(width, Math.max(0, x + (dx * steps) / scale));
        const down = Math.min(height, Math.max(0, y + (dy * steps) / scale));
        this.#corner = [across, down];
        const margin = MARGIN / scale;
        this.#context.camera.reveal({ x: across - margin, y: down - margin, width: 2 * margin, height: 2 * margin }, false);
        this.#on.move(this.spot());
        this.#context.on.announce(draw("crosshairAt", { x: String(Math.round(across)), y: String(Math.round(down)) }));
        this.#context.on.touch();
    }
}
