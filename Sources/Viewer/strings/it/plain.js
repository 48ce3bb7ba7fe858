// @ts-check
/** What only the pages without scripts say, in Italian. */
export const phrases = {
    find: "Cerca",
    more: "Altri",
    first: "Dall’inizio",
    script: "La pagina con JavaScript",
    sheet: "Il foglio stesso (con JavaScript)",
};
