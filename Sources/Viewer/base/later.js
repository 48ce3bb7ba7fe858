// @ts-check
/**
 * Parts of a page that are loaded when a reader first wants them. Each is a folder whose main module has its name, and a bundle
 * of its own, with its own copy of what it shares with the page: so it sets the language of its texts itself.
 */

/**
 * @template {keyof Parts} Name
 * @param {Name} name
 * @returns {Promise<Parts[Name]>}
 */
export function loadLater(name) {
    // A bundle lies in a folder beside this one, as the modules do.
    const folder = import.meta.url.includes("/bundles/") ? "bundles" : name;
    return import(new URL(`../${folder}/${name}.js`, import.meta.url).href);
}

/**
 * @typedef {object} Parts
 * @property {{ listen: (viewer: import("./viewer.js").Viewer) => Promise<void> }} listening
 * @property {{ showTours: (viewer: any) => Promise<any> }} tours
 * @property {{ openWorksheet: (viewer: any, kit: object) => Promise<void> }} worksheet
 */
