// @ts-check
/**
 * A small card with a clause's title and first words, without leaving the view: while the mouse rests on it, or after a
 * long press. Sliding up on the card brings what can be done with the clause. All of it is on the panel too.
 */
import { find, make } from "../base/dom.js";
import { beginning } from "./excerpt.js";
import { heading, nameOf, titleOf } from "./naming.js";
import { clauseActions } from "./share.js";
import { say } from "../strings/strings.js";
import { watchSwipe } from "../base/gestures.js";

/** @typedef {import("../base/api.js").Clause} Clause */
/** @typedef {import("../app/explorer.js").Explorer} Explorer */
/** @typedef {import("../sheet/view.js").Point} Point */

const HOVER_MILLISECONDS = 350;
const PRESS_MILLISECONDS = 500;
const SLOP = 10;
const WORDS_LENGTH = 140;
const DISTANCE = 18;

/** @param {Explorer} explorer */
export function watchPeek(explorer) {
    const surface = find("surface", HTMLElement);
    const card = make("div", { id: "peek", role: "tooltip", hidden: "" });
    find("main", HTMLElement).append(card);
    let timer = 0;
    /** @type {string | null} */
    let peeked = null;
    /** @type {Point | null} where a finger is down */
    let pressed = null;

    const end = () => {
        clearTimeout(timer);
        card.hidden = true;
        card.classList.remove("more");
        peeked = null;
    };

    /** @param {PointerEvent} event */
    const place = (event) => {
        const box = surface.getBoundingClientRect();
        return { x: event.clientX - box.left, y: event.clientY - box.top };
    };

    /** @param {Point} point */
    const clauseAt = (point) => explorer.overlays.at(explorer.camera.imagePoint(point))[0] ?? null;

    /** @param {Clause} clause @param {Point} point @param {boolean} isTouch */
    const show = (clause, point, isTouch) => {
        peeked = clause.id;
        const first = beginning(clause.translation ?? clause.context ?? "", WORDS_LENGTH);
        const title = titleOf(clause, explorer.document.language);
        const named = make("p", { class: "name" }, make("bdi", { lang: title.lang }, title.text));
        if (heading(clause) !== "" && heading(clause) !== title.text) named.prepend(`${heading(clause)}: `);
        card.replaceChildren(named, make("p", { lang: clause.lang ?? "" }, first));
        card.classList.toggle("by-touch", isTouch);
        card.setAttribute("role", isTouch ? "group" : "tooltip");
        card.setAttribute("aria-label", nameOf(clause));
        if (isTouch) {
            const actions = clauseActions(explorer, clause);
            actions.addEventListener("click", end);
            card.append(make("p", { class: "aside" }, say("peekMore")), actions);
        }
        card.hidden = false;
        put(card, point, surface);
    };

    surface.addEventListener("pointermove", (event) => {
        const point = place(event);
        if (event.pointerType !== "mouse") {
            if (pressed && Math.hypot(point.x - pressed.x, point.y - pressed.y) > SLOP) clearTimeout(timer);
            return;
        }
        clearTimeout(timer);
        if (event.buttons !== 0 || explorer.selected) return end();
        const clause = clauseAt(point);
        if (clause?.id !== peeked) end();
        if (clause && peeked === null) timer = setTimeout(() => show(clause, point, false), HOVER_MILLISECONDS);
    });
    surface.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && end());
    surface.addEventListener("wheel", end, { passive: true });
    surface.addEventListener("pointerdown", (event) => {
        end();
        const isAlone = event.isPrimary && event.pointerType !== "mouse" && !explorer.selected;
        pressed = isAlone ? place(event) : null;
        if (!pressed) return;
        const point = pressed;
        timer = setTimeout(() => {
            const clause = clauseAt(point);
            if (clause) show(clause, point, true);
        }, PRESS_MILLISECONDS);
    });
    for (const kind of ["pointerup", "pointercancel"]) {
        surface.addEventListener(kind, () => {
            pressed = null;
            if (card.hidden) clearTimeout(timer);
        });
    }
    surface.addEventListener("contextmenu", (event) => event.preventDefault());
    document.addEventListener("keydown", end);
    for (const event of ["select", "list"]) explorer.addEventListener(event, end);
    watchSwipe(card, { ways: () => ({ up: () => card.classList.add("more"), down: end }) });
}

/**
 * Above the point where there is room, else below, and within the surface.
 * @param {HTMLElement} card
 * @param {Point} point
 * @param {HTMLElement} surface
 */
function put(card, { x, y }, surface) {
    const { offsetWidth: width, offsetHeight: height } = card;
    const left = Math.min(Math.max(8, x - width / 2), Math.max(8, surface.clientWidth - width - 8));
    const isAbove = y - height - DISTANCE > 8;
    card.style.left = `${left}px`;
    card.style.top = isAbove ? "auto" : `${Math.min(y + DISTANCE, surface.clientHeight - height - 8)}px`;
    card.style.bottom = isAbove ? `${surface.clientHeight - y + DISTANCE}px` : "auto";
}
