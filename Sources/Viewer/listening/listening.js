// @ts-check
/**
 * Reading aloud: reads the open clause, then the next one. Plays a recording in the text's language if there is one, and
 * otherwise uses a voice of the device.
 */
import { find } from "../base/dom.js";
import { recall, remember } from "../base/memory.js";
import { showNotice } from "../base/notice.js";
import { highlight, keepInSight } from "../base/text-range.js";
import { LISTENING, listeningText } from "../strings/listening.js";
import { updateTexts } from "../strings/phrase-table.js";
import { languageName, localized, uiLanguage } from "../strings/strings.js";
import { ListeningBar } from "./bar.js";
import { Narration } from "./narration.js";
import { placesOf } from "./cues.js";
import { Player } from "./player.js";
import { keep, recordingOf } from "./recordings.js";
import { textOfPanel } from "./spoken-text.js";
import { markSpoken, piecesOfPanel, SPOKEN } from "./spoken.js";
import { voiceFor, voicesFor } from "./voices.js";

/** @typedef {import("./spoken.js").SpokenPiece} SpokenPiece */
/** @typedef {Pick<import("../base/viewer.js").Viewer, "document" | "selected" | "language" | "list" | "open" | "addEventListener">} Viewer */

/** How long a device may take to list its voices, in milliseconds. */
const PATIENCE = 3000;

/** Stands in for speech synthesis where the device has none. */
const SILENT = { getVoices: () => /** @type {SpeechSynthesisVoice[]} */ ([]), speak() {}, cancel() {}, addEventListener() {} };
const device = () => /** @type {SpeechSynthesis} */ ("speechSynthesis" in window ? speechSynthesis : SILENT);

/** @type {Listening | null} */
let listening = null;

/**
 * Reads the clause on the panel aloud.
 * @param {Viewer} viewer
 */
export async function listen(viewer) {
    listening ??= new Listening(viewer);
    await listening.start();
}

class Listening {
    #viewer;
    #panel = find("panel", HTMLElement);
    /** @type {ListeningBar} */
    #bar = new ListeningBar({
        toggle: () => (this.#voice.isSpeaking ? this.#voice.pause() : this.#voice.resume()),
        close: () => this.#close(),
        rate: (rate) => this.#choose({ rate }),
        voice: (name) => this.#choose({ voices: { ...this.#chosen.voices, [this.#language]: name } }),
        goesOn: (goesOn) => this.#choose({ goesOn }),
        seek: (seconds) => this.#player.seek(seconds),
    });
    /** @type {Narration<SpokenPiece>} */
    #narration = new Narration(
        device(),
        globalThis.SpeechSynthesisUtterance,
        this.#manner(),
        {
            reach: (piece, word) => this.#reach(piece, word),
            change: () => this.#recording ?? this.#bar.mark(this.#narration.isSpeaking),
            end: () => this.#readOn(),
            fail: () => showNotice(listeningText("failed")),
        },
    );
    /** @type {Player} */
    #player = new Player({
        reach: (cue) => this.#reachCue(cue),
        cues: () => this.#placeCues(),
        change: () => this.#recording && this.#bar.mark(this.#player.isSpeaking),
        time: () => this.#bar.time(this.#player.position, this.#player.seconds),
        end: () => this.#readOn(),
        fail: () => this.#speakInstead(),
    });
    /**
     * The recording that is played; null while the device speaks.
     * @type {import("./recordings.js").Playable | null}
     */
    #recording = null;
    #text = textOfPanel(this.#panel);
    /**
     * The position of each cue in the text.
     * @type {(import("./sentences.js").Span | null)[]}
     */
    #places = [];
    /** Incremented with each text, because a recording may be fetched after the next text has appeared. */
    #turn = 0;
    /** The language of the piece spoken last. */
    #language = "";
    #isOpen = false;
    /** Whether a clause was read to its end and the next one is being opened. */
    #isAtEnd = false;
    /** Whether to read aloud as soon as the recording of a text has been looked up. */
    #isFetching = false;

    /** @param {Viewer} viewer */
    constructor(viewer) {
        this.#viewer = viewer;
        viewer.addEventListener("read", () => this.#follow());
        viewer.addEventListener("select", () => {
            if (viewer.selected === null) this.#close();
        });
        // Otherwise voices would continue on the next page.
        addEventListener("pagehide", () => this.#close());
    }

    get #voice() {
        return this.#recording ? this.#player : this.#narration;
    }

    /** The reader's choices on this device. */
    get #chosen() {
        return { rate: 1, goesOn: true, voices: /** @type {Record<string, string>} */ ({}), ...recall().listening };
    }

    /** @returns {import("./narration.js").Manner} */
    #manner() {
        const chosen = () => this.#chosen;
        return {
            get rate() {
                return chosen().rate;
            },
            voice: (lang) => voiceFor(device().getVoices(), lang, chosen().voices),
        };
    }

    /** @param {Partial<import("../base/memory.js").ListeningChoice>} change */
    #choose(change) {
        remember({ listening: { ...this.#chosen, ...change } });
        if ("goesOn" in change) return;
        if (this.#recording) this.#player.setRate(this.#chosen.rate);
        else this.#narration.change();
    }

    /** Called when a text has been written. Reads it aloud if the previous one was, or was about to be. */
    async #follow() {
        if (!this.#isOpen) return this.#isFetching ? this.start() : undefined;
        const speaks = this.#voice.isSpeaking || this.#isAtEnd || this.#isFetching;
        this.#isAtEnd = false;
        this.#narration.pause();
        this.#player.pause();
        highlight(SPOKEN, []);
        this.#isFetching = speaks;
        const turn = ++this.#turn;
        const recording = await this.#find();
        if (turn !== this.#turn || !this.#isOpen) return;
        this.#isFetching = false;
        this.#take(recording, this.#pieces(), speaks);
    }

    /** Returns the recording of the clause on the panel, if there is one. */
    #find() {
        const { document: about, selected, language } = this.#viewer;
        if (!selected || !about.recordings) return null;
        const words = this.#panel.querySelector("#panel-body .words:not(.second) > p");
        const shown = words?.closest("[lang]:not([lang=''])")?.getAttribute("lang");
        return recordingOf(about.id, selected.id, shown ?? language);
    }

    /** @param {import("./recordings.js").Playable | null} recording @param {SpokenPiece[]} pieces @param {boolean} speaks */
    #take(recording, pieces, speaks) {
        this.#player.stop();
        this.#recording = recording;
        if (recording) {
            this.#narration.take([], false);
            this.#places = [];
            this.#player.take(recording, this.#chosen.rate, speaks);
            if (speaks) keep(recording);
        } else {
            this.#language = pieces[0]?.lang ?? this.#language;
            this.#narration.take(pieces, speaks);
        }
        this.#showBar();
    }

    /** Replaces a recording that cannot be played with a voice of the device, if there is one. */
    #speakInstead() {
        const pieces = this.#pieces();
        if (pieces.length === 0) {
            this.#bar.mark(false);
            return showNotice(listeningText("unplayable"));
        }
        this.#take(null, pieces, true);
    }

    /** Returns the pieces for which the device has voices. A title may be in the document's own language, such as Latin. */
    #pieces() {
        const voices = device().getVoices();
        return piecesOfPanel(this.#panel).filter(({ lang }) => voicesFor(voices, lang).length > 0);
    }

    async start() {
        // The panel may have been closed while this script was loaded.
        if (this.#viewer.selected === null) return;
        const turn = ++this.#turn;
        this.#isFetching = true;
        await updateTexts(LISTENING);
        const recording = await this.#find();
        const voices = recording ? [] : await voicesOfDevice();
        if (turn !== this.#turn) return;
        this.#isFetching = false;
        if (!recording && voices.length === 0) return showNotice(listeningText("noVoices"));
        const pieces = recording ? [] : this.#pieces();
        if (!recording && pieces.length === 0) {
            const lang = piecesOfPanel(this.#panel)[0]?.lang ?? this.#viewer.language;
            return showNotice(listeningText("noVoice", { language: languageName(lang, uiLanguage()) }));
        }
        this.#isOpen = true;
        this.#panel.append(this.#bar.element);
        this.#take(recording, pieces, true);
        this.#bar.focus();
    }

    #close() {
        this.#turn += 1;
        this.#isFetching = false;
        if (!this.#isOpen) return;
        this.#isOpen = false;
        this.#narration.pause();
        this.#player.stop();
        this.#recording = null;
        highlight(SPOKEN, []);
        const hadFocus = this.#bar.element.contains(document.activeElement);
        this.#bar.element.remove();
        if (hadFocus) find("panel-title", HTMLElement).focus();
    }

    #showBar() {
        const { rate, goesOn, voices } = this.#chosen;
        if (this.#recording) {
            const kind = localized(this.#recording.label, uiLanguage());
            this.#bar.show({ rate, goesOn }, [], this.#player.isSpeaking, { label: kind, language: this.#recording.lang });
            return this.#bar.time(this.#player.position, this.#player.seconds);
        }
        const able = voicesFor(device().getVoices(), this.#language);
        const speaker = voiceFor(able, this.#language, voices);
        const names = able.filter((voice) => voice !== speaker);
        this.#bar.show({ rate, goesOn }, speaker ? [speaker, ...names] : names, this.#narration.isSpeaking);
    }

    /** @param {SpokenPiece} piece @param {{ start: number, end: number } | null} word */
    #reach(piece, word) {
        this.#language = piece.lang;
        markSpoken(piece, word);
    }

    #placeCues() {
        this.#text = textOfPanel(this.#panel);
        this.#places = placesOf(this.#text.text, this.#player.cues);
    }

    /** @param {number} index  the current cue, or -1. Its words are highlighted in the text, or else shown in the bar. */
    #reachCue(index) {
        const place = this.#places[index] ?? null;
        const range = place && this.#text.range(place);
        this.#bar.caption(index < 0 || range ? "" : this.#player.cues[index].text);
        if (!range) return highlight(SPOKEN, []);
        highlight(SPOKEN, [range]);
        keepInSight(range);
    }

    /** Opens the next clause, if the reader wants that. The sheet glides there, or stays still if reduced motion is preferred. */
    #readOn() {
        highlight(SPOKEN, []);
        const { list, selected } = this.#viewer;
        const place = list.findIndex(({ id }) => id === selected?.id);
        const next = place < 0 ? undefined : list[place + 1];
        if (!this.#chosen.goesOn || !next) return;
        this.#isAtEnd = true;
        this.#viewer.open(next.id, matchMedia("(prefers-reduced-motion: reduce)").matches, false);
    }
}

/**
 * Returns the voices, which some browsers list only after a while.
 * @returns {Promise<SpeechSynthesisVoice[]>} empty if the device has none
 */
async function voicesOfDevice() {
    const voices = device().getVoices();
    if (voices.length > 0) return voices;
    await new Promise((resolve) => {
        device().addEventListener("voiceschanged", resolve, { once: true });
        setTimeout(resolve, PATIENCE);
    });
    return device().getVoices();
}
