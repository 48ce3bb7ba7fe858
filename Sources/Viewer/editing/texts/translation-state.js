// @ts-check
/**
 * Finds translations that are missing or outdated, and lets users confirm that a translation needs no change. The journal records
 * when texts were changed. A review records the state of the other texts for which a translation is right.
 */
import { reviewPath, textPath } from "../session/clause-reading.js";

/** @typedef {Pick<import("../session/session.js").EditingSession, "value" | "lastChange" | "languages" | "perform">} Session */

/**
 * @param {Session} session
 * @param {string} id
 * @param {string} language
 * @returns {"done" | "missing" | "outdated"}
 */
export function translationState(session, id, language) {
    const path = textPath(id, language, "translation");
    if (!session.value(path)) return "missing";
    const made = session.lastChange(path)?.revision ?? 0;
    const isOlder = sources(session, id, language).some((source) => (session.lastChange(source)?.revision ?? 0) > made);
    return isOlder && session.value(reviewPath(id, language)) !== stateOfSources(session, id, language) ? "outdated" : "done";
}

/**
 * Confirms that a translation is still right for the other texts as they are now.
 * @param {Session} session @param {string} id @param {string} language
 */
export function confirmTranslation(session, id, language) {
    session.perform({ label: "stillRight", operations: [{ path: reviewPath(id, language), after: stateOfSources(session, id, language) }] });
}

/**
 * The paths of the texts that a translation is based on: the transcription, and the translation into the first language.
 * @param {Session} session @param {string} id @param {string} language
 */
function sources(session, id, language) {
    const own = String(session.value("document/language") ?? "");
    const [first] = session.languages;
    return [textPath(id, own, "transcription"), ...(first && first !== language ? [textPath(id, first, "translation")] : [])];
}

/** @param {Session} session @param {string} id @param {string} language */
function stateOfSources(session, id, language) {
    return digest(JSON.stringify(sources(session, id, language).map((source) => session.value(source))));
}

/**
 * Returns 16 hexadecimal digits: FNV-1a of the UTF-16 units, from two offset bases. It need not resist forgery: whoever could
 * forge a digest can confirm the translation anyway.
 * http://www.isthe.com/chongo/tech/comp/fnv/
 * @param {string} text
 */
function digest(text) {
    let [one, other] = [0x811c9dc5, 0x9e3779b9];
    for (let index = 0; index < text.length; index += 1) {
        const unit = text.charCodeAt(index);
        one = Math.imul(one ^ unit, 0x01000193);
        other = Math.imul(other ^ unit, 0x01000193);
    }
    return [one, other].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}
