// @ts-check
/** The texts of the library's filters, in Spanish. */
export const phrases = {
    filters: "Filtros",
    language: "Idioma",
    theme: "Tema",
    collection: "Colección",
    languageAny: "Todos los idiomas",
    themeAny: "Todos los temas",
    collectionAny: "Todas las colecciones",
    option: "{name} ({count})",
    years: "Años",
    stretches: "Documentos por años",
    stretch: "{from} a {to}",
    from: "Desde el año",
    to: "Hasta el año",
    beforeChrist: "{year} a. C.",
    inYears: { one: "{years}: {count} documento", other: "{years}: {count} documentos" },
    clear: "Quitar los filtros",
    nothing: "Ningún documento corresponde a estos filtros.",
};
