// @ts-check
/** The texts used only by the pages without scripts, in Spanish. */
export const phrases = {
    find: "Buscar",
    more: "Más",
    first: "Desde el principio",
    script: "La página con JavaScript",
    sheet: "La propia hoja (con JavaScript)",
};
