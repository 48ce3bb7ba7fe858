// @ts-check
/** The texts used only by the pages without scripts, in English. */
export const phrases = {
    find: "Search",
    more: "More",
    first: "Back to the start",
    script: "Full version (requires JavaScript)",
    sheet: "View the sheet (requires JavaScript)",
};
