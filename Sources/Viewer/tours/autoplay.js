// @ts-check
/** A tour that goes on by itself, once a reader wants it to, until they touch the sheet or the page is hidden. */
import { stepSeconds } from "./pace.js";

/** What follows a recording before the next step, in milliseconds. */
const PAUSE = 1500;

export class Autoplay {
    #onNext;
    #onChange;
    #timer = 0;
    #speed = 1;
    #isOn = false;
    #text = "";
    /** @type {StepSound | null} */
    #sound = null;

    /**
     * @param {object} on
     * @param {() => void} on.next
     * @param {() => void} on.change  it has begun, ended, or waits for another time
     */
    constructor({ next, change }) {
        this.#onNext = next;
        this.#onChange = change;
        // Nobody reads what is hidden.
        document.addEventListener("visibilitychange", () => this.#wait(document.hidden));
    }

    get isOn() {
        return this.#isOn;
    }

    get speed() {
        return this.#speed;
    }

    /** How long the present step is shown. */
    get seconds() {
        return stepSeconds(this.#text, this.#speed);
    }

    /** @param {number} speed  times the usual pace */
    setSpeed(speed) {
        this.#speed = speed;
        this.#wait();
        this.#onChange();
    }

    play() {
        this.#isOn = true;
        this.#wait();
        this.#onChange();
    }

    pause() {
        if (!this.#isOn) return;
        this.#isOn = false;
        this.#wait();
        this.#onChange();
    }

    /**
     * @param {string} text  of the step that is shown now
     * @param {string | null} recording  of it, which is heard while the tour plays
     */
    show(text, recording) {
        this.#text = text;
        this.#sound?.end();
        this.#sound = recording === null ? null : new StepSound(recording, () => this.#rest(), () => this.#fail());
        this.#wait();
    }

    /** Of the recording of the step, if it has one that is known by now. */
    get soundSeconds() {
        return this.#sound?.seconds ?? null;
    }

    /** @param {boolean} [isHidden]  whether the page was hidden just now: nobody has pressed anything, and what is heard goes on */
    #wait(isHidden = false) {
        clearTimeout(this.#timer);
        if (this.#sound !== null) {
            if (!this.#isOn) this.#sound.pause();
            else if (!isHidden) this.#sound.play(this.#speed);
        } else if (this.#isOn && !document.hidden) {
            this.#timer = setTimeout(this.#onNext, this.seconds * 1000);
        }
    }

    #rest() {
        if (this.#isOn) this.#timer = setTimeout(this.#onNext, PAUSE / this.#speed);
    }

    /** A recording that cannot be heard: the step is read. */
    #fail() {
        this.#sound = null;
        this.#wait();
        this.#onChange();
    }
}

/** The recording of a step. */
class StepSound {
    static #audio = new Audio();
    #url;
    #onEnd;
    #onFail;
    #listening = new AbortController();
    #isBegun = false;
    #isOver = false;

    /** @param {string} url @param {() => void} onEnd @param {() => void} onFail */
    constructor(url, onEnd, onFail) {
        this.#url = url;
        this.#onEnd = onEnd;
        this.#onFail = onFail;
    }

    get seconds() {
        const { duration } = StepSound.#audio;
        return this.#isBegun && Number.isFinite(duration) && duration > 0 ? duration : null;
    }

    /** @param {number} speed */
    play(speed) {
        const audio = StepSound.#audio;
        if (!this.#isBegun) {
            this.#isBegun = true;
            const { signal } = this.#listening;
            audio.addEventListener("ended", () => {
                this.#isOver = true;
                this.#onEnd();
            }, { signal });
            audio.addEventListener("error", this.#onFail, { signal });
            audio.src = this.#url;
        }
        audio.defaultPlaybackRate = audio.playbackRate = speed;
        if (this.#isOver) return this.#onEnd();
        audio.play().catch((error) => {
            if (error?.name === "NotAllowedError") this.#onFail();
        });
    }

    pause() {
        if (this.#isBegun) StepSound.#audio.pause();
    }

    end() {
        this.pause();
        this.#listening.abort();
    }
}
