// @ts-check
/** The texts of the glossary, in Spanish. */
export const phrases = {
    glossary: "Glosario",
    allTerms: "Todos los términos",
    seeAlso: "Véase también",
    close: "Cerrar",
    search: "Buscar en el glosario",
    noDefinition: "Todavía no está explicado.",
    inClauses: "Aparece en",
    nowhere: "En ninguno de los textos en este idioma.",
    nothing: "Ningún término coincide.",
    missing: "Este término no existe.",
    count: { one: "{count} término", other: "{count} términos" },
};
