// @ts-check
/** Answers by HTTP, and what stands for one that did not come. */
import { ROOT } from "./addresses.js";

/** An answer that is not the one asked for; status 0 where the server did not answer at all. */
export class APIError extends Error {
    /** @param {number} status @param {string} message */
    constructor(status, message) {
        super(message);
        this.status = status;
    }
}

/** @param {string} path  below the root @returns {Promise<any>} */
export async function json(path) {
    const answer = await get(path);
    return answer.json();
}

/** @param {string} path  below the root @param {Record<string, string>} [headers] */
export async function get(path, headers) {
    let answer;
    try {
        answer = await fetch(ROOT + path, { headers });
    } catch (error) {
        throw new APIError(0, String(error));
    }
    if (!answer.ok) throw new APIError(answer.status, answer.statusText);
    return answer;
}
