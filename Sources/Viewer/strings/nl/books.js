// @ts-check
/** The texts for documents of several pages, in Dutch. */
export const phrases = {
    pagesOf: "Pagina’s {first}–{last} van {count}",
    twoPages: "Twee pagina’s naast elkaar",
    strip: "Miniaturen van de pagina’s",
};
