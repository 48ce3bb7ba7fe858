// @ts-check
/**
 * Linked texts: shows a word of the transcription on the sheet, and a phrase together with its translation or original. A
 * separate bundle, loaded when the reader opens a clause of a document that has links. State shared with the page is accessed
 * through the viewer.
 */
import { announce } from "../base/dialogs.js";
import { find, make, write } from "../base/dom.js";
import { spanOf } from "../base/quoting.js";
import { highlight, keepInSight } from "../base/text-range.js";
import { matchWords } from "../base/word-matching.js";
import { direction } from "../strings/direction.js";
import { LINKED, linkedText } from "../strings/linked.js";
import { updateTexts } from "../strings/phrase-table.js";
import { uiLanguage } from "../strings/strings.js";
import { linksOf } from "./fetching.js";
import { SheetMarks } from "./sheet-marks.js";
import { TextRun } from "./text-run.js";

/** @typedef {import("./fetching.js").Word} Word */
/** @typedef {import("../base/quoting.js").Span} Span */
/** @typedef {import("./sheet-marks.js").Viewer & Pick<import("../base/viewer.js").Viewer, "document" | "selected">} Viewer */
/** @typedef {"transcription" | "translation"} Side */

/**
 * What is highlighted: a word of the transcription, or a phrase.
 * @typedef {{ token: number } | { phrase: number, side: Side }} Mark
 */

const SIDES = /** @type {const} */ (["transcription", "translation"]);
const BODY = "#panel-body";
const [MARKED, WORD, OFFERED] = ["linked-phrase", "linked-word", "linked-offer"];
const PARAGRAPHS = {
    transcription: `${BODY} details.transcription > p:not(.aside)`,
    translation: `${BODY} .words:not(.second) > p:not(.aside)`,
};

/** @param {Viewer} viewer  the viewer of a document that has links */
export async function showLinks(viewer) {
    await updateTexts(LINKED);
    new Linked(viewer);
}

class Linked {
    #viewer;
    #sheet;
    #line = make("p", { id: "linked-line" });
    /** @type {Record<Side, TextRun> | null} */
    #runs = null;
    /** @type {(Word | null)[]} the place of each word of the transcription */
    #places = [];
    /** @type {Record<Side, Span[]>[]} */
    #phrases = [];
    /** @type {Mark | null} remains until the reader chooses another */
    #chosen = null;
    #round = 0;
    #read = new AbortController();

    /** @param {Viewer} viewer */
    constructor(viewer) {
        this.#viewer = viewer;
        this.#sheet = new SheetMarks(viewer);
        viewer.addEventListener("read", () => this.#open());
        viewer.addEventListener("select", () => viewer.selected || this.#close());
        viewer.addEventListener("hover", ({ detail }) => this.#hover(detail));
        find("panel-body", HTMLElement).addEventListener("terms", () => this.#renew());
        this.#open();
    }

    #close() {
        this.#round += 1;
        this.#read.abort();
        this.#runs = null;
        [this.#places, this.#phrases, this.#chosen] = [[], [], null];
        this.#show(null);
        highlight(OFFERED, []);
        this.#line.remove();
    }

    /** Offers the links of the clause whose texts are on the panel. */
    async #open() {
        this.#close();
        const round = this.#round;
        const clause = this.#viewer.selected;
        if (!clause) return;
        const links = await linksOf(this.#viewer.document.id, clause).catch(() => null);
        await updateTexts(LINKED);
        if (round !== this.#round || !links) return;
        if (links.words.length === 0 && links.phrases.length === 0) return;
        const runs = { transcription: runOf("transcription"), translation: runOf("translation") };
        const { tokens } = runs.transcription;
        const matched = matchWords(links.words.map(({ text }) => text), tokens.map(({ text }) => text));
        this.#places = Array.from(matched, (index) => links.words[index] ?? null);
        this.#phrases = links.phrases.flatMap((phrase) => {
            const [transcription, translation] = SIDES.map((side) =>
                phrase[side].flatMap((quote) => spanOf(runs[side].text, quote) ?? []),
            );
            // A phrase that was edited on one side is shown on neither side rather than on one.
            return transcription.length === phrase.transcription.length && translation.length === phrase.translation.length ? [{ transcription, translation }] : [];
        });
        this.#runs = runs;
        this.#read = new AbortController();
        for (const side of SIDES) this.#furnish(side);
        this.#offer();
        find("panel-body", HTMLElement).append(this.#line);
        this.#line.hidden = true;
    }

    /**
     * Rebuilds the runs after terms of the glossary have become buttons: the text is the same, but is in other nodes than the
     * ranges refer to.
     */
    #renew() {
        if (!this.#runs) return;
        this.#runs = { transcription: runOf("transcription"), translation: runOf("translation") };
        this.#offer();
        this.#show(this.#chosen);
    }

    /** @param {Side} side */
    #furnish(side) {
        const elements = this.#runs?.[side].elements ?? [];
        const [first] = elements;
        const hasWords = side === "transcription" && this.#places.some((place) => place !== null);
        if (!first || (!hasWords && this.#phrases.length === 0)) return;
        const hint = make("p", { class: "aside linked-hint", lang: uiLanguage() }, linkedText(hasWords ? "wordsHint" : "phrasesHint"));
        if (side === "transcription") first.before(hint);
        first.tabIndex = 0;
        first.classList.add("linked");
        first.setAttribute("aria-description", `${linkedText(hasWords ? "wordsHint" : "phrasesHint")} ${linkedText("walkHint")}`);
        const { signal } = this.#read;
        signal.addEventListener("abort", () => {
            first.removeAttribute("tabindex");
            first.removeAttribute("aria-description");
            first.classList.remove("linked");
            hint.remove();
        });
        first.addEventListener("keydown", (event) => this.#key(event, side), { signal });
        for (const element of elements) {
            element.addEventListener("pointermove", (event) => event.pointerType === "mouse" && this.#show(this.#at(event, side) ?? this.#chosen), { signal });
            element.addEventListener("pointerleave", () => this.#show(this.#chosen), { signal });
            element.addEventListener("click", (event) => {
                // Buttons of other features within the text have their own meaning. Text selection must not choose a word either.
                if (event.target instanceof Element && event.target.closest("button, a")) return;
                if (getSelection()?.isCollapsed === false) return;
                const mark = this.#at(event, side);
                if (mark) this.#choose(mark, false);
            }, { signal });
        }
    }

    /** @param {{ clientX: number, clientY: number }} place @param {Side} side @returns {Mark | null} */
    #at({ clientX, clientY }, side) {
        const run = this.#run(side);
        const token = run?.tokenAt(clientX, clientY) ?? -1;
        if (token < 0) return null;
        const phrase = this.#phraseAt(side, token);
        if (side === "transcription") return this.#places[token] || phrase >= 0 ? { token } : null;
        return phrase < 0 ? null : { phrase, side };
    }

    /**
     * Returns the text of a side, read again if another feature has added elements to it or removed them.
     * @param {Side} side
     */
    #run(side) {
        if (this.#runs && !this.#runs[side].isThere) this.#runs = { ...this.#runs, [side]: runOf(side) };
        return this.#runs?.[side] ?? null;
    }

    /**
     * @param {Side} side @param {number} token @returns {number} the shortest phrase that contains the word; -1 if there is none
     */
    #phraseAt(side, token) {
        const { start, end } = this.#runs?.[side].tokens[token] ?? { start: 0, end: 0 };
        const length = (/** @type {Span[]} */ spans) => spans.reduce((sum, span) => sum + span.end - span.start, 0);
        const here = this.#phrases.filter((phrase) => phrase[side].some((span) => span.start < end && span.end > start));
        const [shortest] = here.sort((one, other) => length(one[side]) - length(other[side]));
        return shortest ? this.#phrases.indexOf(shortest) : -1;
    }

    /** @param {import("../base/viewer.js").Spot | null} spot  the position of the mouse on the sheet */
    #hover(spot) {
        if (!this.#runs) return;
        const words = this.#places.flatMap((place) => place ?? []);
        const index = spot ? this.#sheet.at(words, spot.point) : -1;
        this.#show(index < 0 ? this.#chosen : { token: this.#places.indexOf(words[index]) });
    }

    /** @param {KeyboardEvent} event @param {Side} side */
    #key(event, side) {
        if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
        if (event.key === "Escape" && this.#chosen) {
            this.#chosen = null;
            this.#show(null);
            event.preventDefault();
            event.stopPropagation();
            return;
        }
        const isMirrored = event.currentTarget instanceof Element && getComputedStyle(event.currentTarget).direction === "rtl";
        const [back, forth] = isMirrored ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
        const stops = this.#stops(side);
        const current = stops.findIndex((stop) => JSON.stringify(stop) === JSON.stringify(this.#chosen));
        /** @type {Record<string, number>} */
        const targets = { [back]: Math.max(0, current - 1), [forth]: Math.min(stops.length - 1, current + 1), Home: 0, End: stops.length - 1 };
        const target = stops[targets[event.key]];
        if (!target) return;
        // Elsewhere on the panel these keys move between clauses.
        event.preventDefault();
        event.stopPropagation();
        this.#choose(target, true);
    }

    /**
     * Returns what the arrow keys step through, in order.
     * @param {Side} side
     * @returns {Mark[]}
     */
    #stops(side) {
        if (side === "transcription") {
            const { tokens } = this.#runs?.transcription ?? { tokens: [] };
            return tokens.flatMap((_, token) => (this.#places[token] || this.#phraseAt(side, token) >= 0 ? [{ token }] : []));
        }
        const start = (/** @type {number} */ phrase) => this.#phrases[phrase].translation[0].start;
        return this.#phrases.map((_, phrase) => phrase).sort((one, other) => start(one) - start(other)).map((phrase) => ({ phrase, side }));
    }

    /** @param {Mark} mark @param {boolean} isByKey */
    #choose(mark, isByKey) {
        this.#chosen = mark;
        const { words, ranges } = this.#show(mark);
        const panel = find("panel", HTMLElement);
        // A panel at full height covers the sheet.
        if (words.length > 0 && panel.classList.contains("tall") && !isByKey) find("panel-size", HTMLButtonElement).click();
        this.#sheet.reveal(words);
        if (isByKey) {
            if (ranges[0]) keepInSight(ranges[0], 1 / 3, 48);
            announce(this.#told(mark));
        }
    }

    /**
     * Describes a mark for screen readers.
     * @param {Mark} mark
     */
    #told(mark) {
        const runs = this.#runs;
        if (!runs) return "";
        const { phrase, side } = this.#phraseOf(mark);
        const other = side === "transcription" ? "translation" : "transcription";
        const rendered = phrase ? textOf(runs[other], phrase[other]) : "";
        if ("token" in mark) {
            const { text } = runs.transcription.tokens[mark.token];
            const told = linkedText(this.#places[mark.token] ? "wordOnSheet" : "wordTold", { word: text, number: mark.token + 1, count: runs.transcription.tokens.length });
            return rendered === "" ? told : `${told} ${linkedText("renderedAs", { words: rendered })}`;
        }
        return linkedText("phraseTold", { words: phrase ? textOf(runs[side], phrase[side]) : "", other: rendered });
    }

    /** @param {Mark} mark */
    #phraseOf(mark) {
        /** @type {Side} */
        const side = "token" in mark ? "transcription" : mark.side;
        const index = "token" in mark ? this.#phraseAt(side, mark.token) : mark.phrase;
        return { side, phrase: this.#phrases[index] ?? null };
    }

    /**
     * @param {Mark | null} mark
     * @returns {{ words: Word[], ranges: Range[] }} what is highlighted on the sheet, and in the text in which the mark was
     *   chosen
     */
    #show(mark) {
        const runs = this.#runs;
        if (!mark || !runs) {
            this.#sheet.show([]);
            this.#line.hidden = true;
            highlight(MARKED, []);
            highlight(WORD, []);
            return { words: [], ranges: [] };
        }
        this.#run("transcription");
        this.#run("translation");
        const { phrase, side } = this.#phraseOf(mark);
        const ranges = { transcription: rangesOf(this.#runs?.transcription, phrase?.transcription), translation: rangesOf(this.#runs?.translation, phrase?.translation) };
        const own = "token" in mark ? rangesOf(this.#runs?.transcription, [runs.transcription.tokens[mark.token]]) : ranges[side];
        highlight(MARKED, [...ranges.transcription, ...ranges.translation]);
        highlight(WORD, "token" in mark ? own : []);
        const words = "token" in mark ? [this.#places[mark.token]] : this.#wordsOf(phrase?.transcription ?? []);
        const placed = words.flatMap((word) => word ?? []);
        this.#sheet.show(placed);
        this.#write(mark === this.#chosen ? phrase : null, side);
        return { words: placed, ranges: own };
    }

    /**
     * Returns the places of the words of a phrase.
     * @param {Span[]} spans
     */
    #wordsOf(spans) {
        const tokens = this.#runs?.transcription.tokens ?? [];
        return this.#places.filter((_, index) => spans.some(({ start, end }) => tokens[index].start < end && tokens[index].end > start));
    }

    /**
     * Writes the counterpart of the phrase at the panel's foot, because it may be scrolled out of sight in the text.
     * @param {Record<Side, Span[]> | null} phrase
     * @param {Side} side
     */
    #write(phrase, side) {
        const other = side === "transcription" ? "translation" : "transcription";
        const run = this.#runs?.[other];
        this.#line.hidden = !phrase || !run;
        if (!phrase || !run) return;
        const lang = run.elements[0]?.lang ?? "";
        write(this.#line, textOf(run, phrase[other]), lang);
        this.#line.dir = direction(lang);
        this.#line.dataset.side = other;
    }

    /** Underlines phrases. Nothing else indicates that there are any. */
    #offer() {
        const runs = this.#runs;
        if (!runs) return;
        highlight(OFFERED, this.#phrases.flatMap((phrase) => SIDES.flatMap((side) => rangesOf(runs[side], phrase[side]))));
    }
}

/** @param {Side} side */
function runOf(side) {
    return new TextRun(/** @type {HTMLElement[]} */ (Array.from(document.querySelectorAll(PARAGRAPHS[side]))));
}

/** @param {TextRun | undefined} run @param {readonly Span[]} [spans] */
function rangesOf(run, spans = []) {
    return run ? spans.filter(({ end }) => end <= run.text.length).map((span) => run.range(span)) : [];
}

/** @param {TextRun} run @param {readonly Span[]} spans */
function textOf(run, spans) {
    return spans.map(({ start, end }) => run.text.slice(start, end)).join(" … ");
}
