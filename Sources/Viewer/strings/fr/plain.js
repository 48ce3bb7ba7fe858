// @ts-check
/** What only the pages without scripts say, in French. */
export const phrases = {
    find: "Chercher",
    more: "Suite",
    first: "Début",
    script: "La page avec JavaScript",
    sheet: "La feuille elle-même (avec JavaScript)",
};
