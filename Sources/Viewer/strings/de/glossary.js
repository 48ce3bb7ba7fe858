// @ts-check
/** The texts of the glossary, in German. */
export const phrases = {
    glossary: "Glossar",
    allTerms: "Alle Begriffe",
    seeAlso: "Siehe auch",
    close: "Schließen",
    search: "Im Glossar suchen",
    noDefinition: "Dieser Begriff ist noch nicht erklärt.",
    inClauses: "Kommt vor in",
    nowhere: "In keinem der Texte dieser Sprache.",
    nothing: "Kein Begriff passt.",
    missing: "Diesen Begriff gibt es nicht.",
    count: { one: "{count} Begriff", other: "{count} Begriffe" },
};
