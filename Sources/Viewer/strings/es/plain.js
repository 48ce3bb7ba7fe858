// @ts-check
/** The texts used only by the pages without scripts, in Spanish. */
export const phrases = {
    find: "Buscar",
    more: "Más",
    first: "Volver al principio",
    script: "Versión completa (requiere JavaScript)",
    sheet: "Ver la hoja (requiere JavaScript)",
};
