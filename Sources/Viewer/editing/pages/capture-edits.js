// @ts-check
/** What is done to the captures of pages. Each is one edit. */
import { transformed } from "./projective.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {import("../session/page-images.js").Capture} Capture */
/** @typedef {import("../session/page-images.js").Pair} Pair */
/** @typedef {import("../session/page-images.js").PageImage} PageImage */
/** @typedef {import("./projective.js").Matrix} Matrix */
/** @typedef {EditingSession["pages"][number]} EditedPage */

/** In the order of the menu. */
export const KINDS = /** @type {const} */ (["visible", "ultraviolet", "infrared", "raking", "transmitted", "before", "other"]);
/** @typedef {typeof KINDS[number]} CaptureKind */

export const MOST_CAPTURES = 16;

/** What ids are made of. They are in the addresses that readers share. */
const NAMES = { visible: "visible", ultraviolet: "uv", infrared: "ir", raking: "raking", transmitted: "transmitted", before: "before", other: "other" };

/** @param {number} number  of a page */
const pathOf = (number) => `pages/${number}/captures`;

/**
 * @param {CaptureKind} kind
 * @param {readonly { id: string }[]} others
 * @returns {string} an id that none of the others has
 */
export function freeID(kind, others) {
    const ids = new Set(others.map(({ id }) => id));
    let [id, count] = [NAMES[kind], 1];
    while (ids.has(id)) id = `${NAMES[kind]}${(count += 1)}`;
    return id;
}

/**
 * Puts another picture on a page. The page's own becomes the first capture, if it is none yet.
 * @param {EditingSession} session
 * @param {number} number
 * @param {CaptureKind} kind
 * @param {PageImage} image
 * @returns {string} the new capture's id
 */
export function addCapture(session, number, kind, image) {
    const known = capturesOf(session, number);
    const first = known.length > 0 ? known : [{ id: freeID("visible", []), label: null, kind: "visible" }];
    const id = freeID(kind, first);
    change(session, number, "addCapture", [...first, { id, label: null, kind, image, alignment: null }]);
    return id;
}

/**
 * The last but one takes the first with it, which is just the page's image then.
 * @param {EditingSession} session
 * @param {number} number
 * @param {string} id  not of the first
 */
export function removeCapture(session, number, id) {
    const left = capturesOf(session, number).filter((capture) => capture.id !== id);
    change(session, number, "removeCapture", left.length > 1 ? left : null);
}

/**
 * @param {EditingSession} session
 * @param {number} number
 * @param {string} id
 * @param {Pair[]} alignment
 */
export function alignCapture(session, number, id, alignment) {
    change(session, number, "align", capturesOf(session, number).map((capture) => (capture.id === id ? { ...capture, alignment } : capture)));
}

/**
 * The captures of a page, carried along when that gets another image or another part of it.
 * @param {EditedPage} page
 * @param {Matrix} matrix  from the pixels of the page as it was to those of the new one
 * @param {string} fault  what is wrong when one of them has no place on the page yet
 * @returns {{ path: string, after: Capture[] }[]} an operation, or none for a page without other captures
 * @throws {RangeError}
 */
export function carriedCaptures({ number, captures }, matrix, fault) {
    if (captures.length < 2) return [];
    const after = captures.map((capture, index) => {
        if (index === 0) return stated(capture);
        const pairs = capture.alignment ?? capture.estimate;
        const moved = pairs?.map(([, onPage]) => transformed(matrix, onPage));
        if (!pairs || !moved?.every((place) => place !== null)) throw new RangeError(fault);
        return { ...stated(capture), alignment: pairs.map(([onCapture], place) => /** @type {Pair} */ ([onCapture, moved[place]])) };
    });
    return [{ path: pathOf(number), after }];
}

/** @param {EditingSession} session @param {number} number @returns {Capture[]} */
function capturesOf(session, number) {
    return /** @type {Capture[] | null} */ (session.value(pathOf(number))) ?? [];
}

/** @param {EditingSession} session @param {number} number @param {string} label @param {Capture[] | null} after */
function change(session, number, label, after) {
    session.perform({ label, operations: [{ path: pathOf(number), after }] });
}

/** @param {Capture} capture  with what else is known of it @returns {Capture} */
function stated({ id, label, kind, image, alignment }) {
    return image ? { id, label, kind, image, alignment } : { id, label, kind };
}
