// @ts-check
/** A finger that drags a panel away in one direction: the panel follows, and goes or comes back. */

const SLOP = 8;
const DISMISS_SHARE = 0.3;
const DISMISS_SPEED = 0.5;

/**
 * @param {HTMLElement} element
 * @param {object} options
 * @param {() => "left" | "right" | "down"} options.direction
 * @param {HTMLElement} [options.scroller]  what must stand at its top before a swipe down takes over from scrolling
 * @param {() => void} options.onDismiss
 */
export function watchSwipe(element, { direction, scroller, onDismiss }) {
    /** @type {{ x: number, y: number, time: number, taken: boolean | null } | null} */
    let start = null;
    let travelled = 0;

    /** @param {TouchEvent} event */
    const begin = (event) => {
        const { clientX: x, clientY: y } = event.touches[0];
        start = event.touches.length === 1 ? { x, y, time: event.timeStamp, taken: null } : null;
        travelled = 0;
    };

    /** @param {TouchEvent} event */
    const move = (event) => {
        if (!start || start.taken === false) return;
        const touch = event.touches[0];
        const [dx, dy] = [touch.clientX - start.x, touch.clientY - start.y];
        const way = direction();
        const [along, across] = way === "down" ? [dy, dx] : [way === "left" ? -dx : dx, dy];
        if (start.taken === null) {
            if (Math.hypot(dx, dy) < SLOP) return;
            const isInText = scroller?.contains(/** @type {Node} */ (event.target)) ?? false;
            const mustScroll = way === "down" && isInText && (scroller?.scrollTop ?? 0) > 0;
            start.taken = along > Math.abs(across) && !mustScroll;
            if (!start.taken) return;
            element.classList.add("dragged");
        }
        event.preventDefault();
        travelled = Math.max(0, along);
        const shift = way === "left" ? -travelled : travelled;
        element.style.transform = way === "down" ? `translateY(${shift}px)` : `translateX(${shift}px)`;
    };

    /** @param {TouchEvent} event */
    const end = (event) => {
        if (!start?.taken) {
            start = null;
            return;
        }
        const length = direction() === "down" ? element.offsetHeight : element.offsetWidth;
        const speed = travelled / Math.max(1, event.timeStamp - start.time);
        start = null;
        element.classList.remove("dragged");
        element.style.removeProperty("transform");
        const isGone = travelled > length * DISMISS_SHARE || (travelled > 3 * SLOP && speed > DISMISS_SPEED);
        if (event.type === "touchend" && isGone) onDismiss();
    };

    element.addEventListener("touchstart", begin, { passive: true });
    element.addEventListener("touchmove", move, { passive: false });
    element.addEventListener("touchend", end);
    element.addEventListener("touchcancel", end);
}
