// @ts-check
/**
 * Decides from successive detections what is wrong with the position of the page and when to take the picture. It uses neither a
 * clock nor a camera, so every rule can be tested. Pure except for its own state.
 */
import { changed } from "./detection/change.js";

/** @typedef {import("./detection/quads.js").Quad} Quad */
/** @typedef {import("../base/types.js").Box} Box */

/**
 * - `nothing`: no page is found
 * - `weak`: there may be a page, but its edges are too faint
 * - `found`: the page is in position, but has not been there for long enough
 * - `far`: the page is too small; `steep`: it is seen at a slant; `outside`: a corner is out of the picture
 * - `moving`: the page, the camera or a part of the picture moves, or the picture is blurred
 * - `ready`: the picture is about to be taken, or can be
 * - `taken`: nothing has changed since a picture was taken
 * @typedef {"nothing" | "weak" | "found" | "far" | "steep" | "outside" | "moving" | "ready" | "taken"} Status
 */

/**
 * What was detected in a frame.
 * @typedef {object} Finding
 * @property {number} time  milliseconds of any monotonic clock
 * @property {number} width  the width of the frame, in the pixels used throughout
 * @property {number} height
 * @property {Quad | null} quad
 * @property {number} score  0 to 1
 * @property {Float32Array} thumbnail
 * @property {number | null} blur  in pixels of a frame 1280 pixels long; null if unknown
 */

/** @typedef {{ status: Status, isReleased: boolean, quad: Quad | null }} Step  the outline is null if none should be shown */

/** The rules for taking a picture. Each has a test. */
export const RULES = Object.freeze({
    /** The score from which a page is considered found, and the score from which there may be one. */
    surest: 0.82,
    weakest: 0.6,
    /** The smallest length of the page's long side, as a fraction of the long side of the guides. */
    fill: 0.75,
    /** How far a corner may deviate from a right angle, in degrees. */
    slantDegrees: 12,
    /** As fractions of the picture's longer side: how far a corner may move, and how near to the border it may be. */
    movement: 0.025,
    border: 0.004,
    /**
     * The number of detections, and the milliseconds from the first to the last of them, after which the page counts as still.
     */
    detections: 3,
    milliseconds: 500,
    /**
     * The fraction of the picture that may change from one detection to the next, and that must change before the next picture.
     */
    change: 0.05,
    /** The highest standard deviation of the blur, in pixels of a frame 1280 pixels long. */
    blur: 2.2,
});

export class Cycle {
    #guide;
    /** Whether pictures are taken automatically. */
    isAutomatic = true;
    /** Whether this kind of document has a page with four edges to detect. If not, pictures are taken manually. */
    hasOutline = true;
    /**
     * Where the page came to rest, when, and in how many detections it has been there since.
     * @type {{ quad: Quad, time: number, count: number } | null}
     */
    #rest = null;
    /** @type {Float32Array | null} */
    #before = null;
    /**
     * The thumbnail of the picture taken last, while the same page may still be there.
     * @type {Float32Array | null}
     */
    #taken = null;
    #isArmed = true;

    /**
     * @param {(picture: { width: number, height: number }) => Box} guide  returns where the page should be, in pixels of the
     *   frame
     */
    constructor(guide) {
        this.#guide = guide;
    }

    /** Records that a picture was taken, automatically or not, so that the same page is not taken again. */
    taken() {
        this.#taken = this.#before;
        this.#isArmed = this.#taken === null;
        this.#rest = null;
    }

    /** Allows the next picture to be of the same page, because the last picture was not kept. */
    arm() {
        this.#isArmed = true;
        this.#taken = null;
        this.#rest = null;
    }

    /** @param {Finding} finding @returns {Step} */
    step(finding) {
        const { quad, score, thumbnail, time } = finding;
        const isChanging = this.#before !== null && changed(this.#before, thumbnail) > RULES.change;
        this.#before = thumbnail;
        if (!this.#isArmed && this.#taken !== null && changed(this.#taken, thumbnail) > RULES.change) this.#isArmed = true;
        if (!this.hasOutline) return this.#restless(isChanging || isBlurred(finding) ? "moving" : "ready", null);
        const shown = quad !== null && score >= RULES.surest ? quad : null;
        const fault = this.#fault(finding, shown);
        if (fault !== null || shown === null) return this.#restless(fault ?? "nothing", shown);
        if (!this.#isArmed) return this.#restless("taken", shown);
        const limit = RULES.movement * Math.max(finding.width, finding.height);
        if (isChanging || isBlurred(finding)) {
            this.#rest = null;
            return { status: "moving", isReleased: false, quad: shown };
        }
        if (this.#rest === null || farthest(this.#rest.quad, shown) > limit) {
            const status = this.#rest === null ? "found" : "moving";
            this.#rest = { quad: shown, time, count: 1 };
            return { status, isReleased: false, quad: shown };
        }
        this.#rest.count += 1;
        const isLongEnough = this.#rest.count >= RULES.detections && time - this.#rest.time >= RULES.milliseconds;
        if (isLongEnough && this.isAutomatic) {
            this.taken();
            return { status: "taken", isReleased: true, quad: shown };
        }
        return { status: "ready", isReleased: false, quad: shown };
    }

    /** @param {Status} status @param {Quad | null} quad @returns {Step} */
    #restless(status, quad) {
        this.#rest = null;
        return { status, isReleased: false, quad };
    }

    /**
     * @param {Finding} finding @param {Quad | null} shown @returns {Status | null} what is wrong with the position of the page
     */
    #fault({ width, height, quad, score }, shown) {
        if (shown === null) return quad !== null && score >= RULES.weakest ? "weak" : "nothing";
        const border = RULES.border * Math.max(width, height);
        if (shown.some(([x, y]) => x < border || y < border || x > width - border || y > height - border)) return "outside";
        const guide = this.#guide({ width, height });
        const sides = shown.map(([x, y], index) => Math.hypot(shown[(index + 1) % 4][0] - x, shown[(index + 1) % 4][1] - y));
        const [across, down] = [(sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2];
        if (Math.max(across, down) < RULES.fill * Math.max(guide.width, guide.height)) return "far";
        return anglesOf(shown).some((degrees) => Math.abs(degrees - 90) > RULES.slantDegrees) ? "steep" : null;
    }
}

/** @param {Finding} finding */
function isBlurred({ blur }) {
    return blur !== null && blur > RULES.blur;
}

/** @param {Quad} quad @returns {number[]} the interior angle at each corner, in degrees */
export function anglesOf(quad) {
    return quad.map(([x, y], index) => {
        const [[ax, ay], [bx, by]] = [quad[(index + 3) % 4], quad[(index + 1) % 4]];
        const cosine = ((ax - x) * (bx - x) + (ay - y) * (by - y)) / (Math.hypot(ax - x, ay - y) * Math.hypot(bx - x, by - y));
        return (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI;
    });
}

/** @param {Quad} one @param {Quad} other @returns {number} the largest distance that any corner has moved, in pixels */
function farthest(one, other) {
    return Math.max(...one.map(([x, y], index) => Math.hypot(other[index][0] - x, other[index][1] - y)));
}
