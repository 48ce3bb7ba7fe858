// @ts-check
/** A finger that drags something in one of a few directions: it follows, and at the end goes or comes back. */

/** @typedef {"left" | "right" | "up" | "down"} Way */

/**
 * @typedef {object} Options
 * @property {() => Partial<Record<Way, () => void>>} ways  which directions there are now, and what each does
 * @property {(way: Way) => HTMLElement} [moves]  what follows the finger; by default the element itself
 * @property {HTMLElement} [scroller]  what must stand at its top before a swipe down takes over from scrolling
 */

const SLOP = 8;
const SHARE = 0.3;
const SPEED = 0.5;

/** @param {HTMLElement} element @param {Options} options */
export function watchSwipe(element, { ways, moves = () => element, scroller }) {
    /** @type {{ x: number, y: number, time: number, way: Way | null | undefined } | null} undefined: not known yet */
    let start = null;
    let travelled = 0;

    /** @param {TouchEvent} event */
    const begin = (event) => {
        const { clientX: x, clientY: y } = event.touches[0];
        start = event.touches.length === 1 ? { x, y, time: event.timeStamp, way: undefined } : null;
        travelled = 0;
    };

    /** @param {number} dx @param {number} dy @param {EventTarget | null} target @returns {Way | null} */
    const choose = (dx, dy, target) => {
        const way = Math.abs(dx) > Math.abs(dy) ? (dx < 0 ? "left" : "right") : dy < 0 ? "up" : "down";
        const isInText = scroller?.contains(/** @type {Node} */ (target)) ?? false;
        const mustScroll = way === "down" && isInText && (scroller?.scrollTop ?? 0) > 0;
        return !mustScroll && ways()[way] ? way : null;
    };

    /** @param {TouchEvent} event */
    const move = (event) => {
        if (!start || start.way === null) return;
        const touch = event.touches[0];
        const [dx, dy] = [touch.clientX - start.x, touch.clientY - start.y];
        if (start.way === undefined) {
            if (Math.hypot(dx, dy) < SLOP) return;
            start.way = choose(dx, dy, event.target);
            if (start.way === null) return;
            moves(start.way).classList.add("dragged");
        }
        event.preventDefault();
        const { way } = start;
        travelled = Math.max(0, { left: -dx, right: dx, up: -dy, down: dy }[way]);
        const shift = way === "left" || way === "up" ? -travelled : travelled;
        moves(way).style.transform = isUpright(way) ? `translateY(${shift}px)` : `translateX(${shift}px)`;
    };

    /** @param {TouchEvent} event */
    const end = (event) => {
        const way = start?.way;
        if (!start || !way) {
            start = null;
            return;
        }
        const moved = moves(way);
        const length = isUpright(way) ? moved.offsetHeight : moved.offsetWidth;
        const speed = travelled / Math.max(1, event.timeStamp - start.time);
        start = null;
        moved.classList.remove("dragged");
        moved.style.removeProperty("transform");
        const isGone = travelled > length * SHARE || (travelled > 3 * SLOP && speed > SPEED);
        if (event.type === "touchend" && isGone) ways()[way]?.();
    };

    element.addEventListener("touchstart", begin, { passive: true });
    element.addEventListener("touchmove", move, { passive: false });
    element.addEventListener("touchend", end);
    element.addEventListener("touchcancel", end);
}

/** @param {Way} way */
function isUpright(way) {
    return way === "up" || way === "down";
}
