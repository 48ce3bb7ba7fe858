// @ts-check
/**
 * Marks terms in the texts shown by turning them into buttons. Called whenever the texts have been rewritten; removes earlier
 * marks first, so that calling it twice does no harm. It searches the whole text of each paragraph, across child elements, and
 * changes no letter.
 */
import { rangeIn } from "../base/text-range.js";

/** @typedef {import("./finding.js").TermFinder} TermFinder */
/** @typedef {{ paragraphs: HTMLElement[], finder: TermFinder }} Reading  paragraphs that are read one after another */

/**
 * @param {Element} element  an element that contains all paragraphs
 * @param {Reading[]} readings  the readings, in each of which only the first occurrence of a term is marked
 * @param {(button: HTMLButtonElement, entry: number) => void} furnish  sets up the button of a term
 */
export function markTerms(element, readings, furnish) {
    unmarkTerms(element);
    for (const { paragraphs, finder } of readings) {
        /** @type {Set<number>} */
        const seen = new Set();
        for (const paragraph of paragraphs) {
            const finds = finder.find(paragraph.textContent ?? "").filter(({ entry }) => !seen.has(entry) && seen.add(entry));
            // Backwards, so that the indices before a mark stay valid.
            for (const { start, end, entry } of finds.reverse()) furnish(wrap(rangeIn(paragraph, start, end)), entry);
        }
    }
}

/** @param {Element} element */
function unmarkTerms(element) {
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
    // Extracting a range splits the search marks in it and leaves empty ones behind.
    for (const beside of [button.previousSibling, button.nextSibling]) {
        if (beside && beside.textContent === "") beside.remove();
    }
    return button;
}
