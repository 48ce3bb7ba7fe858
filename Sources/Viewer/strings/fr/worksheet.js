// @ts-check
/** The texts of worksheets, in French. */
export const phrases = {
    worksheet: "Fiche de travail",
    clauses: "Clauses",
    none: "Rien",
    second: "À côté du texte",
    transcription: "{language}, transcrit",
    lines: "Lignes pour écrire",
    withSheet: "La feuille, avec ces clauses",
    task: "Consigne",
    name: "Nom",
    date: "Date",
    print: "Imprimer",
    chooseSome: "Choisissez au moins une clause.",
    withTerms: "Expliquer les termes",
    terms: "Termes",
};
