// @ts-check
/** The texts for documents of several pages, in Italian. */
export const phrases = {
    pagesOf: "Pagine {first}–{last} di {count}",
    twoPages: "Due pagine affiancate",
    strip: "Miniature delle pagine",
};
