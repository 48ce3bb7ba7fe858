// @ts-check
/**
 * Uploads pictures to the server, several at a time. Events: `change` when an upload has progressed or ended.
 *
 * A file is kept until it has arrived or been discarded, so that a failed upload can be repeated.
 */
import { EditingError } from "../session/editing-error.js";

/** @typedef {import("../session/scan-server.js").OnProgress} OnProgress */
/** @typedef {(onProgress: OnProgress, signal: AbortSignal) => Promise<void>} Send  uploads the file and uses the result */
/**
 * @typedef {object} Picture
 * @property {File} file
 * @property {Send} send
 * @property {() => boolean} [isFinal]  returns whether the upload can no longer be cancelled once all bytes are sent, because it
 *   then takes effect
 */

/**
 * @typedef {object} Upload
 * @property {number} id
 * @property {File} file
 * @property {"waiting" | "sending" | "failed"} state
 * @property {number} progress  0 to 1
 * @property {EditingError | null} error
 * @property {Send} send
 * @property {() => boolean} [isFinal]
 * @property {AbortController} stop
 */

/** The maximum number of simultaneous uploads. More would only share the same connection. */
const AT_ONCE = 2;

export class Uploads extends EventTarget {
    /** @type {Upload[]} */
    #all = [];
    #lastId = 0;
    #atOnce;

    /** @param {number} [atOnce]  the maximum number of simultaneous uploads */
    constructor(atOnce = AT_ONCE) {
        super();
        this.#atOnce = atOnce;
    }

    /** @returns {readonly Upload[]} the uploads that have not arrived, in the order in which they were added */
    get all() {
        return this.#all;
    }

    /** @param {readonly Picture[]} pictures */
    add(pictures) {
        for (const picture of pictures) {
            this.#all.push({ ...picture, id: (this.#lastId += 1), state: "waiting", progress: 0, error: null, stop: new AbortController() });
        }
        this.#go();
    }

    /** @param {Upload} upload  @returns {boolean} whether it can be cancelled without leaving anything on the server */
    canCancel({ state, progress, isFinal }) {
        return !(state === "sending" && progress === 1 && isFinal?.());
    }

    /**
     * Cancels an upload. If it has not arrived, nothing remains on the server.
     * @param {number} id
     */
    cancel(id) {
        this.#all.find((one) => one.id === id)?.stop.abort();
        this.#remove(id);
        this.#go();
    }

    /**
     * Repeats a failed upload.
     * @param {number} id
     */
    retry(id) {
        const one = this.#all.find((upload) => upload.id === id);
        if (one) Object.assign(one, { state: "waiting", progress: 0, error: null, stop: new AbortController() });
        this.#go();
    }

    #go() {
        const sending = this.#all.filter(({ state }) => state === "sending").length;
        const next = this.#all.filter(({ state }) => state === "waiting").slice(0, Math.max(0, this.#atOnce - sending));
        for (const one of next) this.#send(one);
        this.dispatchEvent(new Event("change"));
    }

    /** @param {Upload} one */
    async #send(one) {
        const { signal } = one.stop;
        one.state = "sending";
        const onProgress = (/** @type {number} */ progress) => {
            one.progress = progress;
            this.dispatchEvent(new Event("change"));
        };
        try {
            await one.send(onProgress, signal);
            this.#remove(one.id);
        } catch (error) {
            if (!(error instanceof EditingError)) throw error;
            if (signal.aborted) return;
            Object.assign(one, { state: "failed", error });
        }
        this.#go();
    }

    /** @param {number} id */
    #remove(id) {
        this.#all = this.#all.filter((one) => one.id !== id);
    }
}
