// @ts-check
/** Determines the direction of texts, and isolates texts of the opposite direction within a line. */

/** Right-to-left scripts, by their ISO 15924 codes. */
const RIGHT_TO_LEFT = `Adlm Arab Aran Armi Avst Chrs Cprt Elym Gara Hatr Hebr Hung Khar Lydi Mand Mani Mend Merc Mero
    Narb Nbat Nkoo Orkh Ougr Palm Phli Phlp Phnx Prti Rohg Samr Sarb Sogd Sogo Syrc Syre Syrj Syrn Thaa Yezi`.split(/\s+/);

/** A letter of a right-to-left script, by the blocks that Unicode reserves for them. */
const RIGHT_TO_LEFT_LETTER = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const LETTER = /\p{L}/u;
const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ["\u2068", "\u2069"];

/**
 * Returns the direction of a language in the script named by its tag, or in its usual script; "auto" if unknown.
 * @param {string} language
 * @returns {"ltr" | "rtl" | "auto"}
 */
export function direction(language) {
    try {
        const { script } = new Intl.Locale(language).maximize();
        return script && RIGHT_TO_LEFT.includes(script) ? "rtl" : "ltr";
    } catch {
        return "auto";
    }
}

/**
 * Isolates a text for a line of another language where markup is impossible, so that it does not affect the order of its
 * surroundings. In a left-to-right line this applies to right-to-left texts, in a right-to-left line to every text that has
 * letters.
 * @param {string} text
 * @param {"ltr" | "rtl"} within  the direction of the line
 */
export function isolated(text, within = "ltr") {
    const isForeign = within === "rtl" ? LETTER.test(text) : RIGHT_TO_LEFT_LETTER.test(text);
    return isForeign ? FIRST_STRONG_ISOLATE + text + POP_ISOLATE : text;
}
