// @ts-check
/** What only the pages without scripts say, in English. */
export const phrases = {
    find: "Find",
    more: "More",
    first: "From the start",
    script: "The page with JavaScript",
    sheet: "The sheet itself (with JavaScript)",
};
