// @ts-check
/** The texts of the library's filters, in Dutch. */
export const phrases = {
    filters: "Filters",
    language: "Taal",
    theme: "Thema",
    collection: "Collectie",
    languageAny: "Alle talen",
    themeAny: "Alle thema’s",
    collectionAny: "Alle collecties",
    option: "{name} ({count})",
    years: "Jaren",
    stretches: "Documenten per jaar",
    stretch: "{from} tot en met {to}",
    from: "Vanaf het jaar",
    to: "Tot en met het jaar",
    beforeChrist: "{year} v.Chr.",
    inYears: { one: "{years}: {count} document", other: "{years}: {count} documenten" },
    clear: "Filters wissen",
    nothing: "Geen document past bij deze filters.",
};
