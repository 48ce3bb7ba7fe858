// @ts-check
/**
 * Gestures that several parts share: the long press and the swipe. The sheet's own gestures are in sheet/surface-gestures.js,
 * which uses the same long press.
 */

/** @typedef {import("./types.js").Point} Point */

/** @typedef {"left" | "right" | "up" | "down"} Direction */

/**
 * @typedef {object} Options
 * @property {() => Partial<Record<Direction, (travelled: number) => void>>} directions  returns the directions possible now, each
 *   with the function to call at the end of the swipe with its length in CSS pixels
 * @property {(direction: Direction) => HTMLElement} [moves]  returns the element that follows the finger; by default the watched
 *   element
 * @property {HTMLElement} [scroller]  an element in which vertical swipes scroll, except a swipe down when it is scrolled to the
 *   top
 */

/** The minimum duration of a long press. */
export const HOLD_MILLISECONDS = 500;
/** The distance in CSS pixels that a finger may move during a long press. */
export const HOLD_DISTANCE = 10;
const SLOP = 8;
const SHARE = 0.3;
const SPEED = 0.5;

/** A press that becomes a long press if the finger stays still. */
export class Hold {
    #timer = 0;
    /** @type {Point | null} */
    #point = null;

    /** @param {Point} point @param {() => void} onHold */
    begin(point, onHold) {
        this.end();
        this.#point = point;
        this.#timer = setTimeout(onHold, HOLD_MILLISECONDS);
    }

    /** @param {Point} point  the current position of the finger */
    move(point) {
        if (this.#point && distance(this.#point, point) > HOLD_DISTANCE) this.end();
    }

    end() {
        clearTimeout(this.#timer);
        this.#point = null;
    }
}

/**
 * Watches for long presses on an element, by touch or pen. A long press counts when the finger is lifted, because a slow swipe
 * begins the same way; until then the element has the class `held`.
 * @param {HTMLElement} element
 * @param {() => void} onHold
 * @returns {() => boolean} a function that returns whether the last press was long, and resets this
 */
export function watchHold(element, onHold) {
    const hold = new Hold();
    let [isHeld, wasHeld] = [false, false];
    let start = { x: 0, y: 0 };
    /** @param {boolean} is */
    const set = (is) => {
        isHeld = is;
        element.classList.toggle("held", is);
    };
    /** @param {PointerEvent} event */
    const place = ({ clientX: x, clientY: y }) => ({ x, y });
    element.addEventListener("pointerdown", (event) => {
        wasHeld = false;
        set(false);
        if (event.pointerType === "mouse") return;
        start = place(event);
        hold.begin(start, () => set(true));
    });
    element.addEventListener("pointermove", (event) => {
        hold.move(place(event));
        if (isHeld && distance(start, place(event)) > HOLD_DISTANCE) set(false);
    });
    element.addEventListener("pointerup", () => {
        hold.end();
        wasHeld = isHeld;
        set(false);
        if (wasHeld) onHold();
    });
    for (const end of ["pointercancel", "pointerleave"]) {
        element.addEventListener(end, () => {
            hold.end();
            set(false);
        });
    }
    element.addEventListener("contextmenu", (event) => isHeld && event.preventDefault());
    return () => {
        const was = wasHeld;
        wasHeld = false;
        return was;
    };
}

/** @param {Point} a @param {Point} b */
export function distance(a, b) {
    return Math.hypot(a.x - b.x, a.y - b.y);
}

/**
 * Moves one of two fingers.
 * @param {Map<number, Point>} pointers  the fingers
 * @param {number} id  the finger that moves
 * @param {Point} point  its new position
 * @returns the factor by which their distance grows, and the point between them before and after
 */
export function movePinch(pointers, id, point) {
    const before = pinchOf(pointers);
    pointers.set(id, point);
    const after = pinchOf(pointers);
    return { factor: after.distance / before.distance, from: before.middle, to: after.middle };
}

/** @param {ReadonlyMap<number, Point>} pointers  two fingers @returns the point between them, and their distance */
function pinchOf(pointers) {
    const [a, b] = [...pointers.values()];
    return { middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, distance: Math.max(1, distance(a, b)) };
}

/**
 * Watches for swipes in given directions: an element follows the finger, and in the end leaves or returns. Uses touch events
 * because only they can prevent scrolling once the direction is known.
 * @param {HTMLElement} element
 * @param {Options} options
 */
export function watchSwipe(element, { directions, moves = () => element, scroller }) {
    /**
     * @type {{ x: number, y: number, time: number, direction: Direction | null | undefined } | null} the direction is undefined
     *   until it is known
     */
    let start = null;
    let travelled = 0;

    /** @param {Direction} direction @returns {HTMLElement} the element that followed the finger, back in its place */
    const release = (direction) => {
        const moved = moves(direction);
        moved.classList.remove("dragged");
        moved.style.removeProperty("transform");
        return moved;
    };

    /** @param {TouchEvent} event */
    const begin = (event) => {
        // A second finger ends the swipe.
        if (start?.direction) release(start.direction);
        const { clientX: x, clientY: y } = event.touches[0];
        start = event.touches.length === 1 ? { x, y, time: event.timeStamp, direction: undefined } : null;
        travelled = 0;
    };

    /** @param {number} dx @param {number} dy @param {EventTarget | null} target @returns {Direction | null} */
    const choose = (dx, dy, target) => {
        const direction = Math.abs(dx) > Math.abs(dy) ? (dx < 0 ? "left" : "right") : dy < 0 ? "up" : "down";
        const isInText = scroller?.contains(/** @type {Node} */ (target)) ?? false;
        const mustScroll = isInText && (direction === "up" || (direction === "down" && (scroller?.scrollTop ?? 0) > 0));
        return !mustScroll && directions()[direction] ? direction : null;
    };

    /** @param {TouchEvent} event */
    const move = (event) => {
        if (!start || start.direction === null) return;
        const touch = event.touches[0];
        const [dx, dy] = [touch.clientX - start.x, touch.clientY - start.y];
        if (start.direction === undefined) {
            if (Math.hypot(dx, dy) < SLOP) return;
            start.direction = choose(dx, dy, event.target);
            if (start.direction === null) return;
            moves(start.direction).classList.add("dragged");
        }
        event.preventDefault();
        const { direction } = start;
        travelled = Math.max(0, { left: -dx, right: dx, up: -dy, down: dy }[direction]);
        const shift = direction === "left" || direction === "up" ? -travelled : travelled;
        moves(direction).style.transform = isUpright(direction) ? `translateY(${shift}px)` : `translateX(${shift}px)`;
    };

    /** @param {TouchEvent} event */
    const end = (event) => {
        const direction = start?.direction;
        if (!start || !direction) {
            start = null;
            return;
        }
        const moved = release(direction);
        const length = isUpright(direction) ? moved.offsetHeight : moved.offsetWidth;
        const speed = travelled / Math.max(1, event.timeStamp - start.time);
        start = null;
        const isGone = travelled > length * SHARE || (travelled > 3 * SLOP && speed > SPEED);
        if (event.type === "touchend" && isGone) directions()[direction]?.(travelled);
    };

    element.addEventListener("touchstart", begin, { passive: true });
    element.addEventListener("touchmove", move, { passive: false });
    element.addEventListener("touchend", end);
    element.addEventListener("touchcancel", end);
}

/** @param {Direction} direction */
function isUpright(direction) {
    return direction === "up" || direction === "down";
}
