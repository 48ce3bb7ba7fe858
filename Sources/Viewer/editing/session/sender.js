// @ts-check
/** Sends what waits in the outbox, one edit after the other, until the server has acknowledged each. */

/** @typedef {import("./outbox.js").Entry} Entry */

/**
 * What became of an edit. `away`: there was no response, or one that a later attempt may get round.
 * @typedef {{ kind: "applied", entry: import("./following.js").JournalEntry }
 *     | { kind: "conflict", conflicts: import("./outbox.js").Conflict[], revision: number }
 *     | { kind: "refused", detail: string }
 *     | { kind: "expired" }
 *     | { kind: "busy", seconds: number }
 *     | { kind: "away" }} Outcome
 */

/** @typedef {"idle" | "sending" | "offline" | "expired"} Sending */

const FIRST_PAUSE_MILLISECONDS = 1000;
const LONGEST_PAUSE_MILLISECONDS = 30_000;

export class Sender {
    #work;
    /** @type {(() => void) | null} */
    #wake = null;
    /** A call that came while nothing waited for it. */
    #isCalled = false;
    #pause = FIRST_PAUSE_MILLISECONDS;
    /** Whether the last attempt was in vain: until one is not, what was shown stays. */
    #isHeldUp = false;

    /**
     * @param {object} work
     * @param {() => { entry: Entry | null, waitMilliseconds: number | null }} work.next
     * @param {(entry: Entry) => Promise<void>} work.close  makes sure that nothing more is merged into it
     * @param {(entry: Entry) => Promise<Outcome>} work.send
     * @param {(entry: Entry, outcome: Outcome) => Promise<void>} work.settle  of outcomes that are final
     * @param {(state: Sending) => void} work.show
     */
    constructor(work) {
        this.#work = work;
    }

    /** There may be something to send, or the server may be back: looks at once. */
    wake() {
        this.#isCalled = true;
        this.#wake?.();
    }

    /**
     * Sends until it is stopped. One page of a document does at a time (Web Locks).
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
            // Not all pages at once, where many wait for the same server.
            const pause = this.#pause * (0.75 + Math.random() / 2);
            this.#pause = Math.min(LONGEST_PAUSE_MILLISECONDS, this.#pause * 2);
            await this.#rest(pause);
        } else {
            this.#pause = FIRST_PAUSE_MILLISECONDS;
            await this.#work.settle(entry, outcome);
        }
    }

    /** @param {number | null} milliseconds  at most; null: until it is called */
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
