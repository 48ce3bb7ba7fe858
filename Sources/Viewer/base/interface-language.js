// @ts-check
import { chooseLanguage, pageLanguages } from "../strings/strings.js";
import { recall } from "./memory.js";

/**
 * Returns the language of the interface: the one the user has chosen, or else the best for the browser's languages.
 * @param {string | null} [wanted]  a language preferred to the browser's
 */
export function interfaceLanguage(wanted = null) {
    return recall().interface ?? chooseLanguage(pageLanguages(), wanted);
}
