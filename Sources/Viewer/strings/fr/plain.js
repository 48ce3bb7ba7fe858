// @ts-check
/** The texts used only by the pages without scripts, in French. */
export const phrases = {
    find: "Chercher",
    more: "Suite",
    first: "Début",
    script: "La page avec JavaScript",
    sheet: "La feuille elle-même (avec JavaScript)",
};
