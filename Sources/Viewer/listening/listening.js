// @ts-check
/** Reading aloud: the clause that is read, by a voice of the device in the text's language, and then the next one. */
import { find } from "../base/dom.js";
import { recall, remember } from "../base/memory.js";
import { showRemark } from "../base/notice.js";
import { LISTENING, listeningText } from "../strings/listening.js";
import { languageName, speak, spokenLanguage } from "../strings/strings.js";
import { ListeningBar } from "./bar.js";
import { Narration } from "./narration.js";
import { markSpoken, piecesOfPanel, unmarkSpoken } from "./spoken.js";
import { voiceFor, voicesFor } from "./voices.js";

/** @typedef {import("./spoken.js").SpokenPiece} SpokenPiece */
/** @typedef {Pick<import("../base/viewer.js").Viewer, "selected" | "language" | "list" | "open" | "addEventListener">} Viewer */

/** For how long a device may take to say which voices it has, in milliseconds. */
const PATIENCE = 3000;

/** @type {Listening | null} */
let listening = null;

/**
 * Reads the clause aloud that is on the panel.
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
        toggle: () => (this.#narration.isSpeaking ? this.#narration.pause() : this.#narration.resume()),
        close: () => this.#close(),
        rate: (rate) => this.#choose({ rate }),
        voice: (name) => this.#choose({ voices: { ...this.#chosen.voices, [this.#language]: name } }),
        goesOn: (goesOn) => this.#choose({ goesOn }),
    });
    /** @type {Narration<SpokenPiece>} */
    #narration = new Narration(
        speechSynthesis,
        SpeechSynthesisUtterance,
        this.#manner(),
        {
            reach: (piece, word) => this.#reach(piece, word),
            change: () => this.#bar.mark(this.#narration.isSpeaking),
            end: () => this.#readOn(),
            fail: () => showRemark(listeningText("failed")),
        },
    );
    /** Of the piece that was spoken last. */
    #language = "";
    #isOpen = false;
    /** Whether all of a clause was spoken, and the next one is being opened. */
    #isAtEnd = false;

    /** @param {Viewer} viewer */
    constructor(viewer) {
        this.#viewer = viewer;
        viewer.addEventListener("read", () => this.#follow());
        viewer.addEventListener("select", () => {
            if (viewer.selected === null) this.#close();
        });
        // Voices speak on in the next page otherwise.
        addEventListener("pagehide", () => this.#close());
    }

    /** What was chosen on this device. */
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
            voice: (lang) => voiceFor(speechSynthesis.getVoices(), lang, chosen().voices),
        };
    }

    /** @param {Partial<import("../base/memory.js").ListeningChoice>} change */
    #choose(change) {
        remember({ listening: { ...this.#chosen, ...change } });
        if (!("goesOn" in change)) this.#narration.change();
    }

    /** A text has been written: it is read aloud if the one before was. */
    #follow() {
        if (!this.#isOpen) return;
        const speaks = this.#narration.isSpeaking || this.#isAtEnd;
        this.#isAtEnd = false;
        this.#narration.take(this.#pieces(), speaks);
        this.#showBar();
    }

    /** What the device has voices for: a title may be in the document's own language, such as Latin. */
    #pieces() {
        const voices = speechSynthesis.getVoices();
        return piecesOfPanel(this.#panel).filter(({ lang }) => voicesFor(voices, lang).length > 0);
    }

    async start() {
        await speak(document.documentElement.lang);
        await LISTENING.speak();
        const voices = await voicesOfDevice();
        if (voices.length === 0) return showRemark(listeningText("noVoices"));
        const pieces = this.#pieces();
        if (pieces.length === 0) {
            const lang = piecesOfPanel(this.#panel)[0]?.lang ?? this.#viewer.language;
            return showRemark(listeningText("noVoice", { language: languageName(lang, spokenLanguage()) }));
        }
        this.#isOpen = true;
        this.#language = pieces[0].lang;
        this.#panel.append(this.#bar.element);
        this.#narration.take(pieces, true);
        this.#showBar();
        this.#bar.focus();
    }

    #close() {
        if (!this.#isOpen) return;
        this.#isOpen = false;
        this.#narration.pause();
        unmarkSpoken();
        const hadFocus = this.#bar.element.contains(document.activeElement);
        this.#bar.element.remove();
        if (hadFocus) find("panel-title", HTMLElement).focus();
    }

    #showBar() {
        const { rate, goesOn, voices } = this.#chosen;
        const able = voicesFor(speechSynthesis.getVoices(), this.#language);
        const speaker = voiceFor(able, this.#language, voices);
        const names = able.filter((voice) => voice !== speaker);
        this.#bar.show({ rate, goesOn }, speaker ? [speaker, ...names] : names, this.#narration.isSpeaking);
    }

    /** @param {SpokenPiece} piece @param {{ start: number, end: number } | null} word */
    #reach(piece, word) {
        this.#language = piece.lang;
        markSpoken(piece, word);
    }

    /** The next clause, if that is wanted. The sheet goes there gently, or where motion is unwelcome not at all. */
    #readOn() {
        unmarkSpoken();
        const { list, selected } = this.#viewer;
        const place = list.findIndex(({ id }) => id === selected?.id);
        const next = place < 0 ? undefined : list[place + 1];
        if (!this.#chosen.goesOn || !next) return;
        this.#isAtEnd = true;
        this.#viewer.open(next.id, matchMedia("(prefers-reduced-motion: reduce)").matches);
    }
}

/**
 * The voices, which some browsers know only after a while.
 * @returns {Promise<SpeechSynthesisVoice[]>} none where the device has none
 */
async function voicesOfDevice() {
    const voices = speechSynthesis.getVoices();
    if (voices.length > 0) return voices;
    await new Promise((resolve) => {
        speechSynthesis.addEventListener("voiceschanged", resolve, { once: true });
        setTimeout(resolve, PATIENCE);
    });
    return speechSynthesis.getVoices();
}
