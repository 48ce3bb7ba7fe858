// @ts-check
/** Distinguishes a missing tile, which leaves the coarser level in its place, from a server that does not respond. */
import * as api from "../base/api.js";
import { showRemark } from "../base/notice.js";
import { say } from "../strings/strings.js";

export class Outage {
    #onRetry;
    #isProbing = false;

    /** @param {() => void} onRetry */
    constructor(onRetry) {
        this.#onRetry = onRetry;
    }

    /**
     * A tile of an image failed: requests something that must exist.
     * @param {string} image
     */
    async suspect(image) {
        if (this.#isProbing) return;
        this.#isProbing = true;
        try {
            await api.tiles(image);
        } catch {
            const again = { label: say("retry"), run: this.#onRetry };
            showRemark(`${say("serverGone")}. ${say("serverGoneMore")}`, again);
        }
        this.#isProbing = false;
    }
}
