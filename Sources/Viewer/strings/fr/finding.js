// @ts-check
/** The texts of the library's filters, in French. */
export const phrases = {
    filters: "Filtres",
    language: "Langue",
    theme: "Thème",
    collection: "Collection",
    languageAny: "Toutes les langues",
    themeAny: "Tous les thèmes",
    collectionAny: "Toutes les collections",
    option: "{name} ({count})",
    years: "Années",
    stretches: "Documents par année",
    stretch: "{from} à {to}",
    from: "À partir de l’année",
    to: "Jusqu’à l’année",
    beforeChrist: "{year} av. J.-C.",
    inYears: { one: "{years} : {count} document", other: "{years} : {count} documents" },
    clear: "Effacer les filtres",
    nothing: "Aucun document ne correspond à ces filtres.",
};
