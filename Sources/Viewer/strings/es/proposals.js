// @ts-check
/** The texts of proposals, in Spanish. */
export const phrases = {
    tab: "Propuestas",
    tabCount: "Propuestas ({count})",
    lead: "Cambios propuestos con otros programas. Pulse A para aceptar la propuesta seleccionada o R para rechazarla; ambas acciones se pueden deshacer.",
    none: "No hay propuestas.",
    count: { one: "{count} propuesta", other: "{count} propuestas" },
    createClause: "Cláusula nueva: {clause}",
    replaceClause: "Cambio: {clause}",
    deleteClause: "Supresión: {clause}",
    deleteMore: "Otro programa ha borrado esta anotación.",
    nothingChanges: "Esto no cambiaría nada en la cláusula.",
    outdated: "Alguien ha cambiado esto desde que se propuso.",
    notes: { one: "{count} observación sobre la anotación", other: "{count} observaciones sobre la anotación" },
    accept: "Aceptar",
    reject: "Rechazar",
    showOnSheet: "Ver en la hoja",
    accepted: "Aceptada: {name}",
    rejected: "Rechazada: {name}",
    proposal: "Propuesta {id}",
};
