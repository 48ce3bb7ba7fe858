// @ts-check
/**
 * A small card with a clause's title and first words, shown without leaving the view: while the mouse rests on the clause, or
 * after a long press. A tap on the card opens the clause; sliding up, within the same press or on the card, shows the actions for
 * it. The panel offers all of this too.
 */
import { find, make } from "../base/dom.js";
import { watchSwipe } from "../base/gestures.js";
import { screenPoint } from "../base/turning.js";
import { say } from "../strings/strings.js";
import { beginning } from "./excerpt.js";
import { heading, nameOf, titleOf } from "./naming.js";
import { clauseActions } from "./share.js";

/** @typedef {import("../base/types.js").Clause} Clause */
/** @typedef {Pick<import("../base/viewer.js").Viewer, "document" | "language" | "place" | "selected" | "open" | "addEventListener">} Viewer */
/** @typedef {import("../base/types.js").Point} Point */

const HOVER_MILLISECONDS = 350;
const WORDS_LENGTH = 140;
const DISTANCE = 18;
/** How far a finger must slide up during a long press, in CSS pixels. */
const SLIDE = 28;

/** @param {Viewer} viewer */
export function watchPeek(viewer) {
    const surface = find("surface", HTMLElement);
    const card = make("div", { id: "peek", role: "tooltip", hidden: "" });
    find("main", HTMLElement).append(card);
    let timer = 0;
    /** @type {string | null} */
    let peeked = null;

    const end = () => {
        clearTimeout(timer);
        card.hidden = true;
        card.classList.remove("more");
        peeked = null;
    };

    /** @param {Clause} clause @param {Point} point @param {boolean} isTouch */
    const show = (clause, point, isTouch) => {
        peeked = clause.id;
        const first = beginning(clause.translation ?? clause.context ?? "", WORDS_LENGTH);
        const title = titleOf(clause, viewer.document.language);
        const named = make("p", { class: "name" }, make("bdi", { lang: title.lang }, title.text));
        if (heading(clause) !== "" && heading(clause) !== title.text) named.prepend(`${heading(clause)}: `);
        card.replaceChildren(named, make("p", { lang: clause.lang ?? "" }, first));
        card.classList.toggle("by-touch", isTouch);
        card.setAttribute("role", isTouch ? "group" : "tooltip");
        card.setAttribute("aria-label", nameOf(clause));
        if (isTouch) {
            const actions = clauseActions(viewer, clause);
            actions.addEventListener("click", end);
            card.append(make("p", { class: "aside" }, say("peekMore")), actions);
        }
        card.hidden = false;
        positionCard(card, point, surface);
    };

    viewer.addEventListener("hover", ({ detail: spot }) => {
        clearTimeout(timer);
        if (!spot || viewer.selected) return end();
        const { clause, point } = spot;
        if (clause?.id !== peeked) end();
        if (clause && peeked === null) timer = setTimeout(() => show(clause, point, false), HOVER_MILLISECONDS);
    });
    viewer.addEventListener("hold", ({ detail: { clause, point } }) => {
        if (!clause || viewer.selected) return;
        show(clause, point, true);
        watchSlide(screenPoint(surface, point).y + surface.getBoundingClientRect().top, () => {
            card.classList.add("more");
            positionCard(card, point, surface);
        });
    });
    card.addEventListener("click", ({ target }) => {
        const isAction = target instanceof Element && target.closest(".actions") !== null;
        if (peeked !== null && !isAction) viewer.open(peeked);
    });
    document.addEventListener(
        "keydown",
        (event) => {
            // Escape closes only the card.
            if (event.key === "Escape" && !card.hidden) {
                event.preventDefault();
                event.stopPropagation();
            }
            end();
        },
        { capture: true },
    );
    for (const event of /** @type {const} */ (["select", "list"])) viewer.addEventListener(event, end);
    watchSwipe(card, { directions: () => ({ up: () => card.classList.add("more"), down: end }) });
}

/**
 * Follows the pressing finger until it is lifted. The sheet does not move meanwhile.
 * @param {number} from  the position of the finger in CSS pixels from the top of the window
 * @param {() => void} onSlide
 */
function watchSlide(from, onSlide) {
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    addEventListener(
        "pointermove",
        (event) => {
            event.stopPropagation();
            if (from - event.clientY > SLIDE) onSlide();
        },
        options,
    );
    for (const end of ["pointerup", "pointercancel", "pointerdown"]) addEventListener(end, () => listening.abort(), options);
}

/**
 * Places a card above a point if there is space, otherwise below, within the surface.
 * @param {HTMLElement} card
 * @param {Point} point
 * @param {HTMLElement} surface
 */
export function positionCard(card, point, surface) {
    const { x, y } = screenPoint(surface, point);
    const { width: across, height: down } = surface.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = card;
    const left = Math.min(Math.max(8, x - width / 2), Math.max(8, across - width - 8));
    const isAbove = y - height - DISTANCE > 8;
    card.style.left = `${left}px`;
    card.style.top = isAbove ? "auto" : `${Math.min(y + DISTANCE, down - height - 8)}px`;
    card.style.bottom = isAbove ? `${down - y + DISTANCE}px` : "auto";
}
