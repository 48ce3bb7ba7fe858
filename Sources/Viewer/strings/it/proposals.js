// @ts-check
/** The texts of proposals, in Italian. */
export const phrases = {
    tab: "Proposte",
    tabCount: "Proposte ({count})",
    lead: "Ciò che altri propongono con altri programmi. A accetta e R rifiuta ciò che ha il focus; l’annullamento lo ripristina.",
    none: "Non c’è nessuna proposta.",
    count: { one: "{count} proposta", other: "{count} proposte" },
    createClause: "Nuova clausola: {clause}",
    replaceClause: "Modifica: {clause}",
    deleteClause: "Rimozione: {clause}",
    deleteMore: "L’altro programma ha eliminato questa annotazione.",
    nothingChanges: "Nulla di ciò che una clausola ha cambierebbe.",
    outdated: "Qualcuno ha cambiato questo dopo che è stato proposto.",
    notes: { one: "{count} nota sull’annotazione", other: "{count} note sull’annotazione" },
    accept: "Accetta",
    reject: "Rifiuta",
    showOnSheet: "Mostra sul foglio",
    accepted: "Accettata: {name}",
    rejected: "Rifiutata: {name}",
    proposal: "Proposta {id}",
};
