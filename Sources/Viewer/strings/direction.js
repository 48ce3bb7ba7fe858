// @ts-check
/** The direction of texts, and the isolation of those that run the other way within a line. */

/** Scripts written from right to left, by ISO 15924. */
const RIGHT_TO_LEFT = `Adlm Arab Aran Armi Avst Chrs Cprt Elym Gara Hatr Hebr Hung Khar Lydi Mand Mani Mend Merc Mero
    Narb Nbat Nkoo Orkh Ougr Palm Phli Phlp Phnx Prti Rohg Samr Sarb Sogd Sogo Syrc Syre Syrj Syrn Thaa Yezi`.split(/\s+/);

/** A letter of such a script: blocks that Unicode sets apart for them. */
const RIGHT_TO_LEFT_LETTER = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const LETTER = /\p{L}/u;
const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ["\u2068", "\u2069"];

/**
 * The way that a language runs in the script that it is usually written in, or that its tag names; unknown: as the first
 * letter does.
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
 * A text to stand in a line of another language where there can be no markup: one that runs from right to left is kept
 * from taking what stands around it along, and in a line that does so itself every text that has letters.
 * @param {string} text
 * @param {"ltr" | "rtl"} within  the way of the line
 */
export function isolated(text, within = "ltr") {
    const isForeign = within === "rtl" ? LETTER.test(text) : RIGHT_TO_LEFT_LETTER.test(text);
    return isForeign ? FIRST_STRONG_ISOLATE + text + POP_ISOLATE : text;
}
