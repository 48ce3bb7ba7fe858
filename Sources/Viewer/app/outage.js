// @ts-check
/** Handles a server that does not respond: reports it once, and notices by itself when the server responds again. */
import { isServerReachable } from "../base/addresses.js";
import { announce } from "../base/dialogs.js";
import { hideNotice, showNotice } from "../base/notice.js";
import { say } from "../strings/strings.js";

const FIRST_MILLISECONDS = 1500;
const LONGEST_MILLISECONDS = 8000;
/** The shortest and longest pause between attempts to fetch tiles that fail although the server responds. */
const [FIRST_TILE_MILLISECONDS, LONGEST_TILE_MILLISECONDS] = [2000, 60_000];

export class Outage {
    #onEnd;
    #onTileRetry;
    #isOn = false;
    #isProbing = false;
    #pause = FIRST_MILLISECONDS;
    #timer = 0;
    /** The time of the last tile failure, the pause before the next attempt, and its timer (0 if none is pending). */
    #tiles = { failed: 0, pause: FIRST_TILE_MILLISECONDS, timer: 0 };

    /**
     * @param {() => Promise<void>} onEnd  called when the server responds again or the reader retries; resolves when all has been
     *   fetched
     * @param {() => void} onTileRetry  requests the failed tiles again
     */
    constructor(onEnd, onTileRetry) {
        this.#onEnd = onEnd;
        this.#onTileRetry = onTileRetry;
        const probe = () => this.#isOn && this.#probe();
        addEventListener("online", probe);
        document.addEventListener("visibilitychange", probe);
    }

    /** Reports that a tile failed: that tile may be missing, or the server may be down. */
    async reportTileFailure() {
        if (this.#isProbing || this.#isOn || this.#tiles.timer !== 0) return;
        this.#isProbing = true;
        const isThere = await isServerReachable();
        this.#isProbing = false;
        if (isThere) this.#waitForTiles();
        else this.begin(say("serverGoneMore"));
    }

    /** Schedules a retry. A missing tile will fail again, but one that a proxy refused once will not. */
    #waitForTiles() {
        const now = performance.now();
        const { failed, pause } = this.#tiles;
        // The tiles that failed before have arrived meanwhile.
        const next = now - failed > 2 * pause ? FIRST_TILE_MILLISECONDS : pause;
        const timer = setTimeout(() => {
            this.#tiles.timer = 0;
            this.#onTileRetry();
        }, next);
        this.#tiles = { failed: now, pause: Math.min(LONGEST_TILE_MILLISECONDS, 2 * next), timer };
    }

    /** @param {string} more  a message naming what cannot be shown meanwhile */
    begin(more) {
        showNotice(`${say("serverGone")}. ${more}`, { label: say("retry"), run: () => this.#end() });
        if (this.#isOn) return;
        this.#isOn = true;
        this.#wait();
    }

    /** Ends the outage. If the server responds but a request fails again, the outage begins anew with a longer pause. */
    async #end() {
        this.#isOn = false;
        clearTimeout(this.#timer);
        hideNotice();
        await this.#onEnd();
        if (this.#isOn) return;
        this.#pause = FIRST_MILLISECONDS;
        announce(say("serverBack"));
    }

    #wait() {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#probe(), this.#pause);
        // Randomised, so that many waiting readers do not all retry at once.
        this.#pause = Math.min(LONGEST_MILLISECONDS, this.#pause * (1.1 + 0.3 * Math.random()));
    }

    async #probe() {
        if (this.#isProbing) return this.#wait();
        this.#isProbing = true;
        const isThere = !document.hidden && (await isServerReachable());
        this.#isProbing = false;
        if (!this.#isOn) return;
        if (!isThere) return this.#wait();
        this.#end();
    }
}
