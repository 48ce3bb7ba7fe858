// @ts-check
/** The texts used only by the pages without scripts, in Dutch. */
export const phrases = {
    find: "Zoeken",
    more: "Meer",
    first: "Terug naar het begin",
    script: "Volledige versie (JavaScript vereist)",
    sheet: "Het blad bekijken (JavaScript vereist)",
};
