// @ts-check
/** Types that several folders share: the shapes of the web API, and measures. */

/** @typedef {import("../strings/strings.js").LanguageMap} LanguageMap */
/** @typedef {"left-to-right" | "right-to-left" | "top-to-bottom" | "bottom-to-top"} ViewingDirection  the order of pages */
/** @typedef {{ paper: string, ink: string, accent: string, background: string, overlays: string[] }} Palette */

/**
 * The state of an image while it is being cut into tiles: the completed fraction, 0 … 1; the number of tile rows available at
 * each level of the Deep Zoom pyramid; a small picture of the whole. Or why the cutting failed.
 * @typedef {{ fraction?: number, rows?: number[], previewURL?: string, error?: string }} Cut
 */

/**
 * @typedef {object} Page
 * @property {number} number
 * @property {LanguageMap | null} label
 * @property {string | null} image
 * @property {number} width
 * @property {number} height
 * @property {number | null} pixelsPerMillimetre
 * @property {Capture[]} [captures]  the captures, if they are named; the first is the default
 * @property {string[]} [behavior]  IIIF behaviours: `non-paged`, `facing-pages`
 * @property {Cut} [cut]  present while the image is being cut into tiles
 */

/**
 * A photograph of a page.
 * @typedef {object} Capture
 * @property {string} id
 * @property {LanguageMap | null} label
 * @property {"visible" | "ultraviolet" | "infrared" | "raking" | "transmitted" | "before" | "other"} kind
 * @property {string} image
 * @property {number} width
 * @property {number} height
 * @property {[[number, number], [number, number]][] | null} alignment  four points on the capture and on the page; null for the
 *   default capture
 * @property {number[]} toPage  the matrix from the capture to the page, in row-major order
 * @property {boolean} estimated
 * @property {number | null} error  the alignment error in pixels of the page
 */

/** @typedef {Record<string, string[]>} LanguageTexts  one or more texts per language; `none` for texts without a language */
/** @typedef {{ label: LanguageMap, value: LanguageTexts }} Metadata */

/**
 * A link to another web resource.
 * @typedef {object} WebLink
 * @property {string} id  the address
 * @property {LanguageMap} [label]
 * @property {string} [format]
 * @property {string[]} [language]
 */

/**
 * An entry in a document's table of contents, with its pages (or boxes on them) and the entries within it.
 * @typedef {object} Chapter
 * @property {LanguageMap} [label]
 * @property {string[]} [behavior]
 * @property {{ page: number, box?: number[] }[]} [pages]
 * @property {Chapter[]} [items]
 */

/**
 * @typedef {object} Document
 * @property {string} id
 * @property {LanguageMap} title
 * @property {LanguageMap | null} summary
 * @property {LanguageMap | null} holder
 * @property {string | null} shelfmark
 * @property {LanguageMap | null} date
 * @property {string | null} rights
 * @property {LanguageMap | null} attribution
 * @property {Record<string, string> | null} credits  the translators by language
 * @property {string} language  the document's own language
 * @property {string[]} languages  the languages of its texts; the first is the fallback
 * @property {Palette | null} palette
 * @property {string | null} mark  the name of an icon that ships with the viewer
 * @property {string | null} [markURL]  the address of the mark's picture, for a mark of the document's own
 * @property {number} version
 * @property {number} [newest]  the number of the newest version, if this is a former one
 * @property {[number, number]} [years]  the first and last year of its date
 * @property {{ id: string, label?: LanguageMap }[]} [collections]
 * @property {Page[]} pages
 * @property {{ clauses: number, all: number }} counts
 * @property {string} [manifest]  the address of its IIIF manifest
 * @property {string[]} [behavior]  IIIF behaviours: `paged`, `individuals`, `continuous`
 * @property {ViewingDirection} [viewingDirection]
 * @property {Metadata[]} [metadata]
 * @property {{ label: LanguageMap, homepage?: WebLink[] }[]} [provider]
 * @property {WebLink[]} [homepage]
 * @property {WebLink[]} [seeAlso]
 * @property {WebLink[]} [rendering]  other forms of the document
 * @property {Chapter[]} [structures]  the table of contents
 * @property {{ id: string, title: LanguageMap, summary: LanguageMap | null, steps: number }[]} [tours]  the tours that have steps
 * @property {boolean} [linkedWords]  whether clauses have linked phrases, or words with positions
 * @property {number} [glossary]  the number of terms
 * @property {number} [recordings]  the number of recordings
 */

/**
 * @typedef {object} Category
 * @property {string} id
 * @property {LanguageMap} label
 * @property {string | null} icon  the name of an icon that ships with the viewer
 * @property {string | null} [iconURL]  the address of the icon's picture, for an icon of the document's own
 * @property {"filled" | "outline"} style
 * @property {boolean} includedInAll
 * @property {number} count
 */

/** @typedef {[number, number][]} Ring  the corners in image space */
/** @typedef {{ page: number, polygon: Ring, holes: Ring[] }} Region */

/**
 * @typedef {object} Clause
 * @property {string} id
 * @property {string | null} number
 * @property {"clause" | "detail"} kind
 * @property {string | null} incipit
 * @property {string | null} title
 * @property {string | null} translation
 * @property {string | null} context
 * @property {string | null} transcription
 * @property {string | null} lang  the language of title, translation and context
 * @property {string[]} categories
 * @property {"filled" | "outline"} style
 * @property {Region[]} regions
 */

/**
 * @typedef {object} Tiles
 * @property {number} tileSize
 * @property {string} format
 * @property {Cut} [cut]
 * @property {boolean} isDoubled  whether there is a level above the native one
 * @property {number} [minLevel]  the coarsest available Deep Zoom level; by default 0
 * @property {(level: number, column: number, row: number) => string} url
 * @property {(level: number, column: number, row: number) => Promise<Blob>} [read]  reads a tile that has no address
 * @property {Pick<OpenSeadragon.TileSourceOptions, "downloadTileStart" | "downloadTileAbort">} [loader]  an OpenSeadragon loader
 *   that uses `read`
 */

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/** @typedef {{ width: number, height: number }} Size */
/**
 * The area visible at the smallest scale, in image pixels: a page, or two side by side. It begins at 0, 0 unless stated.
 * `coarsest` is the number of its pixels per pixel of the page with the lowest resolution.
 * @typedef {Size & Partial<Point> & { coarsest?: number }} Sheet
 */
/** @typedef {{ top: number, right: number, bottom: number, left: number }} Insets  the covered margin of each side */

/** @typedef {{ signedIn: boolean, label?: string, expires?: string | null, reason?: string }} Session */

/**
 * @typedef {{ id: string, label?: LanguageMap, count: number }} FacetValue  a language, theme or collection, with the number of
 *   its documents
 */

/**
 * The number of documents by year: `counts` covers periods of `step` years each, the first of which begins in `start`.
 * @typedef {{ first: number, last: number, start: number, step: number, counts: number[], total: number }} YearCounts
 */

/** @typedef {{ languages: FacetValue[], themes: FacetValue[], collections: FacetValue[], years: YearCounts | null }} Facets */

/**
 * @typedef {{ language?: string, theme?: string, collection?: string, from?: number, to?: number }} Conditions  the conditions
 *   that documents must meet
 */

/**
 * A part of the list of documents, sorted by id. `next` is the cursor of the following part, if there is one. `facets` counts the
 * values among all documents of the list, if requested.
 * @typedef {{ total: number, next?: string, facets?: Facets, documents: Document[] }} Documents
 */

/**
 * A request for documents: words in their names, conditions, the `next` cursor of the previous part, and the maximum number.
 * @typedef {{ words?: string, conditions?: Conditions, after?: string, limit: number, withFacets?: boolean }} Part
 */

/** @typedef {{ total: number, all: number, categories: Category[] }} Categories */
/** @typedef {{ total: number, clauses: Clause[] }} Clauses */

/**
 * A source of data: a server, or the files of a static site.
 * @typedef {object} DataSource
 * @property {(part: Part) => Promise<Documents>} documents
 * @property {(id: string) => Promise<Document>} document
 * @property {(id: string) => Promise<Categories>} categories
 * @property {(id: string, category: string, language: string, words: string) => Promise<Clauses>} clauses  the clauses of
 *   categories (comma-separated ids, or `all`) in reading order, with regions, that contain the search words or their beginnings
 * @property {(id: string, clause: string, language: string) => Promise<Clause>} clause
 * @property {(image: string) => Promise<Tiles>} tiles  the tiling of an image, or the progress of its slicing
 */

export {};
