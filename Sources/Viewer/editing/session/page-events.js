// @ts-check
/** What the browser tells of the page that matters to unsaved edits. */

/**
 * @param {AbortSignal} signal  after which nothing is called
 * @param {object} on
 * @param {() => void} on.leave  the page is left or hidden, perhaps for good
 * @param {() => void} on.back  it is seen again, or there may be a connection again
 * @param {() => boolean} on.loses  whether something would be lost if the page were closed now
 */
export function watchPage(signal, on) {
    addEventListener("pagehide", on.leave, { signal });
    document.addEventListener("visibilitychange", () => (document.hidden ? on.leave() : on.back()), { signal });
    addEventListener("online", on.back, { signal });
    addEventListener("focus", on.back, { signal });
    addEventListener("beforeunload", (event) => on.loses() && event.preventDefault(), { signal });
}
