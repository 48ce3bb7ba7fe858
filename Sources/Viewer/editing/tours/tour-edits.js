// @ts-check
/** Edits of tours and their steps. Each is one edit. */
import { wholePixels } from "../../base/geometry.js";
import { movedPlace, ordersAt } from "../session/orders.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {import("../session/summaries.js").TourSummary} TourSummary */
/** @typedef {import("../session/summaries.js").StepSummary} StepSummary */
/** @typedef {[number, number, number, number]} StepBox  x, y, width and height in image space */
/** @typedef {{ page: number, box: StepBox | null, capture?: string | null }} StepView */

/**
 * Returns the visible part of a page in whole pixels, or null for the whole page.
 * @param {{ isHome: boolean, box: import("../../base/types.js").Box }} camera
 * @param {import("../../base/types.js").Size} page
 * @returns {StepBox | null}
 */
export function boxOf({ isHome, box }, page) {
    if (isHome) return null;
    const { x, y, width, height } = wholePixels(box, page);
    const isAll = x === 0 && y === 0 && width === page.width && height === page.height;
    return isAll || width <= 0 || height <= 0 ? null : [x, y, width, height];
}

/**
 * Adds a step at the end of a tour.
 * @param {EditingSession} session
 * @param {TourSummary} tour
 * @param {StepView & { clauses: string[], document?: string }} view
 * @returns {string} the id of the step
 */
export function addStep(session, tour, { page, box, capture, clauses, document }) {
    const id = newStepId(session, tour.id);
    const step = { id, page, box, clauses, capture: capture ?? null, document: document ?? null };
    session.perform({ label: "addStep", operations: placing(tour, tour.steps, tour.steps.length, step) });
    return id;
}

/**
 * @param {EditingSession} session
 * @param {string} tour
 * @param {string} step
 * @param {Partial<Omit<StepSummary, "id">>} change
 * @param {string} label
 */
export function changeStep(session, tour, step, change, label) {
    const former = session.tours().find(({ id }) => id === tour)?.steps.find(({ id }) => id === step);
    if (!former) return;
    const { id: _, ...rest } = former;
    session.perform({ label, operations: [{ path: `tours/${tour}/steps/${step}`, after: stepValue({ ...rest, ...change }) }] });
}

/** @param {EditingSession} session @param {string} tour @param {string} step */
export function removeStep(session, tour, step) {
    session.perform({ label: "deleteStep", operations: [{ path: `tours/${tour}/steps/${step}`, after: null }] });
}

/** @param {EditingSession} session @param {TourSummary} tour @param {string} step @param {-1 | 1} steps */
export function moveStep(session, tour, step, steps) {
    const moving = tour.steps.find(({ id }) => id === step);
    const place = movedPlace(tour.steps, step, steps);
    if (moving && place) session.perform({ label: "moveStep", operations: placing(tour, place.others, place.index, moving) });
}

/**
 * Returns the operations that put a step between others.
 * @param {TourSummary} tour
 * @param {StepSummary[]} others  in order
 * @param {number} index  how many of the others come first
 * @param {Omit<StepSummary, "order">} step
 */
function placing(tour, others, index, step) {
    const { orders: [order], moved } = ordersAt(others, index);
    const placed = [...moved.map(({ item, order: another }) => ({ ...item, order: another })), { ...step, order }];
    return placed.map(({ id, ...rest }) => ({ path: `tours/${tour.id}/steps/${id}`, after: stepValue(rest) }));
}

/**
 * Leaves out empty values, as the server does.
 * @param {Omit<StepSummary, "id">} step
 */
function stepValue({ order, page, box, clauses, capture, document = null, audio = null }) {
    return {
        order, page,
        ...(box ? { box } : {}), ...(clauses.length > 0 ? { clauses } : {}), ...(capture ? { capture } : {}),
        ...(document ? { document } : {}), ...(audio ? { audio } : {}),
    };
}

/**
 * Returns an unused id for a step.
 * @param {EditingSession} session @param {string} tour
 */
function newStepId(session, tour) {
    for (;;) {
        const id = `s${Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => (byte % 36).toString(36)).join("")}`;
        if (session.value(`tours/${tour}/steps/${id}`) === null) return id;
    }
}
