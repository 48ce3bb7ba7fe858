// @ts-check
/** The interface for features on a document's page. Only types; the object is created in app/features.js. */

/** @typedef {import("./types.js").Clause} Clause */
/** @typedef {import("./fragment.js").Place} Place */

/**
 * A point on the surface in CSS pixels, and the clause at it.
 * @typedef {{ point: import("./types.js").Point, clause: Clause | null }} Spot
 */

/**
 * The open document, what is shown of it, and the actions on it. A feature requires only the parts it needs: `Pick<Viewer,
 * "document" | "selected">`.
 * @typedef {object} Viewer
 * @property {import("./types.js").Document} document
 * @property {import("./types.js").Page} page  the current page
 * @property {Place} place
 * @property {string} language  the language of the texts
 * @property {Clause[]} list  the clauses of the filter in reading order, on all pages
 * @property {boolean} isListKnown  whether the list is that of the filter; false if it is missing for lack of a connection
 * @property {string} filterText  a description of what the filter shows
 * @property {() => Promise<string | null>} suggestion  suggests a correction for a search without results
 * @property {() => Promise<void>} cacheForOffline  fetches what is needed to read on offline
 * @property {Clause | null} selected  the open clause
 * @property {Sight} sight
 * @property {string} arrival  the fragment of the address on arrival
 * @property {(id: string, isStill?: boolean, takesFocus?: boolean) => void} open  opens a clause; the view moves to it unless it
 *   is to stay still, and the focus moves to the panel unless it is to stay elsewhere
 * @property {() => void} turn  turns the sheet clockwise by a quarter turn
 * @property {(box: import("./types.js").Box | null) => void} look  moves the view to a part of the page; null for all of it
 * @property {(clauses: string[] | null) => void} spotlight  highlights these clauses only; null for those of the filter
 * @property {(cover: Cover | null) => void} cover  sets what is painted over the tiles of the page; null for nothing
 * @property {(change: Partial<Place>) => void} pushPlace  takes a step to which "back" returns
 * @property {(change: Partial<Place>) => void} replacePlace  makes a change that "back" skips
 * @property {(language: string) => void} chooseLanguage  sets and remembers the language of the texts
 * @property {() => Promise<void>} updateStrings  updates all strings of the page, including the clauses, to the remembered
 *   languages
 * @property {Listening} addEventListener
 * @property {Listening} removeEventListener
 */

/**
 * One of two compared pages, as seen by the comparison page.
 * @typedef {object} Paired
 * @property {Window} window
 * @property {Viewer} viewer
 * @property {{ x: number, y: number, scale: number }} view  the image point at the centre, and CSS pixels per image pixel
 * @property {(view: { x: number, y: number, scale: number }) => void} jump  moves to a view without animation
 * @property {(number: string | null) => void} highlight  highlights the clauses with a number; null for none
 */

/**
 * The layout of a document's pages.
 * @typedef {object} Arrangement
 * @property {boolean | null} isBackwards  whether pages are turned from left to right; null to follow the direction of the user
 *   interface
 * @property {(page: import("./types.js").Page) => import("./leaves.js").Leaf[]} leaves  the pages shown together with a page,
 *   which comes first
 * @property {(page: import("./types.js").Page) => import("./types.js").Page} first  the first of these pages in reading order
 * @property {(page: import("./types.js").Page, steps: -1 | 1) => import("./types.js").Page | undefined} neighbour  the first page
 *   of the next or previous opening
 * @property {(page: import("./types.js").Page, language: string) => string | null} label  the label for several pages; null for a
 *   single page
 */

/**
 * What is painted over the tiles of the page, below the outlines.
 * @typedef {object} Cover
 * @property {(canvas: { context: CanvasRenderingContext2D, density: number }, origin: import("./types.js").Point, scale: number) => void} paint
 *   given device pixels per CSS pixel, the corner of the page on the surface, and CSS pixels per pixel of the page
 * @property {(origin: import("./types.js").Point, scale: number) => import("./types.js").Box | null} ownBox  the box on the
 *   surface in which the page's own tiles are visible, or null
 */

/**
 * What is visible on the surface.
 * @typedef {object} Sight
 * @property {import("./types.js").Box} box  the visible part in image space
 * @property {number} scale  CSS pixels per image pixel
 * @property {boolean} isWhole  whether the whole sheet is shown at the smallest scale
 */

/**
 * The events for changes and for actions on the surface.
 * @typedef {object} ViewerEvents
 * @property {Event} change  the place has changed
 * @property {Event} list  the clauses of the filter, or their language, have changed
 * @property {Event} select  another clause, or none, has been opened
 * @property {Event} read  the clause's text is on the panel
 * @property {Event} move  the view has changed
 * @property {Event} rest  the view has come to rest
 * @property {CustomEvent<Spot | null>} hover  the mouse is at a spot; null when it has left
 * @property {CustomEvent<Spot>} hold  the reader has pressed long at a spot
 */

/**
 * Like the methods of `EventTarget`, with the events above.
 * @typedef {<Name extends keyof ViewerEvents>(event: Name, listener: (event: ViewerEvents[Name]) => void,
 *     options?: AddEventListenerOptions) => void} Listening
 */

export {};
