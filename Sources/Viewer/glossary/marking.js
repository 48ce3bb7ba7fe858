// @ts-check
/**
 * Makes buttons of the terms in texts that are shown. Called whenever the texts were written anew: what was marked before is unmarked
 * first, so that calling it twice does no harm. It works on the whole text of each paragraph, whatever elements are in it, and
 * changes no letter of it.
 */
import { rangeIn } from "../base/text-range.js";

/** @typedef {import("./finding.js").TermFinder} TermFinder */
/** @typedef {{ paragraphs: HTMLElement[], finder: TermFinder }} Reading  paragraphs that are read one after the other */

/**
 * @param {Element} element  that holds all of the paragraphs
 * @param {Reading[]} readings  in each of which a term is marked where it is first
 * @param {(button: HTMLButtonElement, entry: number) => void} furnish  a button; gives it what it does
 */
export function markTerms(element, readings, furnish) {
    unmarkTerms(element);
    for (const { paragraphs, finder } of readings) {
        /** @type {Set<number>} */
        const seen = new Set();
        for (const paragraph of paragraphs) {
            const finds = finder.find(paragraph.textContent ?? "").filter(({ entry }) => !seen.has(entry) && seen.add(entry));
            // From the end, so that the places before it stay right.
            for (const { start, end, entry } of finds.reverse()) furnish(wrap(rangeIn(paragraph, start, end)), entry);
        }
    }
}

/** @param {Element} element */
export function unmarkTerms(element) {
    for (const button of element.querySelectorAll("button.term")) {
        const parent = button.parentElement;
        button.replaceWith(...button.childNodes);
        parent?.normalize();
    }
}

/** @param {Range} range */
function wrap(range) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "term";
    button.append(range.extractContents());
    range.insertNode(button);
    // Marks of a search that are within are cut out whole, and leave empty ones behind.
    for (const beside of [button.previousSibling, button.nextSibling]) {
        if (beside && beside.textContent === "") beside.remove();
    }
    return button;
}
