// @ts-check
/** What is known of the images of pages: their size, where their tiles are, and how far they are sliced. Pure but for `look`. */
import { normal, same } from "./values.js";

/** @typedef {[x: number, y: number, width: number, height: number]} Crop  pixels of the turned scan */
/**
 * What of a scan is shown: degrees clockwise, and a box of the turned scan; or a sheet that is rectified by its corners.
 * @typedef {{ rotation: number, crop: Crop | null, corners?: Corners }} Part
 * @typedef {[x: number, y: number][]} Corners  pixels of the scan: the upper left one as it is to be read, then clockwise
 */
/** @typedef {{ scan: string, page?: number } & Part} PageImage  `page` of a file that has several */
/** @typedef {[onCapture: [x: number, y: number], onPage: [x: number, y: number]]} Pair */
/**
 * A capture as `pages/{n}/captures` has it; the first has neither an image, which is the page's, nor an alignment.
 * @typedef {object} Capture
 * @property {string} id
 * @property {import("../../base/types.js").LanguageMap | string | null} [label]
 * @property {string} kind
 * @property {PageImage} [image]
 * @property {Pair[] | null} [alignment]  as stated; null where it is to be estimated
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
 * @property {Pair[] | null} [estimate]  of a capture: where it was found to lie on its page
 */

/**
 * A page as the server states it.
 * @typedef {ImageFacts & { number: number, order: number, label: import("../../base/types.js").LanguageMap | null,
 *   pixelsPerMillimetre: number | null, behavior: string[] | null, image: (PageImage & { name?: string }) | null,
 *   captures: (Capture & Partial<ImageFacts>)[] | null }} StatedPage
 */

/** @type {ImageFacts} of a page whose image is not known yet, or that has none */
const UNKNOWN = { imageId: null, width: 1000, height: 1414, state: "slicing", progress: 0 };

export class PageImages {
    /** @type {Map<string, ImageFacts>} */
    #known = new Map();
    /** @type {Set<string>} those that are being asked for */
    #asked = new Set();
    #ask;
    #onFound;

    /**
     * @param {(image: PageImage) => Promise<ImageFacts>} ask
     * @param {() => void} onFound
     */
    constructor(ask, onFound) {
        this.#ask = ask;
        this.#onFound = onFound;
    }

    /** @param {StatedPage[]} pages */
    take(pages) {
        for (const { number, image, imageId, width, height, state, progress, captures } of pages) {
            this.#known.set(keyOf(number, image), { imageId, width, height, state, progress });
            for (const { image, imageId = null, width = 1, height = 1, state = "ready", progress = 1, estimate } of captures ?? []) {
                if (image) this.#known.set(keyOf(0, image), { imageId, width, height, state, progress, estimate });
            }
        }
    }

    /**
     * @param {PageImage} image
     * @param {ImageFacts} facts
     */
    learn(image, facts) {
        this.#known.set(keyOf(0, image), facts);
        this.#onFound();
    }

    /**
     * What is known of a page's image; what is not is asked for.
     * @param {number} number
     * @param {PageImage | null} image
     * @returns {ImageFacts}
     */
    of(number, image) {
        const key = keyOf(number, image);
        const known = this.#known.get(key);
        if (!known && image && !this.#asked.has(key)) this.#look(key, image);
        return known ?? UNKNOWN;
    }

    /**
     * An image is further, or did not come to its end.
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
    async #look(key, image) {
        this.#asked.add(key);
        try {
            this.#known.set(key, await this.#ask(image));
            this.#onFound();
        } catch {
            // Asked again when the page is looked at the next time.
        } finally {
            this.#asked.delete(key);
        }
    }
}

/** @param {number} number @param {PageImage | null} image */
function keyOf(number, image) {
    return image === null ? `page ${number}` : JSON.stringify(normal("pages/1/image", image));
}
