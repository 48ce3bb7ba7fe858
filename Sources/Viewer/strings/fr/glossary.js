// @ts-check
/** The texts of the glossary, in French. */
export const phrases = {
    glossary: "Glossaire",
    allTerms: "Tous les termes",
    seeAlso: "Voir aussi",
    close: "Fermer",
    search: "Chercher dans le glossaire",
    noDefinition: "Ce terme n’est pas encore expliqué.",
    inClauses: "Se trouve dans",
    nowhere: "Dans aucun des textes de cette langue.",
    nothing: "Aucun terme ne correspond.",
    missing: "Ce terme n’existe pas.",
    count: { one: "{count} terme", other: "{count} termes" },
};
