// @ts-check
/** What captures are called; the caller has loaded their texts. */
import { captureText } from "../strings/captures.js";
import { localized } from "../strings/strings.js";

/**
 * Its label, else its kind.
 * @param {import("./types.js").Capture} capture
 * @param {string} language
 */
export function captureName({ label, kind }, language) {
    return localized(label, language)?.text ?? captureText(kind);
}
