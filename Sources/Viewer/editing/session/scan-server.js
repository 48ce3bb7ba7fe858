// @ts-check
/** Requests about a document's pictures: uploads with progress, scans, and the parts of them that pages show. */
import { documentPath, ROOT } from "../../base/addresses.js";
import { EditingError } from "./editing-error.js";
import { posting, readJSON } from "./requests.js";

/** @typedef {import("./page-images.js").ImageFacts} ImageFacts */
/** @typedef {import("./page-images.js").PageImage} PageImage */

/**
 * A picture as uploaded, with its orientation applied.
 * @typedef {object} Scan
 * @property {string} id
 * @property {string} name  the name of the file
 * @property {number} width
 * @property {number} height
 * @property {number} byteCount
 * @property {import("./page-images.js").ImageState} state
 * @property {number} progress  slicing progress, 0 to 1
 * @property {string | null} error
 * @property {string} imageId
 */

/** @typedef {(fraction: number) => void} OnProgress  0 to 1 */

/**
 * Creates a document from a picture.
 * @param {File} file
 * @param {string} language  the language of its texts
 * @param {OnProgress} onProgress
 * @param {AbortSignal} signal
 * @returns {Promise<{ document: string, page: number, scan: Scan }>}
 * @throws {EditingError}
 */
export function createDocument(file, language, onProgress, signal) {
    return send(`${ROOT}api/documents`, file, onProgress, signal, { language });
}

export class ScanServer {
    #document;
    #path;

    /** @param {string} document */
    constructor(document) {
        this.#document = ROOT + documentPath(document);
        this.#path = `${this.#document}/scans`;
    }

    /**
     * @param {File} file
     * @param {OnProgress} onProgress
     * @param {AbortSignal} signal  aborts the upload; the server then keeps nothing
     * @returns {Promise<Scan>}
     * @throws {EditingError}
     */
    upload(file, onProgress, signal) {
        return send(this.#path, file, onProgress, signal);
    }

    /**
     * @param {File} file  an audio file
     * @param {OnProgress} onProgress
     * @param {AbortSignal} signal  aborts the upload; the server then keeps nothing
     * @returns {Promise<{ sha256: string, byteCount: number, format: string, seconds: number | null }>} the value for the
     *   recording's field
     * @throws {EditingError}
     */
    uploadRecording(file, onProgress, signal) {
        return send(`${this.#document}/working-copy/recordings`, file, onProgress, signal);
    }

    /** @param {{ sha256: string, format: string }} recording @returns {string} the address of the audio file */
    recordingURL({ sha256, format }) {
        return `${this.#document}/working-copy/recordings/${sha256}.${format}`;
    }

    /**
     * Has the server slice a scan, or a part of it. Repeating a request changes nothing.
     * @param {PageImage} image
     * @returns {Promise<ImageFacts>}
     */
    facts({ scan, ...part }) {
        return readJSON(fetch(`${this.#path}/${encodeURIComponent(scan)}/parts`, posting(part)));
    }

    /**
     * Locates a capture on its page, or measures how well a stated alignment fits. Both pictures must be sliced.
     * @param {PageImage} page
     * @param {PageImage} capture
     * @param {import("./page-images.js").Pair[] | null} alignment  null to have the server estimate it
     * @returns {Promise<{ alignment: import("./page-images.js").Pair[] | null, error: number | null }>} the alignment, null if
     *   none was found; and the error in pixels of the page, null if it cannot be measured
     */
    compare(page, capture, alignment) {
        return readJSON(fetch(`${this.#document}/working-copy/alignment`, posting({ page, capture, alignment })));
    }
}

/**
 * Sends a file with `XMLHttpRequest`, because `fetch` does not report upload progress.
 * @param {string} path
 * @param {File} file
 * @param {OnProgress} onProgress
 * @param {AbortSignal} signal
 * @param {Record<string, string>} [more]  further query parameters
 * @returns {Promise<any>}
 */
function send(path, file, onProgress, signal, more = {}) {
    return new Promise((resolve, reject) => {
        const request = new XMLHttpRequest();
        const fail = () => reject(new EditingError(request.status, detailOf(request)));
        request.open("POST", `${path}?${new URLSearchParams({ name: file.name, ...more })}`);
        request.setRequestHeader("Content-Type", file.type.startsWith("image/") ? file.type : "application/octet-stream");
        request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
        request.addEventListener("error", fail);
        request.addEventListener("abort", fail);
        request.addEventListener("load", () => {
            const body = request.status < 300 ? parsed(request.responseText) : null;
            if (body) resolve(body);
            else fail();
        });
        signal.addEventListener("abort", () => request.abort(), { once: true });
        request.send(file);
    });
}

/** @param {XMLHttpRequest} request @returns {string} the server's error message; empty if there is none */
function detailOf({ status, responseText, statusText }) {
    if (status === 0) return "";
    const body = parsed(responseText);
    return body?.detail ?? body?.title ?? statusText;
}

/** @param {string} text */
function parsed(text) {
    try {
        return JSON.parse(text);
    } catch {
        return null;
    }
}
