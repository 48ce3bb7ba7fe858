// @ts-check
/** The values that several folders share: the shapes of the web API, and measures. Only types, nothing to run. */

/** @typedef {import("../strings/strings.js").LanguageMap} LanguageMap */
/** @typedef {"left-to-right" | "right-to-left" | "top-to-bottom" | "bottom-to-top"} ViewingDirection  of pages */
/** @typedef {{ paper: string, ink: string, accent: string, background: string, overlays: string[] }} Palette */

/**
 * An image that is being cut: how far that is, 0 … 1; how many rows of tiles of each level of the Deep Zoom pyramid there
 * are; a small picture of all of it. Or why it could not be cut.
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
 * @property {Capture[]} [captures]  where they are named; the first is the page itself
 * @property {string[]} [behavior]  as IIIF has it: `non-paged`, `facing-pages`
 * @property {Cut} [cut]  while its image is being cut
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
 * @property {[[number, number], [number, number]][] | null} alignment  four points on it and on the page; null for the page itself
 * @property {number[]} toPage  nine numbers of a matrix, row by row
 * @property {boolean} estimated
 * @property {number | null} error  in pixels of the page
 */

/** @typedef {Record<string, string[]>} LanguageTexts  of each language perhaps several; `none` is no language */
/** @typedef {{ label: LanguageMap, value: LanguageTexts }} Metadata */

/**
 * Something elsewhere on the web.
 * @typedef {object} WebLink
 * @property {string} id  its address
 * @property {LanguageMap} [label]
 * @property {string} [format]
 * @property {string[]} [language]
 */

/**
 * A part of a document in its table of contents: the pages, or boxes on them, that it is on, and the parts within.
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
 * @property {Record<string, string> | null} credits  who translated, by language
 * @property {string} language  the document's own
 * @property {string[]} languages  of its texts; the first is the fallback
 * @property {Palette | null} palette
 * @property {string | null} mark  the name of an icon that ships with the viewer
 * @property {string | null} [markURL]  where its picture is, for one that is the document's own
 * @property {number} version
 * @property {number} [newest]  the number of the newest version, where this is a former one
 * @property {[number, number]} [years]  that it is from, the first and the last
 * @property {{ id: string, label?: LanguageMap }[]} [collections]
 * @property {Page[]} pages
 * @property {{ clauses: number, all: number }} counts
 * @property {string} [manifest]  where its IIIF manifest is
 * @property {string[]} [behavior]  as IIIF has it: `paged`, `individuals`, `continuous`
 * @property {ViewingDirection} [viewingDirection]
 * @property {Metadata[]} [metadata]
 * @property {{ label: LanguageMap, homepage?: WebLink[] }[]} [provider]
 * @property {WebLink[]} [homepage]
 * @property {WebLink[]} [seeAlso]
 * @property {WebLink[]} [rendering]  other forms of the document
 * @property {Chapter[]} [structures]  its table of contents
 * @property {{ id: string, title: LanguageMap, summary: LanguageMap | null, steps: number }[]} [tours]  those with steps
 * @property {boolean} [linkedWords]  whether clauses have words with places, or phrases
 * @property {number} [glossary]  how many terms it has
 * @property {number} [recordings]  how many there are
 */

/**
 * @typedef {object} Category
 * @property {string} id
 * @property {LanguageMap} label
 * @property {string | null} icon  the name of one that ships with the viewer
 * @property {string | null} [iconURL]  where its picture is, for one that is the document's own
 * @property {"filled" | "outline"} style
 * @property {boolean} includedInAll
 * @property {number} count
 */

/** @typedef {[number, number][]} Ring  image space */
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
 * @property {string | null} lang  of title, translation and context
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
 * @property {number} [minLevel]  the coarsest that there is, by Deep Zoom's numbers; 0 where it is not said
 * @property {(level: number, column: number, row: number) => string} url
 * @property {(level: number, column: number, row: number) => Promise<Blob>} [read]  where tiles have no address of their own
 * @property {Pick<OpenSeadragon.TileSourceOptions, "downloadTileStart" | "downloadTileAbort">} [loader]  which reads them so
 */

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/** @typedef {{ width: number, height: number }} Size */
/**
 * What is seen whole at the smallest scale, in image pixels: a page, or two beside each other. It begins at 0, 0 unless stated,
 * and `coarsest` is how many pixels of it one of the coarsest of the pages takes.
 * @typedef {Size & Partial<Point> & { coarsest?: number }} Sheet
 */
/** @typedef {{ top: number, right: number, bottom: number, left: number }} Insets  how much of each side is covered */

/** @typedef {{ signedIn: boolean, label?: string, expires?: string | null, reason?: string }} Session */

/** @typedef {{ id: string, label?: LanguageMap, count: number }} FacetValue  a language, theme or collection that documents have */

/**
 * How many documents are from which years: `counts` are of `step` years each, the first beginning with `start`.
 * @typedef {{ first: number, last: number, start: number, step: number, counts: number[], total: number }} YearCounts
 */

/** @typedef {{ languages: FacetValue[], themes: FacetValue[], collections: FacetValue[], years: YearCounts | null }} Facets */

/** @typedef {{ language?: string, theme?: string, collection?: string, from?: number, to?: number }} Conditions  what documents have */

/**
 * A part of the list of documents, sorted by id; `next` is the cursor of the following part, if there is one. `facets` is what
 * all documents of the list have, if that was asked for.
 * @typedef {{ total: number, next?: string, facets?: Facets, documents: Document[] }} Documents
 */

/**
 * Which documents are wanted: words in their names; what else they have; the `next` of the part before; how many at most.
 * @typedef {{ words?: string, conditions?: Conditions, after?: string, limit: number, withFacets?: boolean }} Part
 */

/** @typedef {{ total: number, all: number, categories: Category[] }} Categories */
/** @typedef {{ total: number, clauses: Clause[] }} Clauses */

/**
 * Where answers come from: a server, or the files of a static site.
 * @typedef {object} AnswerSource
 * @property {(part: Part) => Promise<Documents>} documents
 * @property {(id: string) => Promise<Document>} document
 * @property {(id: string) => Promise<Categories>} categories
 * @property {(id: string, category: string, language: string, words: string) => Promise<Clauses>} clauses
 * @property {(id: string, clause: string, language: string) => Promise<Clause>} clause
 * @property {(image: string) => Promise<Tiles>} tiles
 */

export {};
