// @ts-check
import { EditingError } from "./editing-error.js";

/** @param {unknown} body @returns {RequestInit} a request that posts JSON */
export function posting(body) {
    return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

/** @param {Promise<Response>} request @returns {Promise<any>} the JSON of its response @throws {EditingError} */
export async function readJSON(request) {
    const response = await request.catch((error) => {
        throw new EditingError(0, String(error));
    });
    const body = await response.json().catch(() => null);
    if (response.ok && body !== null) return body;
    throw new EditingError(response.ok ? 0 : response.status, body?.detail ?? response.statusText, body);
}
