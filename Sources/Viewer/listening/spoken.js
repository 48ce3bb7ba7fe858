// @ts-check
/** Determines which parts of the panel are read aloud, highlights the words being spoken and keeps them in sight. */
import { highlight, keepInSight, rangeIn } from "../base/text-range.js";
import { piecesOf } from "./sentences.js";

/**
 * @typedef {import("./narration.js").Piece & { part: Element, start: number }} SpokenPiece  a piece and its position in the text
 *   of a part of the panel
 */

/** The name of the highlight. */
export const SPOKEN = "spoken";

/** The parts of the panel that are read aloud. */
export const HEARD = "#panel-title, #panel-body :is(.words, .context):not(.second) > p:not(.aside)";

/**
 * Returns the title, the translation and the context, only in the first language if there are two, and without notes about the
 * texts.
 * @param {HTMLElement} panel
 * @returns {SpokenPiece[]}
 */
export function piecesOfPanel(panel) {
    const parts = panel.querySelectorAll(HEARD);
    return Array.from(parts).flatMap((part) => {
        // Remove the highlights of search words, which are inaudible and split the text.
        for (const mark of part.querySelectorAll("mark")) mark.replaceWith(...mark.childNodes);
        part.normalize();
        // All of the text: terms of the glossary are buttons within it and are read with their sentence.
        const [text, lang] = [part.textContent ?? "", languageOf(part)];
        return piecesOf(text, lang).map(({ start, end }) => ({ text: text.slice(start, end), lang, part, start }));
    });
}

/** @param {Element} part */
function languageOf(part) {
    return part.closest("[lang]:not([lang=''])")?.getAttribute("lang") ?? "";
}

/**
 * Highlights what is spoken, if the browser supports it without changes to the page.
 * @param {SpokenPiece} piece
 * @param {{ start: number, end: number } | null} word
 */
export function markSpoken(piece, word) {
    const { start, end } = word ?? { start: 0, end: piece.text.length };
    // The text may have been replaced meanwhile.
    if (piece.start + end > (piece.part.textContent ?? "").length) return;
    const range = rangeIn(piece.part, piece.start + start, piece.start + end);
    highlight(SPOKEN, [range]);
    if (word === null) keepInSight(range);
}
