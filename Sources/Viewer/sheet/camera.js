// @ts-check
/** The view in motion: every step of every movement is clamped, so none can overshoot. */
import { seenFrom } from "../base/leaves.js";
import { Motion } from "./motion.js";
import { reveal, seeing } from "./seeing.js";
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
/** A scale that is not larger than the smallest by more is the smallest. */
const HOME_TOLERANCE = 1.001;

export class Camera {
    /** @type {import("./view.js").Frame} */
    #frame = { surface: { width: 1, height: 1 }, page: { width: 1, height: 1 }, insets: NO_INSETS, margin: 0 };
    /** @type {View} */
    #view = { x: 0.5, y: 0.5, scale: 1 };
    #motion = new Motion();
    /** @type {View | null} where a glide will end */
    #goal = null;
    #restTimer = 0;
    /** @type {{ anchor: Point, scale: number } | null} where the wheel is heading */
    #wheel = null;
    /** What the reader has changed since the view was last moved for them. */
    hand = { hasMoved: false, hasZoomed: false };
    #calm = matchMedia("(prefers-reduced-motion: reduce)");
    #onMove;
    #onRest;

    /**
     * @param {(view: View) => void} onMove  every change of the view
     * @param {() => void} onRest  some time after the last change
     */
    constructor(onMove, onRest) {
        this.#onMove = onMove;
        this.#onRest = onRest;
    }

    get view() {
        return this.#view;
    }

    /** Where a glide will end; where none is under way, the view. */
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

    /** What the surface shows. */
    get box() {
        return visibleBox(this.#view, this.#frame.surface);
    }

    /**
     * Another page, or an opening, seen whole.
     * @param {import("../base/types.js").Sheet} page
     */
    setPage(page) {
        this.#frame = { ...this.#frame, page };
        this.jump(wholeSheet(this.#frame));
    }

    /**
     * From now on coordinates are those of another page beside the one of which they were; what is seen stays, and so does
     * what a glide leads to.
     * @param {import("../base/types.js").Sheet} page
     * @param {import("../base/leaves.js").Leaf} leaf  it, in the coordinates of before
     */
    rebase(page, leaf) {
        const goal = this.#goal;
        this.#frame = { ...this.#frame, page };
        this.jump(seenFrom(this.#view, leaf));
        if (goal) this.glide(seenFrom(goal, leaf));
    }

    /**
     * The surface has another size: the whole sheet stays whole, otherwise centre and scale stay, and those that a glide
     * leads to.
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
     * What covers the surface has changed; the sheet moves only as far as it must.
     * @param {Insets} insets
     * @param {{ base?: View, aim?: Aim, how?: How }} [wish]  where to look otherwise, by default where the view is or is
     *   gliding to; what shall be seen
     */
    cover(insets, wish = {}) {
        const { base = this.heading, aim, how = "stay" } = wish;
        this.#frame = { ...this.#frame, insets };
        this.glide(aim ? seeing(base, aim, this.#frame, how) : base);
    }

    /** From now on it counts what the reader changes. */
    leaveToHand() {
        this.hand = { hasMoved: false, hasZoomed: false };
    }

    /** @param {Point} point  CSS pixels on the surface */
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
     * @param {number} dx  CSS pixels
     * @param {number} dy
     */
    drag(dx, dy) {
        this.hand.hasMoved = true;
        const { x, y, scale } = this.#view;
        this.jump({ x: x - dx / scale, y: y - dy / scale, scale });
    }

    /**
     * One step of a pinch: both scale and place in the same frame.
     * @param {number} factor
     * @param {Point} from  the middle of the fingers before
     * @param {Point} to  and now
     */
    pinch(factor, from, to) {
        this.#zoomByHand();
        const scale = this.#limit(this.#view.scale * factor);
        const zoomed = zoomAround(this.#view, scale, from, this.#frame.surface);
        this.jump({ x: zoomed.x - (to.x - from.x) / scale, y: zoomed.y - (to.y - from.y) / scale, scale });
    }

    /**
     * Steps add up: one made on the way starts from where the one before would have ended.
     * @param {number} factor
     * @param {Point} [anchor]  the middle of what is uncovered where none is given
     */
    zoom(factor, anchor = this.#middle()) {
        const base = this.heading;
        this.#zoomByHand();
        this.glide(zoomAround(base, this.#limit(base.scale * factor), anchor, this.#frame.surface));
    }

    /**
     * The wheel adds to where it is heading, and the view follows.
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
     * Lets the sheet run on after a drag, slower and slower.
     * @param {number} vx  CSS pixels a second
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
     * @param {Box} box  image space
     * @param {boolean} mayShrink  whether the scale may be lowered so that all of it is seen
     */
    reveal(box, mayShrink) {
        this.hand.hasMoved = true;
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
        this.hand = { hasMoved: true, hasZoomed: true };
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
