// @ts-check
/** Types shared by the parts of the drawing layer, and the interface it requires of the editor around it. No code. */

/** @typedef {import("../geometry/shapes.js").Corner} Corner */
/** @typedef {import("../geometry/shapes.js").Shape} Shape */
/** @typedef {import("../geometry/shapes.js").Refusal} Refusal */
/** @typedef {import("../geometry/borders.js").KeyedShape} KeyedShape */
/** @typedef {import("../../base/types.js").Point} Point */
/** @typedef {import("../../base/types.js").Page} Page */

/** @typedef {{ id: string, number: string | null, kind: string, order: number, categories: string[], pages: number[] }} ClauseSummary */
/** @typedef {{ undo(): void, redo(): void, canUndo: boolean, canRedo: boolean }} Steps */
/** @typedef {{ path: string, after: any }} Operation */

/**
 * The part of the editing session that drawing requires. Events: `change` (detail: paths, cause), `select`.
 * @typedef {EventTarget & {
 *   document: string,
 *   value(path: string): any,
 *   languages: string[],
 *   clauses(): ClauseSummary[],
 *   perform(edit: { label: string, operations: Operation[] }, options?: { mergeKey?: string }): unknown,
 *   release(): void,
 *   selection: string | null,
 *   draft: Steps | null,
 * }} DrawingSession
 */

/**
 * The page shown, and its view. Events: `page`; `move` (detail: origin and scale), dispatched when the tiles are drawn.
 * @typedef {EventTarget & { page: Page }} SheetView
 */

/** @typedef {"mouse" | "touch" | "key"} PointerKind */

/**
 * A pointer's position.
 * @typedef {object} Spot
 * @property {Corner} corner  the position in image space
 * @property {PointerKind} kind
 * @property {number} reach  the hit-test radius in image pixels
 * @property {boolean} isFree  whether snapping is off
 */

/**
 * A button or slider of the active tool, outside the toolbar.
 * @typedef {object} Control
 * @property {string} id
 * @property {string} label
 * @property {string} [keys]  the keyboard shortcut
 * @property {string} [icon]
 * @property {boolean} [isPressed]  the state of a toggle button
 * @property {boolean} [isDisabled]
 * @property {boolean} [isMain]
 * @property {{ least: number, most: number, value: number, text: string }} [range]  makes the control a slider instead of a
 *   button
 * @property {(value: number) => void} run
 */

/**
 * A tool. All methods operate on the page shown.
 * @typedef {object} Tool
 * @property {string} name
 * @property {() => string} hint  returns a hint on what to do next
 * @property {(spot: Spot) => void} tap
 * @property {(spot: Spot) => boolean} [grab]  called when a drag begins; returns whether it drags something of the tool rather
 *   than the sheet
 * @property {(spot: Spot) => void} [drag]
 * @property {(spot: Spot) => void} [drop]
 * @property {() => void} [cancelDrag]  cancels a drag
 * @property {(spot: Spot) => boolean} [hold]  called on a long press; returns whether it did something
 * @property {(spot: Spot | null) => void} [hover]
 * @property {(pen: import("./pen.js").Pen) => void} [paint]
 * @property {(pen: import("./pen.js").Pen) => void} [paintInactive]  paints unfinished work while another tool is active
 * @property {boolean} [takesEnter]  whether Enter runs the main control even if the crosshair is shown
 * @property {() => ReadonlySet<string>} [moving]  keys of the regions that the tool paints itself
 * @property {() => Control[]} [controls]
 * @property {() => Steps | null} [steps]  the steps of an unfinished shape
 * @property {() => boolean} [escape]  cancels a selection or mode, never unfinished work; returns whether there was one
 * @property {() => void} [enter]  called when the tool is chosen, or another page is shown
 * @property {() => void} [open]  called when another page is shown, even if the tool is not active
 * @property {() => void} [leave]  called before another tool is chosen or another page is shown
 * @property {() => void} [refresh]  called when regions or the selection have changed
 */

export {};
