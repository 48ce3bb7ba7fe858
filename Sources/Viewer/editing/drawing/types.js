// @ts-check
/** What the drawing layer needs of the editor around it, and what its parts have in common. Only types, nothing to run. */

/** @typedef {import("../geometry/shapes.js").Corner} Corner */
/** @typedef {import("../geometry/shapes.js").Shape} Shape */
/** @typedef {import("../geometry/shapes.js").Refusal} Refusal */
/** @typedef {import("../geometry/borders.js").Held} Held */
/** @typedef {import("../../base/types.js").Point} Point */
/** @typedef {import("../../base/types.js").Page} Page */

/** @typedef {{ id: string, number: string | null, kind: string, order: number, categories: string[], pages: number[] }} ClauseSummary */
/** @typedef {{ undo(): void, redo(): void, canUndo: boolean, canRedo: boolean }} Steps */
/** @typedef {{ path: string, after: any }} Operation */

/**
 * The part of the editing session that drawing needs. Events: `change` (detail: paths, cause), `select`.
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
 * Which page is shown, and where. Events: `page`; `move` (detail: origin and scale), at the moment the tiles are drawn.
 * @typedef {EventTarget & { page: Page }} SheetView
 */

/** @typedef {"mouse" | "touch" | "key"} PointerKind */

/**
 * Where a pointer is.
 * @typedef {object} Spot
 * @property {Corner} corner  image space
 * @property {PointerKind} kind
 * @property {number} reach  how far beside it something may be that it means, image pixels
 * @property {boolean} isFree  whether it does not snap
 */

/**
 * Something beside the tools that can be pressed or set.
 * @typedef {object} Control
 * @property {string} id
 * @property {string} label
 * @property {string} [keys]  a shortcut
 * @property {string} [icon]
 * @property {boolean} [isPressed]  for one that is on or off
 * @property {boolean} [isDisabled]
 * @property {boolean} [isMain]
 * @property {{ least: number, most: number, value: number, text: string }} [range]  a slider instead of a button
 * @property {(value: number) => void} run
 */

/**
 * A tool. All of its methods are called on the page that is shown.
 * @typedef {object} Tool
 * @property {string} name
 * @property {() => string} hint  what to do next
 * @property {(spot: Spot) => void} tap
 * @property {(spot: Spot) => boolean} [grab]  a pointer goes down and begins to move: whether it drags something of the tool
 *   rather than the sheet
 * @property {(spot: Spot) => void} [drag]
 * @property {(spot: Spot) => void} [drop]
 * @property {() => void} [letGo]  a drag is given up
 * @property {(spot: Spot) => boolean} [hold]  a long press; whether it did something
 * @property {(spot: Spot | null) => void} [hover]
 * @property {(pen: import("./pen.js").Pen) => void} [paint]
 * @property {(pen: import("./pen.js").Pen) => void} [paintAside]  what is unfinished, while another tool is active
 * @property {boolean} [takesEnter]  whether Enter means its main control even where there is a crosshair
 * @property {() => ReadonlySet<string>} [moving]  regions that it shows itself
 * @property {() => Control[]} [controls]
 * @property {() => Steps | null} [steps]  of an unfinished shape
 * @property {() => boolean} [escape]  whether there was anything to leave, which must not be what is unfinished
 * @property {() => void} [enter]  also when another page is shown
 * @property {() => void} [open]  another page is shown, whether it is active or not
 * @property {() => void} [leave]  for another tool, or another page
 * @property {() => void} [refresh]  regions or the selection are others than before
 */

export {};
