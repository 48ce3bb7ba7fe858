// @ts-check
/** Advances a tour automatically once the reader starts it, until they touch the sheet or the page is hidden. */
import { stepSeconds } from "./pace.js";

/** The pause between the end of a recording and the next step, in milliseconds. */
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
     * @param {() => void} on.change  called when playing starts or stops, or the duration of the step changes
     */
    constructor({ next, change }) {
        this.#onNext = next;
        this.#onChange = change;
        // Do not advance a page that nobody can see.
        document.addEventListener("visibilitychange", () => this.#wait(document.hidden));
    }

    get isOn() {
        return this.#isOn;
    }

    get speed() {
        return this.#speed;
    }

    /** The duration of the current step in seconds, according to its text. */
    get seconds() {
        return stepSeconds(this.#text, this.#speed);
    }

    /** @param {number} speed  a multiple of the usual pace */
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
     * @param {string} text  the text of the current step
     * @param {string | null} recording  the address of its recording, which replaces the timer while the tour plays
     */
    show(text, recording) {
        this.#text = text;
        this.#sound?.end();
        this.#sound = recording === null ? null : new StepSound(recording, () => this.#rest(), () => this.#fail());
        this.#wait();
    }

    /** @param {boolean} [isHidden]  whether the page has just been hidden: the timer stops, but a recording continues */
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

    /** If a recording cannot be played, the step is timed by its text. */
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
