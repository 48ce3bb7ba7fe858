// @ts-check
/** Requests about the pictures of a document: uploads with their progress, scans, and the parts of them that pages show. */
import { ROOT } from "../../base/addresses.js";
import { EditingError } from "./editing-error.js";

/** @typedef {import("./page-images.js").ImageFacts} ImageFacts */
/** @typedef {import("./page-images.js").PageImage} PageImage */

/**
 * A picture as it was uploaded, its orientation applied.
 * @typedef {object} Scan
 * @property {string} id
 * @property {string} name  of the file
 * @property {number} width
 * @property {number} height
 * @property {number} byteCount
 * @property {import("./page-images.js").ImageState} state
 * @property {number} progress  of slicing, 0 to 1
 * @property {string | null} error
 * @property {string} imageId
 */

/** @typedef {(fraction: number) => void} OnProgress  0 to 1 */

const DOCUMENTS = `${ROOT}api/documents`;

/**
 * Makes a document of a picture.
 * @param {File} file
 * @param {string} language  that its texts will be in
 * @param {OnProgress} onProgress
 * @param {AbortSignal} signal
 * @returns {Promise<{ document: string, page: number, scan: Scan }>}
 * @throws {EditingError}
 */
export function createDocument(file, language, onProgress, signal) {
    return send(DOCUMENTS, file, onProgress, signal, { language });
}

export class ScanServer {
    #document;
    #path;

    /** @param {string} document */
    constructor(document) {
        this.#document = `${DOCUMENTS}/${encodeURIComponent(document)}`;
        this.#path = `${this.#document}/scans`;
    }

    /**
     * @param {File} file
     * @param {OnProgress} onProgress
     * @param {AbortSignal} signal  after which the server has nothing of it
     * @returns {Promise<Scan>}
     * @throws {EditingError}
     */
    upload(file, onProgress, signal) {
        return send(this.#path, file, onProgress, signal);
    }

    /**
     * @param {File} file  of a recording
     * @param {OnProgress} onProgress
     * @param {AbortSignal} signal  after which the server has nothing of it
     * @returns {Promise<{ sha256: string, byteCount: number, format: string, seconds: number | null }>} the value of its field
     * @throws {EditingError}
     */
    uploadRecording(file, onProgress, signal) {
        return send(`${this.#document}/working-copy/recordings`, file, onProgress, signal);
    }

    /** @param {{ sha256: string, format: string }} recording @returns {string} where it can be heard */
    recordingURL({ sha256, format }) {
        return `${this.#document}/working-copy/recordings/${sha256}.${format}`;
    }

    /**
     * Has a scan sliced, or a part of it; the same one again changes nothing.
     * @param {PageImage} image
     * @returns {Promise<ImageFacts>}
     */
    facts({ scan, ...part }) {
        return json(`${this.#path}/${encodeURIComponent(scan)}/parts`, {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify(part),
        });
    }

    /**
     * Finds where one picture of a sheet lies on another, or how well a stated alignment fits. Both must be sliced.
     * @param {PageImage} page
     * @param {PageImage} capture
     * @param {import("./page-images.js").Pair[] | null} alignment  null to have it found
     * @returns {Promise<{ alignment: import("./page-images.js").Pair[] | null, error: number | null }>} null for an alignment that
     *   cannot be found, and the error, in pixels of the page, that cannot be measured
     */
    compare(page, capture, alignment) {
        return json(`${this.#document}/working-copy/alignment`, {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ page, capture, alignment }),
        });
    }
}

/**
 * Not `fetch`, which does not tell how much has been sent.
 * @param {string} path
 * @param {File} file
 * @param {OnProgress} onProgress
 * @param {AbortSignal} signal
 * @param {Record<string, string>} [more]  of the query
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
            const answer = request.status < 300 ? parsed(request.responseText) : null;
            if (answer) resolve(answer);
            else fail();
        });
        signal.addEventListener("abort", () => request.abort(), { once: true });
        request.send(file);
    });
}

/** @param {XMLHttpRequest} request @returns {string} what the server says; empty if it says nothing */
function detailOf({ status, responseText, statusText }) {
    if (status === 0) return "";
    const answer = parsed(responseText);
    return answer?.detail ?? answer?.title ?? statusText;
}

/** @param {string} text */
function parsed(text) {
    try {
        return JSON.parse(text);
    } catch {
        return null;
    }
}

/** @param {string} path @param {RequestInit} [request] */
async function json(path, request) {
    const response = await fetch(path, { cache: "no-store", ...request }).catch((error) => {
        throw new EditingError(0, String(error));
    });
    const answer = await response.json().catch(() => null);
    if (response.ok && answer !== null) return answer;
    throw new EditingError(response.ok ? 0 : response.status, answer?.detail ?? response.statusText);
}
