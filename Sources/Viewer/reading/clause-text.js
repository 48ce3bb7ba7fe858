// @ts-check
/**
 * Creates the elements of a clause's texts: translation, context and transcription; and those of a second language, paragraph by
 * paragraph.
 */
import { make, ownIcon, paragraphs } from "../base/dom.js";
import { direction } from "../strings/direction.js";
import { languageName, say, uiLanguage } from "../strings/strings.js";

/** @typedef {import("../base/types.js").Clause} Clause */

/**
 * @param {Clause} clause
 * @param {Clause | null} secondText  the same clause in a second language
 * @param {string} language  the language requested
 * @param {string} ownLanguage  the document's own language
 * @returns {HTMLElement[]}
 */
export function clauseText(clause, secondText, language, ownLanguage) {
    const { translation, context, transcription } = clause;
    /** @type {HTMLElement[]} */
    const parts = secondText ? pairs(clause, secondText, language) : [translationPart(clause, language)];
    if (!secondText && context !== null) parts.push(contextPart(clause, language, context));
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
        const name = languageName(language, uiLanguage());
        words.append(remark(say("otherLanguage", { language: name })));
    }
    if (translation !== null) words.append(...paragraphs(translation, lang ?? language));
    if (translation === null && context === null && transcription === null) {
        words.append(remark(say("noText")));
    }
    return words;
}

/**
 * Returns the title in the second language, then the paragraphs of both languages in turn: those of the translation, then those
 * of the context.
 * @param {Clause} clause
 * @param {Clause} secondText
 * @param {string} language
 */
function pairs(clause, secondText, language) {
    /** @type {HTMLElement[]} */
    const parts = [translationPart({ ...clause, translation: null, context: clause.context ?? clause.translation }, language)];
    const second = secondText.lang ?? "";
    if (secondText.title !== null) {
        const title = make("p", { class: "second-title", lang: second }, secondText.title);
        parts.push(make("div", { class: "second-title-line", dir: direction(second) }, title));
    }
    for (const kind of /** @type {const} */ (["translation", "context"])) {
        const [own, other] = [clause, secondText].map((one) => paragraphs(one[kind] ?? "", one.lang ?? language));
        for (let index = 0; index < Math.max(own.length, other.length); index += 1) {
            if (own[index]) parts.push(pairPart(kind, own[index], index === 0));
            if (other[index]) parts.push(pairPart(kind, other[index], index === 0, "second"));
        }
    }
    return parts;
}

/** @param {"translation" | "context"} kind @param {HTMLElement} paragraph @param {boolean} isFirst @param {string} place */
function pairPart(kind, paragraph, isFirst, place = "first") {
    const isContext = kind === "context";
    const name = isContext && isFirst ? [contextHeading()] : [];
    const attributes = { class: `${isContext ? "context" : "words"} ${place}`, dir: direction(paragraph.lang) };
    return make(isContext && isFirst ? "section" : "div", attributes, ...name, paragraph);
}

/** @param {Clause} clause @param {string} language @param {string} context */
function contextPart({ lang }, language, context) {
    const attributes = { class: "context", dir: direction(lang ?? language) };
    return make("section", attributes, contextHeading(), ...paragraphs(context, lang ?? language));
}

function contextHeading() {
    return make("h3", {}, ownIcon("landmark"), say("context"));
}

/** @param {string} text  a text in the interface's language, whose direction may differ from that of the text around it */
function remark(text) {
    return make("p", { class: "aside", lang: uiLanguage() }, text);
}
