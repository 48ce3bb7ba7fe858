// @ts-check
/** Plays a recording and reports its current cue. */

/** @typedef {import("./cues.js").Cue} Cue */
/** @typedef {import("./recordings.js").Playable} Playable */
import { cueAt } from "./cues.js";

/**
 * @typedef {object} Listener
 * @property {(cue: number) => void} reach  called with the index of the current cue, or -1
 * @property {() => void} cues  called when the cues are known
 * @property {() => void} change  called when playing starts or stops
 * @property {() => void} time  called when the position or the duration changes
 * @property {() => void} end
 * @property {() => void} fail
 */

export class Player {
    #on;
    /** A single element for all recordings: browsers that allow sound only after a touch grant it per element. */
    #audio = new Audio();
    /** @type {HTMLTrackElement | null} */
    #track = null;
    /** @type {Cue[]} */
    cues = [];
    #last = -1;
    #seconds = 0;
    #isLoaded = false;
    #isFrame = false;

    /** @param {Listener} on */
    constructor(on) {
        this.#on = on;
        this.#audio.preload = "none";
        this.#audio.addEventListener("play", () => {
            on.change();
            this.#watch();
        });
        this.#audio.addEventListener("pause", () => on.change());
        this.#audio.addEventListener("ended", () => this.#isLoaded && on.end());
        this.#audio.addEventListener("error", () => this.#isLoaded && on.fail());
        for (const event of ["timeupdate", "durationchange", "seeked"]) {
            this.#audio.addEventListener(event, () => {
                on.time();
                this.#notify();
            });
        }
    }

    get isSpeaking() {
        return this.#isLoaded && !this.#audio.paused && !this.#audio.ended;
    }

    get seconds() {
        return Number.isFinite(this.#audio.duration) && this.#audio.duration > 0 ? this.#audio.duration : this.#seconds;
    }

    get position() {
        return this.#audio.currentTime;
    }

    /**
     * @param {Playable} recording
     * @param {number} rate
     * @param {boolean} plays  whether to play at once
     */
    take(recording, rate, plays) {
        this.stop();
        this.#isLoaded = true;
        this.#seconds = recording.seconds ?? 0;
        if (recording.cues) this.#readCues(recording);
        this.#audio.src = recording.url;
        this.setRate(rate);
        if (plays) this.resume();
    }

    /** @param {Playable} recording */
    #readCues({ cues, lang }) {
        const track = document.createElement("track");
        Object.assign(track, { kind: "captions", srclang: lang, src: cues ?? "", default: true });
        track.addEventListener("load", () => {
            if (this.#track !== track) return;
            this.cues = Array.from(track.track.cues ?? [], (cue) => ({
                start: cue.startTime,
                end: cue.endTime,
                text: cue instanceof VTTCue ? cue.getCueAsHTML().textContent ?? "" : "",
            }));
            this.#on.cues();
            this.#notify();
        });
        this.#track = track;
        this.#audio.append(track);
        // Browsers fetch the cues of a hidden track, and an audio element displays none.
        track.track.mode = "hidden";
    }

    resume() {
        this.#audio.play().catch((error) => {
            // The browser requires another touch. The button is there for that.
            if (error?.name === "NotAllowedError" || error?.name === "AbortError") this.#on.change();
        });
    }

    pause() {
        this.#audio.pause();
    }

    /** Stops and unloads the recording. */
    stop() {
        this.#isLoaded = false;
        this.#audio.pause();
        this.#audio.removeAttribute("src");
        this.#track?.remove();
        this.#track = null;
        this.cues = [];
        this.#last = -1;
    }

    /** @param {number} rate */
    setRate(rate) {
        this.#audio.defaultPlaybackRate = this.#audio.playbackRate = rate;
        this.#audio.preservesPitch = true;
    }

    /** @param {number} seconds */
    seek(seconds) {
        this.#audio.currentTime = Math.min(Math.max(0, seconds), this.seconds);
    }

    /** Follows the position by animation frame: the browser's own time events come four times a second, and words are shorter. */
    #watch() {
        if (this.#isFrame) return;
        const look = () => {
            this.#isFrame = this.isSpeaking && this.cues.length > 0;
            this.#notify();
            if (this.#isFrame) requestAnimationFrame(look);
        };
        look();
    }

    #notify() {
        if (this.isSpeaking) this.#watchLater();
        const cue = cueAt(this.cues, this.#audio.currentTime);
        if (cue === this.#last) return;
        this.#last = cue;
        this.#on.reach(cue);
    }

    #watchLater() {
        if (this.#isFrame || this.cues.length === 0) return;
        this.#isFrame = true;
        requestAnimationFrame(() => {
            this.#isFrame = false;
            this.#watch();
        });
    }
}
