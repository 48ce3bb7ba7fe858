// @ts-check
/**
 * The one policy by which text may become markup or a script's address on our pages (Trusted Types): no text becomes
 * markup of a page; a drawing is parsed apart from it (content-selector.js takes numbers from there and no element); and
 * the scripts that are named by a text are our own workers. Nothing that anybody wrote about a document can run.
 * Browsers that do not know Trusted Types are held by the rest of the content security policy.
 */

import { ROOT, viewerURL } from "./addresses.js";

const WORKERS = [`${ROOT}service-worker.js`, viewerURL("camera/worker.js")];

/** @type {{ createPolicy(name: string, rules: object): void } | undefined} */
const factory = /** @type {any} */ (window).trustedTypes;

factory?.createPolicy("default", {
    // OpenSeadragon empties its elements with an empty text.
    createHTML: (/** @type {string} */ text, /** @type {string} */ _type, /** @type {string} */ sink) =>
        text === "" || sink === "DOMParser parseFromString" ? text : null,
    createScriptURL: (/** @type {string} */ text) => (WORKERS.includes(text) ? text : null),
});
