// @ts-check
/** Sends the edits in the outbox one at a time, until the server has acknowledged each of them. */

/** @typedef {import("./outbox.js").Entry} Entry */

/**
 * The outcome of sending an edit. `away` means no response, or one that a later attempt may avoid.
 * @typedef {{ kind: "applied", entry: import("./revision-sequencer.js").JournalEntry }
 *     | { kind: "conflict", conflicts: import("./outbox.js").Conflict[], revision: number }
 *     | { kind: "refused", detail: string }
 *     | { kind: "expired" }
 *     | { kind: "busy", seconds: number }
 *     | { kind: "away" }} Outcome
 */

/** @typedef {Extract<Outcome, { kind: "applied" | "conflict" | "refused" }>} FinalOutcome */
/** @typedef {"idle" | "sending" | "offline" | "expired"} Sending */

const FIRST_PAUSE_MILLISECONDS = 1000;
const LONGEST_PAUSE_MILLISECONDS = 30_000;

export class Sender {
    #work;
    /** @type {(() => void) | null} */
    #wake = null;
    /** Whether `wake` was called while nothing was waiting. */
    #isCalled = false;
    #pause = FIRST_PAUSE_MILLISECONDS;
    /** Whether the last attempt failed. The displayed state then stays until one succeeds. */
    #isHeldUp = false;

    /**
     * @param {object} work
     * @param {() => { entry: Entry | null, waitMilliseconds: number | null }} work.next
     * @param {(entry: Entry) => Promise<void>} work.close  makes sure that nothing more is merged into the edit
     * @param {(entry: Entry) => Promise<Outcome>} work.send
     * @param {(entry: Entry, outcome: FinalOutcome) => Promise<void>} work.settle
     * @param {(state: Sending) => void} work.show
     */
    constructor(work) {
        this.#work = work;
    }

    /** Looks at once whether there is something to send, as the server may be back. */
    wake() {
        this.#isCalled = true;
        this.#wake?.();
    }

    /**
     * Sends until stopped. Only one tab of a document runs this at a time (see tabs.js).
     * @param {AbortSignal} stop
     */
    async run(stop) {
        stop.addEventListener("abort", () => this.wake());
        while (!stop.aborted) {
            const { entry, waitMilliseconds } = this.#work.next();
            if (!entry) {
                this.#isHeldUp = false;
                this.#work.show("idle");
                await this.#rest(waitMilliseconds);
                continue;
            }
            if (!this.#isHeldUp) this.#work.show("sending");
            await this.#work.close(entry);
            const current = this.#work.next().entry;
            if (current?.id !== entry.id) continue;
            const outcome = await this.#work.send(current);
            if (stop.aborted) return;
            await this.#follow(current, outcome);
        }
    }

    /** @param {Entry} entry @param {Outcome} outcome */
    async #follow(entry, outcome) {
        this.#isHeldUp = outcome.kind === "away" || outcome.kind === "expired";
        if (outcome.kind === "busy") {
            await this.#rest(outcome.seconds * 1000);
        } else if (outcome.kind === "away" || outcome.kind === "expired") {
            this.#work.show(outcome.kind === "away" ? "offline" : "expired");
            // Jitter, so that many clients do not retry at the same moment.
            const pause = this.#pause * (0.75 + Math.random() / 2);
            this.#pause = Math.min(LONGEST_PAUSE_MILLISECONDS, this.#pause * 2);
            await this.#rest(pause);
        } else {
            this.#pause = FIRST_PAUSE_MILLISECONDS;
            await this.#work.settle(entry, outcome);
        }
    }

    /** @param {number | null} milliseconds  the maximum wait; null waits until `wake` is called */
    async #rest(milliseconds) {
        if (!this.#isCalled) {
            await new Promise((resolve) => {
                const timer = milliseconds === null ? undefined : setTimeout(resolve, milliseconds);
                this.#wake = () => {
                    clearTimeout(timer);
                    resolve(undefined);
                };
            });
        }
        this.#wake = null;
        this.#isCalled = false;
    }
}
