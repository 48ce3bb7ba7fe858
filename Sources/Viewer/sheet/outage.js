// @ts-check
/** Tells a tile that is missing, which leaves the coarser level in its place, from a server that is gone. */
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
     * A tile of an image did not come: asks for something that must be there.
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
