// @ts-check
/**
 * Speaks texts piece by piece with the device's voices. Pausing cancels the piece, and resuming speaks the rest of it from the
 * last word: on some devices, a paused voice never speaks again.
 */

/**
 * @typedef {object} Piece
 * @property {string} text
 * @property {string} lang
 */

/**
 * @typedef {object} Manner
 * @property {number} rate  1 is the voice's own speed
 * @property {(lang: string) => SpeechSynthesisVoice | null} voice  chooses the voice for a language
 */

/** @typedef {Pick<SpeechSynthesis, "speak" | "cancel">} Synthesis */

/**
 * @template {Piece} Kind
 * @typedef {object} Listener
 * @property {(piece: Kind, word: { start: number, end: number } | null) => void} reach  called when a piece, or a word of it, is
 *   spoken
 * @property {() => void} change  called when speaking starts or stops
 * @property {() => void} end  called when everything has been spoken
 * @property {() => void} fail  called when speech synthesis fails
 */

/** @template {Piece} Kind */
export class Narration {
    #synthesis;
    #utterance;
    #manner;
    #on;
    /** @type {Kind[]} */
    #pieces = [];
    #place = 0;
    /** The start of the last word within the piece. */
    #offset = 0;
    /** The current utterance, retained because browsers drop the events of an utterance that is garbage collected. */
    /** @type {SpeechSynthesisUtterance | null} */
    #current = null;

    /**
     * @param {Synthesis} synthesis
     * @param {new (text: string) => SpeechSynthesisUtterance} utterance
     * @param {Manner} manner  read again for each piece
     * @param {Listener<Kind>} on
     */
    constructor(synthesis, utterance, manner, on) {
        this.#synthesis = synthesis;
        this.#utterance = utterance;
        this.#manner = manner;
        this.#on = on;
    }

    get isSpeaking() {
        return this.#current !== null;
    }

    /**
     * Replaces the text and starts at its beginning.
     * @param {Kind[]} pieces
     * @param {boolean} speaks  whether to speak at once
     */
    take(pieces, speaks) {
        this.pause();
        this.#pieces = pieces;
        this.#place = 0;
        this.#offset = 0;
        if (speaks) this.resume();
    }

    pause() {
        if (this.#current === null) return;
        this.#current = null;
        this.#synthesis.cancel();
        this.#on.change();
    }

    /** Resumes with the word spoken last, or from the beginning if everything has been spoken. */
    resume() {
        if (this.#current !== null) return;
        if (this.#place >= this.#pieces.length) {
            this.#place = 0;
            this.#offset = 0;
        }
        if (this.#pieces.length === 0) return;
        this.#speak();
        this.#on.change();
    }

    /** Applies a changed manner to the current piece, if speaking. */
    change() {
        if (this.#current === null) return;
        this.#current = null;
        this.#synthesis.cancel();
        this.#speak();
    }

    #speak() {
        const piece = this.#pieces[this.#place];
        const from = this.#offset;
        const utterance = new this.#utterance(piece.text.slice(from));
        utterance.lang = piece.lang;
        utterance.rate = this.#manner.rate;
        utterance.voice = this.#manner.voice(piece.lang);
        /** @param {() => void} run  skipped if another utterance is current by then */
        const ifCurrent = (run) => () => this.#current === utterance && run();
        utterance.addEventListener("boundary", (event) => {
            if (this.#current !== utterance || event.name === "sentence") return;
            this.#offset = from + event.charIndex;
            const length = event.charLength || (/^[\p{L}\p{M}\p{N}’'-]*/u.exec(piece.text.slice(this.#offset))?.[0].length ?? 0);
            this.#on.reach(piece, { start: this.#offset, end: this.#offset + length });
        });
        utterance.addEventListener("end", ifCurrent(() => this.#goOn()));
        utterance.addEventListener("error", ifCurrent(() => {
            this.#current = null;
            this.#on.change();
            this.#on.fail();
        }));
        this.#current = utterance;
        this.#on.reach(piece, null);
        this.#synthesis.speak(utterance);
    }

    #goOn() {
        this.#place += 1;
        this.#offset = 0;
        if (this.#place < this.#pieces.length) return this.#speak();
        this.#current = null;
        this.#on.change();
        this.#on.end();
    }
}
