// @ts-check
/** Uploads a series of pictures and makes them pages of a new or existing document, or captures of a page. */
import { createDocument, ScanServer } from "../editing/session/scan-server.js";
import { EditingError } from "../editing/session/editing-error.js";
import { pagesOf } from "../editing/session/fields.js";
import { WorkingCopyServer } from "../editing/session/server.js";
import { normal } from "../editing/session/values.js";
import { freeID, KINDS } from "../editing/pages/capture-edits.js";
import { Uploads } from "../editing/pages/uploads.js";
import { placed } from "./placed.js";

/** @typedef {import("./shots.js").Shot} Shot */
/** @typedef {import("../editing/session/scan-server.js").Scan} Scan */
/** @typedef {{ path: string, before: unknown, after: unknown }} Operation */
/**
 * @typedef {{ page: number, kind: import("../editing/pages/capture-edits.js").CaptureKind }} Target  the page whose captures the
 *   pictures become, and their kind
 */

/**
 * An uploaded scan and the picture it came from.
 * @typedef {{ scan: Scan, shot: Shot }} Arrival
 */

export class Series {
    /** One at a time, so that the document exists before the second upload starts. */
    uploads = new Uploads(1);
    #document;
    #language;
    #target;
    #isNew;
    /**
     * Uploaded pictures by their position in the series.
     * @type {Map<number, Arrival>}
     */
    #arrived = new Map();
    #isEnding = false;
    #onEnd;
    #onFault;

    /**
     * @param {string | null} document  null for a new document
     * @param {Target | null} target  null if the pictures become pages
     * @param {string} language  the language of the texts of a new document
     * @param {(document: string | null) => void} onEnd  called when all uploads have succeeded or been abandoned; with null if
     *   none succeeded
     * @param {(error: EditingError) => void} onFault  called if the pictures were uploaded but could not be made pages
     */
    constructor(document, target, language, onEnd, onFault) {
        this.#document = document;
        this.#target = target;
        this.#language = language;
        this.#isNew = document === null;
        this.#onEnd = onEnd;
        this.#onFault = onFault;
        this.uploads.addEventListener("change", () => this.uploads.all.length === 0 && this.#end());
    }

    /** @param {readonly Shot[]} shots @param {(shot: Shot, index: number) => string} name  returns the file name */
    send(shots, name) {
        this.uploads.add(shots.map((shot, index) => {
            const file = new File([shot.blob], name(shot, index), { type: shot.blob.type || "image/jpeg" });
            return {
                file,
                isFinal: () => this.#document === null,
                send: async (onProgress, signal) => {
                    const scan = await this.#upload(file, onProgress, signal);
                    this.#arrived.set(index, { scan, shot });
                },
            };
        }));
    }

    /** Makes pages of the uploaded pictures again, after a fault. */
    repeat() {
        this.#end();
    }

    /** @param {File} file @param {import("../editing/session/scan-server.js").OnProgress} onProgress @param {AbortSignal} signal */
    async #upload(file, onProgress, signal) {
        if (this.#document !== null) return new ScanServer(this.#document).upload(file, onProgress, signal);
        const made = await createDocument(file, this.#language, onProgress, signal);
        this.#document = made.document;
        return made.scan;
    }

    async #end() {
        if (this.#isEnding) return;
        this.#isEnding = true;
        try {
            const arrivals = [...this.#arrived].sort(([a], [b]) => a - b).map(([, arrival]) => arrival);
            if (this.#document !== null && arrivals.length > 0) await this.#addPages(this.#document, arrivals);
            this.#onEnd(arrivals.length > 0 ? this.#document : null);
        } catch (error) {
            if (!(error instanceof EditingError)) throw error;
            this.#onFault(error);
        } finally {
            this.#isEnding = false;
        }
    }

    /** @param {string} document @param {Arrival[]} arrivals */
    async #addPages(document, arrivals) {
        // The server must have cut these parts before a page can show them. Meanwhile others may add pages.
        const scans = new ScanServer(document);
        for (const { scan, shot } of arrivals) await scans.facts(placed(scan.id, scan, shot.corners, shot.quarters));
        const server = new WorkingCopyServer(document);
        const { revision, content } = await server.load();
        const [pages, target] = [pagesOf(content), this.#target];
        const operations = target ? captureOperations(pages, arrivals, target) : pageOperations(pages, arrivals, this.#isNew);
        if (operations.length === 0) return;
        await server.apply(target ? "addCapture" : "addPage", revision, operations);
    }
}

/**
 * Returns the operations that make pages of pictures. The first picture of a new document, uncropped, is already its first page.
 * @param {readonly { number: number, order: number, image: unknown }[]} pages  the existing pages, in order
 * @param {readonly Arrival[]} arrivals
 * @param {boolean} isNew
 * @returns {Operation[]}
 */
export function pageOperations(pages, arrivals, isNew) {
    const last = Math.max(0, ...pages.map(({ number }) => number));
    const lastOrder = Math.max(-1, ...pages.map(({ order }) => order));
    const first = isNew ? arrivals.slice(0, 1) : [];
    const changes = first.flatMap(({ scan, shot }) => {
        const after = placed(scan.id, scan, shot.corners, shot.quarters);
        const before = { scan: scan.id, rotation: 0, crop: null };
        return JSON.stringify(after) === JSON.stringify(before) ? [] : [{ path: `pages/${pages[0]?.number ?? 1}/image`, before, after }];
    });
    const additions = arrivals.slice(first.length).flatMap(({ scan, shot }, index) => [
        { path: `pages/${last + 1 + index}`, before: null, after: true },
        { path: `pages/${last + 1 + index}/order`, before: null, after: lastOrder + 1 + index },
        { path: `pages/${last + 1 + index}/image`, before: null, after: placed(scan.id, scan, shot.corners, shot.quarters) },
    ]);
    return [...changes, ...additions];
}

/**
 * Returns the operations that make pictures captures of a page. They are aligned with it later.
 * @param {readonly import("../editing/session/page-images.js").StatedPage[]} pages
 * @param {readonly Arrival[]} arrivals
 * @param {Target} target
 * @returns {Operation[]}
 * @throws {EditingError} if the page no longer exists
 */
export function captureOperations(pages, arrivals, { page, kind }) {
    const known = pages.find(({ number }) => number === page);
    if (!known?.image) throw new EditingError(404, `pages/${page}`);
    const path = `pages/${page}/captures`;
    const before = /** @type {import("../editing/session/page-images.js").Capture[] | null} */ (normal(path, known.captures));
    const after = [...(before ?? [{ id: freeID("visible", []), label: null, kind: "visible" }])];
    for (const { scan, shot } of arrivals) {
        after.push({ id: freeID(kind, after), label: null, kind, image: placed(scan.id, scan, shot.corners, shot.quarters), alignment: null });
    }
    return [{ path, before, after }];
}

/**
 * Parses the target from the query of the camera page's address.
 * @param {URLSearchParams} query
 * @returns {Target | null}
 */
export function targetIn(query) {
    const page = Number(query.get("page"));
    const kind = KINDS.find((one) => one === query.get("kind")) ?? "other";
    return Number.isSafeInteger(page) && page > 0 ? { page, kind } : null;
}
