// @ts-check
/** The parts of the page that cover others, which can then be reached neither by keyboard nor by assistive technology. */
import { find } from "./dom.js";

/** @type {Map<string, { covered: readonly string[], close: () => void }>} by the id of the part on top */
const covers = new Map();

/**
 * States which parts one part covers from now on. A part is reachable again once none covers it.
 * @param {string} id
 * @param {readonly string[]} covered  their ids; none once it is closed
 * @param {() => void} close
 */
export function cover(id, covered, close) {
    const former = covers.get(id)?.covered ?? [];
    covers.set(id, { covered, close });
    for (const part of new Set([...former, ...covered])) find(part, HTMLElement).inert = coversOf(part).length > 0;
}

/**
 * Closes what covers a part.
 * @param {string} id
 */
export function uncover(id) {
    for (const { close } of coversOf(id)) close();
}

/** @param {string} id */
function coversOf(id) {
    return [...covers.values()].filter(({ covered }) => covered.includes(id));
}
