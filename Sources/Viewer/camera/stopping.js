// @ts-check
/** Reasons why a camera shows no picture. Pure. */

/**
 * - `stopped`: stopped by the application; `hidden`: the page is hidden, and the camera restarts when it is visible again
 * - `denied`: the user or the page's policy forbids it; `missing`: the device has no camera
 * - `busy`: another program uses the camera; `ended`: it was unplugged or revoked; `failed`: any other error
 * @typedef {"stopped" | "hidden" | "denied" | "missing" | "busy" | "ended" | "failed"} StopReason
 */

/** @param {unknown} error  the error thrown by `getUserMedia` @returns {StopReason} */
export function reasonOf(error) {
    const name = error instanceof DOMException ? error.name : "";
    if (name === "NotAllowedError" || name === "SecurityError") return "denied";
    if (name === "NotFoundError" || name === "OverconstrainedError") return "missing";
    return name === "NotReadableError" || name === "AbortError" ? "busy" : "failed";
}
