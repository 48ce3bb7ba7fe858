// @ts-check
/** The texts of the library's filters, in Italian. */
export const phrases = {
    filters: "Filtri",
    language: "Lingua",
    theme: "Tema",
    collection: "Raccolta",
    languageAny: "Tutte le lingue",
    themeAny: "Tutti i temi",
    collectionAny: "Tutte le raccolte",
    option: "{name} ({count})",
    years: "Anni",
    stretches: "Documenti per anno",
    stretch: "dal {from} al {to}",
    from: "Dall’anno",
    to: "Fino all’anno",
    beforeChrist: "{year} a.C.",
    inYears: { one: "{years}: {count} documento", other: "{years}: {count} documenti" },
    clear: "Cancella i filtri",
    nothing: "Nessun documento corrisponde a questi filtri.",
};
