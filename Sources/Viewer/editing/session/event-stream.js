// @ts-check
/** Events of a working copy while it is open: edits, publication, and who else has it open. */

/** @typedef {import("./revision-sequencer.js").JournalEntry} JournalEntry */

const FIRST_PAUSE_MILLISECONDS = 1000;
const LONGEST_PAUSE_MILLISECONDS = 30_000;

export class EventStream {
    /** @type {EventSource | null} */
    #source = null;
    #timer = 0;
    #pause = FIRST_PAUSE_MILLISECONDS;
    #isClosed = false;
    #on;

    /**
     * @param {object} on
     * @param {() => EventSource} on.connect
     * @param {() => void} on.open
     * @param {(entry: JournalEntry) => void} on.edit
     * @param {(state: { revision: number, version: number }) => void} on.state  called with the server's state after each
     *   connection, once missed edits have arrived
     * @param {(entry: { version?: number }) => void} on.replaced  called when the working copy has been published or discarded,
     *   or another version was added
     * @param {(editors: { name: string }[]) => void} on.editors
     */
    constructor(on) {
        this.#on = on;
        this.#connect();
    }

    /** Reconnects at once, as the server may be back. */
    retry() {
        if (this.#isClosed || (this.#source && this.#source.readyState !== EventSource.CLOSED)) return;
        clearTimeout(this.#timer);
        this.#connect();
    }

    close() {
        this.#isClosed = true;
        clearTimeout(this.#timer);
        this.#source?.close();
    }

    /** Reconnects itself, because the browser gives up for good if a proxy responds in the server's place. */
    #connect() {
        const source = this.#on.connect();
        this.#source = source;
        source.addEventListener("open", () => {
            this.#pause = FIRST_PAUSE_MILLISECONDS;
            this.#on.open();
        });
        source.addEventListener("edit", ({ data }) => this.#on.edit(JSON.parse(data)));
        source.addEventListener("state", ({ data }) => this.#on.state(JSON.parse(data)));
        for (const event of ["published", "discarded"]) {
            source.addEventListener(event, (/** @type {MessageEvent} */ { data }) => this.#on.replaced(JSON.parse(data)));
        }
        source.addEventListener("editors", ({ data }) => this.#on.editors(JSON.parse(data)));
        source.addEventListener("error", () => {
            source.close();
            if (this.#isClosed || source !== this.#source) return;
            this.#timer = window.setTimeout(() => this.#connect(), this.#pause * (0.75 + Math.random() / 2));
            this.#pause = Math.min(LONGEST_PAUSE_MILLISECONDS, this.#pause * 2);
        });
    }
}
