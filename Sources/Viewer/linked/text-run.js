// @ts-check
/**
 * The text of several paragraphs as one string, with single spaces, and the ranges of its parts. Other features may have wrapped
 * words in elements; only the text matters.
 */
import { tokensOf } from "../base/quoting.js";

/** How far from a word a touch or a mouse may be, in CSS pixels. */
const SLACK = 3;

export class TextRun {
    /** @type {{ node: Text, offset: number }[]} the position of each character of the text */
    #places = [];

    /** @param {readonly HTMLElement[]} elements */
    constructor(elements) {
        this.elements = elements;
        let text = "";
        for (const element of elements) {
            const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
            let isSpaceDue = text !== "";
            for (let node = walker.nextNode(); node; node = walker.nextNode()) {
                if (!(node instanceof Text)) continue;
                for (let offset = 0; offset < node.data.length; offset += 1) {
                    if (/\p{White_Space}/u.test(node.data[offset])) {
                        isSpaceDue = text !== "";
                        continue;
                    }
                    if (isSpaceDue) {
                        text += " ";
                        this.#places.push({ node, offset });
                        isSpaceDue = false;
                    }
                    text += node.data[offset];
                    this.#places.push({ node, offset });
                }
            }
        }
        this.text = text;
        this.tokens = tokensOf(text);
    }

    /** Whether the page still contains the text in the same nodes. */
    get isThere() {
        return this.#places.every(({ node, offset }) => node.isConnected && offset < node.data.length);
    }

    /** @param {import("../base/quoting.js").Span} span  not empty */
    range({ start, end }) {
        const range = document.createRange();
        const [first, last] = [this.#places[start], this.#places[end - 1]];
        range.setStart(first.node, first.offset);
        range.setEnd(last.node, last.offset + 1);
        return range;
    }

    /**
     * Returns the word at a point of the window.
     * @param {number} x @param {number} y
     * @returns {number} -1 if there is none
     */
    tokenAt(x, y) {
        const caret = caretAt(x, y);
        if (!caret || !this.elements.some((element) => element.contains(caret.node))) return -1;
        const place = this.#places.findIndex(({ node, offset }) => node === caret.node && offset >= caret.offset - 1);
        if (place < 0) return -1;
        // A caret between two words may belong to either.
        const first = this.tokens.findIndex(({ end }) => end >= place);
        return [first, first + 1].find((index) => this.tokens[index] && this.#isAt(this.tokens[index], x, y)) ?? -1;
    }

    /** @param {import("../base/quoting.js").Span} span @param {number} x @param {number} y */
    #isAt(span, x, y) {
        return Array.from(this.range(span).getClientRects()).some(
            ({ left, right, top, bottom }) => x >= left - SLACK && x <= right + SLACK && y >= top - SLACK && y <= bottom + SLACK,
        );
    }
}

/** @param {number} x @param {number} y @returns {{ node: Node, offset: number } | null} */
function caretAt(x, y) {
    const page = /** @type {any} */ (document);
    if (page.caretPositionFromPoint) {
        const caret = page.caretPositionFromPoint(x, y);
        return caret && { node: caret.offsetNode, offset: caret.offset };
    }
    const range = page.caretRangeFromPoint?.(x, y);
    return range ? { node: range.startContainer, offset: range.startOffset } : null;
}
