// @ts-check
/**
 * Kiosk mode, for screens in exhibitions: `?kiosk`, or `?kiosk=30` for an idle time of 30 seconds. Links that lead elsewhere
 * become plain text, those to the page for tokens go, and the letters are larger. When nobody has touched anything for so long, everything begins anew, and one
 * clause after the other opens until somebody does.
 */
import { ROOT } from "../base/addresses.js";
import { make } from "../base/dom.js";
import { forgetChoices, showAppearance } from "../base/memory.js";

/** @typedef {Pick<import("../base/viewer.js").Viewer, "list" | "selected" | "note">} Viewer */

const KEY = "explore-kiosk";
const ATTRACTING = "explore-attracting";
const [SHORTEST, USUAL, LONGEST] = [2, 90, 86_400];
/** How long each clause of the attract loop is shown. */
const SHOWN_MILLISECONDS = 9000;
const TOUCHES = ["pointerdown", "keydown", "wheel", "input"];

/** The idle time in seconds; null outside of kiosk mode, which lasts as long as the tab does. */
export function kioskSeconds() {
    const given = new URLSearchParams(location.search).get("kiosk") ?? stored(KEY);
    if (given === null) return null;
    const seconds = Number(given) || USUAL;
    return Math.min(LONGEST, Math.max(SHORTEST, seconds));
}

/** @param {string} key */
function stored(key) {
    try {
        return sessionStorage.getItem(key);
    } catch {
        return null;
    }
}

/** @param {string} key @param {string | null} value  null: none any more */
function store(key, value) {
    try {
        if (value === null) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, value);
    } catch {
        // Then only this page is in kiosk mode, and nothing attracts readers.
    }
}

/**
 * Starts kiosk mode where the address wants it.
 * @param {Viewer | null} viewer  null where no document is open
 * @param {string} [first]  the path of the page on which everything begins anew
 */
export function watchKiosk(viewer, first = location.pathname) {
    const seconds = kioskSeconds();
    if (seconds === null) return;
    document.documentElement.dataset.kiosk = "";
    showAppearance();
    store(KEY, String(seconds));
    keepInside();
    let timer = 0;
    let isUntouched = takeMark();
    const stop = viewer && isUntouched ? attract(viewer) : null;
    const wait = () => {
        clearTimeout(timer);
        timer = setTimeout(() => (isUntouched ? wait() : beginAnew(first)), seconds * 1000);
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
    const isMarked = stored(ATTRACTING) !== null;
    store(ATTRACTING, null);
    return isMarked;
}

/** @param {string} first  the path of the page on which everything begins */
function beginAnew(first) {
    forgetChoices();
    store(ATTRACTING, "1");
    const search = new URLSearchParams(location.search);
    const kiosk = search.get("kiosk");
    location.replace(first + (kiosk === null ? "" : kiosk === "" ? "?kiosk" : `?kiosk=${kiosk}`));
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
        // No step of the reader's: the history would grow all day.
        if (clause) viewer.note({ clause: clause.id });
    };
    const timer = setInterval(step, SHOWN_MILLISECONDS);
    step();
    return () => {
        clearInterval(timer);
        if (viewer.selected) viewer.note({ clause: null });
    };
}

/**
 * Links that lead elsewhere, or into another window, become plain text; those to files and to where a token is entered go.
 * Both those that are there, and those that come.
 */
function keepInside() {
    const isAccess = (/** @type {HTMLAnchorElement} */ link) => link.pathname === `${ROOT}access`;
    const isOutgoing = (/** @type {HTMLAnchorElement} */ link) =>
        link.origin !== location.origin || !link.pathname.startsWith(ROOT) || link.target === "_blank";
    const clear = (/** @type {ParentNode} */ part) => {
        for (const link of part.querySelectorAll("a")) {
            if (link.download !== "" || isAccess(link)) link.remove();
            else if (isOutgoing(link)) link.replaceWith(make("span", link.lang ? { lang: link.lang } : {}, ...link.childNodes));
        }
    };
    clear(document);
    new MutationObserver((changes) => {
        for (const { target } of changes) if (target instanceof Element && target.isConnected) clear(target);
    }).observe(document, { childList: true, subtree: true });
}
