// @ts-check
/** Aligns phrases of a clause's transcription and translations, and places its words on the sheet. */
import { announce, openDialog } from "../../base/dialogs.js";
import { make } from "../../base/dom.js";
import { quotesOf, readQuotes, singleSpaced, spanOf } from "../../base/quoting.js";
import { matchWords } from "../../base/word-matching.js";
import { linkedText } from "../../strings/linked.js";
import { textOf } from "../session/clause-reading.js";
import { languageLabel } from "../shell/field-names.js";
import { attempt, labelled, select, wordButton } from "../shell/forms.js";
import { align, phrasesOf, removePhrase, takeAway, wordsOf } from "./link-edits.js";
import { PlacePicture } from "./place-picture.js";
import { WordChoice } from "./word-choice.js";

/** @typedef {import("../session/session.js").EditingSession} EditingSession */

/** @param {EditingSession} session @param {string} clause */
export function openLinks(session, clause) {
    const own = String(session.value("document/language") ?? "");
    const stop = new AbortController();
    const parts = [phrasesPart(session, clause, own, stop.signal), wordsPart(session, clause, own, stop.signal)];
    const dialog = openDialog("links", linkedText("open"), ...parts);
    dialog.addEventListener("close", () => stop.abort());
}

/**
 * Runs a function now, and after each change of the clause.
 * @param {EditingSession} session @param {string} clause @param {AbortSignal} signal @param {() => void} run
 */
function follow(session, clause, signal, run) {
    run();
    session.onChange((paths) => paths.some((path) => path.startsWith(`clauses/${clause}/`)) && run(), signal);
}

/** @param {EditingSession} session @param {string} clause @param {string} own @param {AbortSignal} signal */
function phrasesPart(session, clause, own, signal) {
    const languages = session.languages.filter((tag) => tag !== own);
    const heading = make("h3", {}, linkedText("phrases"));
    if (languages.length === 0) return make("section", {}, heading, make("p", { class: "aside" }, linkedText("noTexts")));
    const language = select(languages.map((tag) => /** @type {[string, string]} */ ([tag, languageLabel(tag)])));
    const list = make("ul", { class: "phrases", tabindex: "-1" });
    const missing = make("p", { class: "aside" });
    const original = new WordChoice(languageLabel(own), own);
    let rendered = new WordChoice(languageLabel(language.value), language.value);
    const sides = make("div", { class: "sides" }, original.element, rendered.element);
    const show = () => {
        original.fill(textOf(session, clause, own, "transcription"));
        rendered.fill(textOf(session, clause, language.value, "translation"));
        const phrases = phrasesOf(session, clause, language.value);
        const isPossible = original.tokens.length > 0 && rendered.tokens.length > 0;
        [sides.hidden, button.hidden] = [!isPossible, !isPossible];
        missing.textContent = isPossible ? (phrases.length === 0 ? linkedText("noPhrases") : "") : linkedText("noTexts");
        missing.hidden = missing.textContent === "";
        for (const [choice, side] of /** @type {const} */ ([[original, "transcription"], [rendered, "translation"]])) {
            const spans = phrases.flatMap((phrase) => readQuotes(phrase[side]).flatMap((quote) => spanOf(choice.text, quote) ?? []));
            choice.mark("linked", (index) => spans.some(({ start, end }) => start < choice.tokens[index].end && end > choice.tokens[index].start));
        }
        list.replaceChildren(...phrases.map((phrase, index) => row(phrase, index)));
    };
    const row = (/** @type {import("./link-edits.js").Phrase} */ phrase, /** @type {number} */ index) => {
        const text = (/** @type {"transcription" | "translation"} */ side) => readQuotes(phrase[side]).map((quote) => quote.text).join(" … ");
        const isAstray = readQuotes(phrase.transcription).some((quote) => !spanOf(original.text, quote))
            || readQuotes(phrase.translation).some((quote) => !spanOf(rendered.text, quote));
        const note = isAstray ? [make("strong", { class: "astray" }, linkedText("astray"))] : [];
        const remove = wordButton("×", () => {
            attempt(() => removePhrase(session, clause, language.value, index));
            announce(linkedText("removed"));
            // Removing the button would lose the focus.
            list.focus();
        }, { "aria-label": linkedText("remove", { words: text("transcription") }), title: linkedText("remove", { words: text("transcription") }) });
        return make("li", {}, make("span", { lang: own }, text("transcription")), make("span", { lang: language.value }, text("translation")), ...note, remove);
    };
    const button = wordButton(linkedText("align"), () => {
        const [quotes, others] = [original, rendered].map((choice) => quotesOf(choice.text, choice.tokens, choice.chosen));
        if (quotes.length === 0 || others.length === 0) {
            announceAside(linkedText("chooseBoth"));
            return;
        }
        attempt(() => align(session, clause, language.value, quotes, others, original.text));
        original.clear();
        rendered.clear();
        announceAside(linkedText("aligned"));
    }, { id: "align" });
    const state = make("p", { role: "status", class: "aside" });
    const announceAside = (/** @type {string} */ text) => void (state.textContent = text);
    language.addEventListener("input", () => {
        const other = new WordChoice(languageLabel(language.value), language.value);
        rendered.element.replaceWith(other.element);
        rendered = other;
        show();
    });
    follow(session, clause, signal, show);
    const choice = languages.length > 1 ? [labelled(linkedText("language"), language)] : [];
    return make("section", {}, heading, make("p", { class: "aside" }, linkedText("phrasesHelp")), ...choice, missing, sides, make("p", { class: "actions" }, button), state, list);
}

/** @param {EditingSession} session @param {string} clause @param {string} own @param {AbortSignal} signal */
function wordsPart(session, clause, own, signal) {
    const heading = make("h3", {}, linkedText("words"));
    /** @type {WordChoice} */
    const choice = new WordChoice(linkedText("words"), own, () => picture?.choose(choice.chosen));
    const state = make("p", { role: "status", class: "aside" });
    const words = () => choice.tokens.map(({ text }) => text);
    const showMessage = (/** @type {string} */ text) => void (state.textContent = text);
    /** @type {PlacePicture | null} */
    const picture = PlacePicture.of(session, clause, {
        words, chosen: choice.chosen, showMessage, isMirrored: () => choice.element.dir === "rtl",
    });
    const away = wordButton(linkedText("takeAway"), () => {
        if (choice.chosen.size === 0) showMessage(linkedText("chooseWords"));
        else attempt(() => takeAway(session, clause, words(), choice.chosen));
    });
    const count = make("p", { class: "aside" });
    const parts = [choice.element, count, ...(picture ? [picture.element] : [make("p", { class: "aside" }, linkedText("noPicture"))])];
    const actions = make("p", { class: "actions" }, ...(picture ? [picture.button] : []), away);
    const help = make("p", { class: "aside" }, linkedText("wordsHelp"));
    const none = make("p", { class: "aside" }, linkedText("noTexts"));
    follow(session, clause, signal, () => {
        choice.fill(textOf(session, clause, own, "transcription"));
        const placed = wordsOf(session, clause);
        const matched = matchWords(placed.map(({ text }) => text), words());
        choice.mark("linked", (index) => matched[index] >= 0);
        count.textContent = linkedText("placesOf", { placed: matched.filter((index) => index >= 0).length, count: choice.tokens.length });
        picture?.show(Array.from(matched, (index) => placed[index] ?? null));
        const isThere = singleSpaced(choice.text) !== "";
        for (const part of [help, ...parts, actions]) part.hidden = !isThere;
        none.hidden = isThere;
    });
    return make("section", {}, heading, none, help, ...parts, actions, state);
}
