// @ts-check
/** The texts of proposals, in French. */
export const phrases = {
    tab: "Propositions",
    tabCount: "Propositions ({count})",
    lead: "Modifications proposées avec d’autres programmes. A accepte la proposition sélectionnée et R la rejette ; les deux actions peuvent être annulées.",
    none: "Il n’y a aucune proposition.",
    count: { one: "{count} proposition", other: "{count} propositions" },
    createClause: "Nouvelle clause : {clause}",
    replaceClause: "Modification : {clause}",
    deleteClause: "Suppression : {clause}",
    deleteMore: "Un autre programme a supprimé cette annotation.",
    nothingChanges: "Rien ne changerait dans la clause.",
    outdated: "Quelqu’un a modifié ceci depuis que cela a été proposé.",
    notes: { one: "{count} remarque sur l’annotation", other: "{count} remarques sur l’annotation" },
    accept: "Accepter",
    reject: "Rejeter",
    showOnSheet: "Montrer sur la feuille",
    accepted: "Accepté : {name}",
    rejected: "Rejeté : {name}",
    proposal: "Proposition {id}",
};
