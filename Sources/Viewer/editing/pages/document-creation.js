// @ts-check
/** Creates a document from pictures: the first one creates the document, the others become further pages of it. */
import { deviceLanguage } from "../../strings/strings.js";
import { createDocument, ScanServer } from "../session/scan-server.js";
import { EditingError } from "../session/editing-error.js";
import { WorkingCopyServer } from "../session/server.js";
import { Uploads } from "./uploads.js";

/** @typedef {import("../session/outbox.js").Operation} Operation */

export class DocumentCreation {
    /** One at a time, so that the document exists before the second picture is sent. */
    uploads = new Uploads(1);
    /** @type {string | null} */
    #document = null;
    /** @type {string[]} the ids of the scans of further pages, in the order of the files */
    #scans = [];
    #isEnding = false;

    /**
     * @param {(document: string) => void} onEnd  called when all pictures have arrived or been discarded
     * @param {(error: EditingError) => void} onFault  called when the document exists but its further pages could not be added
     */
    constructor(onEnd, onFault) {
        this.uploads.addEventListener("change", async () => {
            if (this.uploads.all.length > 0 || this.#document === null || this.#isEnding) return;
            this.#isEnding = true;
            try {
                await this.#addPages(this.#document);
                onEnd(this.#document);
            } catch (error) {
                if (!(error instanceof EditingError)) throw error;
                onFault(error);
            }
        });
    }

    /** @param {File[]} files */
    add(files) {
        this.uploads.add(files.map((file) => ({
            file,
            // The server creates the document as soon as it has the whole first picture.
            isFinal: () => this.#document === null,
            send: async (onProgress, signal) => {
                if (this.#document === null) {
                    this.#document = (await createDocument(file, deviceLanguage(), onProgress, signal)).document;
                } else {
                    const scan = await new ScanServer(this.#document).upload(file, onProgress, signal);
                    this.#scans.push(scan.id);
                }
            },
        })));
    }

    /** @param {string} document */
    async #addPages(document) {
        if (this.#scans.length === 0) return;
        const server = new WorkingCopyServer(document);
        const { revision } = await server.load();
        const operations = this.#scans.flatMap((scan, index) => [
            { path: `pages/${index + 2}`, before: null, after: true },
            { path: `pages/${index + 2}/order`, before: null, after: index + 2 },
            { path: `pages/${index + 2}/image`, before: null, after: { scan, rotation: 0, crop: null } },
        ]);
        await server.apply("addPage", revision, operations);
    }
}
