// @ts-check
/** The texts of the glossary, in English. */
export const phrases = {
    glossary: "Glossary",
    allTerms: "All terms",
    seeAlso: "See also",
    close: "Close",
    search: "Search the glossary",
    noDefinition: "No definition yet.",
    inClauses: "Found in",
    nowhere: "Not found in any text in this language.",
    nothing: "No terms match.",
    missing: "Term not found.",
    count: { one: "{count} term", other: "{count} terms" },
};
