// @ts-check
/** The texts of the library's filters, in German. */
export const phrases = {
    filters: "Filter",
    language: "Sprache",
    theme: "Thema",
    collection: "Sammlung",
    languageAny: "Alle Sprachen",
    themeAny: "Alle Themen",
    collectionAny: "Alle Sammlungen",
    option: "{name} ({count})",
    years: "Jahre",
    stretches: "Dokumente nach Jahren",
    stretch: "{from} bis {to}",
    from: "Ab dem Jahr",
    to: "Bis zum Jahr",
    beforeChrist: "{year} v. Chr.",
    inYears: { one: "{years}: {count} Dokument", other: "{years}: {count} Dokumente" },
    clear: "Filter zurücksetzen",
    nothing: "Zu diesen Filtern passt kein Dokument.",
};
