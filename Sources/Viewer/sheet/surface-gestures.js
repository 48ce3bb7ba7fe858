// @ts-check
/**
 * Pointer gestures on the surface: drag and fling, pinch, wheel, double tap, tap, long press and hover; and, while the whole
 * sheet is shown, the swipe from the menu's edge and the swipe that turns a page.
 */
import { distance, Hold, HOLD_DISTANCE, HOLD_MILLISECONDS, movePinch } from "../base/gestures.js";
import { localPoint, turnsOf } from "../base/turning.js";
import { isMirrored } from "../strings/strings.js";

/** @typedef {import("../base/types.js").Point} Point */
/** @typedef {import("./camera.js").Camera} Camera */

const DOUBLE_TAP_MILLISECONDS = 300;
const DOUBLE_TAP_DISTANCE = 40;
/** The share of the surface's width from which a swipe towards the middle opens the menu. */
const EDGE_SHARE = 1 / 3;
/** The distance from a clause within which a touch counts, in CSS pixels. */
const [FINGER_REACH, MOUSE_REACH] = [22, 6];
const SWIPE_DISTANCE = 60;
const FLING_WINDOW_MILLISECONDS = 100;
const FLING_SPEED = 150;
const STEP = 2;

/**
 * @param {HTMLElement} element
 * @param {Camera} camera
 * @param {object} on
 * @param {(point: Point | null, reach: number) => void} on.press  a finger or button is down and may become a tap; null once it
 *   is lifted or does something else. The reach is the distance within which a touch counts, in CSS pixels
 * @param {(point: Point, reach: number) => void} on.tap  a single tap, once a double tap is ruled out, in CSS pixels on the
 *   surface
 * @param {() => number} on.readingScale  returns the scale to which a double tap on the whole sheet zooms
 * @param {() => void} on.edgeSwipe  a swipe from the menu's edge while the whole sheet is shown
 * @param {(steps: -1 | 1) => void} on.turn  another horizontal swipe while the whole sheet is shown: to the next page, or back
 * @param {(point: Point, reach: number) => void} on.hold  a long press
 * @param {(point: Point | null) => void} on.hover  the mouse is at a point with no button pressed; null once it leaves, or the
 *   wheel or another pointer is used
 */
export function watchSurface(element, camera, on) {
    /** @type {Map<number, Point>} */
    const pointers = new Map();
    /** @type {{ time: number, point: Point }[]} the last moves of a drag */
    let trail = [];
    /** @type {{ time: number, point: Point, reach: number, isTap: boolean, isEdge: boolean, isTurn: boolean } | null} */
    let press = null;
    /** @type {{ time: number, point: Point, timer: number } | null} a tap that may become a double tap */
    let pending = null;
    const hold = new Hold();

    /** @param {PointerEvent | WheelEvent} event @returns {Point} */
    const place = (event) => localPoint(element, event);

    /** @param {PointerEvent} event */
    const down = (event) => {
        on.hover(null);
        if (event.pointerType === "mouse" && event.button !== 0) return;
        const point = place(event);
        element.setPointerCapture(event.pointerId);
        camera.stop();
        pointers.set(event.pointerId, point);
        trail = [{ time: event.timeStamp, point }];
        hold.end();
        if (pointers.size === 1) {
            const isMouse = event.pointerType === "mouse";
            const reach = isMouse ? MOUSE_REACH : FINGER_REACH;
            if (!isMouse) hold.begin(point, () => held(point, reach));
            const mayTurn = !isMouse && camera.isHome && turnsOf(element) === 0;
            const fromEdge = isMirrored() ? element.clientWidth - point.x : point.x;
            const isEdge = mayTurn && fromEdge < element.clientWidth * EDGE_SHARE;
            press = { time: event.timeStamp, point, reach, isTap: true, isEdge, isTurn: mayTurn };
            on.press(point, reach);
        } else if (press) {
            on.press(null, 0);
            press = { ...press, isTap: false, isEdge: false, isTurn: false };
        }
    };

    /**
     * A swipe that follows a long press neither opens the menu nor turns the page.
     * @param {Point} point
     * @param {number} reach
     */
    const held = (point, reach) => {
        if (press) press = { ...press, isEdge: false, isTurn: false };
        on.hold(point, reach);
    };

    /** @param {PointerEvent} event */
    const move = (event) => {
        const before = pointers.get(event.pointerId);
        const point = place(event);
        if (event.pointerType === "mouse") on.hover(event.buttons === 0 ? point : null);
        if (!before) return;
        hold.move(point);
        if (pointers.size === 2) {
            const { factor, from, to } = movePinch(pointers, event.pointerId, point);
            camera.pinch(factor, from, to);
            return;
        }
        if (press?.isTap && distance(press.point, point) <= HOLD_DISTANCE) return;
        pointers.set(event.pointerId, point);
        if (press?.isTap) {
            press.isTap = false;
            on.press(null, 0);
        }
        if (pointers.size > 2) return;
        camera.drag(point.x - before.x, point.y - before.y);
        trail.push({ time: event.timeStamp, point });
        trail = trail.filter(({ time }) => event.timeStamp - time <= FLING_WINDOW_MILLISECONDS);
        if (press?.isEdge && inward(press.point, point) > 0) {
            press.isEdge = press.isTurn = false;
            on.edgeSwipe();
        }
    };

    /** @param {PointerEvent} event */
    const up = (event) => {
        if (!pointers.delete(event.pointerId)) return;
        hold.end();
        on.press(null, 0);
        if (pointers.size > 0) {
            trail = [];
            return;
        }
        const way = press?.isTurn && event.type === "pointerup" ? inward(press.point, place(event)) : 0;
        const wasTap =
            press?.isTap && event.type === "pointerup" && event.timeStamp - press.time < HOLD_MILLISECONDS;
        if (wasTap && press) tap(press.point, press.reach, event.timeStamp);
        else if (way !== 0) on.turn(way < 0 ? 1 : -1);
        else if (event.type === "pointerup") fling(event.timeStamp);
        press = null;
        trail = [];
    };

    /** @param {Point} point @param {number} reach @param {number} time */
    const tap = (point, reach, time) => {
        if (pending && time - pending.time < DOUBLE_TAP_MILLISECONDS) {
            clearTimeout(pending.timer);
            const isDouble = distance(pending.point, point) < DOUBLE_TAP_DISTANCE;
            pending = null;
            if (isDouble) {
                const toRead = camera.isHome ? on.readingScale() / camera.view.scale : 0;
                if (camera.isLargest) camera.home();
                else camera.zoom(Math.max(STEP, toRead), point);
                return;
            }
        }
        const timer = setTimeout(() => {
            pending = null;
            on.tap(point, reach);
        }, DOUBLE_TAP_MILLISECONDS);
        pending = { time, point, timer };
    };

    /** @param {number} time */
    const fling = (time) => {
        const [first, last] = [trail[0], trail[trail.length - 1]];
        if (!first || !last || last.time <= first.time || time - last.time > FLING_WINDOW_MILLISECONDS / 2) return;
        const seconds = (last.time - first.time) / 1000;
        const velocity = { x: (last.point.x - first.point.x) / seconds, y: (last.point.y - first.point.y) / seconds };
        if (Math.hypot(velocity.x, velocity.y) > FLING_SPEED) camera.fling(velocity.x, velocity.y);
    };

    /** @param {WheelEvent} event */
    const wheel = (event) => {
        event.preventDefault();
        on.hover(null);
        const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 18);
        // A trackpad pinch arrives as wheel events with the control key, in much smaller steps.
        camera.wheel(Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0022)), place(event));
    };

    element.addEventListener("pointerdown", down);
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", up);
    element.addEventListener("pointercancel", up);
    element.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && on.hover(null));
    element.addEventListener("wheel", wheel, { passive: false });
    element.addEventListener("contextmenu", (event) => event.preventDefault());
}

/**
 * Returns how far a swipe went from the menu's side to the other; negative in the other direction, 0 if it is no swipe.
 * @param {Point} from
 * @param {Point} to
 */
function inward(from, to) {
    const [across, down] = [to.x - from.x, Math.abs(to.y - from.y)];
    if (Math.abs(across) <= Math.max(SWIPE_DISTANCE, 2 * down)) return 0;
    return isMirrored() ? -across : across;
}
