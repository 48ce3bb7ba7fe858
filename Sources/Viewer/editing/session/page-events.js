// @ts-check
/** Watches browser events of the page that matter to unsaved edits. */

/**
 * @param {AbortSignal} signal  stops watching
 * @param {object} on
 * @param {() => void} on.leave  called when the page is left or hidden, perhaps for good
 * @param {() => void} on.back  called when the page is visible again, or there may be a connection again
 * @param {() => boolean} on.hasUnsavedEdits  returns whether closing the page now would lose edits
 */
export function watchPage(signal, on) {
    addEventListener("pagehide", on.leave, { signal });
    document.addEventListener("visibilitychange", () => (document.hidden ? on.leave() : on.back()), { signal });
    addEventListener("online", on.back, { signal });
    addEventListener("focus", on.back, { signal });
    addEventListener("beforeunload", (event) => on.hasUnsavedEdits() && event.preventDefault(), { signal });
}
