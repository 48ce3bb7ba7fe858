// @ts-check
/** The texts of proposals, in Dutch. */
export const phrases = {
    tab: "Voorstellen",
    tabCount: "Voorstellen ({count})",
    lead: "Wijzigingen die met andere programma’s zijn voorgesteld. A neemt het geselecteerde voorstel aan en R wijst het af; beide kunt u ongedaan maken.",
    none: "Er is niets voorgesteld.",
    count: { one: "{count} voorstel", other: "{count} voorstellen" },
    createClause: "Nieuw artikel: {clause}",
    replaceClause: "Wijziging: {clause}",
    deleteClause: "Verwijdering: {clause}",
    deleteMore: "Een ander programma heeft deze annotatie verwijderd.",
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
