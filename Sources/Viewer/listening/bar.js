// @ts-check
/** The bar at the foot of the panel while its text is read aloud: pause and resume, speed, voice, the next clause, and stop. */
import { choice } from "../base/dialogs.js";
import { make, ownIcon, setLabel } from "../base/dom.js";
import { figure } from "../strings/strings.js";
import { listeningText } from "../strings/listening.js";
import { clock } from "./cues.js";

/** Multiples of the voice's own speed. */
const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2];

/**
 * Information about a recording.
 * @typedef {object} Recorded
 * @property {{ text: string, lang: string } | null} label  the kind of voice
 * @property {string} language  the language of its words
 */

/**
 * @typedef {object} Chosen
 * @property {number} rate
 * @property {boolean} goesOn  whether to continue with the next clause
 */

export class ListeningBar {
    element = make("div", { id: "listening", role: "group" });
    #on;
    /** @type {HTMLButtonElement | null} */
    #button = null;
    #position = make("input", { id: "listening-position", type: "range", min: "0", max: "0", step: "1", value: "0" });
    #time = make("span", { id: "listening-time", "aria-hidden": "true" });
    /** Shows words that are heard but are not in the text. */
    #caption = make("p", { id: "listening-caption" });
    #isSeeking = false;

    /**
     * @param {object} on
     * @param {() => void} on.toggle
     * @param {() => void} on.close
     * @param {(rate: number) => void} on.rate
     * @param {(name: string) => void} on.voice
     * @param {(goesOn: boolean) => void} on.goesOn
     * @param {(seconds: number) => void} on.seek
     */
    constructor(on) {
        this.#on = on;
        this.element.addEventListener("keydown", (event) => {
            // On the panel, these keys open another clause.
            if (event.key === "ArrowLeft" || event.key === "ArrowRight") event.stopPropagation();
        });
        this.#position.addEventListener("input", () => {
            this.#isSeeking = true;
            this.#showTime(Number(this.#position.value), Number(this.#position.max));
        });
        this.#position.addEventListener("change", () => {
            this.#isSeeking = false;
            on.seek(Number(this.#position.value));
        });
    }

    /**
     * @param {Chosen} chosen
     * @param {SpeechSynthesisVoice[]} voices  the voices for the text's language, the preferred one first
     * @param {boolean} isSpeaking
     * @param {Recorded | null} recorded  for a recording, which has no choice of voices
     */
    show(chosen, voices, isSpeaking, recorded = null) {
        const focused = this.element.contains(document.activeElement) ? document.activeElement?.id : null;
        this.#button = make("button", { id: "listening-toggle", class: "tool", type: "button" });
        this.#button.addEventListener("click", this.#on.toggle);
        const close = make("button", { id: "listening-close", class: "tool", type: "button" }, ownIcon("xmark"));
        setLabel(close, listeningText("stop"));
        close.addEventListener("click", this.#on.close);
        const choices = make("button", { id: "listening-choices", class: "tool", type: "button" }, ownIcon("ellipsis-vertical"));
        setLabel(choices, listeningText("choices"));
        const showChoices = (/** @type {boolean} */ areShown) => {
            this.element.classList.toggle("expanded", areShown);
            choices.setAttribute("aria-expanded", String(areShown));
        };
        choices.addEventListener("click", () => showChoices(!this.element.classList.contains("expanded")));
        showChoices(this.element.classList.contains("expanded"));
        const goesOn = make("input", { id: "listening-goes-on", type: "checkbox" });
        goesOn.checked = chosen.goesOn;
        goesOn.addEventListener("change", () => this.#on.goesOn(goesOn.checked));
        /** @type {[string, string][]} */
        const rates = RATES.map((rate) => [String(rate), listeningText("rate", { rate: figure(rate) })]);
        /** @type {[string, string, string][]} */
        const names = voices.map(({ name, lang }) => [name, name, lang]);
        this.element.setAttribute("aria-label", listeningText("listening"));
        this.element.classList.toggle("recorded", recorded !== null);
        this.element.replaceChildren(
            ...(recorded ? [this.#caption] : []),
            this.#button,
            ...(recorded ? this.#player(recorded) : []),
            choice("listening-rate", listeningText("speed"), rates, String(chosen.rate), (rate) => this.#on.rate(Number(rate))),
            ...(names.length > 1 ? [choice("listening-voice", listeningText("voice"), names, names[0][0], this.#on.voice)] : []),
            make("label", { class: "goes-on" }, goesOn, listeningText("goesOn")),
            choices,
            close,
        );
        this.mark(isSpeaking);
        if (focused) document.getElementById(focused)?.focus();
    }

    /** @param {Recorded} recorded */
    #player({ label: kind, language }) {
        setLabel(this.#position, listeningText("position"));
        this.#caption.lang = language;
        this.caption("");
        const about = kind ? [make("span", { id: "listening-kind", lang: kind.lang }, kind.text)] : [];
        return [make("span", { class: "position" }, this.#position, this.#time, ...about)];
    }

    /** @param {string} text  words that are heard but are not in the panel; empty to hide the caption */
    caption(text) {
        this.#caption.textContent = text;
        this.#caption.hidden = text === "";
    }

    /** @param {number} position @param {number} seconds  the duration; 0 if it is not known yet */
    time(position, seconds) {
        if (this.#isSeeking) return;
        this.#position.max = String(Math.ceil(seconds));
        this.#position.value = String(Math.round(position));
        this.#showTime(position, seconds);
    }

    /** @param {number} position @param {number} seconds */
    #showTime(position, seconds) {
        this.#time.textContent = `${clock(position)} / ${clock(seconds)}`;
        this.#position.setAttribute("aria-valuetext", listeningText("time", { position: clock(position), seconds: clock(seconds) }));
    }

    /** @param {boolean} isSpeaking */
    mark(isSpeaking) {
        if (this.#button === null) return;
        this.#button.replaceChildren(ownIcon(isSpeaking ? "pause" : "play"));
        setLabel(this.#button, listeningText(isSpeaking ? "pause" : "resume"));
    }

    focus() {
        this.#button?.focus();
    }
}
