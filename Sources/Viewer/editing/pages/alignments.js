// @ts-check
/**
 * The alignments of captures. A capture without one is aligned as soon as both pictures are sliced; stated alignments are
 * measured while they are being viewed. Events: `change`.
 */
import { EditingError } from "../session/editing-error.js";
import { alignCapture } from "./capture-edits.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */
/** @typedef {EditingSession["pages"][number]} EditedPage */
/** @typedef {EditedPage["captures"][number]} EditedCapture */
/**
 * @typedef {{ state: "waiting" | "measuring" | "placed" | "unplaced", error: number | null }} AlignmentState  the error is in
 *   pixels of the page
 */

export class Alignments extends EventTarget {
    #session;
    /** @type {Map<string, AlignmentState>} */
    #known = new Map();
    /** The number of current viewers. */
    #watchers = 0;
    #isBusy = false;

    /** @param {EditingSession} session */
    constructor(session) {
        super();
        this.#session = session;
        session.addEventListener("change", () => this.#go());
        session.addEventListener("images", () => this.#go());
        this.#go();
    }

    /**
     * Measures all captures while they are being viewed.
     * @param {AbortSignal} signal  ends the viewing
     */
    watch(signal) {
        this.#watchers += 1;
        signal.addEventListener("abort", () => (this.#watchers -= 1));
        this.#go();
    }

    /** @param {EditedPage} page @param {EditedCapture} capture  not the first one of the page @returns {AlignmentState} */
    of(page, capture) {
        return this.#known.get(keyOf(page, capture)) ?? { state: capture.alignment ?? capture.estimate ? "placed" : "waiting", error: null };
    }

    /** Processes captures one at a time: each takes the server some tenths of a second. */
    async #go() {
        if (this.#isBusy) return;
        this.#isBusy = true;
        for (let next = this.#next(); next; next = this.#next()) await this.#place(next.page, next.capture);
        this.#isBusy = false;
    }

    #next() {
        for (const page of this.#session.pages) {
            for (const capture of page.captures.slice(1)) {
                const hasPlace = Boolean(capture.alignment ?? capture.estimate);
                const isReady = page.state === "ready" && capture.state === "ready" && page.image !== null;
                if (isReady && (!hasPlace || this.#watchers > 0) && !this.#known.has(keyOf(page, capture))) return { page, capture };
            }
        }
        return null;
    }

    /** @param {EditedPage} page @param {EditedCapture} capture */
    async #place(page, capture) {
        const pairs = capture.alignment ?? capture.estimate ?? null;
        const note = (/** @type {AlignmentState} */ state, of = capture) => {
            this.#known.set(keyOf(page, of), state);
            this.dispatchEvent(new Event("change"));
        };
        note({ state: "measuring", error: null });
        try {
            const found = await this.#session.scans.compare(/** @type {any} */ (page.image), /** @type {any} */ (capture.image), pairs);
            const { alignment } = found;
            if (pairs || !alignment) return note({ state: alignment ? "placed" : "unplaced", error: found.error });
            // Meanwhile others may have cropped or removed the page, or placed the capture.
            const now = this.#session.page(page.number);
            const present = now?.captures.find(({ id }) => id === capture.id);
            if (!now || !present || keyOf(now, present) !== keyOf(page, capture)) return note({ state: "waiting", error: null });
            note({ state: "placed", error: found.error }, { ...capture, alignment });
            note({ state: "waiting", error: null });
            alignCapture(this.#session, page.number, capture.id, alignment);
        } catch (error) {
            if (!(error instanceof EditingError || error instanceof RangeError)) throw error;
            note({ state: pairs ? "placed" : "unplaced", error: null });
        }
    }
}

/** @param {EditedPage} page @param {EditedCapture} capture */
function keyOf(page, capture) {
    return JSON.stringify([page.image, capture.image, capture.alignment ?? capture.estimate ?? null]);
}
