// @ts-check
/** The texts of proposals, in Spanish. */
export const phrases = {
    tab: "Propuestas",
    tabCount: "Propuestas ({count})",
    lead: "Lo que otras personas proponen con otros programas. La tecla A acepta y la tecla R rechaza la propuesta que tiene el foco; deshacer la recupera.",
    none: "No hay nada propuesto.",
    count: { one: "{count} propuesta", other: "{count} propuestas" },
    createClause: "Cláusula nueva: {clause}",
    replaceClause: "Cambio: {clause}",
    deleteClause: "Supresión: {clause}",
    deleteMore: "El otro programa ha borrado esta anotación.",
    nothingChanges: "No cambiaría nada de lo que tiene una cláusula.",
    outdated: "Alguien ha cambiado esto desde que se propuso.",
    notes: { one: "{count} observación sobre la anotación", other: "{count} observaciones sobre la anotación" },
    accept: "Aceptar",
    reject: "Rechazar",
    showOnSheet: "Ver en la hoja",
    accepted: "Aceptada: {name}",
    rejected: "Rechazada: {name}",
    proposal: "Propuesta {id}",
};
