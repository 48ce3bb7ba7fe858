// @ts-check
/** Keys on the sheet: arrow keys move between clauses, Enter opens one; plus, minus and 0 zoom. */
import { ARROWS } from "../base/keys.js";
import { localMovement } from "../base/turning.js";

/** @typedef {import("./camera.js").Camera} Camera */
/** @typedef {import("./overlays.js").Overlays} Overlays */

const STEP = 1.5;
const PAN = 80;

/**
 * @param {HTMLElement} sheet
 * @param {Camera} camera
 * @param {Overlays} overlays
 * @param {object} on
 * @param {(id: string) => void} on.open
 * @param {() => boolean} on.escape  closes what is on top; returns whether there was anything to close
 */
export function watchKeys(sheet, camera, overlays, on) {
    /** @param {number} steps */
    const walk = (steps) => {
        const focused = overlays.focused;
        const next = focused === null ? (overlays.clauses[0] ?? null) : overlays.neighbour(focused.id, steps);
        if (next) goTo(next.id);
    };

    /** @param {string | undefined} id */
    const goTo = (id) => {
        if (id === undefined) return;
        overlays.focus(id);
        const box = overlays.box(id);
        if (box) camera.reveal(box, true);
    };

    /** @type {Record<string, () => void>} */
    const keys = {
        ArrowRight: () => walk(1),
        ArrowDown: () => walk(1),
        ArrowLeft: () => walk(-1),
        ArrowUp: () => walk(-1),
        Home: () => goTo(overlays.clauses[0]?.id),
        End: () => goTo(overlays.clauses[overlays.clauses.length - 1]?.id),
        Enter: () => overlays.focused && on.open(overlays.focused.id),
        " ": () => overlays.focused && on.open(overlays.focused.id),
        "+": () => camera.zoom(STEP),
        "=": () => camera.zoom(STEP),
        "-": () => camera.zoom(1 / STEP),
        0: () => camera.home(),
    };

    sheet.addEventListener("keydown", (event) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const arrow = ARROWS[event.key];
        // Without clauses to move between, the arrow keys move the sheet; with clauses, Shift and the arrow keys do.
        if (arrow && (event.shiftKey || overlays.clauses.length === 0)) {
            const [x, y] = localMovement(sheet, arrow);
            camera.drag(-PAN * x, -PAN * y);
        } else if (Object.hasOwn(keys, event.key)) keys[event.key]();
        else return;
        event.preventDefault();
    });

    document.addEventListener("keydown", (event) => {
        if (event.key === "Escape" && !event.defaultPrevented && on.escape()) event.preventDefault();
    });
}
