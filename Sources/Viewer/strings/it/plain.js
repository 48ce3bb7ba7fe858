// @ts-check
/** The texts used only by the pages without scripts, in Italian. */
export const phrases = {
    find: "Cerca",
    more: "Altri",
    first: "Dall’inizio",
    script: "La pagina con JavaScript",
    sheet: "Il foglio stesso (con JavaScript)",
};
