// @ts-check
/** The texts of a clause as elements: translation, context, transcription, and a second language beside the first. */
import { make, ownIcon, paragraphs } from "../base/dom.js";
import { direction } from "../strings/direction.js";
import { languageName, say, spokenLanguage } from "../strings/strings.js";

/** @typedef {import("../base/types.js").Clause} Clause */

/**
 * @param {Clause} clause
 * @param {Clause | null} beside  the same in a second language
 * @param {string} language  that was requested
 * @param {string} ownLanguage  of the document
 * @returns {HTMLElement[]}
 */
export function clauseText(clause, beside, language, ownLanguage) {
    const { translation, context, transcription } = clause;
    /** @type {HTMLElement[]} */
    const parts = [translationPart(clause, language)];
    if (beside) parts.push(secondPart(beside));
    if (context !== null) parts.push(contextPart(clause, language, context));
    if (beside?.context != null) parts.push(contextPart(beside, language, beside.context));
    if (transcription !== null) {
        const summary = make("summary", {}, ownIcon("chevron-right"), say("transcription"));
        const attributes = { class: "transcription", dir: direction(ownLanguage) };
        const details = make("details", attributes, summary, ...paragraphs(transcription, ownLanguage));
        details.open = translation === null && context === null;
        parts.push(details);
    }
    return parts.filter((part) => part.childElementCount > 0);
}

/** @param {Clause} clause @param {string} language */
function translationPart({ translation, context, transcription, lang }, language) {
    const words = make("div", { class: "words", dir: direction(lang ?? language) });
    if (lang !== null && lang !== language && (translation !== null || context !== null)) {
        const name = languageName(language, spokenLanguage());
        words.append(remark(say("otherLanguage", { language: name })));
    }
    if (translation !== null) words.append(...paragraphs(translation, lang ?? language));
    if (translation === null && context === null && transcription === null) {
        words.append(remark(say("noText")));
    }
    return words;
}

/** @param {Clause} clause  in the second language */
function secondPart({ title, translation, lang }) {
    const words = make("div", { class: "words second", dir: direction(lang ?? "") });
    if (title !== null) words.append(make("p", { class: "second-title", lang: lang ?? "" }, title));
    if (translation !== null) words.append(...paragraphs(translation, lang ?? ""));
    return words;
}

/** @param {Clause} clause @param {string} language @param {string} context */
function contextPart({ lang }, language, context) {
    const title = make("h3", {}, ownIcon("landmark"), say("context"));
    const attributes = { class: "context", dir: direction(lang ?? language) };
    return make("section", attributes, title, ...paragraphs(context, lang ?? language));
}

/** @param {string} text  of the page's own, which may run another way than what it stands with */
function remark(text) {
    return make("p", { class: "aside", lang: spokenLanguage() }, text);
}
