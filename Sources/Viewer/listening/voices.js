// @ts-check
/** Selects among the device's voices for a language. */

/** @typedef {Pick<SpeechSynthesisVoice, "name" | "lang" | "default" | "localService">} Voice */

/**
 * Returns the voices for a language in the order in which they are offered: those of its region first, then the device's default,
 * then those that need no network.
 * @template {Voice} Kind
 * @param {Kind[]} voices
 * @param {string} language  a BCP 47 tag
 * @returns {Kind[]}
 */
export function voicesFor(voices, language) {
    const wanted = normal(language);
    const [primary] = wanted.split("-");
    /** @param {Kind} voice */
    const rank = (voice) => (normal(voice.lang) === wanted ? 0 : 4) + (voice.default ? 0 : 2) + (voice.localService ? 0 : 1);
    return voices.filter(({ lang }) => normal(lang).split("-")[0] === primary).sort((one, other) => rank(one) - rank(other));
}

/**
 * Returns the voice to use: the reader's choice if it exists, otherwise the first.
 * @template {Voice} Kind
 * @param {Kind[]} voices
 * @param {string} language
 * @param {Record<string, string> | undefined} chosen  names of voices, by language
 * @returns {Kind | null}
 */
export function voiceFor(voices, language, chosen) {
    const able = voicesFor(voices, language);
    return able.find(({ name }) => name === chosen?.[language]) ?? able[0] ?? null;
}

/** @param {string} tag  some systems write en_GB */
function normal(tag) {
    return tag.replaceAll("_", "-").toLowerCase();
}
