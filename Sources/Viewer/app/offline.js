// @ts-check
/** Starts the service worker, by which visited content can be read offline. */

import { ROOT } from "../base/addresses.js";

/** Starts the service worker, and names it what came before it did. */
export async function offerOffline() {
    if (!navigator.serviceWorker) return;
    try {
        await navigator.serviceWorker.register(`${ROOT}service-worker.js`);
        const { active } = await navigator.serviceWorker.ready;
        const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
        const own = [location.href.split("#")[0], ...loaded].filter((url) => new URL(url).origin === location.origin);
        active?.postMessage({ keep: [...new Set(own)] });
    } catch {
        // Without it the page works all the same, as long as there is a network.
    }
}
