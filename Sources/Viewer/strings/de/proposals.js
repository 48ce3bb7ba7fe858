// @ts-check
/** The texts of proposals, in German. */
export const phrases = {
    tab: "Vorschläge",
    tabCount: "Vorschläge ({count})",
    lead: "Mit anderen Programmen vorgeschlagene Änderungen. A nimmt den ausgewählten Vorschlag an, R lehnt ihn ab; beides lässt sich rückgängig machen.",
    none: "Es gibt keine Vorschläge.",
    count: { one: "{count} Vorschlag", other: "{count} Vorschläge" },
    createClause: "Neuer Artikel: {clause}",
    replaceClause: "Änderung: {clause}",
    deleteClause: "Löschung: {clause}",
    deleteMore: "Ein anderes Programm hat diese Annotation gelöscht.",
    nothingChanges: "Am Artikel würde sich nichts ändern.",
    outdated: "Jemand hat dies geändert, seit es vorgeschlagen wurde.",
    notes: { one: "{count} Anmerkung zur Annotation", other: "{count} Anmerkungen zur Annotation" },
    accept: "Annehmen",
    reject: "Ablehnen",
    showOnSheet: "Auf dem Blatt zeigen",
    accepted: "Angenommen: {name}",
    rejected: "Abgelehnt: {name}",
    proposal: "Vorschlag {id}",
};
