// @ts-check
/** Which message is shown and which is said, so that neither flickers. Pure, with the clock of whoever uses it. */

/** @typedef {import("./cycle.js").Status} Status */

/**
 * The text of a status; two texts for what a hand has to do.
 * @typedef {Exclude<Status, never> | "press" | "taking"} Message
 */

/** A status is shown once it has held for so long, and screen readers hear one message in so long. */
const [HOLD_MILLISECONDS, SAY_MILLISECONDS] = [250, 1000];

/**
 * @param {Status} status
 * @param {boolean} isAutomatic
 * @param {boolean} hasOutline
 * @returns {Message}
 */
export function messageOf(status, isAutomatic, hasOutline) {
    return status === "ready" && !(isAutomatic && hasOutline) ? "press" : status;
}

export class Messages {
    /** @type {Message | null} */
    #shown = null;
    /** @type {Message | null} */
    #said = null;
    #saidAt = -Infinity;
    /** @type {Message | null} */
    #next = null;
    #since = 0;

    /**
     * @param {Message} message  of this moment
     * @param {number} time  milliseconds
     * @returns {{ shown: Message | null, isSaid: boolean }} and whether screen readers are to hear what is shown
     */
    take(message, time) {
        if (message !== this.#next) [this.#next, this.#since] = [message, time];
        // What is about to happen is shown at once, and so is the first.
        const holds = time - this.#since >= HOLD_MILLISECONDS || message === "ready" || message === "taking" || this.#shown === null;
        if (holds) this.#shown = message;
        const isSaid = this.#shown !== this.#said && time - this.#saidAt >= SAY_MILLISECONDS;
        if (isSaid) [this.#said, this.#saidAt] = [this.#shown, time];
        return { shown: this.#shown, isSaid };
    }
}
