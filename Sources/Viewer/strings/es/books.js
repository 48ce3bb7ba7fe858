// @ts-check
/** The texts for documents of several pages, in Spanish. */
export const phrases = {
    pagesOf: "Páginas {first}–{last} de {count}",
    twoPages: "Dos páginas, una junto a otra",
    strip: "Miniaturas de las páginas",
};
