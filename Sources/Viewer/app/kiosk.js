// @ts-check
/**
 * Kiosk mode, for screens in exhibitions: `?kiosk`, or `?kiosk=30` for an idle time of 30 seconds. Links that lead elsewhere
 * become plain text, and the letters are larger. When nobody has touched anything for so long, everything begins anew, and one
 * clause after the other opens until somebody does.
 */
import { ROOT } from "../base/addresses.js";
import { make } from "../base/dom.js";
import { forgetChoices } from "../base/memory.js";

/** @typedef {Pick<import("../base/viewer.js").Viewer, "list" | "selected" | "open" | "go">} Viewer */

const KEY = "explore-kiosk";
const ATTRACTING = "explore-attracting";
const [SHORTEST, USUAL, LONGEST] = [2, 90, 86_400];
/** How long each clause of the attract loop is shown. */
const SHOWN_MILLISECONDS = 9000;
const TOUCHES = ["pointerdown", "keydown", "wheel", "input"];

/** The idle time in seconds; null outside of kiosk mode, which lasts as long as the tab does. */
export function kioskSeconds() {
    const given = new URLSearchParams(location.search).get("kiosk") ?? stored();
    if (given === null) return null;
    const seconds = Number(given) || USUAL;
    return Math.min(LONGEST, Math.max(SHORTEST, seconds));
}

function stored() {
    try {
        return sessionStorage.getItem(KEY);
    } catch {
        return null;
    }
}

/**
 * Starts kiosk mode where the address wants it.
 * @param {Viewer | null} viewer  null on the page of the library
 */
export function watchKiosk(viewer) {
    const seconds = kioskSeconds();
    if (seconds === null) return;
    const { dataset } = document.documentElement;
    dataset.kiosk = "";
    dataset.textSize ??= "large";
    try {
        sessionStorage.setItem(KEY, String(seconds));
    } catch {
        // Then only this page is in kiosk mode.
    }
    keepInside();
    let timer = 0;
    let isUntouched = takeMark();
    const stop = viewer && isUntouched ? attract(viewer) : null;
    const wait = () => {
        clearTimeout(timer);
        timer = setTimeout(() => (isUntouched ? wait() : beginAnew()), seconds * 1000);
    };
    const touched = () => {
        if (isUntouched) stop?.();
        isUntouched = false;
        wait();
    };
    for (const event of TOUCHES) addEventListener(event, touched, { capture: true, passive: true });
    // Opened and never touched: the loop begins after the same time.
    if (!isUntouched) wait();
}

/** Whether this page has been loaded to attract readers. */
function takeMark() {
    const isMarked = sessionStorage.getItem(ATTRACTING) !== null;
    sessionStorage.removeItem(ATTRACTING);
    return isMarked;
}

function beginAnew() {
    forgetChoices();
    sessionStorage.setItem(ATTRACTING, "1");
    const search = new URLSearchParams(location.search);
    const kiosk = search.get("kiosk");
    location.replace(location.pathname + (kiosk === null ? "" : kiosk === "" ? "?kiosk" : `?kiosk=${kiosk}`));
}

/**
 * Opens one clause after the other.
 * @param {Viewer} viewer
 * @returns {() => void} ends it
 */
function attract(viewer) {
    let next = Math.floor(Math.random() * Math.max(1, viewer.list.length));
    const step = () => {
        const clause = viewer.list[next % viewer.list.length];
        next += 1;
        if (clause) viewer.open(clause.id);
    };
    const timer = setInterval(step, SHOWN_MILLISECONDS);
    step();
    return () => {
        clearInterval(timer);
        if (viewer.selected) viewer.go({ clause: null });
    };
}

/** Links that lead elsewhere, or into another window, become plain text: those that are there, and those that come. */
function keepInside() {
    const isOutgoing = (/** @type {HTMLAnchorElement} */ link) =>
        link.origin !== location.origin || !link.pathname.startsWith(ROOT) || link.target === "_blank" || link.download !== "";
    const clear = (/** @type {ParentNode} */ part) => {
        for (const link of part.querySelectorAll("a")) {
            if (!isOutgoing(link)) continue;
            if (link.download !== "") link.remove();
            else link.replaceWith(make("span", link.lang ? { lang: link.lang } : {}, ...link.childNodes));
        }
    };
    clear(document);
    new MutationObserver((changes) => {
        for (const { target } of changes) if (target instanceof Element && target.isConnected) clear(target);
    }).observe(document, { childList: true, subtree: true });
}
