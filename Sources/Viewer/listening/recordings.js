// @ts-check
/** Fetches the recordings of a document, from the server or from the files of a static site. */
import { documentPath, jsonOnce, ofVersion, partPath, ROOT } from "../base/addresses.js";

/** @typedef {import("../base/types.js").LanguageMap} LanguageMap */

/**
 * @typedef {object} Recording
 * @property {string} path  relative to the address of the list
 * @property {string | null} clause
 * @property {string | null} lang
 * @property {number} bytes
 * @property {number | null} seconds
 * @property {string} sha256
 * @property {string | null} captions
 */

/**
 * A recording as it is played.
 * @typedef {object} Playable
 * @property {string} url
 * @property {string | null} cues
 * @property {LanguageMap | null} label  the kind of voice
 * @property {string} lang
 * @property {number} bytes
 * @property {number | null} seconds
 */

/** In bytes. Longer files are not kept for offline use. */
const LARGEST_KEPT = 10 << 20;

/**
 * Returns the recording of a clause; null if there is none in this language, or if recordings cannot be fetched.
 * @param {string} document
 * @param {string} clause
 * @param {string} language
 * @returns {Promise<Playable | null>}
 */
export async function recordingOf(document, clause, language) {
    const address = (/** @type {string} */ path) => ROOT + ofVersion(document, `${documentPath(document)}/recordings/${path}`);
    /** @type {{ label: LanguageMap | null, recordings: Recording[] } | null} */
    const list = await jsonOnce(partPath(document, "recordings")).catch(() => null);
    const wanted = language.toLowerCase();
    const found = list?.recordings.find((one) => one.clause === clause && one.lang?.toLowerCase() === wanted);
    if (!list || !found) return null;
    return {
        url: address(`${found.path}?digest=${found.sha256}`),
        cues: found.captions && address(found.captions),
        label: list.label,
        lang: found.lang ?? language,
        bytes: found.bytes,
        seconds: found.seconds,
    };
}

/**
 * Has the service worker keep a recording for offline use.
 * @param {Playable} recording
 */
export async function keep({ url, cues, bytes }) {
    if (bytes > LARGEST_KEPT) return;
    const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
    registration?.active?.postMessage({ keep: [url, ...(cues ? [cues] : [])] });
}
