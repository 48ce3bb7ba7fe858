// @ts-check
/** The texts of the glossary, in Italian. */
export const phrases = {
    glossary: "Glossario",
    allTerms: "Tutti i termini",
    seeAlso: "Vedi anche",
    close: "Chiudi",
    search: "Cerca nel glossario",
    noDefinition: "Non è ancora spiegato.",
    inClauses: "Si trova in",
    nowhere: "In nessuno dei testi in questa lingua.",
    nothing: "Nessun termine corrisponde.",
    missing: "Questo termine non esiste.",
    count: { one: "{count} termine", other: "{count} termini" },
};
