// @ts-check
/** The transcription and translation of a clause on the panel: the places of their words on the sheet, and matching phrases. */
import { spanOf } from "../base/quoting.js";
import { matchWords } from "../base/word-matching.js";
import { TextRun } from "./text-run.js";

/** @typedef {import("./fetching.js").Word} Word */
/** @typedef {import("../base/quoting.js").Span} Span */
/** @typedef {"transcription" | "translation"} Side */
/** @typedef {Record<Side, Span[]>} Phrase */

/**
 * What is highlighted: a word of the transcription, or a phrase.
 * @typedef {{ token: number } | { phrase: number, side: Side }} Mark
 */

export const SIDES = /** @type {const} */ (["transcription", "translation"]);

const BODY = "#panel-body";
const PARAGRAPHS = {
    transcription: `${BODY} details.transcription > p:not(.aside)`,
    translation: `${BODY} .words:not(.second) > p:not(.aside)`,
};

export class LinkedTexts {
    #runs = readTexts();
    /** @type {(Word | null)[]} the place of each word of the transcription */
    #places;
    /** @type {Phrase[]} */
    #phrases;

    /** @param {{ words: Word[], phrases: Record<Side, import("../base/quoting.js").Quote[]>[] }} links */
    constructor({ words, phrases }) {
        const { tokens } = this.#runs.transcription;
        const matched = matchWords(words.map(({ text }) => text), tokens.map(({ text }) => text));
        this.#places = Array.from(matched, (index) => words[index] ?? null);
        this.#phrases = phrases.flatMap((phrase) => {
            const [transcription, translation] = SIDES.map((side) =>
                phrase[side].flatMap((quote) => spanOf(this.#runs[side].text, quote) ?? []),
            );
            // A phrase that was edited on one side is shown on neither side rather than on one.
            const isWhole =
                transcription.length === phrase.transcription.length && translation.length === phrase.translation.length;
            return isWhole ? [{ transcription, translation }] : [];
        });
    }

    /** The words of the transcription that have a place on the sheet. */
    get words() {
        return this.#places.flatMap((place) => place ?? []);
    }

    get hasPhrases() {
        return this.#phrases.length > 0;
    }

    /** Reads the texts again after other elements have taken the place of some: the text is the same, but is in other nodes. */
    renew() {
        this.#runs = readTexts();
    }

    /**
     * Returns the text of a side, read again if another feature has added elements to it or removed them.
     * @param {Side} side
     */
    run(side) {
        if (!this.#runs[side].isThere) this.#runs = { ...this.#runs, [side]: readText(side) };
        return this.#runs[side];
    }

    /** @param {Side} side @param {readonly Span[]} [spans] */
    ranges(side, spans = []) {
        const run = this.run(side);
        return spans.filter(({ end }) => end <= run.text.length).map((span) => run.range(span));
    }

    /** @param {Side} side @param {readonly Span[]} [spans] */
    text(side, spans = []) {
        return spans.map(({ start, end }) => this.#runs[side].text.slice(start, end)).join(" … ");
    }

    /** The ranges of all phrases. */
    get phraseRanges() {
        return SIDES.flatMap((side) => this.ranges(side, this.#phrases.flatMap((phrase) => phrase[side])));
    }

    /** @param {number} token @returns {Word | null} the place of a word of the transcription on the sheet */
    place(token) {
        return this.#places[token] ?? null;
    }

    /** @param {Word} word @returns {Mark} */
    markOf(word) {
        return { token: this.#places.indexOf(word) };
    }

    /** @param {{ clientX: number, clientY: number }} point @param {Side} side @returns {Mark | null} */
    markAt({ clientX, clientY }, side) {
        const token = this.run(side).tokenAt(clientX, clientY);
        if (token < 0) return null;
        const phrase = this.#phraseAt(side, token);
        if (side === "transcription") return this.#places[token] || phrase >= 0 ? { token } : null;
        return phrase < 0 ? null : { phrase, side };
    }

    /**
     * Returns what the arrow keys step through, in order.
     * @param {Side} side
     * @returns {Mark[]}
     */
    stops(side) {
        if (side === "transcription") {
            const isStop = (/** @type {number} */ token) => this.#places[token] || this.#phraseAt(side, token) >= 0;
            return this.#runs.transcription.tokens.flatMap((_, token) => (isStop(token) ? [{ token }] : []));
        }
        const start = (/** @type {number} */ phrase) => this.#phrases[phrase].translation[0].start;
        const inOrder = this.#phrases.map((_, phrase) => phrase).sort((one, other) => start(one) - start(other));
        return inOrder.map((phrase) => ({ phrase, side }));
    }

    /** @param {Mark} mark @returns {{ side: Side, phrase: Phrase | null }} the side in which it is chosen, and the phrase there */
    phraseOf(mark) {
        /** @type {Side} */
        const side = "token" in mark ? "transcription" : mark.side;
        const index = "token" in mark ? this.#phraseAt(side, mark.token) : mark.phrase;
        return { side, phrase: this.#phrases[index] ?? null };
    }

    /**
     * Returns the places on the sheet: of a word, or of all words of a phrase.
     * @param {Mark} mark
     */
    placesOf(mark) {
        if ("token" in mark) return [this.#places[mark.token] ?? []].flat();
        const { tokens } = this.#runs.transcription;
        const spans = this.#phrases[mark.phrase]?.transcription ?? [];
        return this.#places.flatMap((place, index) => {
            const isInside = spans.some(({ start, end }) => tokens[index].start < end && tokens[index].end > start);
            return (isInside && place) || [];
        });
    }

    /**
     * @param {Side} side @param {number} token @returns {number} the shortest phrase that contains the word; -1 if there is none
     */
    #phraseAt(side, token) {
        const { start, end } = this.#runs[side].tokens[token] ?? { start: 0, end: 0 };
        const length = (/** @type {Span[]} */ spans) => spans.reduce((sum, span) => sum + span.end - span.start, 0);
        const here = this.#phrases.filter((phrase) => phrase[side].some((span) => span.start < end && span.end > start));
        const [shortest] = here.sort((one, other) => length(one[side]) - length(other[side]));
        return shortest ? this.#phrases.indexOf(shortest) : -1;
    }
}

/** @returns {Record<Side, TextRun>} */
function readTexts() {
    return { transcription: readText("transcription"), translation: readText("translation") };
}

/** @param {Side} side */
function readText(side) {
    return new TextRun(/** @type {HTMLElement[]} */ (Array.from(document.querySelectorAll(PARAGRAPHS[side]))));
}
