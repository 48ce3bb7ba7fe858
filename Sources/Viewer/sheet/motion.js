// @ts-check
/** One movement at a time, frame by frame. */

/** @typedef {(seconds: number) => boolean} Step  moves by what a frame takes; false when the movement is over */

/** A page that was not drawn for longer goes on as if it had been for so long. */
const LONGEST_FRAME_SECONDS = 0.1;

export class Motion {
    /** @type {Step | null} */
    #step = null;
    #lastTime = 0;
    #request = 0;

    /** @param {Step} step  of a movement that takes the place of the one before */
    start(step) {
        this.#step = step;
        if (this.#request) return;
        this.#lastTime = performance.now();
        this.#request = requestAnimationFrame(this.#tick);
    }

    stop() {
        this.#step = null;
    }

    /** @param {number} time */
    #tick = (time) => {
        this.#request = 0;
        const step = this.#step;
        if (!step) return;
        const seconds = Math.min(LONGEST_FRAME_SECONDS, Math.max(0, time - this.#lastTime) / 1000);
        this.#lastTime = time;
        const goesOn = step(seconds);
        // The step may have begun another movement.
        if (this.#step === step && !goesOn) this.#step = null;
        if (this.#step && !this.#request) this.#request = requestAnimationFrame(this.#tick);
    };
}
