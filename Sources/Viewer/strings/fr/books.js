// @ts-check
/** The texts for documents of several pages, in French. */
export const phrases = {
    pagesOf: "Pages {first}–{last} sur {count}",
    twoPages: "Deux pages côte à côte",
    strip: "Vignettes des pages",
};
