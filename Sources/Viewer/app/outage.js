// @ts-check
/** A server that does not respond: says so once, and notices by itself when it responds again. */
import { answers } from "../base/addresses.js";
import { announce } from "../base/dialogs.js";
import { hideRemark, showRemark } from "../base/notice.js";
import { say } from "../strings/strings.js";

const FIRST_MILLISECONDS = 1500;
const LONGEST_MILLISECONDS = 8000;

export class Outage {
    #onEnd;
    #isOn = false;
    #isProbing = false;
    #pause = FIRST_MILLISECONDS;
    #timer = 0;

    /** @param {() => void} onEnd  the server responds again, or the reader wants to know */
    constructor(onEnd) {
        this.#onEnd = onEnd;
        const look = () => this.#isOn && this.#look();
        addEventListener("online", look);
        document.addEventListener("visibilitychange", look);
    }

    /** A tile did not come: one may be missing, or the server is gone. */
    async suspect() {
        if (this.#isProbing || this.#isOn) return;
        this.#isProbing = true;
        const isThere = await answers();
        this.#isProbing = false;
        if (!isThere) this.begin(say("serverGoneMore"));
    }

    /** @param {string} more  what cannot be shown meanwhile */
    begin(more) {
        const run = () => {
            this.#end();
            this.#onEnd();
        };
        showRemark(`${say("serverGone")}. ${more}`, { label: say("retry"), run });
        if (this.#isOn) return;
        this.#isOn = true;
        this.#pause = FIRST_MILLISECONDS;
        this.#wait();
    }

    #end() {
        this.#isOn = false;
        clearTimeout(this.#timer);
    }

    #wait() {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#look(), this.#pause);
        // Not all readers at once, where many wait for the same server.
        this.#pause = Math.min(LONGEST_MILLISECONDS, this.#pause * (1.1 + 0.3 * Math.random()));
    }

    async #look() {
        if (this.#isProbing) return;
        this.#isProbing = true;
        const isThere = !document.hidden && (await answers());
        this.#isProbing = false;
        if (!this.#isOn) return;
        if (!isThere) return this.#wait();
        this.#end();
        hideRemark();
        announce(say("serverBack"));
        this.#onEnd();
    }
}
