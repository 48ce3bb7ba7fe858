// @ts-check
/** Edits of pages. Each is one edit. */
import { phrase } from "../../strings/editor.js";
import { orderOperations, ordersAt } from "../session/orders.js";
import { isScale, same } from "../session/values.js";
import { carriedCaptures } from "./capture-edits.js";
import { transformedOutlines } from "./outline-transform.js";
import { growth } from "./projective.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {import("../session/page-images.js").PageImage} PageImage */
/** @typedef {import("../session/page-images.js").ImageFacts} ImageFacts */
/** @typedef {import("../session/values.js").Value} Value */
/** @typedef {import("./outline-transform.js").Outlined} Outlined */
/** @typedef {import("./projective.js").Matrix} Matrix */

/** The precision of pixels per millimetre: a thousandth. */
const DIGITS = 1000;

/**
 * @param {EditingSession} session
 * @param {PageImage} image
 * @param {number} order
 * @returns {number} the number of the new page
 */
export function addPage(session, image, order) {
    const number = session.freePage;
    session.perform({
        label: "addPage",
        operations: [
            { path: `pages/${number}`, after: true },
            { path: `pages/${number}/order`, after: order },
            { path: `pages/${number}/image`, after: image },
        ],
    });
    return number;
}

/** @param {EditingSession} session @param {number} count @returns {number[]} the orders for new pages after all others */
export function ordersAtEnd(session, count) {
    return ordersAt(session.pages, session.pages.length, count).orders;
}

/**
 * @param {EditingSession} session
 * @param {number} number
 * @param {number} index  the new index of the page
 * @returns {boolean} whether the page has moved
 */
export function movePage(session, number, index) {
    const { pages } = session;
    const others = pages.filter((page) => page.number !== number).map((page) => ({ id: String(page.number), order: page.order }));
    if (index < 0 || index > others.length || pages[index]?.number === number) return false;
    session.perform({ label: "movePage", operations: orderOperations("pages", others, index, [String(number)]) });
    return true;
}

/**
 * Removes a page together with the outlines on it, in one step.
 * @param {EditingSession} session
 * @param {number} number
 */
export function removePage(session, number) {
    const outlines = outlinesOn(session, number).map(({ clause }) => ({ path: `clauses/${clause}/regions/${number}`, after: null }));
    session.perform({ label: "removePage", operations: [...outlines, { path: `pages/${number}`, after: null }] });
}

/** @param {EditingSession} session @param {number} number  the number of a page @returns {Outlined[]} */
export function outlinesOn(session, number) {
    return session.clauses().filter(({ pages }) => pages.includes(number)).map(({ id }) => ({
        clause: id,
        shapes: /** @type {any} */ (session.value(`clauses/${id}/regions/${number}`)),
    }));
}

/**
 * Gives a page another image, or another part of its scan, and transforms the outlines accordingly.
 * @param {EditingSession} session
 * @param {number} number  the number of the page
 * @param {"cropPage" | "replaceScan"} label
 * @param {PageImage} image
 * @param {ImageFacts} facts  the facts that the server has returned for the image
 * @param {Matrix} matrix  from pixels of the old image to pixels of the new one
 * @param {PageImage | null | undefined} before  the old image
 * @throws {RangeError} if a capture of the page is not aligned yet, or the page has another image or was removed meanwhile
 */
export function changeImage(session, number, label, image, facts, matrix, before) {
    const page = session.page(number);
    if (!page || !same(page.image, before ?? null)) throw new RangeError(phrase("movedOn"));
    const { width, height, pixelsPerMillimetre } = page;
    const captures = carriedCaptures(page, matrix, phrase("alignFirst"));
    session.images.setFacts(image, facts);
    const { outlined } = transformedOutlines(outlinesOn(session, number), matrix, facts);
    /** @type {{ path: string, after: Value }[]} */
    const operations = [
        { path: `pages/${number}/image`, after: image },
        ...captures,
        ...outlined.map(({ clause, shapes }) => ({ path: `clauses/${clause}/regions/${number}`, after: shapes.length > 0 ? shapes : null })),
    ];
    if (pixelsPerMillimetre && width && height) {
        const factor = growth(matrix, [width / 2, height / 2]);
        const after = Math.round(pixelsPerMillimetre * factor * DIGITS) / DIGITS;
        operations.push({ path: `pages/${number}/pixelsPerMillimetre`, after: isScale(after) ? after : null });
    }
    session.perform({ label, operations });
}
