// @ts-check
/** Runs the worker as an asynchronous function from pixels to a detection. */

/** @typedef {import("./detection/quads.js").Quad} Quad */

/**
 * Pixels of four bytes each.
 * @typedef {{ bytes: ArrayBuffer, width: number, height: number }} Pixels
 */

/**
 * @typedef {object} Found
 * @property {Quad | null} quad  in pixels of the picture
 * @property {number} score  0 to 1
 * @property {number | null} blur  in pixels of the part
 * @property {Float32Array} thumbnail
 * @property {number} milliseconds  the duration of the detection
 */

export class Detector {
    #worker;
    #lastId = 0;
    /** @type {Map<number, { resolve: (found: Found) => void, reject: (error: Error) => void }>} */
    #waiting = new Map();
    /** @type {Error | null} the reason why this detector cannot be used any more */
    #failure = null;

    /**
     * @param {URL | string} address  the address of `worker.js`, which may be on another server if that allows cross-origin
     *   requests
     */
    constructor(address) {
        this.#worker = started(new URL(address, location.href));
        this.#worker.addEventListener("message", ({ data }) => {
            this.#waiting.get(data.id)?.resolve(data);
            this.#waiting.delete(data.id);
        });
        this.#worker.addEventListener("error", ({ message }) => this.#fail(new Error(`${address}: ${message || "expected a worker"}`)));
    }

    /**
     * @param {Pixels} picture  transferred to the worker
     * @param {Pixels | null} part  a more detailed part of the picture, whose blur is measured
     * @returns {Promise<Found>}
     * @throws {Error} if the worker failed or was terminated
     */
    look(picture, part) {
        // The worker may have failed before it was given any picture, for example because its script could not be loaded.
        if (this.#failure) return Promise.reject(this.#failure);
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
        this.#failure ??= error;
        for (const { reject } of this.#waiting.values()) reject(error);
        this.#waiting.clear();
    }
}

/**
 * Starts a worker. Browsers refuse to start a worker from another origin, but a local one may import a module from there.
 * @param {URL} address
 */
function started(address) {
    if (address.origin === location.origin) return new Worker(address.pathname, { type: "module" });
    const blob = URL.createObjectURL(new Blob([`import ${JSON.stringify(address.href)};`], { type: "text/javascript" }));
    return new Worker(blob, { type: "module" });
}
