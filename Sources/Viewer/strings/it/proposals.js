// @ts-check
/** The texts of proposals, in Italian. */
export const phrases = {
    tab: "Proposte",
    tabCount: "Proposte ({count})",
    lead: "Modifiche proposte con altri programmi. Il tasto A accetta e il tasto R rifiuta la proposta selezionata; entrambe le azioni si possono annullare.",
    none: "Non c’è nessuna proposta.",
    count: { one: "{count} proposta", other: "{count} proposte" },
    createClause: "Nuova clausola: {clause}",
    replaceClause: "Modifica: {clause}",
    deleteClause: "Rimozione: {clause}",
    deleteMore: "Un altro programma ha eliminato questa annotazione.",
    nothingChanges: "Non cambierebbe nulla nella clausola.",
    outdated: "Qualcuno lo ha cambiato dopo la proposta.",
    notes: { one: "{count} nota sull’annotazione", other: "{count} note sull’annotazione" },
    accept: "Accetta",
    reject: "Rifiuta",
    showOnSheet: "Mostra sul foglio",
    accepted: "Accettata: {name}",
    rejected: "Rifiutata: {name}",
    proposal: "Proposta {id}",
};
