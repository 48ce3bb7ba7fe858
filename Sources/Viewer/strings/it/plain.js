// @ts-check
/** The texts used only by the pages without scripts, in Italian. */
export const phrases = {
    find: "Cerca",
    more: "Altri",
    first: "Torna all’inizio",
    script: "Versione completa (richiede JavaScript)",
    sheet: "Vedi il foglio (richiede JavaScript)",
};
