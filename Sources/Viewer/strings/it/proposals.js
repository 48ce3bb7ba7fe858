// @ts-check
/** The texts of proposals, in Italian. */
export const phrases = {
    tab: "Proposte",
    tabCount: "Proposte ({count})",
    lead: "Ciò che altri propongono con altri programmi. Il tasto A accetta e il tasto R rifiuta la proposta che ha il focus; l’annullamento la ripristina.",
    none: "Non c’è nessuna proposta.",
    count: { one: "{count} proposta", other: "{count} proposte" },
    createClause: "Nuova clausola: {clause}",
    replaceClause: "Modifica: {clause}",
    deleteClause: "Rimozione: {clause}",
    deleteMore: "L’altro programma ha eliminato questa annotazione.",
    nothingChanges: "Non cambierebbe nulla di ciò che una clausola contiene.",
    outdated: "Qualcuno lo ha cambiato dopo la proposta.",
    notes: { one: "{count} nota sull’annotazione", other: "{count} note sull’annotazione" },
    accept: "Accetta",
    reject: "Rifiuta",
    showOnSheet: "Mostra sul foglio",
    accepted: "Accettata: {name}",
    rejected: "Rifiutata: {name}",
    proposal: "Proposta {id}",
};
