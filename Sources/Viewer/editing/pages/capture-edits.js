// @ts-check
/** Edits of the captures of pages. Each is one edit. */
import { transformed } from "./projective.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {import("../session/page-images.js").Capture} Capture */
/** @typedef {import("../session/page-images.js").Pair} Pair */
/** @typedef {import("../session/page-images.js").PageImage} PageImage */
/** @typedef {import("./projective.js").Matrix} Matrix */
/** @typedef {EditingSession["pages"][number]} EditedPage */

/** The kinds of captures, in the order of the menu. */
export const KINDS = /** @type {const} */ (["visible", "ultraviolet", "infrared", "raking", "transmitted", "before", "other"]);
/** @typedef {typeof KINDS[number]} CaptureKind */

export const MOST_CAPTURES = 16;

/** The stems of capture ids, which are part of the addresses that readers share. */
const NAMES = { visible: "visible", ultraviolet: "uv", infrared: "ir", raking: "raking", transmitted: "transmitted", before: "before", other: "other" };

/** @param {number} number  the number of a page */
const pathOf = (number) => `pages/${number}/captures`;

/**
 * @param {CaptureKind} kind
 * @param {readonly { id: string }[]} others
 * @returns {string} an unused id
 */
export function freeID(kind, others) {
    const ids = new Set(others.map(({ id }) => id));
    let [id, count] = [NAMES[kind], 1];
    while (ids.has(id)) id = `${NAMES[kind]}${(count += 1)}`;
    return id;
}

/**
 * Adds a picture to a page as a capture. If the page has no captures yet, its own image becomes the first one.
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
 * Removes a capture. If only the first would be left, it is removed too, and the page has just its image.
 * @param {EditingSession} session
 * @param {number} number
 * @param {string} id  the id of a capture other than the first
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
 * Returns the captures of a page with their alignments transformed for another image, or another part of the scan.
 * @param {EditedPage} page
 * @param {Matrix} matrix  from pixels of the old image to pixels of the new one
 * @param {string} fault  the error message if a capture is not aligned yet
 * @returns {{ path: string, after: Capture[] }[]} the operation, or none if the page has no other captures
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

/** @param {Capture} capture  a capture, perhaps with further facts about its image @returns {Capture} */
function stated({ id, label, kind, image, alignment }) {
    return image ? { id, label, kind, image, alignment } : { id, label, kind };
}
