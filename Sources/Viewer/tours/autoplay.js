// @ts-check
/** A tour that goes on by itself, once a reader wants it to, until they touch the sheet or the page is hidden. */
import { stepSeconds } from "./pace.js";

export class Autoplay {
    #onNext;
    #onChange;
    #timer = 0;
    #speed = 1;
    #isOn = false;
    #text = "";

    /**
     * @param {object} on
     * @param {() => void} on.next
     * @param {() => void} on.change  it has begun, ended, or waits for another time
     */
    constructor({ next, change }) {
        this.#onNext = next;
        this.#onChange = change;
        // Nobody reads what is hidden.
        document.addEventListener("visibilitychange", () => this.#wait());
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

    /** @param {string} text  of the step that is shown now */
    show(text) {
        this.#text = text;
        this.#wait();
    }

    #wait() {
        clearTimeout(this.#timer);
        if (this.#isOn && !document.hidden) this.#timer = setTimeout(this.#onNext, this.seconds * 1000);
    }
}
