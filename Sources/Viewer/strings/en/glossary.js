// @ts-check
/** The texts of the glossary, in English. */
export const phrases = {
    glossary: "Glossary",
    allTerms: "All terms",
    seeAlso: "See also",
    close: "Close",
    search: "Search the glossary",
    noDefinition: "It has not been explained yet.",
    inClauses: "Found in",
    nowhere: "In none of the texts in this language.",
    nothing: "No term matches.",
    missing: "There is no such term.",
    failed: "The glossary could not be loaded.",
    count: { one: "{count} term", other: "{count} terms" },
};
