// @ts-check
/** Why a camera shows no picture. Pure. */

/**
 * - `stopped`: by the page; `hidden`: the page is not seen; it starts again when it is
 * - `denied`: the person or the page's policy does not allow it; `missing`: the device has none
 * - `busy`: another program has it; `ended`: it was unplugged or taken away; `failed`: anything else
 * @typedef {"stopped" | "hidden" | "denied" | "missing" | "busy" | "ended" | "failed"} StopReason
 */

/** @param {unknown} error  of `getUserMedia` @returns {StopReason} */
export function reasonOf(error) {
    const name = error instanceof DOMException ? error.name : "";
    if (name === "NotAllowedError" || name === "SecurityError") return "denied";
    if (name === "NotFoundError" || name === "OverconstrainedError") return "missing";
    return name === "NotReadableError" || name === "AbortError" ? "busy" : "failed";
}
