// @ts-check
/** The texts of worksheets, in Spanish. */
export const phrases = {
    worksheet: "Hoja de trabajo",
    clauses: "Cláusulas",
    none: "Nada",
    second: "Junto al texto",
    transcription: "{language}, transcrito",
    lines: "Líneas para escribir",
    withSheet: "La hoja, con estas cláusulas",
    task: "Tarea",
    name: "Nombre",
    date: "Fecha",
    print: "Imprimir",
    chooseSome: "Elija al menos una cláusula.",
    withTerms: "Explicar los términos",
    terms: "Términos",
};
