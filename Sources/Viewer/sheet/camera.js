// @ts-check
/** The moving view. Every step of every movement is clamped, so none can overshoot. */
import { toLeafCoordinates } from "../base/leaves.js";
import { Motion } from "./motion.js";
import { reveal, viewShowing } from "./seeing.js";
import {
    between,
    clampView,
    imagePoint,
    maximumScale,
    minimumScale,
    NO_INSETS,
    visibleBox,
    wholeSheet,
    zoomAround,
} from "./view.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("./seeing.js").Aim} Aim */
/** @typedef {import("./seeing.js").How} How */
/** @typedef {import("../base/types.js").Box} Box */
/** @typedef {import("../base/types.js").Point} Point */
/** @typedef {import("../base/types.js").Insets} Insets */

const GLIDE_SECONDS = 0.45;
const FLING_SECONDS = 0.325;
const WHEEL_SECONDS = 0.08;
const REST_MILLISECONDS = 250;
const SLOWEST_FLING = 20;
/** The factor up to which a scale counts as the smallest. */
const HOME_TOLERANCE = 1.001;

export class Camera {
    /** @type {import("./view.js").Frame} */
    #frame = { surface: { width: 1, height: 1 }, page: { width: 1, height: 1 }, insets: NO_INSETS, margin: 0 };
    /** @type {View} */
    #view = { x: 0.5, y: 0.5, scale: 1 };
    #motion = new Motion();
    /** @type {View | null} the end of the current glide */
    #goal = null;
    #restTimer = 0;
    /** @type {{ anchor: Point, scale: number } | null} the scale and anchor the wheel is heading for */
    #wheel = null;
    /** What the reader has changed since the view was last moved for them. */
    userChanges = { hasMoved: false, hasZoomed: false };
    #calm = matchMedia("(prefers-reduced-motion: reduce)");
    #onMove;
    #onRest;

    /**
     * @param {(view: View) => void} onMove  called on every change of the view
     * @param {() => void} onRest  called some time after the last change
     */
    constructor(onMove, onRest) {
        this.#onMove = onMove;
        this.#onRest = onRest;
    }

    get view() {
        return this.#view;
    }

    /** The end of the current glide, or the view if there is none. */
    get heading() {
        return this.#goal ?? this.#view;
    }

    get frame() {
        return this.#frame;
    }

    /** Whether the whole sheet is shown at the smallest scale. */
    get isHome() {
        return this.#view.scale <= HOME_TOLERANCE * minimumScale(this.#frame);
    }

    get isLargest() {
        return this.#view.scale >= maximumScale(this.#frame) * 0.999;
    }

    /** The visible box in image space. */
    get box() {
        return visibleBox(this.#view, this.#frame.surface);
    }

    /**
     * Sets another page or opening and shows it whole.
     * @param {import("../base/types.js").Sheet} page
     */
    setPage(page) {
        this.#frame = { ...this.#frame, page };
        this.jump(wholeSheet(this.#frame));
    }

    /**
     * Changes the page that coordinates refer to. The visible content and the destination of a glide stay the same.
     * @param {import("../base/types.js").Sheet} page
     * @param {import("../base/leaves.js").Leaf} leaf  the new reference page in the previous coordinates
     */
    rebase(page, leaf) {
        const goal = this.#goal;
        this.#frame = { ...this.#frame, page };
        this.jump(toLeafCoordinates(this.#view, leaf));
        if (goal) this.glide(toLeafCoordinates(goal, leaf));
    }

    /**
     * Sets the size of the surface. A whole sheet stays whole; otherwise centre and scale are kept, also those of a glide's
     * destination.
     * @param {number} width
     * @param {number} height
     * @param {number} margin
     */
    setSurface(width, height, margin) {
        const [goal, home] = [this.#goal, HOME_TOLERANCE * minimumScale(this.#frame)];
        this.#frame = { ...this.#frame, surface: { width, height }, margin };
        /** @param {View} view */
        const kept = (view) => (view.scale <= home ? wholeSheet(this.#frame) : view);
        this.jump(kept(this.#view));
        if (goal) this.glide(kept(goal));
    }

    /**
     * Sets the insets that cover the surface. The sheet moves only as far as necessary.
     * @param {Insets} insets
     * @param {{ base?: View, aim?: Aim, how?: How }} [wish]  the view to start from, by default the current one or the
     *   destination of a glide; what to bring into sight, and how
     */
    setInsets(insets, wish = {}) {
        const { base = this.heading, aim, how = "stay" } = wish;
        this.#frame = { ...this.#frame, insets };
        this.glide(aim ? viewShowing(base, aim, this.#frame, how) : base);
    }

    /** Starts recording anew what the reader changes. */
    resetUserChanges() {
        this.userChanges = { hasMoved: false, hasZoomed: false };
    }

    /** @param {Point} point  a point on the surface in CSS pixels */
    imagePoint(point) {
        return imagePoint(this.#view, point, this.#frame.surface);
    }

    /** @param {View} view */
    jump(view) {
        this.stop();
        this.#apply(view);
    }

    stop() {
        this.#motion.stop();
        this.#goal = null;
        this.#wheel = null;
    }

    /**
     * @param {number} dx  the movement in CSS pixels
     * @param {number} dy
     */
    drag(dx, dy) {
        this.userChanges.hasMoved = true;
        const { x, y, scale } = this.#view;
        this.jump({ x: x - dx / scale, y: y - dy / scale, scale });
    }

    /**
     * Performs one step of a pinch, changing scale and position in the same frame.
     * @param {number} factor
     * @param {Point} from  the previous midpoint of the fingers
     * @param {Point} to  the new midpoint
     */
    pinch(factor, from, to) {
        this.#zoomByHand();
        const scale = this.#limit(this.#view.scale * factor);
        const zoomed = zoomAround(this.#view, scale, from, this.#frame.surface);
        this.jump({ x: zoomed.x - (to.x - from.x) / scale, y: zoomed.y - (to.y - from.y) / scale, scale });
    }

    /**
     * Zooms in a step. Steps add up: a step during a glide starts from the glide's destination.
     * @param {number} factor
     * @param {Point} [anchor]  by default the middle of the uncovered part
     */
    zoom(factor, anchor = this.#middle()) {
        const base = this.heading;
        this.#zoomByHand();
        this.glide(zoomAround(base, this.#limit(base.scale * factor), anchor, this.#frame.surface));
    }

    /**
     * Zooms with the wheel: adds to the scale it is heading for, and the view follows.
     * @param {number} factor
     * @param {Point} anchor
     */
    wheel(factor, anchor) {
        this.#zoomByHand();
        const heading = this.#limit((this.#wheel?.scale ?? this.#view.scale) * factor);
        if (this.#calm.matches) {
            this.jump(zoomAround(this.#view, heading, anchor, this.#frame.surface));
            return;
        }
        this.#wheel = { anchor, scale: heading };
        this.#motion.start((seconds) => {
            if (!this.#wheel) return false;
            const ratio = this.#wheel.scale / this.#view.scale;
            const isClose = Math.abs(Math.log(ratio)) < 0.002;
            const scale = isClose
                ? this.#wheel.scale
                : this.#view.scale * ratio ** (1 - Math.exp(-seconds / WHEEL_SECONDS));
            this.#apply(zoomAround(this.#view, scale, this.#wheel.anchor, this.#frame.surface));
            if (isClose) this.#wheel = null;
            return !isClose;
        });
    }

    /**
     * Lets the sheet glide on after a drag, slowing down.
     * @param {number} vx  the velocity in CSS pixels per second
     * @param {number} vy
     */
    fling(vx, vy) {
        if (this.#calm.matches) return;
        this.stop();
        let speed = { x: vx, y: vy };
        this.#motion.start((seconds) => {
            const before = this.#view;
            const { x, y, scale } = before;
            this.#apply({ x: x - (speed.x * seconds) / scale, y: y - (speed.y * seconds) / scale, scale });
            const decay = Math.exp(-seconds / FLING_SECONDS);
            speed = {
                x: this.#view.x === before.x ? 0 : speed.x * decay,
                y: this.#view.y === before.y ? 0 : speed.y * decay,
            };
            return Math.hypot(speed.x, speed.y) > SLOWEST_FLING;
        });
    }

    home() {
        this.#zoomByHand();
        this.glide(wholeSheet(this.#frame));
    }

    /**
     * @param {Box} box  a box in image space
     * @param {boolean} mayShrink  whether it may zoom out to show the whole box
     */
    reveal(box, mayShrink) {
        this.userChanges.hasMoved = true;
        this.glide(reveal(this.#view, box, this.#frame, mayShrink));
    }

    /** @param {View} target */
    glide(target) {
        const from = this.#view;
        const to = clampView(target, this.#frame);
        this.stop();
        const distance = Math.hypot(to.x - from.x, to.y - from.y) * to.scale;
        if (this.#calm.matches || (distance < 0.5 && Math.abs(to.scale / from.scale - 1) < 1e-6)) {
            this.#apply(to);
            return;
        }
        this.#goal = to;
        let elapsed = 0;
        this.#motion.start((seconds) => {
            elapsed += seconds;
            const fraction = Math.min(1, elapsed / GLIDE_SECONDS);
            this.#apply(between(from, to, 1 - (1 - fraction) ** 3));
            if (fraction === 1) this.#goal = null;
            return fraction < 1;
        });
    }

    #zoomByHand() {
        this.userChanges = { hasMoved: true, hasZoomed: true };
    }

    #middle() {
        const { surface, insets } = this.#frame;
        return {
            x: (insets.left + surface.width - insets.right) / 2,
            y: (insets.top + surface.height - insets.bottom) / 2,
        };
    }

    /** @param {number} scale */
    #limit(scale) {
        return Math.min(maximumScale(this.#frame), Math.max(minimumScale(this.#frame), scale));
    }

    /** @param {View} view */
    #apply(view) {
        this.#view = clampView(view, this.#frame);
        this.#onMove(this.#view);
        clearTimeout(this.#restTimer);
        this.#restTimer = setTimeout(this.#onRest, REST_MILLISECONDS);
    }
}
