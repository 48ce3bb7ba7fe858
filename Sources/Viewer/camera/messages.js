// @ts-check
/** Chooses which message is shown and which is announced, so that neither flickers. Pure; callers supply the time. */

/** @typedef {import("./cycle.js").Status} Status */

/**
 * The message of a status. `ready` has a second message, `press`, if the user has to release the shutter.
 * @typedef {Exclude<Status, never> | "press" | "taking"} Message
 */

/** How long a status must hold before it is shown, and the shortest interval between two announcements to screen readers. */
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
     * @param {Message} message  the current message
     * @param {number} time  milliseconds
     * @returns {{ shown: Message | null, isSaid: boolean }} the message to show, and whether to announce it to screen readers
     */
    take(message, time) {
        if (message !== this.#next) [this.#next, this.#since] = [message, time];
        // An imminent release is shown at once, and so is the first message.
        const holds = time - this.#since >= HOLD_MILLISECONDS || message === "ready" || message === "taking" || this.#shown === null;
        if (holds) this.#shown = message;
        const isSaid = this.#shown !== this.#said && time - this.#saidAt >= SAY_MILLISECONDS;
        if (isSaid) [this.#said, this.#saidAt] = [this.#shown, time];
        return { shown: this.#shown, isSaid };
    }
}
