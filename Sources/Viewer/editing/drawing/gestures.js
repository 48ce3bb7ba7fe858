// @ts-check
/**
 * Pointers on the drawing layer. One finger or the left button goes to the tool if it takes it, and otherwise moves the sheet.
 * Two fingers, the middle button, and any pointer while Space is held always move the sheet. The wheel is left to the sheet.
 */
import { distance, Hold, movePinch } from "../../base/gestures.js";
import { localPoint } from "../../base/turning.js";

/** @typedef {import("../../base/types.js").Point} Point */
/** @typedef {import("./types.js").Spot} Spot */
/** @typedef {import("./types.js").PointerKind} PointerKind */

/** `SLOP`: how far a pointer moves before it drags. `REACH`: the hit-test radius. Both in CSS pixels. */
const SLOP = { mouse: 4, touch: 9, key: 0 };
export const REACH = { mouse: 9, touch: 22, key: 9 };

/**
 * @typedef {object} Handlers
 * @property {(spot: Spot) => void} tap
 * @property {(spot: Spot) => boolean} grab
 * @property {(spot: Spot, point: Point) => void} drag
 * @property {(spot: Spot) => void} drop
 * @property {() => void} cancelDrag
 * @property {(spot: Spot) => boolean} hold
 * @property {(spot: Spot | null) => void} hover
 */

/**
 * @param {HTMLElement} root
 * @param {HTMLElement} surface  the surface, whose rotation is taken into account
 * @param {import("../../sheet/camera.js").Camera} camera
 * @param {Handlers} on
 * @param {AbortSignal} signal
 */
export function watchPointers(root, surface, camera, on, signal) {
    /** @type {Map<number, Point>} */
    const pointers = new Map();
    /** @type {{ id: number, start: Point, spot: Spot, state: "pressed" | "dragging" | "panning" | "done" } | null} */
    let press = null;
    let isSpaceDown = false;
    const hold = new Hold();

    /** @param {PointerEvent} event @returns {PointerKind} */
    const kindOf = ({ pointerType }) => (pointerType === "mouse" ? "mouse" : "touch");

    /** @param {Point} point @param {PointerKind} kind @param {boolean} isFree @returns {Spot} */
    const spotAt = (point, kind, isFree) => {
        const { x, y } = camera.imagePoint(point);
        return { corner: [x, y], kind, reach: REACH[kind] / camera.view.scale, isFree };
    };

    /** @param {PointerEvent} event */
    const down = (event) => {
        event.stopPropagation();
        on.hover(null);
        const kind = kindOf(event);
        if (kind === "mouse" && event.button > 1) return;
        const point = localPoint(surface, event);
        root.setPointerCapture(event.pointerId);
        camera.stop();
        pointers.set(event.pointerId, point);
        if (pointers.size > 1) {
            hold.end();
            if (press?.state === "dragging") on.cancelDrag();
            if (press) press.state = "panning";
            return;
        }
        const spot = spotAt(point, kind, event.altKey);
        const isPan = isSpaceDown || (kind === "mouse" && event.button === 1);
        press = { id: event.pointerId, start: point, spot, state: isPan ? "panning" : "pressed" };
        root.classList.toggle("panning", isPan);
        if (kind === "touch" && !isPan) hold.begin(point, () => press && on.hold(spot) && (press.state = "done"));
        if (event.button === 1) event.preventDefault();
    };

    /** @param {PointerEvent} event */
    const move = (event) => {
        event.stopPropagation();
        const point = localPoint(surface, event);
        const before = pointers.get(event.pointerId);
        const kind = kindOf(event);
        if (!before || !press) {
            if (kind === "mouse") on.hover(spotAt(point, kind, event.altKey));
            return;
        }
        hold.move(point);
        if (pointers.size === 2) {
            const { factor, from, to } = movePinch(pointers, event.pointerId, point);
            camera.pinch(factor, from, to);
            return;
        }
        if (press.state === "pressed") {
            if (distance(press.start, point) <= SLOP[kind]) return;
            hold.end();
            press.state = on.grab(press.spot) ? "dragging" : "panning";
            root.classList.toggle("panning", press.state === "panning");
        }
        pointers.set(event.pointerId, point);
        if (press.state === "panning") camera.drag(point.x - before.x, point.y - before.y);
        if (press.state === "dragging") on.drag(spotAt(point, kind, event.altKey), point);
    };

    /** @param {PointerEvent} event */
    const up = (event) => {
        event.stopPropagation();
        if (!pointers.delete(event.pointerId)) return;
        hold.end();
        if (pointers.size > 0 || !press) return;
        const { state, spot } = press;
        press = null;
        root.classList.remove("panning");
        const isUp = event.type === "pointerup";
        if (state === "dragging") {
            if (isUp) on.drop(spotAt(localPoint(surface, event), kindOf(event), event.altKey));
            else on.cancelDrag();
        }
        if (state === "pressed" && isUp) on.tap({ ...spot, isFree: event.altKey });
    };

    /** @param {boolean} isDown */
    const space = (isDown) => {
        isSpaceDown = isDown;
        root.classList.toggle("may-pan", isDown);
    };

    root.addEventListener("pointerdown", down, { signal });
    root.addEventListener("pointermove", move, { signal });
    root.addEventListener("pointerup", up, { signal });
    root.addEventListener("pointercancel", up, { signal });
    root.addEventListener("pointerleave", () => on.hover(null), { signal });
    document.addEventListener("keydown", (event) => event.key === " " && isOnSheet(event.target, root) && space(true), { signal });
    document.addEventListener("keyup", (event) => event.key === " " && space(false), { signal });
    addEventListener("blur", () => space(false), { signal });
}

/**
 * @param {EventTarget | null} target
 * @param {HTMLElement} root
 * @returns {boolean} whether pressing Space there activates no control
 */
function isOnSheet(target, root) {
    return target === document.body || target === root;
}
