// @ts-check
/** What is read aloud of the panel, and where it is spoken: the words are marked and kept in sight. */
import { rangeIn } from "../base/text-range.js";
import { piecesOf } from "./sentences.js";

/** @typedef {import("./narration.js").Piece & { part: Element, start: number }} SpokenPiece  with its place in the text of a part of the panel */

const NAME = "spoken";

/** What is heard of the panel. */
export const HEARD = "#panel-title, #panel-body :is(.words, .context):not(.second) > p:not(.aside)";

/**
 * The title, the translation and the context, in the first language where there are two; without notes about the texts.
 * @param {HTMLElement} panel
 * @returns {SpokenPiece[]}
 */
export function piecesOfPanel(panel) {
    const parts = panel.querySelectorAll(HEARD);
    return Array.from(parts).flatMap((part) => {
        // Words that were searched for are marked with elements of their own, which nobody hears.
        for (const mark of part.querySelectorAll("mark")) mark.replaceWith(...mark.childNodes);
        part.normalize();
        // All of its text: terms of the glossary are buttons within, and are read with their sentence.
        const [text, lang] = [part.textContent ?? "", languageOf(part)];
        return piecesOf(text, lang).map(({ start, end }) => ({ text: text.slice(start, end), lang, part, start }));
    });
}

/** @param {Element} part */
function languageOf(part) {
    return part.closest("[lang]:not([lang=''])")?.getAttribute("lang") ?? "";
}

/**
 * Marks what is spoken, as far as the browser can mark without changing the page.
 * @param {SpokenPiece} piece
 * @param {{ start: number, end: number } | null} word
 */
export function markSpoken(piece, word) {
    const { start, end } = word ?? { start: 0, end: piece.text.length };
    // The text may have been written anew meanwhile.
    if (piece.start + end > (piece.part.textContent ?? "").length) return;
    const range = rangeIn(piece.part, piece.start + start, piece.start + end);
    markRange(range);
    if (word === null) keepInSight(range);
}

/** @param {Range} range */
export function markRange(range) {
    if ("Highlight" in window) CSS.highlights.set(NAME, new Highlight(range));
}

export function unmarkSpoken() {
    if ("Highlight" in window) CSS.highlights.delete(NAME);
}

/** @param {Range} range */
export function keepInSight(range) {
    const body = document.getElementById("panel-body");
    if (!body?.contains(range.startContainer)) return;
    const [seen, spoken] = [body.getBoundingClientRect(), range.getBoundingClientRect()];
    if (spoken.top >= seen.top && spoken.bottom <= seen.bottom) return;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    body.scrollBy({ top: spoken.top - seen.top - seen.height / 4, behavior: isCalm ? "auto" : "smooth" });
}
