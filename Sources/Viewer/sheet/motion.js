// @ts-check
/** Runs one movement at a time, frame by frame. */

/** @typedef {(seconds: number) => boolean} Step  advances by the duration of a frame; returns false when the movement is over */

/** The longest step. After a longer pause in drawing, the movement continues as if only this time had passed. */
const LONGEST_FRAME_SECONDS = 0.1;

export class Motion {
    /** @type {Step | null} */
    #step = null;
    #lastTime = 0;
    #request = 0;

    /** @param {Step} step  the step of a movement, which replaces the previous one */
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
        // The step may have started another movement.
        if (this.#step === step && !goesOn) this.#step = null;
        if (this.#step && !this.#request) this.#request = requestAnimationFrame(this.#tick);
    };
}
