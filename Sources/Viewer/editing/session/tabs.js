// @ts-check
/**
 * Coordinates the tabs in which one browser has a document open: only one of them sends, and all are notified of changes to the
 * outbox.
 */

/**
 * @typedef {{ acknowledged?: import("./revision-sequencer.js").JournalEntry }} News  a message that the stored data
 *   has changed
 */

export class Tabs {
    #channel;
    #name;

    /**
     * @param {string} owner  the document and the editor
     * @param {(news: News) => void} onChange  called when another tab has changed the stored data
     */
    constructor(owner, onChange) {
        this.#name = `explore-editing ${owner}`;
        this.#channel = "BroadcastChannel" in window ? new BroadcastChannel(this.#name) : null;
        this.#channel?.addEventListener("message", ({ data }) => onChange(data));
    }

    /** @param {News} news */
    notify(news) {
        this.#channel?.postMessage(news);
    }

    /**
     * Runs `work` once no other tab does, until it is stopped. Web Locks require a secure context. Elsewhere every tab sends,
     * which is harmless, since the server applies each edit only once.
     * @param {AbortSignal} stop
     * @param {() => Promise<void>} work
     */
    async runExclusively(stop, work) {
        if (!navigator.locks) return work();
        await navigator.locks.request(this.#name, { signal: stop }, work).catch((error) => {
            if (!stop.aborted) throw error;
        });
    }

    close() {
        this.#channel?.close();
    }
}
