// @ts-check
/** The texts of proposals, in German. */
export const phrases = {
    tab: "Vorschläge",
    tabCount: "Vorschläge ({count})",
    lead: "Was andere mit anderen Programmen vorschlagen. A nimmt an und R lehnt ab, was den Fokus hat; Rückgängig holt es zurück.",
    none: "Nichts ist vorgeschlagen.",
    count: { one: "{count} Vorschlag", other: "{count} Vorschläge" },
    createClause: "Neuer Artikel: {clause}",
    replaceClause: "Änderung: {clause}",
    deleteClause: "Löschung: {clause}",
    deleteMore: "Das andere Programm hat diese Annotation gelöscht.",
    nothingChanges: "Nichts, was ein Artikel hat, würde sich ändern.",
    outdated: "Jemand hat dies geändert, seit es vorgeschlagen wurde.",
    notes: { one: "{count} Anmerkung zur Annotation", other: "{count} Anmerkungen zur Annotation" },
    accept: "Annehmen",
    reject: "Ablehnen",
    showOnSheet: "Auf dem Blatt zeigen",
    accepted: "Angenommen: {name}",
    rejected: "Abgelehnt: {name}",
    proposal: "Vorschlag {id}",
};
