// @ts-check
/** The texts for documents of several pages, in English. */
export const phrases = {
    pagesOf: "Pages {first}–{last} of {count}",
    twoPages: "Two pages side by side",
    strip: "Page thumbnails",
};
