// @ts-check
/**
 * The one policy by which text may become markup or a script's address on our pages (Trusted Types): no text becomes
 * markup of a page; a drawing is parsed apart from it (content-selector.js takes numbers from there and no element); and
 * the one script that is named by a text is our own service worker. Nothing that anybody wrote about a document can run.
 * Browsers that do not know Trusted Types are held by the rest of the content security policy.
 */

import { ROOT } from "./addresses.js";

/** @type {{ createPolicy(name: string, rules: object): void } | undefined} */
const factory = /** @type {any} */ (window).trustedTypes;

factory?.createPolicy("default", {
    // OpenSeadragon empties its elements with an empty text.
    createHTML: (/** @type {string} */ text, /** @type {string} */ _type, /** @type {string} */ sink) =>
        text === "" || sink === "DOMParser parseFromString" ? text : null,
    createScriptURL: (/** @type {string} */ text) => (text === `${ROOT}service-worker.js` ? text : null),
});
