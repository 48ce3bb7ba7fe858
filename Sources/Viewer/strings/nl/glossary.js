// @ts-check
/** The texts of the glossary, in Dutch. */
export const phrases = {
    glossary: "Woordenlijst",
    allTerms: "Alle termen",
    seeAlso: "Zie ook",
    close: "Sluiten",
    search: "Zoeken in de woordenlijst",
    noDefinition: "Deze term is nog niet uitgelegd.",
    inClauses: "Komt voor in",
    nowhere: "In geen van de teksten in deze taal.",
    nothing: "Geen overeenkomende term.",
    missing: "Deze term bestaat niet.",
    count: { one: "{count} term", other: "{count} termen" },
};
