// @ts-check
/**
 * What the modules of this folder are given. They are loaded after the first view, as a script of their own, and what they imported
 * would be there twice: of `base/` and `strings/` they import only what has no state.
 */

/**
 * @typedef {object} Kit
 * @property {import("../base/viewer.js").Viewer} viewer  of a document of several pages
 * @property {(arrangement: import("../base/viewer.js").Arrangement) => void} arrange
 * @property {(pages: import("../base/types.js").Page[]) => void} prepare  fetches what is needed to see them at once
 * @property {typeof import("../base/api.js").tiles} tiles
 * @property {typeof import("../strings/phrase-table.js").PhraseTable} PhraseTable
 * @property {Pick<typeof import("../strings/strings.js"), "say" | "localized" | "spokenLanguage">} strings
 * @property {boolean} isSingle  whether pages are only ever seen one by one
 */

export {};
