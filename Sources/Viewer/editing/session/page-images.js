// @ts-check
/** What is known about the images of pages: their sizes, their tiles, and how far they are sliced. Pure except for `#request`. */
import { normal, same } from "./values.js";

/** @typedef {[x: number, y: number, width: number, height: number]} Crop  in pixels of the rotated scan */
/**
 * The part of a scan that is shown: a clockwise rotation in degrees and a box of the rotated scan, or the four corners of a sheet
 * to be rectified.
 * @typedef {{ rotation: number, crop: Crop | null, corners?: Corners }} Part
 * @typedef {[x: number, y: number][]} Corners  in pixels of the scan, clockwise from the corner that is upper left when the sheet
 *   is read
 */
/** @typedef {{ scan: string, page?: number } & Part} PageImage  `page` selects a page of a multi-page file */
/** @typedef {[onCapture: [x: number, y: number], onPage: [x: number, y: number]]} Pair */
/**
 * A capture as stored in `pages/{n}/captures`. The first one has no alignment, and no image of its own: it uses the page's.
 * @typedef {object} Capture
 * @property {string} id
 * @property {import("../../base/types.js").LanguageMap | string | null} [label]
 * @property {string} kind
 * @property {PageImage} [image]
 * @property {Pair[] | null} [alignment]  the stated alignment, or null if it is to be estimated
 */
/** @typedef {"slicing" | "ready" | "failed"} ImageState */

/**
 * @typedef {object} ImageFacts
 * @property {string | null} imageId
 * @property {number} width
 * @property {number} height
 * @property {ImageState} state
 * @property {number} progress  0 to 1
 * @property {string | null} [error]
 * @property {Pair[] | null} [estimate]  for a capture, its estimated alignment to the page
 */

/**
 * A page as the server returns it.
 * @typedef {ImageFacts & { number: number, order: number, label: import("../../base/types.js").LanguageMap | null,
 *   pixelsPerMillimetre: number | null, behavior: string[] | null, image: (PageImage & { name?: string }) | null,
 *   captures: (Capture & Partial<ImageFacts>)[] | null }} StatedPage
 */

/** @type {ImageFacts} the facts for a page whose image is not known yet, or that has no image */
const UNKNOWN = { imageId: null, width: 1000, height: 1414, state: "slicing", progress: 0 };

export class PageImages {
    /** @type {Map<string, ImageFacts>} */
    #known = new Map();
    /** @type {Set<string>} images whose facts have been requested */
    #requested = new Set();
    #fetchFacts;
    #onFound;

    /**
     * @param {(image: PageImage) => Promise<ImageFacts>} fetchFacts
     * @param {() => void} onFound
     */
    constructor(fetchFacts, onFound) {
        this.#fetchFacts = fetchFacts;
        this.#onFound = onFound;
    }

    /** @param {StatedPage[]} pages */
    take(pages) {
        for (const { number, image, imageId, width, height, state, progress, captures } of pages) {
            this.#known.set(imageKey(number, image), { imageId, width, height, state, progress });
            for (const { image, imageId = null, width = 1, height = 1, state = "ready", progress = 1, estimate } of captures ?? []) {
                if (image) this.#known.set(imageKey(0, image), { imageId, width, height, state, progress, estimate });
            }
        }
    }

    /**
     * @param {PageImage} image
     * @param {ImageFacts} facts
     */
    setFacts(image, facts) {
        this.#known.set(imageKey(0, image), facts);
        this.#onFound();
    }

    /**
     * Returns what is known about a page's image, and requests it if nothing is known.
     * @param {number} number
     * @param {PageImage | null} image
     * @returns {ImageFacts}
     */
    facts(number, image) {
        const key = imageKey(number, image);
        const known = this.#known.get(key);
        if (!known && image && !this.#requested.has(key)) this.#request(key, image);
        return known ?? UNKNOWN;
    }

    /**
     * Adds what is known about their images to pages and their captures.
     * @param {import("./summaries.js").PageSummary[]} pages
     */
    describe(pages) {
        return pages.map((page) => ({
            ...page,
            ...this.facts(page.number, page.image),
            captures: page.captures.map((capture) => ({
                ...this.facts(capture.image ? 0 : page.number, capture.image ?? page.image),
                ...capture,
            })),
        }));
    }

    /**
     * Updates an image whose slicing has progressed, finished or failed.
     * @param {string} imageId
     * @param {{ state: ImageState, progress: number, error?: string | null }} news
     */
    report(imageId, news) {
        for (const [key, facts] of this.#known) {
            const { state, progress, error = null } = news;
            const before = { state: facts.state, progress: facts.progress, error: facts.error ?? null };
            if (facts.imageId !== imageId || same(before, { state, progress, error })) continue;
            this.#known.set(key, { ...facts, ...news });
            this.#onFound();
        }
    }

    /** @param {string} key @param {PageImage} image */
    async #request(key, image) {
        this.#requested.add(key);
        try {
            this.#known.set(key, await this.#fetchFacts(image));
            this.#onFound();
        } catch {
            // Requested again the next time the page is viewed.
        } finally {
            this.#requested.delete(key);
        }
    }
}

/**
 * Returns a key of a page's image that stays the same when the page gets another number, if the page has an image.
 * @param {number} number  the page's number, or 0 for a capture
 * @param {PageImage | null} image
 */
export function imageKey(number, image) {
    return image === null ? `page ${number}` : JSON.stringify(normal("pages/1/image", image));
}
