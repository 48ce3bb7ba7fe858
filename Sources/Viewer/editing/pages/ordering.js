// @ts-check
/** Reorders a list by dragging a row by its grip. */

/** The distance from an end of the scrolling panel, in CSS pixels, within which dragging scrolls it. */
const EDGE = 48;
const STEP = 10;

/**
 * @param {HTMLElement} grip
 * @param {HTMLElement} row
 * @param {HTMLElement} list
 * @param {(index: number) => void} move  called with the new index of the row
 */
export function watchOrdering(grip, row, list, move) {
    /** @type {{ id: number, y: number } | null} */
    let held = null;
    const others = () => [...list.children].filter((child) => child !== row);
    /** @param {number} y @returns {number} the number of rows above the position */
    const placeAt = (y) => others().filter((other) => {
        const { top, height } = other.getBoundingClientRect();
        return top + height / 2 < y;
    }).length;
    const show = (/** @type {number} */ y) => {
        const at = placeAt(y);
        for (const [index, other] of others().entries()) {
            other.classList.toggle("goes-before", index === at);
            other.classList.toggle("goes-after", index === at - 1 && at === others().length);
        }
        row.style.translate = held ? `0 ${y - held.y}px` : "";
    };
    const end = () => {
        held = null;
        row.classList.remove("dragged");
        row.style.translate = "";
        for (const other of others()) other.classList.remove("goes-before", "goes-after");
    };
    grip.addEventListener("pointerdown", (event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        grip.setPointerCapture(event.pointerId);
        held = { id: event.pointerId, y: event.clientY };
        row.classList.add("dragged");
    });
    grip.addEventListener("pointermove", (event) => {
        if (held?.id !== event.pointerId) return;
        const panel = list.closest("[role='tabpanel']");
        const box = panel?.getBoundingClientRect();
        if (panel && box) {
            const before = panel.scrollTop;
            if (event.clientY < box.top + EDGE) panel.scrollTop -= STEP;
            else if (event.clientY > box.bottom - EDGE) panel.scrollTop += STEP;
            // Keeps the row under the finger.
            held.y -= panel.scrollTop - before;
        }
        show(event.clientY);
    });
    grip.addEventListener("pointerup", (event) => {
        if (held?.id !== event.pointerId) return;
        const index = placeAt(event.clientY);
        end();
        move(index);
    });
    grip.addEventListener("pointercancel", end);
    grip.addEventListener("lostpointercapture", end);
}
