// @ts-check
/** The texts used only by the pages without scripts, in English. */
export const phrases = {
    find: "Find",
    more: "More",
    first: "From the start",
    script: "The page with JavaScript",
    sheet: "The sheet itself (with JavaScript)",
};
