// @ts-check
/** The pages of one document that one browser has open: only one of them sends, and all hear of changes to the outbox. */

/** @typedef {{ acknowledged?: import("./following.js").JournalEntry }} News  besides the change of what is stored */

export class Tabs {
    #channel;
    #name;

    /**
     * @param {string} owner  document and editor
     * @param {(news: News) => void} onChange  another page has changed what is stored
     */
    constructor(owner, onChange) {
        this.#name = `explore-editing ${owner}`;
        this.#channel = "BroadcastChannel" in window ? new BroadcastChannel(this.#name) : null;
        this.#channel?.addEventListener("message", ({ data }) => onChange(data));
    }

    /** @param {News} news */
    tell(news) {
        this.#channel?.postMessage(news);
    }

    /**
     * Works as soon as no other page does, until it is stopped. Browsers have locks at secure addresses only; elsewhere
     * every page sends, which is harmless, since the server applies each edit once.
     * @param {AbortSignal} stop
     * @param {() => Promise<void>} work
     */
    async alone(stop, work) {
        if (!navigator.locks) return work();
        await navigator.locks.request(this.#name, { signal: stop }, work).catch((error) => {
            if (!stop.aborted) throw error;
        });
    }

    close() {
        this.#channel?.close();
    }
}
