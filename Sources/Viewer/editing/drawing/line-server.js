// @ts-check
/** Requests for the lines of writing on a page. */
import { documentPath, ROOT } from "../../base/addresses.js";

/** Limits on retrying while the server is busy. */
const MOST_ATTEMPTS = 4;
const LONGEST_SECONDS = 5;

/**
 * Requests lines of writing, or an outline along them. Finding lines is expensive: if the server is busy, retries when it
 * suggests.
 * @param {string} document
 * @param {{ number: number, image: string | null }} page  a page, whose image may differ from the published one
 * @param {"lines" | "outline"} what
 * @param {URLSearchParams} [query]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
export async function fetchLines(document, page, what, query = new URLSearchParams(), signal) {
    if (page.image !== null) query.set("image", page.image);
    const address = `${ROOT}${documentPath(document)}/pages/${page.number}/${what}?${query}`;
    for (let attempt = 1; ; attempt += 1) {
        const response = await fetch(address, { signal });
        if (response.status !== 503 || attempt === MOST_ATTEMPTS) return response;
        const seconds = Math.min(LONGEST_SECONDS, Number(response.headers.get("Retry-After")) || 1);
        await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
        signal?.throwIfAborted();
    }
}
