// @ts-check
/** The worker as a function: pixels go in, and what was found comes out. */

/** @typedef {import("./detection/quads.js").Quad} Quad */

/**
 * Four bytes a pixel.
 * @typedef {{ bytes: ArrayBuffer, width: number, height: number }} Pixels
 */

/**
 * @typedef {object} Found
 * @property {Quad | null} quad  pixels of the picture
 * @property {number} score  0 to 1
 * @property {number | null} blur  pixels of the part
 * @property {Float32Array} thumbnail
 * @property {number} milliseconds  that it took
 */

export class Detector {
    #worker;
    #lastId = 0;
    /** @type {Map<number, { resolve: (found: Found) => void, reject: (error: Error) => void }>} */
    #waiting = new Map();

    /** @param {URL | string} address  of `worker.js`; it may be on another server, which must allow it to be read */
    constructor(address) {
        this.#worker = started(new URL(address, location.href));
        this.#worker.addEventListener("message", ({ data }) => {
            this.#waiting.get(data.id)?.resolve(data);
            this.#waiting.delete(data.id);
        });
        this.#worker.addEventListener("error", ({ message }) => this.#fail(new Error(`${address}: ${message || "expected a worker"}`)));
    }

    /**
     * @param {Pixels} picture  given away
     * @param {Pixels | null} part  of the picture in more detail, whose blur is measured
     * @returns {Promise<Found>}
     * @throws {Error} if the worker failed, or was ended
     */
    look(picture, part) {
        const id = (this.#lastId += 1);
        return new Promise((resolve, reject) => {
            this.#waiting.set(id, { resolve, reject });
            this.#worker.postMessage({ id, picture, part }, [picture.bytes, ...(part ? [part.bytes] : [])]);
        });
    }

    end() {
        this.#worker.terminate();
        this.#fail(new Error("the search for the page was ended"));
    }

    /** @param {Error} error */
    #fail(error) {
        for (const { reject } of this.#waiting.values()) reject(error);
        this.#waiting.clear();
    }
}

/**
 * Browsers start no worker of another server, but one of one's own may import a module from there.
 * @param {URL} address
 */
function started(address) {
    if (address.origin === location.origin) return new Worker(address.pathname, { type: "module" });
    const blob = URL.createObjectURL(new Blob([`import ${JSON.stringify(address.href)};`], { type: "text/javascript" }));
    return new Worker(blob, { type: "module" });
}
