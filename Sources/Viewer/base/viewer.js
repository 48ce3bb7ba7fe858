// @ts-check
/** What features see of the page of a document. Only types, nothing to run; app/features.js has the object. */

/** @typedef {import("./types.js").Clause} Clause */
/** @typedef {import("./fragment.js").Place} Place */

/**
 * A place on the surface, in CSS pixels, and the clause that is there.
 * @typedef {{ point: import("./types.js").Point, clause: Clause | null }} Spot
 */

/**
 * The open document, what is shown of it, and the reader's steps through it. A feature asks for the parts that it needs:
 * `Pick<Viewer, "document" | "selected">`.
 * @typedef {object} Viewer
 * @property {import("./types.js").Document} document
 * @property {import("./types.js").Page} page  that is shown
 * @property {Place} place
 * @property {string} language  of the texts
 * @property {Clause[]} list  the clauses of the filter in reading order, on every page
 * @property {boolean} isListKnown  whether the list is what the filter shows, and not empty for want of a connection
 * @property {string} filterText  what the filter shows, in words
 * @property {() => Promise<string | null>} suggestion  what may have been meant by a search that found nothing
 * @property {() => Promise<void>} keep  has what is needed on the device to read on without a connection
 * @property {Clause | null} selected  the clause that is being read
 * @property {Sight} sight
 * @property {string} arrival  the fragment that the reader came with
 * @property {(id: string, isStill?: boolean) => void} open  reads a clause; the sheet goes to it unless it is to stay still
 * @property {() => void} turn  the sheet by a quarter, clockwise
 * @property {(box: import("./types.js").Box | null) => void} look  at a part of the page; null: at all of it
 * @property {(clauses: string[] | null) => void} spotlight  these clauses alone; null: those of the filter
 * @property {(cover: Cover | null) => void} cover  paints over the tiles of the page
 * @property {(change: Partial<Place>) => void} go  a step to which "back" returns
 * @property {(change: Partial<Place>) => void} note  a step that "back" skips
 * @property {(language: string) => void} chooseLanguage  of the texts, to be remembered
 * @property {() => Promise<void>} speak  writes all texts of the page again, in the languages that are remembered
 * @property {Listening} addEventListener
 * @property {Listening} removeEventListener
 */

/**
 * One of two pages that are compared, as the page around them has it.
 * @typedef {object} Paired
 * @property {Window} window
 * @property {Viewer} viewer
 * @property {{ x: number, y: number, scale: number }} view  the image point in the middle, and CSS pixels to an image pixel
 * @property {(view: { x: number, y: number, scale: number }) => void} jump  there at once
 * @property {(number: string | null) => void} highlight  the clauses of a number; null for none
 */

/**
 * How the pages of a document lie beside each other.
 * @typedef {object} Arrangement
 * @property {boolean | null} isBackwards  whether they are turned from left to right; null: as the page around them runs
 * @property {(page: import("./types.js").Page) => import("./leaves.js").Leaf[]} leaves  seen with a page, it first
 * @property {(page: import("./types.js").Page) => import("./types.js").Page} first  of those, in reading order
 * @property {(page: import("./types.js").Page, steps: -1 | 1) => import("./types.js").Page | undefined} neighbour  the first page of
 *   what comes after it, or before
 * @property {(page: import("./types.js").Page, language: string) => string | null} label  of several pages; null for one
 */

/**
 * What is painted over the tiles of the page, below the outlines.
 * @typedef {object} Cover
 * @property {(canvas: { context: CanvasRenderingContext2D, density: number }, origin: import("./types.js").Point, scale: number) => void} paint
 *   with device pixels to a CSS pixel, the corner of the page on the surface and CSS pixels to a pixel of the page
 * @property {(origin: import("./types.js").Point, scale: number) => import("./types.js").Box | null} ownBox  where on the surface
 *   the page's own tiles are seen; null: nowhere
 */

/**
 * What the surface shows.
 * @typedef {object} Sight
 * @property {import("./types.js").Box} box  image space
 * @property {number} scale  CSS pixels to an image pixel
 * @property {boolean} isWhole  whether it is the whole sheet at the smallest scale
 */

/**
 * What has changed, or has been done on the surface.
 * @typedef {object} ViewerEvents
 * @property {Event} change  the place, in whatever way
 * @property {Event} list  the clauses of the filter, or their language
 * @property {Event} select  the clause that is being read
 * @property {Event} read  its text is on the panel
 * @property {Event} move  the view is another
 * @property {Event} rest  the view, which has come to rest
 * @property {CustomEvent<Spot | null>} hover  a mouse is there; null: no longer
 * @property {CustomEvent<Spot>} hold  a long press
 */

/**
 * As of an `EventTarget`, with the events above.
 * @typedef {<Name extends keyof ViewerEvents>(event: Name, listener: (event: ViewerEvents[Name]) => void,
 *     options?: AddEventListenerOptions) => void} Listening
 */

export {};
