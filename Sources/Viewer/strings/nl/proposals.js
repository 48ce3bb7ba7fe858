// @ts-check
/** The texts of proposals, in Dutch. */
export const phrases = {
    tab: "Voorstellen",
    tabCount: "Voorstellen ({count})",
    lead: "Wat anderen met andere programma’s voorstellen. A neemt het voorstel aan dat de focus heeft, en R wijst het af; ‘Ongedaan maken’ haalt het terug.",
    none: "Er is niets voorgesteld.",
    count: { one: "{count} voorstel", other: "{count} voorstellen" },
    createClause: "Nieuw artikel: {clause}",
    replaceClause: "Wijziging: {clause}",
    deleteClause: "Verwijdering: {clause}",
    deleteMore: "Het andere programma heeft deze annotatie verwijderd.",
    nothingChanges: "Er zou niets aan het artikel veranderen.",
    outdated: "Iemand heeft dit gewijzigd sinds het is voorgesteld.",
    notes: { one: "{count} opmerking bij de annotatie", other: "{count} opmerkingen bij de annotatie" },
    accept: "Aannemen",
    reject: "Afwijzen",
    showOnSheet: "Op het blad tonen",
    accepted: "Aangenomen: {name}",
    rejected: "Afgewezen: {name}",
    proposal: "Voorstel {id}",
};
