// @ts-check
/** Measures how well edges support a line between any two of its points. Pure. */
import { MARGIN } from "./edges.js";

/** @typedef {import("./edges.js").Edges} Edges */
/** @typedef {import("./lines.js").Line} Line */

/**
 * A line with its evidence as prefix sums over its points, which are a pixel apart.
 * @typedef {Line & { sums: Float32Array, reach: number, isBorder: boolean }} Profile
 */

/** The fraction of the threshold at which an edge is neutral. A stronger edge supports a side. */
const NEUTRAL = 0.45;
/** The lowest and highest evidence of a point. */
const [AGAINST, FOR] = [-0.7, 1];
/** The evidence of a point outside the picture, where a page may continue. */
const UNSEEN = -0.1;
/** The evidence of each pixel of the picture's border. */
const AT_BORDER = 0.3;

/**
 * @param {Edges} edges
 * @param {Line} line
 * @returns {Profile}
 */
export function profileOf({ width, height, across, down, threshold }, line) {
    const { cosine, sine, distance } = line;
    const reach = Math.ceil(Math.hypot(width, height) / 2) + 8;
    const sums = new Float32Array(2 * reach + 2);
    const [middleX, middleY] = [width / 2 - 0.5 + distance * cosine, height / 2 - 0.5 + distance * sine];
    for (let place = -reach; place <= reach; place += 1) {
        const [x, y] = [middleX - place * sine, middleY + place * cosine];
        let best = -Infinity;
        for (let beside = -1; beside <= 1; beside += 1) {
            const [column, row] = [Math.round(x + beside * cosine), Math.round(y + beside * sine)];
            if (column < MARGIN || row < MARGIN || column >= width - MARGIN || row >= height - MARGIN) continue;
            const i = row * width + column;
            const slope = across[i] * cosine + down[i] * sine;
            if (slope > best) best = slope;
        }
        const evidence = best === -Infinity ? UNSEEN : Math.min(FOR, Math.max(AGAINST, best / threshold - NEUTRAL));
        sums[place + reach + 1] = sums[place + reach] + evidence;
    }
    return { ...line, sums, reach, isBorder: false };
}

/**
 * Returns the borders of the picture as sides, for a page that extends beyond the picture. They need less evidence than an edge.
 * @param {{ width: number, height: number }} picture
 * @returns {[left: Profile, top: Profile, right: Profile, bottom: Profile]}
 */
export function borders({ width, height }) {
    const reach = Math.ceil(Math.hypot(width, height) / 2) + 8;
    const sums = Float32Array.from({ length: 2 * reach + 2 }, (_, place) => place * AT_BORDER);
    const line = (/** @type {number} */ cosine, /** @type {number} */ sine) => ({ cosine, sine, distance: -(width * Math.abs(cosine) + height * Math.abs(sine)) / 2, sums, reach, isBorder: true });
    return [line(1, 0), line(0, 1), line(-1, 0), line(0, -1)];
}

/**
 * Returns the evidence between two points of a line, summed over its pixels.
 * @param {Profile} profile
 * @param {number} from  pixels along the line from its foot, in the direction (−sine, cosine)
 * @param {number} to
 */
export function evidence({ sums, reach }, from, to) {
    const clamp = (/** @type {number} */ place) => Math.min(2 * reach + 1, Math.max(0, Math.round(place) + reach));
    return sums[clamp(Math.max(from, to))] - sums[clamp(Math.min(from, to))];
}
