// @ts-check
/** What only the pages without scripts say, in Dutch. */
export const phrases = {
    find: "Zoeken",
    more: "Meer",
    first: "Vanaf het begin",
    script: "De pagina met JavaScript",
    sheet: "Het blad zelf (met JavaScript)",
};
