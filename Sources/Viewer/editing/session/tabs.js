// @ts-check
/**
 * Coordinates the tabs in which one browser has a document open: only one of them sends, and all are notified of changes to the
 * outbox and of the sender's state.
 */

/**
 * A message to the other tabs. It means that the stored data has changed, unless `sending` or `isRetry` is given.
 * @typedef {object} News
 * @property {import("./revision-sequencer.js").JournalEntry} [acknowledged]  an edit that the server has acknowledged
 * @property {import("./renumbering.js").Renumbering} [renumbered]  a page that has another number now
 * @property {import("./sender.js").Sending} [sending]  the state of the tab that sends
 * @property {boolean} [isRetry]  whether the tab that sends should try again at once
 */

export class Tabs {
    #channel;
    #name;

    /**
     * @param {string} owner  the document and the editor
     * @param {(news: News) => void} onNews  called for each message from another tab
     */
    constructor(owner, onNews) {
        this.#name = `explore-editing ${owner}`;
        this.#channel = "BroadcastChannel" in window ? new BroadcastChannel(this.#name) : null;
        this.#channel?.addEventListener("message", ({ data }) => onNews(data));
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
