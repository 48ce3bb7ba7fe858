// @ts-check
/** The names of captures. The caller must have loaded their strings. */
import { captureText } from "../strings/captures.js";
import { localized } from "../strings/strings.js";

/**
 * Returns a capture's label, or else its kind.
 * @param {import("./types.js").Capture} capture
 * @param {string} language
 */
export function captureName({ label, kind }, language) {
    return localized(label, language)?.text ?? captureText(kind);
}
