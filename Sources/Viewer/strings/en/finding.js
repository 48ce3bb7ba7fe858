// @ts-check
/** The texts of the library's filters, in English. */
export const phrases = {
    filters: "Filters",
    language: "Language",
    theme: "Theme",
    collection: "Collection",
    languageAny: "Any language",
    themeAny: "Any theme",
    collectionAny: "Any collection",
    option: "{name} ({count})",
    years: "Years",
    stretches: "Documents by year",
    stretch: "{from} to {to}",
    from: "From year",
    to: "To year",
    beforeChrist: "{year} BC",
    inYears: { one: "{years}: {count} document", other: "{years}: {count} documents" },
    clear: "Clear filters",
    nothing: "No documents match these filters.",
};
