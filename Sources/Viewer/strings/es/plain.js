// @ts-check
/** What only the pages without scripts say, in Spanish. */
export const phrases = {
    find: "Buscar",
    more: "Más",
    first: "Desde el principio",
    script: "La página con JavaScript",
    sheet: "La propia hoja (con JavaScript)",
};
