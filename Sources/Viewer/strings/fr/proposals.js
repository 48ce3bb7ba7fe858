// @ts-check
/** The texts of proposals, in French. */
export const phrases = {
    tab: "Propositions",
    tabCount: "Propositions ({count})",
    lead: "Ce que d’autres proposent avec d’autres programmes. A accepte et R rejette ce qui a le focus ; l’annulation le rétablit.",
    none: "Rien n’est proposé.",
    count: { one: "{count} proposition", other: "{count} propositions" },
    createClause: "Nouvelle clause : {clause}",
    replaceClause: "Modification : {clause}",
    deleteClause: "Suppression : {clause}",
    deleteMore: "Le client a supprimé cette annotation.",
    nothingChanges: "Rien de ce qu’a une clause ne changerait.",
    outdated: "Quelqu’un a modifié ceci depuis que c’est proposé.",
    notes: { one: "{count} remarque sur l’annotation", other: "{count} remarques sur l’annotation" },
    accept: "Accepter",
    reject: "Rejeter",
    showOnSheet: "Montrer sur la feuille",
    accepted: "Accepté : {name}",
    rejected: "Rejeté : {name}",
    proposal: "Proposition {id}",
};
