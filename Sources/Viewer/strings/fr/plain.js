// @ts-check
/** The texts used only by the pages without scripts, in French. */
export const phrases = {
    find: "Chercher",
    more: "Suite",
    first: "Début",
    script: "Version complète (JavaScript requis)",
    sheet: "Voir la feuille (JavaScript requis)",
};
