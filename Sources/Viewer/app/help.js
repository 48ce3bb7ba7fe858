// @ts-check
/** Help: three hints on the first visit, and a dialog with these hints and the keys. */
import { openDialog, toolButton } from "../base/dialogs.js";
import { find, make, ownIcon } from "../base/dom.js";
import { recall, remember } from "../base/memory.js";
import { pictureURL } from "../strings/institution.js";
import { say } from "../strings/strings.js";
import { kioskSeconds } from "./kiosk.js";

/** @typedef {import("../strings/strings.js").Phrase} Phrase */

/** @type {[icon: import("../base/dom.js").OwnIcon, own: "helpMove" | "helpClause" | "helpMenu", touch: Phrase, mouse: Phrase][]} */
const MARKS = [
    ["up-down-left-right", "helpMove", "markMove", "markMoveMouse"],
    ["hand-pointer", "helpClause", "markClause", "markClauseMouse"],
    ["bars", "helpMenu", "markMenu", "markMenu"],
];

/** @type {[keys: string[], does: Phrase][]} */
const KEYS = [
    [["←", "→"], "keyWalk"],
    [["↵"], "keyOpen"],
    [["Esc"], "keyEscape"],
    [["+", "−"], "keyZoom"],
    [["0"], "whole"],
    [["/"], "keySearch"],
    [["Page ↑", "Page ↓"], "keyPage"],
];

/** Longer than it takes to tell a tap from a double tap. */
const REMOVAL_MILLISECONDS = 700;

function marks() {
    const isTouch = matchMedia("(pointer: coarse)").matches;
    const items = MARKS.map(([icon, own, touch, mouse]) => {
        const src = pictureURL(own);
        const picture = src ? make("img", { src, alt: "" }) : ownIcon(icon);
        return make("li", {}, make("span", { class: "picture" }, picture), make("span", {}, say(isTouch ? touch : mouse)));
    });
    return make("ul", { class: "marks", role: "list" }, ...items);
}

export function openHelp() {
    const rows = KEYS.map(([keys, does]) =>
        make("div", {}, make("dt", {}, ...keys.map((key) => make("kbd", {}, key))), make("dd", {}, say(does))),
    );
    openDialog("help", say("help"), marks(), make("h3", {}, say("keys")), make("dl", {}, ...rows));
}

/**
 * Shows the first visit's hints in a strip below the sheet until the first touch.
 * @param {Pick<import("../base/viewer.js").Viewer, "selected" | "addEventListener" | "removeEventListener">} viewer
 */
export function welcome(viewer) {
    if (recall().isAcquainted || viewer.selected || document.body.classList.contains("embedded")) return;
    const button = toolButton(ownIcon("xmark"), say("gotIt"), () => close());
    const strip = make("aside", { id: "welcome", "aria-label": say("help") }, marks(), button);
    const listening = new AbortController();
    const end = () => {
        remember({ isAcquainted: true });
        listening.abort();
        strip.remove();
        viewer.removeEventListener("select", end);
    };
    const close = () => {
        end();
        find("menu-button", HTMLElement).focus();
    };
    const { signal } = listening;
    strip.addEventListener("keydown", (event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        close();
    });
    // Called on the first touch anywhere else; the strip's own button has a click handler.
    const touched = (/** @type {Event} */ { target }) => {
        if (target instanceof Node && strip.contains(target)) return;
        strip.inert = true;
        strip.classList.add("over");
        // Not under a finger: the sheet grows to fill the strip's place.
        setTimeout(end, REMOVAL_MILLISECONDS);
    };
    addEventListener("pointerdown", touched, { capture: true, signal });
    addEventListener("wheel", touched, { capture: true, passive: true, signal });
    // A kiosk opens clauses by itself to attract the very people the hints are for.
    if (kioskSeconds() === null) viewer.addEventListener("select", end);
    find("main", HTMLElement).after(strip);
}
