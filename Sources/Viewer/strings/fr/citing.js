// @ts-check
/** The texts of citations and of versions, in French. */
export const phrases = {
    form: "Style de citation",
    inWords: "Texte simple",
    version: "Version {version}",
    seen: "Consulté le {date}",
    quoted: "« {text} »",
    within: "Dans {title}",
    noDate: "s. d.",
    save: "Enregistrer dans un fichier",
    formerVersion: "Ceci est la version {version} du document. La plus récente est la version {newest}.",
    newestVersion: "Afficher la version la plus récente",
    otherVersion: "Le lien mène à la version {version} du document. La version présente ici est la {here}.",
};
