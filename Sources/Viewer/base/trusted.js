// @ts-check
/**
 * The single Trusted Types policy of our pages. No text becomes markup of a page; a drawing is parsed in a separate document
 * (content-selector.js takes numbers from it and no element); and the only script addresses allowed are our own workers. So
 * nothing that anyone wrote about a document can run. Browsers without Trusted Types rely on the rest of the content security
 * policy.
 */

import { ROOT, viewerURL } from "./addresses.js";

const WORKERS = [`${ROOT}service-worker.js`, viewerURL("camera/worker.js")];

/** @type {{ createPolicy(name: string, rules: object): void } | undefined} */
const factory = /** @type {any} */ (window).trustedTypes;

factory?.createPolicy("default", {
    // OpenSeadragon clears its elements by assigning empty text.
    createHTML: (/** @type {string} */ text, /** @type {string} */ _type, /** @type {string} */ sink) =>
        text === "" || sink === "DOMParser parseFromString" ? text : null,
    createScriptURL: (/** @type {string} */ text) => (WORKERS.includes(text) ? text : null),
});
