// @ts-check
/** Polls and shows the progress of an image that is still being cut into tiles. */
import * as api from "../base/api.js";
import { announce } from "../base/dialogs.js";
import { find } from "../base/dom.js";
import { hideNotice, showNotice } from "../base/notice.js";
import { say } from "../strings/strings.js";

/** @typedef {import("../base/types.js").Cut} Cut */

const SHORTEST_MILLISECONDS = 300;
const LONGEST_MILLISECONDS = 3000;
const BACK_OFF = 1.5;
/** The number of consecutive failures after which the reader is notified. */
const PATIENCE = 3;

export class SlicingProgress {
    #box = find("cutting", HTMLElement);
    #words = find("cutting-words", HTMLElement);
    #bar = find("cutting-bar", HTMLElement);
    #onGrow;
    #timer = 0;
    /** The image being watched; late responses about another are ignored. */
    #image = "";
    #wait = SHORTEST_MILLISECONDS;
    #failures = 0;
    #fraction = 0;

    /** @param {(cut: Cut | undefined) => void} onGrow  called when there are more tiles; undefined once all are there */
    constructor(onGrow) {
        this.#onGrow = onGrow;
    }

    /**
     * Watches an image until its slicing is complete.
     * @param {string} image
     * @param {Cut} cut
     */
    watch(image, cut) {
        this.stop();
        this.#image = image;
        this.#failures = 0;
        if (cut.error === undefined) announce(say("cutting"));
        this.#show(cut);
    }

    /** Stops watching without a message. */
    stop() {
        clearTimeout(this.#timer);
        this.#image = "";
        this.#box.hidden = true;
    }

    /** @param {Cut} cut */
    #show(cut) {
        if (cut.error !== undefined) {
            this.stop();
            showNotice(say("cutFailed", { reason: cut.error }));
            return;
        }
        const fraction = Math.min(1, Math.max(0, cut.fraction ?? 0));
        this.#wait = fraction > this.#fraction ? SHORTEST_MILLISECONDS : this.#wait * BACK_OFF;
        this.#fraction = fraction;
        const percent = Math.floor(fraction * 100);
        this.#box.hidden = false;
        this.#words.textContent = say("cuttingPercent", { percent });
        this.#bar.setAttribute("aria-valuenow", String(percent));
        this.#bar.setAttribute("aria-label", say("cutting"));
        this.#bar.style.setProperty("--share", String(fraction));
        this.#pollLater();
    }

    #pollLater() {
        this.#wait = Math.min(LONGEST_MILLISECONDS, Math.max(SHORTEST_MILLISECONDS, this.#wait));
        this.#timer = setTimeout(() => this.#poll(this.#image), this.#wait);
    }

    /** @param {string} image */
    async #poll(image) {
        try {
            const { cut } = await api.tiles(image);
            if (image !== this.#image) return;
            if (this.#failures >= PATIENCE) hideNotice();
            this.#failures = 0;
            if (cut?.error === undefined) this.#onGrow(cut);
            if (cut) this.#show(cut);
            else this.#finish();
        } catch {
            if (image !== this.#image) return;
            this.#failures += 1;
            this.#wait *= BACK_OFF;
            if (this.#failures === PATIENCE) showNotice(`${say("serverGone")}. ${say("serverGoneMore")}`);
            this.#pollLater();
        }
    }

    #finish() {
        this.stop();
        this.#fraction = 0;
        announce(say("cut"));
    }
}
