// @ts-check
/** The texts of citations and of versions, in Spanish. */
export const phrases = {
    form: "Formato de la cita",
    inWords: "Texto simple",
    version: "Versión {version}",
    seen: "Consultado el {date}",
    quoted: "«{text}»",
    within: "En {title}",
    noDate: "s. f.",
    save: "Guardar como archivo",
    formerVersion: "Esta es la versión {version} del documento. La más reciente es la versión {newest}.",
    newestVersion: "Mostrar la versión más reciente",
    otherVersion: "El enlace lleva a la versión {version} del documento. Aquí se muestra la versión {here}.",
};
