// @ts-check
/**
 * Linked texts: shows a word of the transcription on the sheet, and a phrase together with its translation or original. A
 * separate bundle, loaded when the reader opens a clause of a document that has links. State shared with the page is accessed
 * through the viewer.
 */
import { announce } from "../base/dialogs.js";
import { find, make, write } from "../base/dom.js";
import { highlight, keepInSight } from "../base/text-range.js";
import { direction } from "../strings/direction.js";
import { LINKED, linkedText } from "../strings/linked.js";
import { updateTexts } from "../strings/phrase-table.js";
import { uiLanguage } from "../strings/strings.js";
import { linksOf } from "./fetching.js";
import { LinkedTexts, SIDES } from "./linked-texts.js";
import { SheetMarks } from "./sheet-marks.js";

/** @typedef {import("./fetching.js").Word} Word */
/** @typedef {import("./linked-texts.js").Mark} Mark */
/** @typedef {import("./linked-texts.js").Phrase} Phrase */
/** @typedef {import("./linked-texts.js").Side} Side */
/** @typedef {import("./sheet-marks.js").Viewer & Pick<import("../base/viewer.js").Viewer, "document" | "selected">} Viewer */

const [MARKED, WORD, OFFERED] = ["linked-phrase", "linked-word", "linked-offer"];

/** @param {Viewer} viewer  the viewer of a document that has links */
export async function showLinks(viewer) {
    await updateTexts(LINKED);
    new Linked(viewer);
}

class Linked {
    #viewer;
    #sheet;
    #line = make("p", { id: "linked-line" });
    /** @type {LinkedTexts | null} */
    #texts = null;
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
        [this.#texts, this.#chosen] = [null, null];
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
        this.#texts = new LinkedTexts(links);
        this.#read = new AbortController();
        for (const side of SIDES) this.#furnish(side, this.#texts);
        this.#offer();
        find("panel-body", HTMLElement).append(this.#line);
        this.#line.hidden = true;
    }

    /** Reads the texts again after terms of the glossary have become buttons. */
    #renew() {
        this.#texts?.renew();
        this.#offer();
        this.#show(this.#chosen);
    }

    /** @param {Side} side @param {LinkedTexts} texts */
    #furnish(side, texts) {
        const { elements } = texts.run(side);
        const [first] = elements;
        const hasWords = side === "transcription" && texts.words.length > 0;
        if (!first || (!hasWords && !texts.hasPhrases)) return;
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
            element.addEventListener("pointermove", (event) => event.pointerType === "mouse" && this.#show(texts.markAt(event, side) ?? this.#chosen), { signal });
            element.addEventListener("pointerleave", () => this.#show(this.#chosen), { signal });
            element.addEventListener("click", (event) => {
                // Buttons of other features within the text have their own meaning. Text selection must not choose a word either.
                if (event.target instanceof Element && event.target.closest("button, a")) return;
                if (getSelection()?.isCollapsed === false) return;
                const mark = texts.markAt(event, side);
                if (mark) this.#choose(mark, false);
            }, { signal });
        }
    }

    /** @param {import("../base/viewer.js").Spot | null} spot  the position of the mouse on the sheet */
    #hover(spot) {
        if (!this.#texts) return;
        const { words } = this.#texts;
        const index = spot ? this.#sheet.at(words, spot.point) : -1;
        this.#show(index < 0 ? this.#chosen : this.#texts.markOf(words[index]));
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
        const stops = this.#texts?.stops(side) ?? [];
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
            announce(this.#description(mark));
        }
    }

    /**
     * Describes a mark for screen readers.
     * @param {Mark} mark
     */
    #description(mark) {
        const texts = this.#texts;
        if (!texts) return "";
        const { phrase, side } = texts.phraseOf(mark);
        const other = side === "transcription" ? "translation" : "transcription";
        const rendered = texts.text(other, phrase?.[other]);
        if ("token" in mark) {
            const { tokens } = texts.run("transcription");
            const form = texts.place(mark.token) ? "wordOnSheet" : "wordTold";
            const text = linkedText(form, { word: tokens[mark.token].text, number: mark.token + 1, count: tokens.length });
            return rendered === "" ? text : `${text} ${linkedText("renderedAs", { words: rendered })}`;
        }
        return linkedText("phraseTold", { words: texts.text(side, phrase?.[side]), other: rendered });
    }

    /**
     * @param {Mark | null} mark
     * @returns {{ words: Word[], ranges: Range[] }} what is highlighted on the sheet, and in the text in which the mark was
     *   chosen
     */
    #show(mark) {
        const texts = this.#texts;
        if (!mark || !texts) {
            this.#sheet.show([]);
            this.#line.hidden = true;
            highlight(MARKED, []);
            highlight(WORD, []);
            return { words: [], ranges: [] };
        }
        const { phrase, side } = texts.phraseOf(mark);
        const word = "token" in mark ? texts.ranges(side, [texts.run(side).tokens[mark.token]]) : [];
        highlight(MARKED, SIDES.flatMap((each) => texts.ranges(each, phrase?.[each])));
        highlight(WORD, word);
        const words = texts.placesOf(mark);
        this.#sheet.show(words);
        this.#write(texts, mark === this.#chosen ? phrase : null, side);
        return { words, ranges: "token" in mark ? word : texts.ranges(side, phrase?.[side]) };
    }

    /**
     * Writes the counterpart of the phrase at the panel's foot, because it may be scrolled out of sight in the text.
     * @param {LinkedTexts} texts
     * @param {Phrase | null} phrase
     * @param {Side} side
     */
    #write(texts, phrase, side) {
        const other = side === "transcription" ? "translation" : "transcription";
        this.#line.hidden = !phrase;
        if (!phrase) return;
        const lang = texts.run(other).elements[0]?.lang ?? "";
        write(this.#line, texts.text(other, phrase[other]), lang);
        this.#line.dir = direction(lang);
        this.#line.dataset.side = other;
    }

    /** Underlines phrases. Nothing else indicates that there are any. */
    #offer() {
        if (this.#texts) highlight(OFFERED, this.#texts.phraseRanges);
    }
}
