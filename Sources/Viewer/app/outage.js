// @ts-check
/** A server that does not respond: says so once, and notices by itself when it responds again. */
import { answers } from "../base/addresses.js";
import { announce } from "../base/dialogs.js";
import { hideRemark, showRemark } from "../base/notice.js";
import { say } from "../strings/strings.js";

const FIRST_MILLISECONDS = 1500;
const LONGEST_MILLISECONDS = 8000;
/** Between the attempts to fetch tiles that do not come although the server responds. */
const [FIRST_TILE_MILLISECONDS, LONGEST_TILE_MILLISECONDS] = [2000, 60_000];

export class Outage {
    #onEnd;
    #onTileRetry;
    #isOn = false;
    #isProbing = false;
    #pause = FIRST_MILLISECONDS;
    #timer = 0;
    /** When a tile did not come last, how long the next attempt waits, and its timer while it does. */
    #tiles = { failed: 0, pause: FIRST_TILE_MILLISECONDS, timer: 0 };

    /**
     * @param {() => Promise<void>} onEnd  the server responds again, or the reader wants to know; until all has been fetched
     * @param {() => void} onTileRetry  asks again for the tiles that did not come
     */
    constructor(onEnd, onTileRetry) {
        this.#onEnd = onEnd;
        this.#onTileRetry = onTileRetry;
        const look = () => this.#isOn && this.#look();
        addEventListener("online", look);
        document.addEventListener("visibilitychange", look);
    }

    /** A tile did not come: one may be missing, or the server is gone. */
    async suspect() {
        if (this.#isProbing || this.#isOn || this.#tiles.timer !== 0) return;
        this.#isProbing = true;
        const isThere = await answers();
        this.#isProbing = false;
        if (isThere) this.#waitForTiles();
        else this.begin(say("serverGoneMore"));
    }

    /** One that is missing will not come, but others, which a proxy has refused for once, will. */
    #waitForTiles() {
        const now = performance.now();
        const { failed, pause } = this.#tiles;
        // Those that failed before have come meanwhile.
        const next = now - failed > 2 * pause ? FIRST_TILE_MILLISECONDS : pause;
        const timer = setTimeout(() => {
            this.#tiles.timer = 0;
            this.#onTileRetry();
        }, next);
        this.#tiles = { failed: now, pause: Math.min(LONGEST_TILE_MILLISECONDS, 2 * next), timer };
    }

    /** @param {string} more  what cannot be shown meanwhile */
    begin(more) {
        showRemark(`${say("serverGone")}. ${more}`, { label: say("retry"), run: () => this.#end() });
        if (this.#isOn) return;
        this.#isOn = true;
        this.#wait();
    }

    /** A server may respond, and yet not give what was asked for: then it begins again meanwhile, with a longer pause. */
    async #end() {
        this.#isOn = false;
        clearTimeout(this.#timer);
        hideRemark();
        await this.#onEnd();
        if (this.#isOn) return;
        this.#pause = FIRST_MILLISECONDS;
        announce(say("serverBack"));
    }

    #wait() {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#look(), this.#pause);
        // Not all readers at once, where many wait for the same server.
        this.#pause = Math.min(LONGEST_MILLISECONDS, this.#pause * (1.1 + 0.3 * Math.random()));
    }

    async #look() {
        if (this.#isProbing) return this.#wait();
        this.#isProbing = true;
        const isThere = !document.hidden && (await answers());
        this.#isProbing = false;
        if (!this.#isOn) return;
        if (!isThere) return this.#wait();
        this.#end();
    }
}
