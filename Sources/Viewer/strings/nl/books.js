// @ts-check
/** The texts for documents of several pages, in Dutch. */
export const phrases = {
    pagesOf: "Pagina’s {first}–{last} van {count}",
    twoPages: "Twee pagina’s naast elkaar",
    strip: "Kleine afbeeldingen van de pagina’s",
};
