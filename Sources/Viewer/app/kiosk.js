// @ts-check
/**
 * Kiosk mode, for screens in exhibitions: `?kiosk`, or `?kiosk=30` for an idle time of 30 seconds. Outgoing links become plain
 * text, links to the token page are removed, and text is larger. After the idle time the page starts afresh and opens one clause
 * after another until somebody touches it.
 */
import { isServerReachable, ROOT } from "../base/addresses.js";
import { make } from "../base/dom.js";
import { forgetChoices, showAppearance } from "../base/memory.js";
import { readStored, writeStored } from "../base/stored.js";
import { isPaired } from "./embed.js";

/** @typedef {Pick<import("../base/viewer.js").Viewer, "list" | "selected" | "replacePlace">} Viewer */

const KEY = "explore-kiosk";
const ATTRACTING = "explore-attracting";
const [SHORTEST, USUAL, LONGEST] = [2, 90, 86_400];
/** The time for which the attract loop shows each clause. */
const SHOWN_MILLISECONDS = 9000;
const TOUCHES = ["pointerdown", "keydown", "wheel", "input"];

/** Returns the idle time in seconds, or null outside kiosk mode. Kiosk mode lasts as long as the tab. */
export function kioskSeconds() {
    const given = new URLSearchParams(location.search).get("kiosk") ?? readStored("sessionStorage", KEY);
    if (given === null) return null;
    const seconds = Number(given) || USUAL;
    return Math.min(LONGEST, Math.max(SHORTEST, seconds));
}

/**
 * Starts kiosk mode if the address requests it.
 * @param {Viewer | null} viewer  null if no document is open
 * @param {string} [first]  the path of the page to start afresh from
 */
export function watchKiosk(viewer, first = location.pathname) {
    const seconds = kioskSeconds();
    if (seconds === null) return;
    document.documentElement.dataset.kiosk = "";
    showAppearance();
    // Without storage, only this page is in kiosk mode, without the attract loop.
    writeStored("sessionStorage", KEY, String(seconds));
    keepInside();
    // Of a comparison, only the outer page starts afresh. Touches in its frames count as touches of that page.
    if (isPaired()) return onTouch(() => parent.dispatchEvent(new Event("input")));
    let timer = 0;
    let isUntouched = takeMark();
    const stop = viewer && isUntouched ? attract(viewer) : null;
    const wait = () => {
        clearTimeout(timer);
        timer = setTimeout(() => (isUntouched ? wait() : leave()), seconds * 1000);
    };
    const leave = async () => {
        const left = timer;
        // Without a service worker, a server that does not respond would leave an error page of the browser.
        const isSafe = navigator.serviceWorker?.controller || (await isServerReachable());
        // Somebody may have touched the page meanwhile.
        if (timer !== left) return;
        if (isSafe) beginAnew(first);
        else wait();
    };
    const touched = () => {
        if (isUntouched) stop?.();
        isUntouched = false;
        wait();
    };
    onTouch(touched);
    // If the page is opened and never touched, the loop starts after the same time.
    if (!isUntouched) wait();
}

/** @param {() => void} touched */
function onTouch(touched) {
    for (const event of TOUCHES) addEventListener(event, touched, { capture: true, passive: true });
}

/** Whether this page was loaded for the attract loop. Clears the mark. */
function takeMark() {
    const isMarked = readStored("sessionStorage", ATTRACTING) !== null;
    writeStored("sessionStorage", ATTRACTING, null);
    return isMarked;
}

/** @param {string} first  the path of the page to start afresh from */
function beginAnew(first) {
    forgetChoices();
    writeStored("sessionStorage", ATTRACTING, "1");
    const search = new URLSearchParams(location.search);
    const kiosk = search.get("kiosk");
    location.replace(first + (kiosk === null ? "" : kiosk === "" ? "?kiosk" : `?kiosk=${kiosk}`));
}

/**
 * Opens one clause after another.
 * @param {Viewer} viewer
 * @returns {() => void} a function that stops the loop
 */
function attract(viewer) {
    let next = Math.floor(Math.random() * Math.max(1, viewer.list.length));
    const step = () => {
        const clause = viewer.list[next % viewer.list.length];
        next += 1;
        // Not recorded in the history, which would otherwise grow all day.
        if (clause) viewer.replacePlace({ clause: clause.id });
    };
    const timer = setInterval(step, SHOWN_MILLISECONDS);
    step();
    return () => {
        clearInterval(timer);
        if (viewer.selected) viewer.replacePlace({ clause: null });
    };
}

/**
 * Turns links that lead elsewhere, or into another window, into plain text, and removes links to files and to the token page.
 * Applies to present links and to those added later.
 */
function keepInside() {
    const isAccess = (/** @type {HTMLAnchorElement} */ link) => link.pathname === `${ROOT}access`;
    const isOutgoing = (/** @type {HTMLAnchorElement} */ link) =>
        link.origin !== location.origin || !link.pathname.startsWith(ROOT) || link.target === "_blank";
    const clear = (/** @type {ParentNode} */ part) => {
        for (const link of part.querySelectorAll("a")) {
            if (link.hasAttribute("download") || isAccess(link)) link.remove();
            else if (isOutgoing(link)) link.replaceWith(make("span", link.lang ? { lang: link.lang } : {}, ...link.childNodes));
        }
    };
    clear(document);
    new MutationObserver((changes) => {
        for (const { target } of changes) if (target instanceof Element && target.isConnected) clear(target);
    }).observe(document, { childList: true, subtree: true });
}
