// @ts-check
/**
 * From one detection to the next: what is wrong with the place of the page, and when the picture is taken. Without a clock and
 * without a camera, so that every rule can be tested. Pure but for its own memory.
 */
import { changed } from "./detection/change.js";

/** @typedef {import("./detection/quads.js").Quad} Quad */
/** @typedef {import("../base/types.js").Box} Box */

/**
 * - `nothing`: no page is found
 * - `weak`: there may be one, but its edges are too faint
 * - `found`: it is in its place, and was not looked at for long enough yet
 * - `far`: it is too small; `steep`: it is seen at a slant; `outside`: a corner is out of the picture
 * - `moving`: the page, the camera or a part of the picture moves, or the picture is blurred
 * - `ready`: it is about to be taken, or can be
 * - `taken`: nothing has changed since a picture was taken
 * @typedef {"nothing" | "weak" | "found" | "far" | "steep" | "outside" | "moving" | "ready" | "taken"} Status
 */

/**
 * What was found in a frame.
 * @typedef {object} Finding
 * @property {number} time  milliseconds of any clock that only goes forward
 * @property {number} width  of the frame, in the pixels that all of this is in
 * @property {number} height
 * @property {Quad | null} quad
 * @property {number} score  0 to 1
 * @property {Float32Array} thumbnail
 * @property {number | null} blur  pixels of a frame 1280 pixels long; null where it is not known
 */

/** @typedef {{ status: Status, isReleased: boolean, quad: Quad | null }} Step  with the outline, where one may be shown */

/** The rules of the release; each is a test's subject. */
export const RULES = Object.freeze({
    /** Scores from which there is a page, and from which there may be one. */
    surest: 0.82,
    weakest: 0.6,
    /** Of the long side of the guides, what the page's long side fills at least. */
    fill: 0.75,
    /** Degrees by which a corner may differ from a right angle. */
    slantDegrees: 12,
    /** Of the longer side of the picture, how far corners may move, and how near to the border they may be. */
    movement: 0.025,
    border: 0.004,
    /** Detections, and milliseconds from the first to the last of them, for which it is still. */
    detections: 3,
    milliseconds: 500,
    /** Of the picture, what may change from one detection to the next; and what must change before the next picture. */
    change: 0.05,
    /** Standard deviation of the blur, in pixels of a frame 1280 pixels long. */
    blur: 2.2,
});

export class Cycle {
    #guide;
    /** Whether pictures are taken without a hand. */
    isAutomatic = true;
    /** Whether there is a page with four edges to look for; without, a hand decides. */
    hasOutline = true;
    /**
     * The page's place when it came to rest, and for how long it has been there.
     * @type {{ quad: Quad, time: number, count: number } | null}
     */
    #rest = null;
    /** @type {Float32Array | null} */
    #before = null;
    /**
     * What was taken last, as long as it may still be there.
     * @type {Float32Array | null}
     */
    #taken = null;
    #isArmed = true;

    /** @param {(picture: { width: number, height: number }) => Box} guide  where a page is meant to be, in the pixels of the frame */
    constructor(guide) {
        this.#guide = guide;
    }

    /** A picture was taken, by whomever: the next is not taken of the same thing. */
    taken() {
        this.#taken = this.#before;
        this.#isArmed = this.#taken === null;
        this.#rest = null;
    }

    /** The next picture may be of the same thing, since the last one was not kept. */
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

    /** @param {Finding} finding @param {Quad | null} shown @returns {Status | null} what is wrong with the place of the page */
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

/** @param {Quad} quad @returns {number[]} degrees within it at each corner */
export function anglesOf(quad) {
    return quad.map(([x, y], index) => {
        const [[ax, ay], [bx, by]] = [quad[(index + 3) % 4], quad[(index + 1) % 4]];
        const cosine = ((ax - x) * (bx - x) + (ay - y) * (by - y)) / (Math.hypot(ax - x, ay - y) * Math.hypot(bx - x, by - y));
        return (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI;
    });
}

/** @param {Quad} one @param {Quad} other @returns {number} by how many pixels the corner that moved the most has moved */
function farthest(one, other) {
    return Math.max(...one.map(([x, y], index) => Math.hypot(other[index][0] - x, other[index][1] - y)));
}
