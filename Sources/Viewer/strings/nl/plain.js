// @ts-check
/** The texts used only by the pages without scripts, in Dutch. */
export const phrases = {
    find: "Zoeken",
    more: "Meer",
    first: "Vanaf het begin",
    script: "De pagina met JavaScript",
    sheet: "Het blad zelf (met JavaScript)",
};
