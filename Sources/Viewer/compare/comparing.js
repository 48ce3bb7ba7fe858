// @ts-check
/** Shows two documents, pages or captures side by side, each in its own frame. They move together unless unlocked. */
import { documentHere, documentURL, wantedVersion } from "../base/addresses.js";
import { announce, toolButton } from "../base/dialogs.js";
import { find, make, ownIcon } from "../base/dom.js";
import { CAPTURES, captureText } from "../strings/captures.js";
import { localized, setLanguage, uiLanguage } from "../strings/strings.js";
import { followed, mappingOfSheets, mappingOfViews, reversed } from "./pairing.js";
import { formatComparing, parseComparing } from "./place.js";

/** @typedef {import("../base/viewer.js").Viewer} Viewer */
/** @typedef {import("../base/viewer.js").Paired} Paired */
/** @typedef {0 | 1} SideNumber */

/** The number of documents to choose from; others can be opened by their address. */
const MOST_LISTED = 200;

/**
 * Starts the comparison page. This is a separate script with its own copies of modules, so stateful functions are passed in.
 * @param {typeof import("../base/api.js").documents} list
 * @param {string} language  the language of the page
 */
export async function startComparing(list, language) {
    await setLanguage(language);
    await CAPTURES.load();
    const { documents } = await list({ limit: MOST_LISTED });
    new Comparison(documents).open();
}

class Comparison {
    #place = parseComparing(documentHere(), location.search, location.hash);
    #documents;
    /** @type {[HTMLIFrameElement, HTMLIFrameElement]} */
    #frames = [this.#frame(0), this.#frame(1)];
    /** @type {[Paired | null, Paired | null]} */
    #pair = [null, null];
    /** @type {import("./pairing.js").Mapping | null} the mapping from the left to the right sheet */
    #mapping = null;
    /** @type {SideNumber} the side that the reader moves */
    #leader = 0;
    #lock = make("button", { type: "button", class: "action", id: "compare-lock" }, ownIcon("link"), make("span", {}, captureText("locked")));

    /** @param {import("../base/types.js").Document[]} documents */
    constructor(documents) {
        this.#documents = documents;
    }

    open() {
        const swap = toolButton(ownIcon("arrows-rotate"), captureText("swap"), () => {
            const { documents, versions, fragments } = this.#place;
            this.#show({
                documents: [documents[1], documents[0]], versions: [versions[1], versions[0]], fragments: [fragments[1], fragments[0]],
            });
        }, { id: "compare-swap" });
        const close = make("a", { class: "tool", id: "compare-close", href: pageOf(this.#place), "aria-label": captureText("leaveComparison"), title: captureText("leaveComparison") }, ownIcon("xmark"));
        const bar = make("header", { id: "compare-bar" }, make("h1", { class: "visually-hidden" }, captureText("sideBySide")), this.#choice(0), this.#lock, swap, this.#choice(1), close);
        // The live region and the notice are kept, as on every page.
        document.body.replaceChildren(bar, make("main", { id: "compare" }, ...this.#frames), find("live", HTMLElement), find("notice", HTMLElement));
        document.body.classList.add("comparing");
        document.title = captureText("sideBySide");
        addEventListener("explore-paired", (event) => this.#join(/** @type {CustomEvent<Paired>} */ (event).detail));
        this.#lock.addEventListener("click", () => this.#setFree(!this.#place.isFree));
        this.#showLock();
        this.#show({});
    }

    /** @param {SideNumber} side */
    #frame(side) {
        return make("iframe", { class: "side", title: captureText(side === 0 ? "leftSide" : "rightSide"), allow: "fullscreen" });
    }

    /** @param {SideNumber} side */
    #choice(side) {
        const select = make("select", { id: side === 0 ? "compare-left" : "compare-right", "aria-label": captureText(side === 0 ? "leftSide" : "rightSide") });
        const known = new Map(this.#documents.map(({ id, title }) => [id, localized(title, uiLanguage())?.text ?? id]));
        for (const id of this.#place.documents) if (!known.has(id)) known.set(id, id);
        for (const [id, title] of known) select.append(make("option", { value: id }, title));
        select.value = this.#place.documents[side];
        select.addEventListener("change", () => {
            const { documents, versions, fragments } = this.#place;
            this.#show({
                documents: replaced(documents, side, select.value), versions: replaced(versions, side, null), fragments: replaced(fragments, side, ""),
            });
        });
        return select;
    }

    /**
     * Changes the place and shows it.
     * @param {Partial<import("./place.js").Comparing>} change
     */
    #show(change) {
        this.#place = { ...this.#place, ...change };
        for (const side of /** @type {const} */ ([0, 1])) {
            const version = this.#place.versions[side];
            const query = version === null ? "" : `&version=${version}`;
            const source = `${documentURL(this.#place.documents[side])}?embed&paired${query}#${this.#place.fragments[side]}`;
            this.#pair[side] = null;
            const select = /** @type {HTMLSelectElement | null} */ (document.getElementById(side === 0 ? "compare-left" : "compare-right"));
            if (select) select.value = this.#place.documents[side];
            // A new element each time, so that frames add nothing to the page's history.
            const fresh = this.#frame(side);
            fresh.src = source;
            this.#frames[side].replaceWith(fresh);
            this.#frames[side] = fresh;
        }
        this.#mapping = null;
        this.#note();
    }

    #note() {
        const { search, hash } = formatComparing(this.#place);
        history.replaceState(null, "", `${documentURL(this.#place.documents[0])}${search}${hash}`);
    }

    /**
     * Connects a page in one of the frames once it is open.
     * @param {Paired} paired
     */
    #join(paired) {
        const side = this.#frames.findIndex(({ contentWindow }) => contentWindow === paired.window);
        if (side !== 0 && side !== 1) return;
        const { viewer } = paired;
        this.#pair[side] = paired;
        // The reader may have gone on from a former version to the newest one.
        const version = wantedVersion(paired.window.location.search);
        this.#place = { ...this.#place, versions: replaced(this.#place.versions, side, version) };
        this.#note();
        for (const event of ["pointerdown", "wheel", "keydown"]) {
            paired.window.addEventListener(event, () => this.#lead(side), { capture: true, passive: true });
        }
        viewer.addEventListener("move", () => this.#leader === side && this.#follow());
        viewer.addEventListener("rest", () => this.#remember(side));
        viewer.addEventListener("change", () => this.#remember(side));
        viewer.addEventListener("select", () => this.#highlight(side, viewer.selected));
        viewer.addEventListener("hover", ({ detail }) => this.#highlight(side, detail?.clause ?? viewer.selected));
        if (this.#pair[0] && this.#pair[1]) this.#bind(this.#place.fragments.some((fragment) => fragment.includes("xywh")));
    }

    /** @param {boolean} isSeen  whether to align the current views rather than the whole sheets */
    #bind(isSeen) {
        const [left, right] = this.#pair;
        if (!left || !right) return;
        this.#mapping = isSeen
            ? mappingOfViews(left.viewer.page, left.view, right.viewer.page, right.view)
            : mappingOfSheets(left.viewer.page, right.viewer.page);
        this.#follow();
    }

    /**
     * Lets a side move the other from now on. The other is drawn once, so that its animation runs when the first movement comes;
     * otherwise it would lag by a frame.
     * @param {SideNumber} side
     */
    #lead(side) {
        this.#leader = side;
        const other = this.#pair[side === 0 ? 1 : 0];
        if (other && !this.#place.isFree) other.jump(other.view);
    }

    /** Moves the other sheet to match the leader's. */
    #follow() {
        const [leader, other] = this.#leader === 0 ? this.#pair : [this.#pair[1], this.#pair[0]];
        if (this.#place.isFree || !this.#mapping || !leader || !other) return;
        other.jump(followed(this.#leader === 0 ? this.#mapping : reversed(this.#mapping), leader.view));
    }

    /** @param {SideNumber} side */
    #remember(side) {
        const paired = this.#pair[side];
        if (!paired) return;
        const fragment = paired.window.location.hash.slice(1);
        const isOtherPage = pageIn(fragment) !== pageIn(this.#place.fragments[side]);
        this.#place = { ...this.#place, fragments: replaced(this.#place.fragments, side, fragment) };
        this.#note();
        if (isOtherPage) this.#bind(false);
    }

    /**
     * Highlights clauses with the same number on the other sheet.
     * @param {SideNumber} side
     * @param {import("../base/types.js").Clause | null} clause
     */
    #highlight(side, clause) {
        this.#pair[side === 0 ? 1 : 0]?.highlight(clause?.number ?? null);
    }

    /** @param {boolean} isFree */
    #setFree(isFree) {
        this.#place = { ...this.#place, isFree };
        this.#showLock();
        this.#note();
        announce(captureText(isFree ? "movesAlone" : "movesTogether"));
        if (!isFree) this.#bind(true);
    }

    #showLock() {
        this.#lock.setAttribute("aria-pressed", String(!this.#place.isFree));
    }
}

/** @param {import("./place.js").Comparing} place @returns {string} the address of the left document's own page */
function pageOf({ documents: [left], versions: [version] }) {
    return documentURL(left) + (version === null ? "" : `?version=${version}`);
}

/**
 * @template Value
 * @param {[Value, Value]} pair @param {0 | 1} side @param {Value} value
 * @returns {[Value, Value]} the pair with another value for a side
 */
function replaced(pair, side, value) {
    return side === 0 ? [value, pair[1]] : [pair[0], value];
}

/** @param {string} fragment */
function pageIn(fragment) {
    return new URLSearchParams(fragment).get("page") ?? "1";
}
