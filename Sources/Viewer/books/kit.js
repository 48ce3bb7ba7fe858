// @ts-check
/**
 * The dependencies passed to the modules of this folder. The folder is loaded after the first view as a separate script, which
 * would duplicate the modules it imports, so of `base/` and `strings/` it imports only stateless ones.
 */

/**
 * @typedef {object} Kit
 * @property {import("../base/viewer.js").Viewer} viewer  the viewer of a document with several pages
 * @property {(arrangement: import("../base/viewer.js").Arrangement) => void} arrange
 * @property {(pages: import("../base/types.js").Page[]) => void} prepare  prefetches what is needed to show pages at once
 * @property {typeof import("../base/api.js").tiles} tiles
 * @property {typeof import("../strings/phrase-table.js").PhraseTable} PhraseTable
 * @property {Pick<typeof import("../strings/strings.js"), "say" | "localized" | "uiLanguage">} strings
 * @property {boolean} isSingle  whether pages are always shown one by one
 */

export {};
