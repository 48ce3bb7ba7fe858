// @ts-check
/** The splash screen until the first tiles arrive: the document's mark and title on its background. */
import { iconURL } from "../base/api.js";
import { find, setIcon, write } from "../base/dom.js";
import { localized } from "../strings/strings.js";

/** A reader does not wait longer than this for tiles; the clauses are there by then. */
const LONGEST_MILLISECONDS = 4000;

/** @param {import("../base/types.js").Document} about @param {string} language */
export function nameSplash(about, language) {
    const title = localized(about.title, language);
    write(find("splash-title", HTMLElement), title?.text ?? about.id, title?.lang ?? "");
    const mark = iconURL(about.mark, about.markURL);
    if (mark !== null) setIcon(find("splash-mark", HTMLElement), mark);
    setTimeout(endSplash, LONGEST_MILLISECONDS);
}

export function endSplash() {
    find("splash", HTMLElement).classList.add("over");
}
